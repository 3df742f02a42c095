"""What the boards of all games share: verbs, views of moves, perft, and the manner of their errors."""
