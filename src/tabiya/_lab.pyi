"""Measurements in C++ for the lab and the benchmarks of tabiya."""

from typing import Annotated

import numpy
from numpy.typing import NDArray

def time_probes(
    table: object,
    keys: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    path: int,
) -> float:
    """
    Ticks per probe: 0 table call, 1 fixed layout, 2 dependent keys, 3 index only,
    4 index and load, 5 with the entry decoded, 6 layout chosen once.
    """

def time_stores(
    table: object,
    keys: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
) -> float:
    """Ticks per store."""

def time_prefetch(
    table: object,
    keys: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    distance: int,
    work: int,
    hint: int,
) -> float:
    """
    Ticks per node of `work` steps with one probe, whose key depends on the last answer;
    hint -1 is no prefetch, -2 no probe either.
    """

def time_threads(
    table: object,
    keys: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    threads: int,
    stores: int,
) -> float:
    """
    Ticks per key of threads that share the keys and store `stores` of 1,000 of them.
    """

def time_line(batches: int, rounds: int) -> float:
    """Nanoseconds that a cache line takes to another core and back."""

def time_front(
    table: object,
    keys: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    words: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    entries: int,
    work: int,
) -> tuple[float, int]:
    """
    Ticks per operation of a trace behind a front of `entries`, and its answers.
    """

def time_resizing(
    old: object,
    next: object,
    keys: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    moved: float,
    work: int,
) -> float:
    """
    Ticks per node with one probe; `moved` is the share of `old` that is in `next`, -1 none.
    """

def race_offset(threads: int, stores: int, clusters: int, offset: bool) -> tuple[int, float]:
    """
    Stores lost to another thread before the next one, and ticks per store.
    """

def count_hits(table: object, first: int, count: int) -> int:
    """How many of the keys first, first + 2, first + 4, … are found."""

def time_chase(bytes: int, steps: int) -> float:
    """Ticks per dependent load."""

def time_stream(bytes: int) -> float:
    """Ticks per byte read in order."""

def time_locks(
    buckets: int, robust: bool, threads: int, count: int, work: int, chosen: bool, held: int = 0
) -> tuple[float, float]:
    """
    Ticks per round of lock and unlock, and the share of rounds that waited.
    """

def time_hands(count: int) -> tuple[float, float]:
    """
    Ticks per key update with a loop over all hands, and with the changed hand only.
    """

def race_links(scheme: str, threads: int, operations: int, slots: int) -> dict[str, float]:
    """
    Races writers and readers on slots linked by: none, xor, folded_xor, product, versioned, swap.
    """

def replay(
    table: object,
    keys: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    words: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    found: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu")],
) -> None:
    """
    Replays a recording. `found` gets the second word of each entry found by a probe.
    """

def ticks_per_nanosecond() -> float:
    """The rate of the processor's time stamp counter."""

def time_packing(count: int) -> tuple[float, float]:
    """Nanoseconds to pack and to unpack an entry."""

class Rival:
    """A table of another design, for one thread."""

    def __init__(
        self,
        layout: int,
        bytes: int,
        policy: int,
        strict: bool,
        source_priority: bool,
        replace_if_exact: bool,
        depth_weight: float,
        age_weight: float,
        max_age: int,
        victims: int,
        same_key: int,
        seed: int,
        own: object | None = None,
    ) -> None: ...
    def guest(self) -> object:
        """What Table._host takes; it keeps the rival alive."""

    @property
    def counts(self) -> dict[str, int]:
        """What happened since the last clear."""

    @property
    def live(self) -> int:
        """Entries in use."""

    @property
    def error(self) -> BaseException | None:
        """The exception that the own rule raised, if any."""

    @property
    def slots(self) -> int:
        """Room for entries."""

level: str
"""The instruction set that it was compiled for, as of tabiya._core."""
