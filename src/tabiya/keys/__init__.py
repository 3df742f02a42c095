"""Keys for programs in Python: `key_of`, which classes have a key, and `Zobrist`."""
