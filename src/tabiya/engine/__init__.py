"""The front of the search: limits, clocks, results, and `Engine`, which runs the native search."""
