"""Small games written in plain Python, and brute force without bounds, tables or move ordering."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

WIN = 100_000


class History:
    """Immutable positions: `push` and `pop` only move through the history."""

    def __init__(self, position: Any) -> None:
        self.past = [position]

    @property
    def position(self) -> Any:
        return self.past[-1]

    @property
    def key(self) -> int:
        return hash(self.position) & 2**64 - 1

    def push(self, move: Any) -> None:
        self.past.append(self.after(move))

    def pop(self) -> None:
        self.past.pop()

    def after(self, move: Any) -> Any:
        raise NotImplementedError

    def evaluate(self) -> int:
        """Arbitrary, but a function of the position: searches must agree on all leaves."""
        return random.Random(self.key).randint(-50, 50)


LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TicTacToe(History):
    """A position is nine cells; the moves are squares from 0 on."""

    def __init__(self) -> None:
        super().__init__((0,) * 9)

    @property
    def key(self) -> int:
        return sum(cell * 3**i for i, cell in enumerate(self.position))

    def moves(self) -> list[int]:
        return [square for square in range(9) if not self.position[square]]

    def after(self, move: int) -> Any:
        cells = list(self.position)
        cells[move] = 1 if self.position.count(1) == self.position.count(2) else 2
        return tuple(cells)

    def result(self) -> int | None:
        cells = self.position
        if any(cells[a] and cells[a] == cells[b] == cells[c] for a, b, c in LINES):
            return -1
        return 0 if all(cells) else None


class ConnectThree(History):
    """Stones fall into columns; a line of three wins. Moves are texts, so the game packs them."""

    def __init__(self, width: int = 4, height: int = 3) -> None:
        super().__init__(("",) * width)
        self.height = height

    @property
    def key(self) -> int:
        text = "|".join(self.position)
        return int.from_bytes(text.encode(), "big") % (2**64 - 59)

    def moves(self) -> list[str]:
        return [f"c{i}" for i, column in enumerate(self.position) if len(column) < self.height]

    def pack(self, move: str) -> int:
        return 1 + int(move[1:])

    def unpack(self, packed: int) -> str:
        return f"c{packed - 1}"

    def after(self, move: str) -> Any:
        i = int(move[1:])
        stone = "xo"[sum(map(len, self.position)) % 2]
        return (*self.position[:i], self.position[i] + stone, *self.position[i + 1 :])

    def result(self) -> int | None:
        columns = self.position
        for x in range(len(columns)):
            for y in range(len(columns[x])):
                for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                    if len({self.at(x + k * dx, y + k * dy) for k in range(3)} - {""}) == 1 and all(
                        self.at(x + k * dx, y + k * dy) for k in range(3)
                    ):
                        return -1
        return 0 if all(len(column) == self.height for column in columns) else None

    def at(self, x: int, y: int) -> str:
        inside = 0 <= x < len(self.position) and 0 <= y < len(self.position[x])
        return self.position[x][y] if inside else ""


class Nim(History):
    """Take one to three from a heap; who takes the last match wins, or loses in the misère form.

    Positions come up at different depths, and in the misère form a game ends with a win for the mover.
    """

    def __init__(self, heaps: tuple[int, ...], misere: bool = False) -> None:
        super().__init__(tuple(sorted(heaps)))
        self.misere = misere

    @property
    def key(self) -> int:
        return sum(heap * 16**i for i, heap in enumerate(self.position))

    def moves(self) -> list[int]:
        return [i * 4 + n for i, heap in enumerate(self.position) for n in (1, 2, 3) if n <= heap]

    def after(self, move: int) -> Any:
        heaps = list(self.position)
        heaps[move // 4] -= move % 4
        return tuple(sorted(heaps))

    def result(self) -> int | None:
        if any(self.position):
            return None
        return 1 if self.misere else -1


class Domineering(History):
    """Left places dominoes upright, Right lengthwise; the player who cannot move loses."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__((frozenset(), 0))
        squares = [(x, y) for y in range(height) for x in range(width)]
        upright = [frozenset({(x, y), (x, y + 1)}) for x, y in squares if y + 1 < height]
        lengthwise = [frozenset({(x, y), (x + 1, y)}) for x, y in squares if x + 1 < width]
        self.dominoes = upright, lengthwise
        self.width = width

    @property
    def key(self) -> int:
        filled, player = self.position
        return sum(1 << y * self.width + x for x, y in filled) << 1 | player

    def moves(self) -> list[int]:
        filled, player = self.position
        return [i for i, domino in enumerate(self.dominoes[player]) if not domino & filled]

    def after(self, move: int) -> Any:
        filled, player = self.position
        return filled | self.dominoes[player][move], 1 - player

    def result(self) -> int | None:
        return None if self.moves() else -1


def minimax(game: Any, depth: int, known: dict[Any, int] | None = None) -> int:
    """The value at a depth by brute force. A win in n plies is 100,000 - n.

    `known` keeps whole positions with their depths, to avoid repeated work.
    """
    known = {} if known is None else known
    outcome = game.result()
    if outcome is not None:
        return int(outcome) * WIN
    if depth == 0:
        return int(game.evaluate())
    place = game.position, depth
    if place not in known:
        best = -2 * WIN
        for move in game.moves():
            game.push(move)
            value = -minimax(game, depth - 1, known)
            game.pop()
            best = max(best, value - (value > WIN // 2) + (value < -WIN // 2))
        known[place] = best
    return known[place]


GAMES: dict[str, tuple[Callable[[], Any], tuple[int, ...]]] = {
    "tic-tac-toe": (TicTacToe, (1, 2, 3, 4, 5)),
    "connect three": (ConnectThree, (1, 2, 4, 6)),
    "domineering": (lambda: Domineering(4, 4), (1, 3, 4)),
    "narrow domineering": (lambda: Domineering(3, 4), (2, 4, 6)),
    "nim": (lambda: Nim((3, 4, 2)), (9,)),
    "misere nim": (lambda: Nim((3, 2, 3), misere=True), (8,)),
}
"""Games, and depths at which values do not depend on the way to a position: all of the game, or any depth
where a position always comes up at the same ply."""


def random_play(game: Any, rng: random.Random, plies: int) -> Any:
    """The game after some random moves; it is not over."""
    for _ in range(plies):
        moves = list(game.moves())
        move = rng.choice(moves)
        game.push(move)
        if game.result() is not None:
            game.pop()
            break
    return game
