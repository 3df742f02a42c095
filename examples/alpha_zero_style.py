"""Self-play as in AlphaZero: with six dicts, as in suragnair/alpha-zero-general, then with one table.

    python examples/alpha_zero_style.py            two games of Connect Four with each memory, some seconds
    python examples/alpha_zero_style.py 10 200     games, simulations for each move

alpha-zero-general keeps its search tree in six dicts: Qsa, Nsa (by position and move), Ns, Ps, Es, Vs (by
position). That is short to write, and takes about a kilobyte for each position. Below, everything about a
position is one value of 56 bytes in a `ValueTable`: for each of the seven columns its visits, its prior and
its mean value. The table has a tenth of the memory that the dicts took. It is enough, because positions of
earlier moves make room first (`new_search`).

The network is a stand-in that costs next to nothing, so that the memories are what is compared.
"""

from __future__ import annotations

import math
import sys
import time
import tracemalloc
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from tabiya import ValueTable, key_of

COLUMNS, ROWS = 7, 6
EXPLORATION = 1.0
Board = tuple[int, ...]  # of the player to move: 1 is his, -1 the opponent's, 0 empty


# ---- the game and a stand-in for the network --------------------------------------------------------------


def legal(board: Board) -> list[int]:
    return [column for column in range(COLUMNS) if board[column] == 0]


def play(board: Board, column: int) -> Board:
    """Drops a stone, and turns the board around for the opponent."""
    cell = max(cell for cell in range(column, len(board), COLUMNS) if board[cell] == 0)
    return tuple(-1 if place == cell else -stone for place, stone in enumerate(board))


def lines() -> list[tuple[int, ...]]:
    found = []
    for cell in range(COLUMNS * ROWS):
        x, y = cell % COLUMNS, cell // COLUMNS
        for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)):
            if 0 <= x + 3 * dx < COLUMNS and y + 3 * dy < ROWS:
                found.append(tuple(cell + step * (dx + dy * COLUMNS) for step in range(4)))
    return found


LINES = lines()


def ended(board: Board) -> float | None:
    """-1 if the opponent has just won, 0 for a full board, None while the game is on."""
    if any(board[a] == board[b] == board[c] == board[d] == -1 for a, b, c, d in LINES):
        return -1.0
    return None if 0 in board[:COLUMNS] else 0.0


WEIGHTS = np.random.default_rng(1).normal(0, 0.2, (COLUMNS * ROWS, COLUMNS + 1))


def predict(board: Board) -> tuple[Any, float]:
    """Priors of the columns and a value: any function will do here."""
    out = np.array(board, np.float64) @ WEIGHTS
    priors = np.exp(out[:COLUMNS])
    return priors / priors.sum(), math.tanh(out[COLUMNS])


# ---- six dicts --------------------------------------------------------------------------------------------


class DictTree:
    """The six dicts, and the search over them."""

    def __init__(self) -> None:
        self.Qsa: dict[tuple[bytes, int], float] = {}  # mean values of moves
        self.Nsa: dict[tuple[bytes, int], int] = {}  # their visits
        self.Ns: dict[bytes, int] = {}  # visits of positions
        self.Ps: dict[bytes, Any] = {}  # priors
        self.Es: dict[bytes, float | None] = {}  # ends of games
        self.Vs: dict[bytes, Any] = {}  # legal moves

    def next_move(self) -> None:
        """A dict forgets nothing."""

    def search(self, board: Board) -> float:
        s = np.array(board, np.int8).tobytes()
        if s not in self.Es:
            self.Es[s] = ended(board)
        end = self.Es[s]
        if end is not None:
            return -end
        if s not in self.Ps:
            priors, value = predict(board)
            valid = np.zeros(COLUMNS)
            valid[legal(board)] = 1
            self.Ps[s] = priors * valid / (priors * valid).sum()
            self.Vs[s] = valid
            self.Ns[s] = 0
            return -value
        best, best_score = -1, -math.inf
        for a in range(COLUMNS):
            if not self.Vs[s][a]:
                continue
            if (s, a) in self.Qsa:
                bonus = self.Ps[s][a] * math.sqrt(self.Ns[s]) / (1 + self.Nsa[s, a])
                u = self.Qsa[s, a] + EXPLORATION * bonus
            else:
                u = EXPLORATION * self.Ps[s][a] * math.sqrt(self.Ns[s] + 1e-8)
            if u > best_score:
                best, best_score = a, u
        a = best
        value = self.search(play(board, a))
        if (s, a) in self.Qsa:
            self.Qsa[s, a] = (self.Nsa[s, a] * self.Qsa[s, a] + value) / (self.Nsa[s, a] + 1)
            self.Nsa[s, a] += 1
        else:
            self.Qsa[s, a], self.Nsa[s, a] = value, 1
        self.Ns[s] += 1
        return -value

    def visits(self, board: Board) -> list[int]:
        s = np.array(board, np.int8).tobytes()
        return [self.Nsa.get((s, a), 0) for a in range(COLUMNS)]


# ---- one table --------------------------------------------------------------------------------------------

