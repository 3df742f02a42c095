"""Games written in Python: the `Game` protocol, `check_game`, and the searches `negamax` and `mcts`."""
