"""The transposition table: its public class, settings, entries, batches, statistics and views."""
