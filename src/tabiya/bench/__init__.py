"""Benchmarks that the command line runs: every figure is a ratio to a peer measured in the same run."""
