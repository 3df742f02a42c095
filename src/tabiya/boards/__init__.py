"""Code shared by the boards of all games: moves, legal moves, perft and errors."""
