"""Positions named by their states, and windows, over `probe` and `store`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsIndex

from .. import arguments
from ..entry import Entry
from ..values import Bound, Source
from ..windows import Lookup, bound_in, decides, score_at_node, score_at_root
from .state_key import key_of

__all__ = ["ReferenceWindows"]


class ReferenceWindows:
    """`lookup`, `record`, and every call that takes a state instead of a key."""

    if TYPE_CHECKING:

        @property
        def _config(self) -> Any: ...
        def probe(self, key: SupportsIndex, /) -> Entry | None: ...
        def store(self, *fields: Any, **named: Any) -> None: ...

    def lookup(
        self,
        key: SupportsIndex,
        depth: SupportsIndex,
        alpha: float | SupportsIndex,
        beta: float | SupportsIndex,
        ply: SupportsIndex | None = None,
    ) -> Lookup:
        """What the table knows for a search of this depth and window; see `TranspositionTable.lookup`.

        >>> from tabiya import ReferenceTable
        >>> table = ReferenceTable(entries=64)
        >>> table.record(7, depth=3, alpha=-10, beta=10, score=25, move=4)
        >>> table.lookup(7, depth=3, alpha=0, beta=20), table.lookup(7, depth=4, alpha=0, beta=20)
        (Lookup(score=25, move=4), Lookup(score=None, move=4))
        """
        key = arguments.check_key(key)
        wanted = arguments.check_depth(depth)
        window = arguments.check_window(alpha, beta)
        distance = arguments.check_ply(ply)
        entry = self.probe(key)
        if entry is None:
            return Lookup()
        score = score_at_root(entry.score, distance)
        if entry.depth >= wanted and decides(entry.bound, score, *window):
            return Lookup(score, entry.move)
        return Lookup(None, entry.move)

    def record(
        self,
        key: SupportsIndex,
        depth: SupportsIndex,
        alpha: float | SupportsIndex,
        beta: float | SupportsIndex,
        score: SupportsIndex,
        move: SupportsIndex = 0,
        ply: SupportsIndex | None = None,
    ) -> None:
        """Stores what a search of this depth and window found; the bound follows from the three."""
        key = arguments.check_key(key)
        searched = arguments.check_depth(depth)
        window = arguments.check_window(alpha, beta)
        kept = arguments.check_score(score, clamp=self._config.clamp_scores)
        move = arguments.check_move(move)
        kept = score_at_node(kept, arguments.check_ply(ply))
        bound = bound_in(score.__index__(), *window)
        self.store(key, move, kept, None, searched, bound)

    def probe_state(self, state: object, /) -> Entry | None:
        """The entry of a state, any that `tabiya.key_of` has a key of, or None."""
        return self.probe(key_of(state))

    def store_state(
        self,
        state: object,
        move: SupportsIndex = 0,
        score: SupportsIndex = 0,
        eval: SupportsIndex | None = None,
        depth: SupportsIndex = 0,
        bound: Bound | SupportsIndex = Bound.EXACT,
        source: Source | SupportsIndex = Source.MAIN,
        pv: bool = False,
    ) -> None:
        """`store` under the key that `tabiya.key_of` has of a state."""
        self.store(key_of(state), move, score, eval, depth, bound, source, pv)

    def lookup_state(
        self,
        state: object,
        depth: SupportsIndex,
        alpha: float | SupportsIndex,
        beta: float | SupportsIndex,
        ply: SupportsIndex | None = None,
    ) -> Lookup:
        """`lookup` of the key that `tabiya.key_of` has of a state."""
        return self.lookup(key_of(state), depth, alpha, beta, ply)

    def record_state(
        self,
        state: object,
        depth: SupportsIndex,
        alpha: float | SupportsIndex,
        beta: float | SupportsIndex,
        score: SupportsIndex,
        move: SupportsIndex = 0,
        ply: SupportsIndex | None = None,
    ) -> None:
        """`record` under the key that `tabiya.key_of` has of a state."""
        self.record(key_of(state), depth, alpha, beta, score, move, ply)
