"""Converts between slot fields and `Entry`."""

from __future__ import annotations

from ..table.entry import Entry
from ..table.entry_values import NO_EVAL, Bound, Source
from .layout import SIGNATURE_MASK, Fields

__all__ = ["entry_of", "fields_of"]


def entry_of(fields: Fields) -> Entry:
    """Converts slot fields to an entry."""
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
    """Converts an entry to the fields stored under `hash`."""
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
