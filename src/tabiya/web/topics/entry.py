"""One entry of the table: its cluster, what it says, where it came from, and what would replace it."""

from __future__ import annotations

from typing import Any

from ...engine.engine import Engine
from ...games import GameSpec, game_spec
from ...games.score import MATE
from ...solve.principal_variation import remembered
from ...table import dense
from ...table.choices import Layout
from ...table.entry import Entry
from ...table.entry_values import MAX_DEPTH, Bound
from ...table.inspection import Inspection, SlotContents
from .. import fields
from ..topic import Topic, command

__all__ = ["EntryTopic", "entry_of"]

LINE = 12
"""Moves of the line that is read from the table."""
HISTORY = 20
"""Events of a position that are shown."""


class EntryTopic(Topic):
    """Answers questions about the page's table."""

    name = "entry"

    @command
    async def inspect(self, position: Any, depth: Any = 0) -> dict[str, Any]:
        """Describes the cluster of a position, and predicts a store of `depth` plies there."""
        at = fields.position(position)
        engine = self._engine(at.spec)
        table = engine.table
        assert table is not None  # a desk's engine has one
        plies = fields.integer(
            "depth", depth, 0, MAX_DEPTH if table.config.layout.whole_keys else dense.MAX_DEPTH
        )
        key = self._key(engine, at.board)
        found = table.inspect(key, depth=plies)
        return {
            "text": at.spec.notation.position(at.board),
            "key": f"{key:016x}",
            "cluster": found.cluster,
            "generation": found.generation,
            "policy": str(table.config.policy),
            "slots": [self._slot(at, found, slot, table.config.layout) for slot in found.slots],
            "store": {
                "depth": plies,
                "outcome": found.store.outcome,
                "slot": found.store.slot,
                "text": str(found.store),
            },
            "next_victim": found.next_victim,
            "moves": self._moves(engine, at),
            "line": self._line(engine, at),
            "history": self._history(at, key),
        }

    # ---- parts -----------------------------------------------------------------------------------

    def _engine(self, spec: GameSpec) -> Engine:
        engine = self.desk.current
        if engine is None or engine.game != spec.name:
            raise ValueError(f"no table holds {spec.name} yet: analyse a position first, or search in Table")
        return engine

    def _key(self, engine: Engine, board: Any) -> int:
        return game_spec(engine.game).rules.table_key(board, engine.options.rule50_keys)

    def _slot(
        self, at: fields.GameSoFar, found: Inspection, slot: SlotContents, layout: Layout
    ) -> dict[str, Any]:
        if slot.entry is None:
            return {"slot": slot.slot, "torn": slot.torn, "entry": None}
        own = at.board if slot.is_key else None
        return {
            "slot": slot.slot,
            "entry": entry_of(at.spec, slot.entry, own, layout),
            "key": None if slot.key is None else f"{slot.key:016x}",
            "age": slot.age,
            "value": list(slot.value),
            "is_key": slot.is_key,
            "next": slot.slot == found.next_victim,
        }

    def _moves(self, engine: Engine, at: fields.GameSoFar) -> list[dict[str, Any]]:
        """The table's entries of the positions after each move."""
        assert engine.table is not None
        layout = engine.table.config.layout
        rows = []
        for move in at.board.legal_moves:
            shown = at.spec.notation.shown(at.board, move)
            child = at.board.copy()
            child.push(move)
            entry = engine.table.probe(self._key(engine, child))
            rows.append(
                {
                    "move": str(move),
                    "shown": shown,
                    "entry": None if entry is None else entry_of(at.spec, entry, child, layout),
                }
            )
        return rows

    def _line(self, engine: Engine, at: fields.GameSoFar) -> list[dict[str, str]]:
        """The line of the table's moves, up to a position that is not in the table or that repeats."""
        assert engine.table is not None
        board, seen = at.board.copy(), set()
        line: list[dict[str, str]] = []
        while len(line) < LINE and (key := self._key(engine, board)) not in seen:
            seen.add(key)
            entry = engine.table.probe(key)
            move = None if entry is None else remembered(board, entry.move, engine.table.config.layout)
            if move is None:
                break
            line.append({"move": str(move), "shown": at.spec.notation.shown(board, move)})
            board.push(move)
        return line

    def _history(self, at: fields.GameSoFar, key: int) -> dict[str, Any] | None:
        """What the recorded search did to the key; None without a recording of this table."""
        recording = self.desk.recording
        if recording is None or recording.spec is not at.spec:
            return None
        events = recording.history(key)
        return {
            "count": len(events),
            "stores": sum(event.is_store and event.key == key for event in events),
            "events": [
                {
                    "number": event.number,
                    "visit": None if event.visit is None else event.visit.number,
                    "text": str(event) if event.key == key else f"replaced: {event}",
                    "is_store": event.is_store,
                }
                for event in events[-HISTORY:]
            ],
        }


def entry_of(
    spec: GameSpec, entry: Entry, board: Any = None, layout: Layout = Layout.CLUSTER4
) -> dict[str, Any]:
    """The fields of an entry for the page. With its board, the move as people write it."""
    score = str(spec.score(max(-MATE, min(MATE, entry.score))))
    sign = {Bound.LOWER: "≥ ", Bound.UPPER: "≤ "}.get(entry.bound, "")
    shown = None
    if board is not None and entry.move:
        move = remembered(board, entry.move, layout)
        shown = None if move is None else spec.notation.shown(board, move)
    return {
        "score": entry.score,
        "text": sign + score,
        "bound": entry.bound.name.lower(),
        "depth": entry.depth,
        "source": entry.source.name.lower(),
        "generation": entry.generation,
        "pv": entry.pv,
        "eval": entry.eval,
        "move": shown,
    }
