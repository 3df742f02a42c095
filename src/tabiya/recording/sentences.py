"""Says in words why a visit ended, and what a probe or a store did."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..games.mate_score import MATE, MAX_PLY, mate_at_node
from ..table.entry_values import Bound
from .columns import Ending, Outcome, Purpose

if TYPE_CHECKING:
    from ..table.entry import Entry
    from .recording import Recording
    from .visit import Operation, Visit

__all__ = ["operation_text", "score_text", "why"]

INFINITE = 200_000
BOUNDS = {Bound.EXACT: "an exact", Bound.LOWER: "a lower bound of", Bound.UPPER: "an upper bound of"}
FIXED = {
    Ending.NOT_SEARCHED: "Made to follow a proved mate, not searched.",
    Ending.STOPPED: "The search was stopped here.",
    Ending.MATE_DISTANCE: "A shorter mate is known already, so nothing here can matter.",
}
PRUNED = {"late": "as late", "futile": "as futile", "exchange": "as losing an exchange"}


def why(visit: Visit) -> str:
    """`Visit.why`."""
    if visit.purpose is Purpose.PROOF:
        return _proof(visit)
    ending = visit.ending
    if ending in FIXED:
        return FIXED[ending]
    score, alpha, beta = (_shown(visit, value) for value in (visit.score, visit.alpha, visit.beta))
    evaluation = "unknown" if visit.eval is None else _shown(visit, visit.eval)
    match ending:
        case Ending.RULE:
            return f"A rule of the game, or the longest line, ends it here: {score}."
        case Ending.TABLE:
            return _table(visit)
        case Ending.REVERSE_FUTILITY:
            return (
                f"Evaluated at {score}, far enough above beta {beta} for depth {visit.depth}: not searched."
            )
        case Ending.RAZORING:
            return f"Evaluated at {evaluation}, far below alpha {alpha}; tactical moves do not help: {score}."
        case Ending.NULL_MOVE:
            return f"Even after passing the score is {score}, at least beta {beta}: cut off by the null move."
        case Ending.MULTI_CUT:
            return f"Without the table's move others still reach {score}, at least beta {beta}: cut off."
        case Ending.NO_MOVES:
            return f"There is no move to search: {score}."
        case Ending.STAND_PAT:
            return f"Standing pat scores {score}, at least beta {beta}: cut off."
        case Ending.LEAF:
            return f"The depth is used up: evaluated at {score}."
        case Ending.BETA_CUTOFF:
            move = _move_text(visit)
            return (
                f"{move} (move {visit.moves}) scores {score}, at least beta {beta}: cut off{_skipped(visit)}."
            )
    return _all_moves(visit, score, alpha)


def operation_text(operation: Operation) -> str:
    """Describes a probe or a store."""
    entry, outcome = operation.entry, operation.outcome
    if entry is None:
        return "probed: not in the table"
    text = _entry_text(operation.recording, entry)
    if not operation.is_store:
        return f"probed: found {text}"
    if outcome is Outcome.REFUSED:
        return f"stored {text}: refused, the cluster holds better entries"
    where = f"stored {text} in slot {operation.slot}"
    replaced = operation.replaced
    if replaced is None:
        return f"{where}, which was empty"
    old = _entry_text(operation.recording, replaced)
    if outcome is Outcome.UPDATED:
        return f"{where}, in place of {old} of the same position"
    if outcome is Outcome.KEPT_OLD:
        return f"{where}: {old} of the same position is better and stays"
    return f"{where}, over {old} of another position ({outcome.name.lower().replace('_', ' ')})"


def _table(visit: Visit) -> str:
    entry = visit.entry
    assert entry is not None  # a cutoff needs an entry
    text = _entry_text(visit.recording, entry)
    decides = {
        Bound.EXACT: "",
        Bound.LOWER: f" and at least beta {_shown(visit, visit.beta)}",
        Bound.UPPER: f" and at most alpha {_shown(visit, visit.alpha)}",
    }[entry.bound]
    return f"The table had {text}: deep enough for depth {visit.depth}{decides}."


def _all_moves(visit: Visit, score: str, alpha: str) -> str:
    if visit.score > visit.alpha and visit.best_move is not None:
        return f"{_move_text(visit)} is the best of {visit.moves} moves: {score}{_skipped(visit)}."
    if visit.quiescence:
        if visit.score > visit.alpha:
            return f"No tactical move improves on standing pat: {score}{_skipped(visit)}."
        return f"No tactical move exceeds alpha {alpha}: at most {score}{_skipped(visit)}."
    return f"None of {visit.moves} moves exceeds alpha {alpha}: at most {score}{_skipped(visit)}."


def _proof(visit: Visit) -> str:
    if visit.ending is Ending.STOPPED:
        return "The nodes for the proof were used up here."
    if visit.ending is Ending.NOT_SEARCHED:
        return FIXED[visit.ending]
    holds = "holds" if visit.score else "does not hold"
    by = {Ending.TABLE: "the table", Ending.RULE: "a rule of the game", Ending.NO_MOVES: "having no move"}
    how = f", by {by[visit.ending]}" if visit.ending in by else ""
    if visit.ply == 0 and visit.depth == 0:
        return f"Proof of the shortest mate: {'proved' if visit.score else 'none proved'}."
    claim = "the side to move mates" if visit.kind == "cut" else "the side to move is mated"
    return f"The claim that {claim} within {visit.depth} plies {holds}{how}."


def _skipped(visit: Visit) -> str:
    parts = [f"{count} {PRUNED[name]}" for name, count in visit.pruned.items()]
    return f"; skipped {', '.join(parts)}" if parts else ""


def _move_text(visit: Visit) -> str:
    """The best move as people of the game write it."""
    return str(visit.recording.spec.notation.shown(visit.board, visit.best_move))


def score_text(recording: Recording, ply: int, value: int) -> str:
    """Formats a score of the search; a mate is counted from its ply, not from the root."""
    if abs(value) >= INFINITE:
        return "+∞" if value > 0 else "-∞"
    return str(recording.spec.score(mate_at_node(value, ply, MATE - MAX_PLY)))


def _shown(visit: Visit, value: int) -> str:
    return score_text(visit.recording, visit.ply, value)


def _entry_text(recording: Recording, entry: Entry) -> str:
    score = recording.spec.score(max(-MATE, min(MATE, entry.score)))
    return f"{BOUNDS[entry.bound]} {score} of depth {entry.depth}"
