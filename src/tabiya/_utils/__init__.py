"""Private helpers that know nothing of tables and games."""
