"""One table for all jobs of a machine."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from uuid import uuid4

if TYPE_CHECKING:
    from ..table.transposition import TranspositionTable

__all__ = ["job_table", "shared_table"]


@contextmanager
def shared_table(**settings: Any) -> Iterator[str]:
    """Creates a shared table for jobs and yields its name. Removes it at the end.

    >>> with shared_table(hash_mb=1) as name, job_table(name) as table:
    ...     table.store(42, depth=7)
    ...     with job_table(name) as other:
    ...         other.probe(42).depth
    7
    """
    from ..table.transposition import TranspositionTable

    with TranspositionTable.create_shared(f"jobs-{os.getpid()}-{uuid4().hex[:12]}", **settings) as table:
        assert table.name is not None
        yield table.name


@contextmanager
def job_table(name: str | None, **own: Any) -> Iterator[TranspositionTable]:
    """Yields the table of a job: the shared one with this name, or a new one with the settings `own`.

    A worker on another machine cannot see the name and uses its own table. The results are still valid.
    """
    from ..table.transposition import TranspositionTable

    try:
        table = TranspositionTable(**own) if name is None else TranspositionTable.attach(name)
    except FileNotFoundError:
        table = TranspositionTable(**own)
    with table:
        yield table
