"""Tables of values of any NumPy dtype, and `memoize`, which keeps a function's results in one."""
