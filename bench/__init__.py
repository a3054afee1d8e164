"""Measurements: ``make bench``. Each row is taken side by side with what it is compared to, in one run."""
