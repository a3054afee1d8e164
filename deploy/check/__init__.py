"""`make demo-check`: a whole tournament by real processes, through the real doors, from nothing to prizes."""
