"""`Engine`, which runs the native search, with its limits, clocks and results."""
