# What nanobind.stubgen cannot find out by itself: the types and methods that are written by hand for speed, and
# values that differ from machine to machine. `make stubs` applies it.

tabiya._core.Entry$:
    \from typing import final
    \from tabiya.values import Bound, Source
    @final
    class Entry:
        """
        An entry of a table: immutable, hashable, and equal to any entry with the same eight fields.
        """

        __match_args__ = ("move", "score", "eval", "depth", "bound", "generation", "source", "pv")
        def __new__(
            cls,
            move: int = 0,
            score: int = 0,
            eval: int | None = None,
            depth: int = 0,
            bound: Bound | int = ...,
            generation: int = 0,
            source: Source | int = ...,
            pv: bool = False,
        ) -> Entry: ...
        @property
        def move(self) -> int:
            """The move, as the caller encoded it; 0 is none."""

        @property
        def score(self) -> int:
            """The score, from -500000 to 500000."""

        @property
        def eval(self) -> int | None:
            """The static evaluation, or None."""

        @property
        def depth(self) -> int:
            """The depth of the search behind the score; 0 is quiescence."""

        @property
        def bound(self) -> Bound:
            """What the score is: Bound.EXACT, Bound.LOWER or Bound.UPPER."""

        @property
        def generation(self) -> int:
            """The table's generation when the entry was stored, 0 to 63."""

        @property
        def source(self) -> Source:
            """Which part of the search stored it."""

        @property
        def pv(self) -> bool:
            """Whether it was on a principal variation."""

        def __eq__(self, value: object, /) -> bool: ...
        def __hash__(self) -> int: ...

tabiya._core.Table.probe$:
    def probe(self, key: int, /) -> Entry | None:
        \doc

tabiya._core.Table.prefetch$:
    def prefetch(self, key: int, /) -> None:
        \doc

tabiya._core.Table.probe_with_prefetch$:
    def probe_with_prefetch(self, key: int, next_key: int | None = None) -> Entry | None:
        \doc

tabiya._core.Table.store$:
    def store(
        self,
        key: int,
        move: int = 0,
        score: int = 0,
        eval: int | None = None,
        depth: int = 0,
        bound: Bound | int = ...,
        source: Source | int = ...,
        pv: bool = False,
    ) -> None:
        \doc

tabiya._core.Table.enabled$:
    @property
    def enabled(self) -> bool:
        """False: probes miss and stores do nothing."""

    @enabled.setter
    def enabled(self, on: bool, /) -> None: ...

tabiya._core.time_packing$:
    def time_packing(count: int) -> tuple[float, float]:
        \doc

tabiya._core.portable$:
    portable: bool
    """Whether it was built for any machine of this architecture."""

tabiya._core.compiler$:
    compiler: str
