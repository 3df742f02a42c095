"""Othello written from the rules, and a search on top of it: how a game of your own gets a strong opponent.

    python examples/othello.py            a short game: the search against a greedy player
    python examples/othello.py 3          the search looks 3 plies ahead instead of 5

All that `tabiya.negamax` asks of a game is in the class below: `key`, `moves`, `push`, `pop`, `evaluate` and
`result`. The table is one more argument, and the program prints what it saves.
"""

from __future__ import annotations

import sys

from tabiya import TranspositionTable, Zobrist, negamax

SIZE = 6
"""Small enough that a game takes seconds in plain Python; 8 is the usual board."""
SQUARES = [(x, y) for y in range(SIZE) for x in range(SIZE)]
DIRECTIONS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
PASS = SIZE * SIZE
"""A move like any other: a player who cannot place a disc must pass."""

# A random number for each disc on each square, and one for the side to move: XORed, they are the position's
# key. The same position has the same key whichever way the game came to it.
ZOBRIST = Zobrist(SIZE * SIZE, pieces=[0, 1], empty=None, extras=["second player"])
DISC_KEYS = [ZOBRIST.keys_of(player) for player in (0, 1)]
TURN_KEY = ZOBRIST.flip(0, "second player")

CORNERS = {0, SIZE - 1, SIZE * (SIZE - 1), SIZE * SIZE - 1}


class Othello:
    """A position: who has which squares, who is to move, and what it takes to go back."""

    def __init__(self) -> None:
        low, high = SIZE // 2 - 1, SIZE // 2
        self.board: list[int | None] = [None] * (SIZE * SIZE)
        for x, y, player in ((low, low, 1), (high, high, 1), (high, low, 0), (low, high, 0)):
            self.board[y * SIZE + x] = player
        self.player = 0
        self.key = ZOBRIST.key(self.board)
        self.history: list[tuple[int, list[int], int]] = []

    # ---- what negamax calls ------------------------------------------------------------------------

    def moves(self) -> list[int]:
        placing = [square for square in range(SIZE * SIZE) if self.turned(square, self.player)]
        placing.sort(key=lambda square: square not in CORNERS)  # good ones first
        return placing or [PASS]

    def push(self, move: int) -> None:
        turned = [] if move == PASS else self.turned(move, self.player)
        self.history.append((move, turned, self.key))
        if move != PASS:
            self.board[move] = self.player
            self.key ^= DISC_KEYS[self.player][move]
        for square in turned:
            self.board[square] = self.player
            self.key ^= DISC_KEYS[0][square] ^ DISC_KEYS[1][square]
        self.player = 1 - self.player
        self.key ^= TURN_KEY

    def pop(self) -> None:
        move, turned, self.key = self.history.pop()
        self.player = 1 - self.player
        if move != PASS:
            self.board[move] = None
        for square in turned:
            self.board[square] = 1 - self.player

    def evaluate(self) -> int:
        """For the player to move: corners are kept for ever, and having moves is having choices."""
        me, other = self.player, 1 - self.player
        corners = sum((self.board[c] == me) - (self.board[c] == other) for c in CORNERS)
        mobility = sum(
            bool(self.turned(square, me)) - bool(self.turned(square, other)) for square in range(SIZE * SIZE)
        )
        return 100 * corners + 10 * mobility + self.discs(me) - self.discs(other)

    def result(self) -> int | None:
        """The game is over when neither player can place a disc; the one with more of them has won."""
        if any(self.turned(square, player) for player in (0, 1) for square in range(SIZE * SIZE)):
            return None
        difference = self.discs(self.player) - self.discs(1 - self.player)
        return (difference > 0) - (difference < 0)

    # ---- the rules ---------------------------------------------------------------------------------

    def turned(self, square: int, player: int) -> list[int]:
        """The discs that a disc on this square would turn; none means that it may not be placed there."""
        if self.board[square] is not None:
            return []
        found = []
        for dx, dy in DIRECTIONS:
            x, y, line = square % SIZE + dx, square // SIZE + dy, []
            while 0 <= x < SIZE and 0 <= y < SIZE and self.board[y * SIZE + x] == 1 - player:
                line.append(y * SIZE + x)
                x, y = x + dx, y + dy
            if line and 0 <= x < SIZE and 0 <= y < SIZE and self.board[y * SIZE + x] == player:
                found += line
        return found

    def discs(self, player: int) -> int:
        return self.board.count(player)

    def __str__(self) -> str:
        symbols = {None: ".", 0: "x", 1: "o"}
        rows = [self.board[y * SIZE : (y + 1) * SIZE] for y in range(SIZE)]
        return "\n".join(" ".join(symbols[cell] for cell in row) for row in rows)


def greedy(game: Othello) -> int:
    """An opponent that takes what it can: the move that turns the most discs."""
    return max(game.moves(), key=lambda move: 0 if move == PASS else len(game.turned(move, game.player)))


def main(depth: int = 5) -> None:
    game = Othello()
    table = TranspositionTable(hash_mb=4)
    with_table = without = 0
    while game.result() is None:
        if game.player == 0:
            found = negamax(game, depth, table=table)
            with_table += found.nodes
            without += negamax(game, depth).nodes  # only to compare
            game.push(found.best_move)
        else:
            game.push(greedy(game))
    print(game)
    print(f"search (x) {game.discs(0)}, greedy (o) {game.discs(1)}, after {len(game.history)} moves")
    print(
        f"nodes with the table {with_table:,}, without {without:,}: {without / with_table:.1f} times as many"
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
