"""Dots and Boxes: who closes a box moves again, and the game is won by a margin."""

from __future__ import annotations

from tabiya import key_of


class DotsAndBoxes:
    """A position is the drawn edges, the mover's lead and the mover; moves are edges from 0 on."""

    margins = True

    def __init__(self, width: int = 2, height: int = 2) -> None:
        across = [(x, y, "-") for y in range(height + 1) for x in range(width)]
        down = [(x, y, "|") for y in range(height) for x in range(width + 1)]
        self.edges = across + down
        number = {edge: i for i, edge in enumerate(self.edges)}
        self.boxes = [
            frozenset(number[edge] for edge in ((x, y, "-"), (x, y + 1, "-"), (x, y, "|"), (x + 1, y, "|")))
            for y in range(height)
            for x in range(width)
        ]
        self.drawn: frozenset[int] = frozenset()
        self.turn = 0
        self.lead = 0  # of player 0
        self.past: list[tuple[frozenset[int], int, int]] = []

    @property
    def key(self) -> int:
        return key_of((self.drawn, self.turn, self.lead))

    def moves(self) -> list[int]:
        return [edge for edge in range(len(self.edges)) if edge not in self.drawn]

    def push(self, edge: int) -> None:
        self.past.append((self.drawn, self.turn, self.lead))
        before = sum(box <= self.drawn for box in self.boxes)
        self.drawn |= {edge}
        closed = sum(box <= self.drawn for box in self.boxes) - before
        self.lead += closed if self.turn == 0 else -closed
        if not closed:
            self.turn = 1 - self.turn

    def pop(self) -> None:
        self.drawn, self.turn, self.lead = self.past.pop()

    def evaluate(self) -> int:
        return self.lead if self.turn == 0 else -self.lead

    def result(self) -> int | None:
        return None if len(self.drawn) < len(self.edges) else self.evaluate()


def brute_force(game: DotsAndBoxes, depth: int, known: dict[object, int]) -> int:
    """The value for the player to move, by brute force."""
    state = (game.drawn, game.turn, game.lead, depth)
    if state in known:
        return known[state]
    result = game.result()
    if result is not None or depth == 0:
        return game.evaluate() if result is None else result
    best, mover = -(10**9), game.turn
    for move in game.moves():
        game.push(move)
        value = brute_force(game, depth - 1, known)
        best = max(best, value if game.turn == mover else -value)
        game.pop()
    known[state] = best
    return best
