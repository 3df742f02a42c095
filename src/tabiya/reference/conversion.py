"""Between what a slot holds and what a caller sees of it."""

from __future__ import annotations

from ..entry import Entry
from ..values import NO_EVAL, Bound, Source
from .layout import SIGNATURE_MASK, Fields

__all__ = ["entry_of", "fields_of"]


def entry_of(fields: Fields) -> Entry:
    """What a caller sees of a slot."""
    return Entry(
        move=fields.move,
        score=fields.score,
        eval=None if fields.eval == NO_EVAL else fields.eval,
        depth=fields.depth,
        bound=Bound(fields.bound),
        generation=fields.generation,
        source=Source(fields.source),
        pv=fields.pv,
    )


def fields_of(hash: int, entry: Entry) -> Fields:
    """What a slot holds of an entry that is stored under `hash`."""
    return Fields(
        signature=hash & SIGNATURE_MASK,
        move=entry.move,
        score=entry.score,
        eval=NO_EVAL if entry.eval is None else entry.eval,
        depth=entry.depth,
        bound=entry.bound,
        generation=entry.generation,
        source=entry.source,
        pv=entry.pv,
    )
