"""Breaks the code on purpose, one small change at a time, and asks whether a test notices: `make mutants`."""
