"""Calls that type checkers must accept and that run: NumPy integers, names of enumerations."""

import math
from typing import Any, assert_type

import numpy as np

from tabiya import (
    Bound,
    Engine,
    Entry,
    Layout,
    Lookup,
    Policy,
    ReferenceTable,
    TableConfig,
    TranspositionTable,
    Zobrist,
    check_game,
    chess,
    key_of,
    shogi,
)

table = TranspositionTable(hash_mb=1, policy="always", layout=Layout.SINGLE, huge_pages=False)
plain = ReferenceTable(entries=np.int64(64), policy=Policy.ALWAYS, layout="cluster3")

key = np.uint64(2**64 - 1)
for memory in (table, plain):
    memory.store(key, move=np.uint32(7), score=np.int16(-20), depth=np.int8(5), bound=np.uint8(2))
    memory.prefetch(key)
    assert key in memory
    assert memory.probe(key) == Entry(move=7, score=-20, depth=5, bound=Bound.LOWER)
    assert memory.probe_with_prefetch(key, np.uint64(1)) == memory.probe(key)
    memory.record(
        key, np.int8(5), -math.inf, np.int64(10), score=np.int16(4), move=np.uint32(3), ply=np.int8(2)
    )
    assert memory.lookup(-1, 5, -20, math.inf, ply=None).score == 4
    memory.store_state(("a", np.int8(1)), depth=2)
    assert memory.probe_state(("a", 1)) is not None
    assert memory.lookup_state([1.5], 1, 0, 1).score is None
    memory.add_nodes(np.int64(10))
    memory.reconfigure(policy="depth_preferred", max_age=np.int64(3))
    memory.clear()
    memory.resize(entries=np.int64(256), discard=True)

assert_type(table.probe(1), Entry | None)
assert_type(table.lookup(1, 2, 3, 4), Lookup)
assert_type(key_of(("a", 1)), int)
assert_type(Zobrist(9, "XO", empty=".").key("........."), int)
assert_type(TableConfig(policy="always").policy, Policy)
assert Entry(depth=np.int64(3)) == Entry(depth=3)
assert type(TableConfig(entries=np.int64(8), buckets=np.int64(4)).buckets) is int

engine = Engine("chess", table=TranspositionTable(hash_mb=1), null_move=False, table_mode="use")
engine.search(chess.Board(), depth=np.int64(2), nodes=np.int64(10_000), multipv=np.int64(2))
assert_type(engine.search(chess.Board(), depth=1).best_move, chess.Move)
assert_type(next(iter(engine.analyse(chess.Board(), depth=1))).pv, tuple[chess.Move, ...])
assert_type(Engine("shogi", hash_mb=1).search(shogi.Board(), depth=1).ponder, shogi.Move | None)
assert_type(Entry().as_dict()["bound"], Any)
assert chess.Board().perft(np.int64(2)) == 400


class Coin:
    """One move, and the player who makes it has won."""

    tossed = 0

    @property
    def key(self) -> int:
        return self.tossed

    def moves(self) -> list[int]:
        return [0]

    def push(self, move: int, /) -> None:
        self.tossed += 1

    def pop(self) -> None:
        self.tossed -= 1

    def evaluate(self) -> int:
        return 0

    def result(self) -> int | None:
        return -1 if self.tossed else None


check_game(Coin(), games=2)