DTYPE = np.dtype(
    [(f"n{a}", "u2") for a in range(COLUMNS)]
    + [(f"p{a}", "f2") for a in range(COLUMNS)]
    + [(f"q{a}", "f4") for a in range(COLUMNS)]
)
"""56 bytes: visits, priors and mean values. A column that is full has no prior."""
VISITS = [f"n{a}" for a in range(COLUMNS)]
MEANS = [f"q{a}" for a in range(COLUMNS)]


class TableTree:
    """The same search: one probe for each position on the way down, one update on the way back."""

    def __init__(self, megabytes: float) -> None:
        self.table = ValueTable(DTYPE, megabytes, huge_pages=False)

    def next_move(self) -> None:
        self.table.new_search()

    def search(self, board: Board) -> float:
        key = key_of(board)
        value = self.table.probe(key)
        known = tuple(value) if value is not None else (0,) * 3 * COLUMNS
        visits, priors, means = known[:7], known[7:14], known[14:]
        if not any(priors):  # new; or displaced while its moves were searched, and then updated from zeros
            return self.expand(key, board)
        root = EXPLORATION * math.sqrt(sum(visits) or 1e-8)
        best, best_score = -1, -math.inf
        for a in range(COLUMNS):
            if priors[a]:
                score = means[a] + root * priors[a] / (1 + visits[a])
                if score > best_score:
                    best, best_score = a, score
        result = self.search(play(board, best))
        mean = (visits[best] * means[best] + result) / (visits[best] + 1)
        self.table.update(key, {MEANS[best]: mean}, {VISITS[best]: 1})
        return -result

    def expand(self, key: int, board: Board) -> float:
        end = ended(board)
        if end is not None:  # cheap to find out again, so it needs no entry
            return -end
        priors, value = predict(board)
        valid = np.zeros(COLUMNS)
        valid[legal(board)] = 1
        weights = np.maximum(priors, 1e-4) * valid
        self.table.store(key, (*[0] * COLUMNS, *(weights / weights.sum()).tolist(), *[0.0] * COLUMNS))
        return -value

    def visits(self, board: Board) -> list[int]:
        value = self.table.probe(key_of(board))
        return [0] * COLUMNS if value is None else list(value)[:COLUMNS]


# ---- self-play --------------------------------------------------------------------------------------------


def self_play(tree: DictTree | TableTree, simulations: int, seed: int) -> list[int]:
    """One game against itself; a new tree for each game, as in alpha-zero-general."""
    rng = np.random.default_rng(seed)
    board: Board = (0,) * (COLUMNS * ROWS)
    moves = []
    while ended(board) is None:
        tree.next_move()
        for _ in range(simulations):
            tree.search(board)
        while not any(tree.visits(board)):  # a displaced root has just begun anew
            tree.search(board)
        visits = np.array(tree.visits(board), float)
        # The first moves by chance, so that games differ; then the most visited one.
        move = int(rng.choice(COLUMNS, p=visits / visits.sum()) if len(moves) < 6 else visits.argmax())
        moves.append(move)
        board = play(board, move)
    return moves


def run(make: Callable[[], DictTree | TableTree], games: int, simulations: int) -> tuple[float, int]:
    """Seconds of the processor, and moves, for some games."""
    begin, moves = time.process_time(), 0
    for game in range(games):
        moves += len(self_play(make(), simulations, game))
    return time.process_time() - begin, moves


def dict_bytes(games: int, simulations: int) -> int:
    """The most memory that the dicts of one game took."""
    largest = 0
    for game in range(games):
        tracemalloc.start()
        tree = DictTree()
        self_play(tree, simulations, game)
        largest = max(largest, tracemalloc.get_traced_memory()[0])
        tracemalloc.stop()
    return largest


class Compared(NamedTuple):
    """What the two memories take: bytes for the tree of a game, seconds for a move."""

    dict_bytes: int
    table_bytes: int
    dict_seconds: float
    table_seconds: float


def compare(games: int, simulations: int, rounds: int = 3) -> Compared:
    before = dict_bytes(games, simulations)
    room = max(before / 10 - 25_000, 2**14)  # the header and the locks of a table take the rest
    after = int(TableTree(room / 2**20).table.memory_usage)
    memories: list[Callable[[], DictTree | TableTree]] = [DictTree, lambda: TableTree(room / 2**20)]
    best = [math.inf, math.inf]
    for _ in range(rounds):  # in turns: a busy machine slows both
        for number, make in enumerate(memories):
            seconds, moves = run(make, games, simulations)
            best[number] = min(best[number], seconds / moves)
    return Compared(before, after, *best)


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 2
    simulations = int(sys.argv[2]) if len(sys.argv) > 2 else 60
    found = compare(games, simulations)
    print(f"six dicts: {found.dict_bytes:,} bytes, {found.dict_seconds * 1000:.1f} ms per move")
    print(f"one table: {found.table_bytes:,} bytes, {found.table_seconds * 1000:.1f} ms per move")
    memory, time = found.table_bytes / found.dict_bytes, found.table_seconds / found.dict_seconds
    print(f"memory {memory:.2f}, time {time:.2f}")


if __name__ == "__main__":
    main()
