"""`Recording`: the tree of a recorded search."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

from .._utils.arguments import check_int
from ..table.arguments import check_key
from .columns import Ending, Outcome, Purpose, operation_dtype, visit_dtype
from .sentences import score_text
from .visit import Operation, Visit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .. import _core
    from ..games import GameSpec
    from ..table.config import TableConfig

__all__ = ["Recording"]


class Recording:
    """What a search did: its visits of positions, and its probes and stores in order.

    A visit is one search of a position. The first visit after a move is `made`; there are as many of these
    as the result has `nodes`. A node that is searched again, deeper or with another window, has several
    visits. ``recording[number]`` is a visit. Walks begin at one of the `roots`.

    A recording keeps at most `capacity` visits. When it is full, the deepest plies are dropped: the tree is
    cut at `deepest_ply`, and `dropped` says how many visits are missing. Only searches on one thread with a
    table can be recorded.
    """

    def __init__(
        self, native: _core.SearchRecording, spec: GameSpec, board: Any, config: TableConfig, capacity: int
    ) -> None:
        self.visits: NDArray[Any] = native._visits().view(visit_dtype())
        """All visits as a structured array, parents before children."""
        self.operations: NDArray[Any] = native._operations().view(operation_dtype())
        """All probes and stores as a structured array, in order."""
        self.nodes: int = native.nodes
        """The number of nodes, including dropped ones."""
        self.dropped: int = native.dropped_visits
        self.dropped_operations: int = native.dropped_operations
        self.deepest_ply: int | None = None if native.deepest_ply < 0 else native.deepest_ply
        """The ply at which the tree is cut; None if it is complete."""
        self.capacity = capacity
        self.table_config = config
        """The settings of the table during the search."""
        self.spec = spec
        self._board = board

    def __len__(self) -> int:
        return len(self.visits)

    def __getitem__(self, number: int) -> Visit:
        if not -len(self) <= number < len(self):
            raise IndexError(f"number must be between 0 and {len(self) - 1}, not {number}")
        return Visit(self, number % len(self))

    def __iter__(self) -> Iterator[Visit]:
        return (Visit(self, number) for number in range(len(self)))

    def __repr__(self) -> str:
        lost = f", {self.dropped:,} dropped below ply {self.deepest_ply}" if self.dropped else ""
        return f"<Recording of {self.nodes:,} nodes, {len(self):,} visits{lost}>"

    # ---- walking ---------------------------------------------------------------------------------

    @property
    def roots(self) -> list[Visit]:
        """The visits of the root: one per iteration and window, and the proofs of mates, if any."""
        return self._visits(self._children_of(-1))

    def children(self, number: int) -> list[Visit]:
        """Returns the visits below a visit, in order. The first access builds an index."""
        return self._visits(self._children_of(check_int("number", number, 0, len(self) - 1)))

    def path(self, number: int) -> list[Visit]:
        """Returns the visits from the root to a visit, with both ends."""
        number = check_int("number", number, 0, len(self) - 1)
        numbers = [number]
        while (number := int(self.visits["parent"][number])) >= 0:
            numbers.append(number)
        return self._visits(reversed(numbers))

    def board(self, number: int) -> Any:
        """Returns the board of a visit, with the game's past."""
        board = self._board.copy()
        for visit in self.path(number):
            parent = visit.parent
            if parent is not None and parent.ply < visit.ply:
                board._push(int(self.visits["move"][visit.number]))  # 0 passes
        return board

    def find(
        self,
        *,
        ending: Ending | None = None,
        purpose: Purpose | None = None,
        ply: int | None = None,
        min_depth: int | None = None,
        key: int | None = None,
        limit: int | None = None,
    ) -> list[Visit]:
        """Returns the visits that match all conditions, in order, at most `limit`.

        >>> from tabiya import Engine, chess
        >>> from tabiya.recording import Ending
        >>> recording = Engine(hash_mb=4).search(chess.Board(), depth=5, record=10_000).recording
        >>> all(visit.entry is not None for visit in recording.find(ending=Ending.TABLE))
        True
        """
        import numpy as np

        wanted = np.ones(len(self), bool)
        for name, value in (("ending", ending), ("purpose", purpose), ("ply", ply)):
            if value is not None:
                wanted &= self.visits[name] == int(value)
        if min_depth is not None:
            wanted &= self.visits["depth"] >= min_depth
        if key is not None:
            asked = self.operations["visit"][self.operations["key"] == np.uint64(check_key(key))]
            wanted &= np.isin(np.arange(len(self)), asked)
        return self._visits(np.flatnonzero(wanted)[:limit])

    def score_text(self, ply: int, value: int) -> str:
        """Formats a score of a visit at a ply as people read it, with mates counted from there."""
        return score_text(self, ply, value)

    # ---- the table -------------------------------------------------------------------------------

    def operation(self, number: int) -> Operation:
        """Returns a probe or a store by its number."""
        return Operation(self, check_int("number", number, 0, len(self.operations) - 1))

    def history(self, key: int) -> list[Operation]:
        """Returns what happened to a key: its probes and stores, and the stores that replaced its entry."""
        import numpy as np

        number = np.uint64(check_key(key))
        columns = self.operations
        replaced = (
            (columns["other_key"] == number) & (columns["outcome"] >= Outcome.EMPTY) & (columns["other"] != 0)
        )
        return [Operation(self, int(at)) for at in np.flatnonzero((columns["key"] == number) | replaced)]

    def hits_by_depth(self) -> list[tuple[int, int, int]]:
        """Returns (depth, probes, hits) of the visits, by their depth; 0 is quiescence."""
        import numpy as np

        asked = self.visits[self.visits["probe"] >= 0]
        asked = asked[asked["purpose"] != Purpose.PROOF]
        depths = np.maximum(asked["depth"], 0)
        hits = self.operations["outcome"][asked["probe"]] == Outcome.HIT
        probes = np.bincount(depths)
        found = np.bincount(depths, weights=hits, minlength=len(probes))
        return [(depth, int(n), int(found[depth])) for depth, n in enumerate(probes) if n]

    def endings(self) -> dict[Ending, int]:
        """Returns how many visits ended in which way."""
        import numpy as np

        counts = np.bincount(self.visits["ending"], minlength=len(Ending))
        return {ending: int(counts[ending]) for ending in Ending if counts[ending]}

    # ---- the index -------------------------------------------------------------------------------

    @cached_property
    def _by_parent(self) -> tuple[Any, Any]:
        """Visit numbers ordered by parent, and where the children of each number begin."""
        import numpy as np

        parents = self.visits["parent"]
        order = np.argsort(parents, kind="stable")
        begins = np.searchsorted(parents[order], np.arange(-1, len(parents) + 1))
        return order, begins

    def _children_of(self, number: int) -> Any:
        order, begins = self._by_parent
        return order[begins[number + 1] : begins[number + 2]]

    def _visits(self, numbers: Any) -> list[Visit]:
        return [Visit(self, int(number)) for number in numbers]
