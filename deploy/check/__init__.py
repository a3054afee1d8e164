"""`make demo-check`: a whole tournament by real processes and through the real doors, from nothing to prizes."""
