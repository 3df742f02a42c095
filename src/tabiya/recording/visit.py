"""`Visit` and `Operation`: rows of a recording, with names for what they mean."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..reference.conversion import entry_of
from ..reference.layout import unpack
from ..table.entry import Entry
from ..table.entry_values import NO_EVAL, Bound
from ..table.windows import bound_in
from .columns import CUT_NODE, MADE, PV, QUIESCENCE, Ending, Outcome, Purpose
from .sentences import operation_text, why

if TYPE_CHECKING:
    from .recording import Recording

__all__ = ["Operation", "Visit"]


class _Numbered:
    """A row of a recording. Equal rows are those with the same number in the same recording."""

    __slots__ = ("_row", "number", "recording")

    def __init__(self, recording: Recording, number: int, row: Any) -> None:
        self.recording = recording
        self.number = number
        self._row = row

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return self.recording is other.recording and self.number == other.number

    def __hash__(self) -> int:
        return hash((id(self.recording), self.number))


class Operation(_Numbered):
    """A probe or a store of the table. Its `number` is its place among all of them."""

    __slots__ = ()

    def __init__(self, recording: Recording, number: int) -> None:
        super().__init__(recording, number, recording.operations[number])

    @property
    def key(self) -> int:
        return int(self._row["key"])

    @property
    def outcome(self) -> Outcome:
        """What came of it. For a store into an empty or occupied slot, the reason."""
        return Outcome(int(self._row["outcome"]))

    @property
    def is_store(self) -> bool:
        return self.outcome > Outcome.HIT

    @property
    def slot(self) -> int | None:
        """The slot that a store wrote; None for a probe and for a refused store."""
        slot = int(self._row["slot"])
        return None if slot < 0 else slot

    @property
    def visit(self) -> Visit | None:
        """The visit that asked; None between iterations."""
        number = int(self._row["visit"])
        return None if number < 0 else self.recording[number]

    @property
    def entry(self) -> Entry | None:
        """The entry that was stored, or that a probe found; None for a miss."""
        if self.is_store:
            return _entry(int(self._row["word"]), int(self._row["eval"]))
        return (
            _entry(int(self._row["other"]), int(self._row["eval"])) if self.outcome is Outcome.HIT else None
        )

    @property
    def replaced(self) -> Entry | None:
        """The entry, without its evaluation, that was in the slot of a store. An update may keep it."""
        word = int(self._row["other"])
        return _entry(word, NO_EVAL) if self.is_store and word else None

    @property
    def replaced_key(self) -> int | None:
        """The key of `replaced`; None if the table is too small to know it."""
        return int(self._row["other_key"]) or None if self.replaced is not None else None

    def __str__(self) -> str:
        return operation_text(self)

    def __repr__(self) -> str:
        return f"<Operation {self.number}: {self}>"


class Visit(_Numbered):
    """One look at a position. Scores are for the side to move, in the units of the search.

    A mate in n plies from the root is 100,000 - n; a window without an end is ±200,000.
    """

    __slots__ = ()

    def __init__(self, recording: Recording, number: int) -> None:
        super().__init__(recording, number, recording.visits[number])

    # ---- its place in the tree -------------------------------------------------------------------

    @property
    def parent(self) -> Visit | None:
        number = int(self._row["parent"])
        return None if number < 0 else self.recording[number]

    @property
    def children(self) -> list[Visit]:
        return self.recording.children(self.number)

    @property
    def move(self) -> Any | None:
        """The move that led here; None at the root, after a null move, and on the position of the parent."""
        return self._move("move")

    @property
    def is_null_move(self) -> bool:
        """Whether the side to move passed to get here."""
        parent = self.parent
        return not int(self._row["move"]) and parent is not None and parent.ply < self.ply

    @property
    def made(self) -> bool:
        """Whether it is the first visit of a node, as `Result.nodes` counts them."""
        return bool(self._row["flags"] & MADE)

    @property
    def ply(self) -> int:
        return int(self._row["ply"])

    @property
    def nodes(self) -> int:
        """Nodes below this visit, including dropped ones."""
        return int(self._row["nodes"])

    # ---- what was asked --------------------------------------------------------------------------

    @property
    def purpose(self) -> Purpose:
        return Purpose(int(self._row["purpose"]))

    @property
    def depth(self) -> int:
        """The depth to search; 0 in quiescence, plies to the mate in a proof."""
        return int(self._row["depth"])

    @property
    def alpha(self) -> int:
        return int(self._row["alpha"])

    @property
    def beta(self) -> int:
        return int(self._row["beta"])

    @property
    def kind(self) -> str:
        """``"pv"``, or what was expected: ``"cut"`` (a move fails high) or ``"all"`` (none does)."""
        flags = int(self._row["flags"])
        return "pv" if flags & PV else "cut" if flags & CUT_NODE else "all"

    @property
    def quiescence(self) -> bool:
        return bool(self._row["flags"] & QUIESCENCE)

    # ---- what came of it -------------------------------------------------------------------------

    @property
    def score(self) -> int:
        """The score; in a proof, 1 if its claim holds."""
        return int(self._row["score"])

    @property
    def ending(self) -> Ending:
        return Ending(int(self._row["ending"]))

    @property
    def eval(self) -> int | None:
        """The static evaluation; None in check, and where the search ended before it."""
        value = int(self._row["eval"])
        return None if value == NO_EVAL else value

    @property
    def best_move(self) -> Any | None:
        """The move that cut off or raised alpha; None if none did."""
        return self._move("best_move")

    @property
    def moves(self) -> int:
        """Moves that were considered, including pruned ones."""
        return int(self._row["moves"])

    @property
    def pruned(self) -> dict[str, int]:
        """Moves that were considered and not searched: ``late``, ``futile``, or losing an ``exchange``."""
        return {name: int(self._row[name]) for name in ("late", "futile", "exchange") if self._row[name]}

    @property
    def probe(self) -> Operation | None:
        return self._operation("probe")

    @property
    def store(self) -> Operation | None:
        """The last store; `Recording.history` has all."""
        return self._operation("store")

    @property
    def entry(self) -> Entry | None:
        """The entry that the table had of this position."""
        probe = self.probe
        return None if probe is None else probe.entry

    @property
    def bound(self) -> Bound:
        """Whether the score is exact for the window, or a bound."""
        return bound_in(self.score, self.alpha, self.beta)

    @property
    def why(self) -> str:
        """Says in one sentence why the visit ended."""
        return why(self)

    @property
    def board(self) -> Any:
        """The board, with the game's past."""
        return self.recording.board(self.number)

    def _move(self, name: str) -> Any | None:
        packed = int(self._row[name])
        return self.recording._board._move(packed) if packed else None

    def _operation(self, name: str) -> Operation | None:
        number = int(self._row[name])
        return None if number < 0 else Operation(self.recording, number)

    def __repr__(self) -> str:
        move = "root" if self.ply == 0 else "null move" if self.is_null_move else str(self.move or "again")
        return f"<Visit {self.number}: {move}, depth {self.depth}, {self.ending.name.lower()}>"


def _entry(word: int, eval: int) -> Entry:
    return entry_of(unpack(0, word)._replace(eval=eval))
