"""Benchmarks of the command line. Every figure is a ratio to a peer measured in the same run."""
