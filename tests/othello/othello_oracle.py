"""The rules of Othello in plain Python without bit tricks, as an oracle for the native game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

START = "---------------------------OX------XO--------------------------- X"
STEPS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
OTHER = {"X": "O", "O": "X"}


def line(square: int, step: tuple[int, int]) -> list[int]:
    """The squares from a square to the edge."""
    x, y = square % 8, square // 8
    found = []
    while 0 <= (x := x + step[0]) < 8 and 0 <= (y := y + step[1]) < 8:
        found.append(8 * y + x)
    return found


LINES = [[line(square, step) for step in STEPS] for square in range(64)]


def name(square: int) -> str:
    return "abcdefgh"[square % 8] + str(square // 8 + 1)


@dataclass(frozen=True)
class Position:
    """The squares from a1 to h8, and the side to move."""

    squares: str
    side: str

    @classmethod
    def parse(cls, text: str) -> Position:
        return cls(*text.split())

    def __str__(self) -> str:
        return f"{self.squares} {self.side}"

    def turned(self, square: int, side: str) -> list[int]:
        """The discs that a move to an empty square flips."""
        found = []
        for ray in LINES[square]:
            row = []
            for at in ray:
                if self.squares[at] != OTHER[side]:
                    if self.squares[at] == side:
                        found += row
                    break
                row.append(at)
        return found

    def placements(self, side: str) -> list[int]:
        return [at for at in range(64) if self.squares[at] == "-" and self.turned(at, side)]

    def moves(self) -> list[str]:
        """The legal moves as texts; none if the game is over."""
        placed = [name(square) for square in self.placements(self.side)]
        return placed or (["pass"] if self.placements(OTHER[self.side]) else [])

    def after(self, move: str) -> Position:
        squares = list(self.squares)
        if move != "pass":
            square = "abcdefgh".index(move[0]) + 8 * (int(move[1]) - 1)
            for at in [square, *self.turned(square, self.side)]:
                squares[at] = self.side
        return Position("".join(squares), OTHER[self.side])

    def margin(self) -> int:
        """Discs for the side to move, in a game that is over; the winner gets the empty squares."""
        own, others = self.squares.count(self.side), self.squares.count(OTHER[self.side])
        empty = 64 - own - others
        return own - others + (empty if own > others else -empty if own < others else 0)


def perft(position: Position, depth: int) -> int:
    moves = position.moves()
    if depth <= 1:
        return len(moves) if depth else 1
    return sum(perft(position.after(move), depth - 1) for move in moves)


def play(number: int) -> Iterator[Position]:
    """The positions of a random game, from the start to the end."""
    chance = random.Random(f"othello {number}")
    position = Position.parse(START)
    yield position
    while moves := position.moves():
        position = position.after(chance.choice(moves))
        yield position


def solve(position: Position, alpha: int = -64, beta: int = 64) -> int:
    """The margin with perfect play, by plain alpha-beta."""
    moves = position.moves()
    if not moves:
        return position.margin()
    best = -65
    for move in moves:
        best = max(best, -solve(position.after(move), -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best
