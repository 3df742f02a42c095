"""Glass search: records a search and walks through its tree."""

from __future__ import annotations

import weakref
from typing import Any

from ...games.svg import drawing
from ...recording import Ending, Purpose, Recording, Visit
from .. import fields
from ..limits import MAX_NODES, MAX_RECORD
from ..threads import in_thread
from ..topic import OneTask, command

__all__ = ["GlassTopic"]

MAX_DEPTH = 60
MAX_SECONDS = 60.0
"""Seconds of a recorded search."""
MAX_FOUND = 200
MAX_CHILDREN = 400


class GlassTopic(OneTask):
    """One recording at a time, of a search on the page's table."""

    name = "glass"

    def __init__(self, session: Any) -> None:
        super().__init__(session)
        self._summary: dict[str, Any] | None = None
        self._summary_of: weakref.ref[Recording] | None = None

    @command
    async def record(
        self, position: Any, depth: Any = 8, nodes: Any = 0, capacity: Any = MAX_RECORD
    ) -> dict[str, Any]:
        """Records a search from an empty table, on one thread. The news `recorded` follows."""
        at = fields.position(position)
        plies = fields.integer("depth", depth, 1, MAX_DEPTH)
        limit = fields.integer("nodes", nodes, 0, MAX_NODES)
        size = fields.integer("capacity", capacity, 1000, MAX_RECORD)
        if not at.board._has_legal_move():
            raise ValueError("the game is over: there is no move to search")
        await self._end()
        limits = {"depth": plies, "time": MAX_SECONDS, **({"nodes": limit} if limit else {})}
        self._task = self.start(self._record(at, size, limits))
        return {}

    @command
    async def stop(self) -> dict[str, Any]:
        """Ends the search. What was recorded is lost."""
        await self._end()
        return {}

    @command
    async def summary(self) -> dict[str, Any]:
        """Describes the recording, if there is one."""
        recording = self.desk.recording
        known = recording is not None and self._summary_of is not None and self._summary_of() is recording
        return {"recording": self._summary if known else None}

    @command
    async def visit(self, number: Any, flipped: Any = False) -> dict[str, Any]:
        """Describes a visit: its board, why it ended, its path and its children."""
        recording = self._recording()
        at = fields.integer("number", number, 0, len(recording) - 1)
        return _opened(recording, at, fields.flag("flipped", flipped))

    @command
    async def find(self, ending: Any = None, min_depth: Any = 0, key: Any = None) -> dict[str, Any]:
        """Finds visits by how they ended, by depth, or by the key of the table (hexadecimal)."""
        recording = self._recording()
        found = recording.find(
            ending=None if ending is None else _ending(ending),
            min_depth=fields.integer("min_depth", min_depth, 0, 255),
            key=None if key is None else _key(key),
            limit=MAX_FOUND,
        )
        return {"visits": [_row(visit) for visit in found], "limit": MAX_FOUND}

    @command
    async def regret(self) -> dict[str, Any]:
        """Compares the hits of the search with Belady's optimum on its own trace."""
        from ...lab.traces import regret  # imports the lab

        recording = self._recording()
        found = await in_thread(regret, recording)
        return {"hits": found.hits, "best": found.best, "missed": found.missed, "share": found.share}

    # ---- the recording ---------------------------------------------------------------------------

    async def _record(self, at: fields.GameSoFar, capacity: int, limits: dict[str, Any]) -> None:
        result = await self.desk.record(at.spec.name, at.board, capacity, **limits)
        recording = result.recording
        self._summary = await in_thread(lambda: _summary(recording))  # takes a moment, and builds the index
        self._summary_of = weakref.ref(recording)
        self.send("recorded", recording=self._summary)

    def _recording(self) -> Recording:
        if self.desk.recording is None:
            raise ValueError("no search of this table is recorded: press Record")
        return self.desk.recording


def _summary(recording: Recording) -> dict[str, Any]:
    return {
        "game": recording.spec.name,
        "nodes": recording.nodes,
        "visits": len(recording),
        "operations": len(recording.operations),
        "dropped": recording.dropped,
        "deepest_ply": recording.deepest_ply,
        "endings": {ending.name.lower(): count for ending, count in recording.endings().items()},
        "by_depth": [list(row) for row in recording.hits_by_depth()],
        "roots": [_row(visit) for visit in recording.roots],
    }


def _opened(recording: Recording, number: int, flipped: bool) -> dict[str, Any]:
    visit = recording[number]
    board = visit.board
    children = visit.children[:MAX_CHILDREN]
    searched = {child.move for child in children}
    skipped = [move for move in board.legal_moves if move not in searched] if visit.ending in LOOPED else []
    shown = recording.spec.notation.shown
    return {
        **_row(visit),
        "alpha": _score(visit, visit.alpha),
        "beta": _score(visit, visit.beta),
        "eval": None if visit.eval is None else _score(visit, visit.eval),
        "pruned": visit.pruned,
        "moves": visit.moves,
        "probe": None if visit.probe is None else str(visit.probe),
        "store": None if visit.store is None else str(visit.store),
        "key": None if visit.probe is None else f"{visit.probe.key:016x}",
        "text": recording.spec.notation.position(board),
        "path": [_row(each) for each in recording.path(number)],
        "children": [_row(child, board) for child in children],
        "not_searched": [shown(board, move) for move in skipped],
        "svg": drawing(recording.spec, board, flipped, None),
        "line": [str(each.move) for each in recording.path(number) if each.move is not None],
        "has_null_move": any(each.is_null_move for each in recording.path(number)),
    }


LOOPED = (Ending.BETA_CUTOFF, Ending.MOVES_DONE)
"""Endings after a loop over the moves, which may leave some out."""


def _row(visit: Visit, before: Any = None) -> dict[str, Any]:
    """A visit in a list. `before` is the board of its parent, if it is at hand."""
    return {
        "number": visit.number,
        "label": _label(visit, before),
        "ply": visit.ply,
        "depth": visit.depth,
        "kind": visit.kind,
        "quiescence": visit.quiescence,
        "purpose": visit.purpose.name.lower(),
        "ending": visit.ending.name.lower(),
        "score": _score(visit, visit.score),
        "nodes": visit.nodes,
        "made": visit.made,
        "why": visit.why,
    }


def _label(visit: Visit, before: Any) -> str:
    parent = visit.parent
    if parent is None:
        return "proof" if visit.purpose is Purpose.PROOF else f"depth {visit.depth}"
    if visit.is_null_move:
        return "pass"
    if visit.move is None:
        return visit.purpose.name.lower().replace("_", " ")
    return str(visit.recording.spec.notation.shown(before or parent.board, visit.move))


def _score(visit: Visit, value: int) -> str:
    return visit.recording.score_text(visit.ply, value)


def _ending(value: Any) -> Ending:
    name = fields.text("ending", value, 40).upper()
    if name not in Ending.__members__:
        raise ValueError(f"ending must be one of {', '.join(e.name.lower() for e in Ending)}, not {value!r}")
    return Ending[name]


def _key(value: Any) -> int:
    try:
        return int(fields.text("key", value, 16), 16)
    except ValueError:
        raise ValueError(f"key must be a hexadecimal number, not {value!r}") from None
