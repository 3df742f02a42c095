"""What all pages together may use: sockets, searches and the memory of tables."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from .limits import MAX_HASH_MB, MAX_SEARCHES, MAX_SOCKETS

__all__ = ["Quota"]


@dataclass
class Quota:
    """Counts what is in use. All methods are called in the event loop."""

    sockets: int = 0
    searches: int = 0
    hash_mb: float = 0.0

    @contextmanager
    def socket(self) -> Iterator[bool]:
        """Yields whether there is room for another page; takes it until the end of the block."""
        if self.sockets >= MAX_SOCKETS:
            yield False
            return
        self.sockets += 1
        try:
            yield True
        finally:
            self.sockets -= 1

    @contextmanager
    def search(self) -> Iterator[None]:
        """Takes a search until the end of the block. Raises ValueError if none is left."""
        if self.searches >= MAX_SEARCHES:
            raise ValueError(f"{MAX_SEARCHES} searches are running, the most at a time: stop one of them")
        self.searches += 1
        try:
            yield
        finally:
            self.searches -= 1

    def take_hash(self, new_mb: float, old_mb: float = 0.0) -> None:
        """Takes memory for a table, in exchange for that of an old one. Raises ValueError if too much."""
        used = self.hash_mb - old_mb
        if used + new_mb > MAX_HASH_MB:
            free = max(MAX_HASH_MB - used, 0)
            raise ValueError(
                f"a table of {new_mb:g} MB is too large: {free:g} MB of {MAX_HASH_MB:,} MB are free"
            )
        self.hash_mb = used + new_mb
