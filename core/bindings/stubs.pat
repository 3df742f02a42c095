# What nanobind.stubgen cannot determine: types and methods written by hand for speed, and
# values that differ between machines. `make stubs` applies it.

tabiya._core.Entry$:
    \from typing import Any, SupportsIndex, final
    \from tabiya.table.entry_values import Bound, Source
    @final
    class Entry:
        """
        An entry of a table: immutable, hashable, and equal to any entry with the same eight fields.
        """

        __match_args__ = ("move", "score", "eval", "depth", "bound", "generation", "source", "pv")
        def __new__(
            cls,
            move: SupportsIndex = 0,
            score: SupportsIndex = 0,
            eval: SupportsIndex | None = None,
            depth: SupportsIndex = 0,
            bound: Bound | SupportsIndex = Bound.EXACT,
            generation: SupportsIndex = 0,
            source: Source | SupportsIndex = Source.MAIN,
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
            """The kind of score: Bound.EXACT, Bound.LOWER or Bound.UPPER."""

        @property
        def generation(self) -> int:
            """The table's generation when the entry was stored, 0 to 63."""

        @property
        def source(self) -> Source:
            """The part of the search that stored it."""

        @property
        def pv(self) -> bool:
            """Whether it was on a principal variation."""

        def as_dict(self) -> dict[str, Any]:
            """Returns the fields as plain values, for JSON and data frames. Bound and source are names."""

        def _repr_html_(self) -> str: ...
        def __eq__(self, value: object, /) -> bool: ...
        def __hash__(self) -> int: ...

tabiya._core.key_of$:
    def key_of(state: object, /) -> int:
        \doc

tabiya._core.Lookup$:
    \from typing import final
    @final
    class Lookup:
        """
        The result of `lookup`: the score that decides the window, or None, and the move to try first.
        """

        __match_args__ = ("score", "move")
        def __new__(cls, score: SupportsIndex | None = None, move: SupportsIndex = 0) -> Lookup: ...
        @property
        def score(self) -> int | None:
            """The score that decides the window, or None if a search is needed."""

        @property
        def move(self) -> int:
            """The move to try first, or 0."""

        def __eq__(self, value: object, /) -> bool: ...
        def __hash__(self) -> int: ...

tabiya._core.Table.probe$:
    def probe(self, key: SupportsIndex, /) -> Entry | None:
        \doc

tabiya._core.Table.probe_state$:
    def probe_state(self, state: object, /) -> Entry | None:
        \doc

tabiya._core.Table.lookup$:
    def lookup(
        self,
        key: SupportsIndex,
        depth: SupportsIndex,
        alpha: float | SupportsIndex,
        beta: float | SupportsIndex,
        ply: SupportsIndex | None = None,
    ) -> Lookup:
        \doc

tabiya._core.Table.lookup_state$:
    def lookup_state(
        self,
        state: object,
        depth: SupportsIndex,
        alpha: float | SupportsIndex,
        beta: float | SupportsIndex,
        ply: SupportsIndex | None = None,
    ) -> Lookup:
        \doc

tabiya._core.Table.record$:
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
        \doc

tabiya._core.Table.record_state$:
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
        \doc

tabiya._core.Table.prefetch$:
    def prefetch(self, key: SupportsIndex, /) -> None:
        \doc

tabiya._core.Table.probe_with_prefetch$:
    def probe_with_prefetch(self, key: SupportsIndex, next_key: SupportsIndex | None = None) -> Entry | None:
        \doc

tabiya._core.Table.store$:
    def store(
        self,
        key: SupportsIndex,
        move: SupportsIndex = 0,
        score: SupportsIndex = 0,
        eval: SupportsIndex | None = None,
        depth: SupportsIndex = 0,
        bound: Bound | SupportsIndex = Bound.EXACT,
        source: Source | SupportsIndex = Source.MAIN,
        pv: bool = False,
    ) -> None:
        \doc

tabiya._core.Table.store_state$:
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
        \doc

tabiya._core.Table.enabled$:
    @property
    def enabled(self) -> bool:
        """Whether the table is on. If not, probes miss and stores do nothing."""

    @enabled.setter
    def enabled(self, on: bool, /) -> None: ...

# Precise types where nanobind only knows a dict or a list.

tabiya._core.Settings.config$:
    \from tabiya.table.config import TableConfig
    config: TableConfig

tabiya._core.Table._config$:
    @property
    def _config(self) -> TableConfig: ...

tabiya._core.Table._rebuild$:
    def _rebuild(self, before: TableConfig, settings: Settings, keep_entries: bool) -> int | None: ...

tabiya._core.Table._configure$:
    def _configure(self, before: TableConfig, settings: Settings) -> bool | None: ...

tabiya._core.Pin.__enter__$:
    \from typing import Self
    def __enter__(self) -> Self: ...

tabiya._core.Pin.__exit__$:
    def __exit__(self, *args: object) -> None: ...

# From Python 3.13 on, the generator would write types.CapsuleType.
tabiya._core.Table._access$:
    \from typing_extensions import CapsuleType
    def _access(self) -> CapsuleType:
        \doc

tabiya._core.Table._scan$:
    def _scan(self, cluster: int, limit: int) -> tuple[int, list[tuple[int, Entry]]]: ...

tabiya._core.Table._insert$:
    def _insert(self, pairs: list[tuple[int, Entry]]) -> int: ...

tabiya._core.Table.(_memory|_counters)$:
    \from typing import Any
    def \1(self) -> dict[str, Any]: ...

# Boards: their moves are created by factories of the games. A game's own patterns are in stubs.pat in its folder,
# which gives its Move the name used here, such as ChessMove.

tabiya._core.LegalMovesOfBoard$:
    \from collections.abc import Iterator
    \from typing import Generic
    \from tabiya.boards.board import GameBoard
    \from tabiya.boards.legal_moves import M
    class LegalMovesOfBoard(Generic[M]):
        """
        The native part of tabiya.boards.legal_moves.LegalMoves.
        """

        def __iter__(self) -> Iterator[M]:
            """Iterates over the legal moves at the time of the call. Later pushes do not matter."""

        def __len__(self) -> int: ...
        @property
        def _board(self) -> GameBoard[M, Any]: ...

tabiya._core.(\w+)Board.(_pop|pop)$:
    def \2(self) -> \1Move:
        \doc

tabiya._core.(\w+)Board.is_check$:
    def is_check(self) -> bool:
        \doc

tabiya._core.(\w+)Board._push$:
    def _push(self, packed: int, /) -> None: ...

tabiya._core.(\w+)Board.push$:
    def push(self, move: \1Move | str, /) -> None:
        \doc

tabiya._core.(\w+)Board.(_parse\w*)$:
    def \2(self, text: str) -> \1Move: ...

tabiya._core.(\w+)Board._resolve$:
    def _resolve(self, packed: int) -> \1Move: ...

tabiya._core.(\w+)Board.(_legal_moves|_moves)$:
    def \2(self) -> list[\1Move]: ...

tabiya._core.(\w+)Board.legal_moves$:
    \from tabiya.boards.legal_moves import LegalMoves
    @property
    def legal_moves(self) -> LegalMoves[\1Move]:
        \doc

tabiya._core.(\w+)Board._verify$:
    def _verify(self) -> str | None: ...

# The evaluations.

tabiya._core.(\w+)_weights$:
    def \1_weights() -> list[tuple[str, int, int]]:
        \doc

tabiya._core.(\w+)Search._run$:
    \from collections.abc import Callable
    def _run(
        self,
        board: \1Board,
        table: Table | None,
        limits: SearchLimits,
        config: SearchConfig,
        on_info: Callable[[dict[str, Any]], object] | None,
        claim: SearchClaim,
    ) -> dict[str, Any]: ...

tabiya._core.SearchConfig.__init__$:
    def __init__(self, **settings: bool | int) -> None: ...

tabiya._core.SearchClaim.__enter__$:
    def __enter__(self) -> SearchClaim: ...

tabiya._core.level$:
    level: str
    """The instruction set that it was compiled for: native, portable, or a level of x86-64."""

tabiya._core.compiler$:
    compiler: str

tabiya._core.Table._save_block$:
    def _save_block(self, cluster: int, limit: int) -> tuple[int, int, bytes]: ...

tabiya._core.Table._save_slots$:
    def _save_slots(self) -> bytes: ...

# Tables of values.

tabiya._core.Value$:
    @final
    class Value:
        """
        A value of a ValueTable: value["n"], value[0], or unpacked as a tuple, to which it compares equal.
        """

        def __getitem__(self, name: str | SupportsIndex, /) -> Any: ...
        def __len__(self) -> int: ...
        def __iter__(self) -> Iterator[Any]: ...
        def __eq__(self, value: object, /) -> bool: ...
        def __hash__(self) -> int: ...
        def as_dict(self) -> dict[str, Any]:
            """The fields by their names."""

        def to_numpy(self) -> Any:
            """The value as a scalar of the table's dtype."""

tabiya._core.ValueTable.probe$:
    def probe(self, key: SupportsIndex | tuple[SupportsIndex, SupportsIndex], /) -> Any:
        \doc

tabiya._core.ValueTable.prefetch$:
    def prefetch(self, key: SupportsIndex | tuple[SupportsIndex, SupportsIndex], /) -> None:
        \doc

tabiya._core.ValueTable.store$:
    def store(
        self, key: SupportsIndex | tuple[SupportsIndex, SupportsIndex], value: Any, priority: SupportsIndex = 0
    ) -> None:
        \doc

tabiya._core.ValueTable.add$:
    def add(
        self, key: SupportsIndex | tuple[SupportsIndex, SupportsIndex], amounts: Any, priority: SupportsIndex = 0
    ) -> Any:
        \doc

tabiya._core.ValueTable.update$:
    def update(
        self,
        key: SupportsIndex | tuple[SupportsIndex, SupportsIndex],
        values: Any,
        add: Any = None,
        priority: SupportsIndex = 0,
    ) -> Any:
        \doc

tabiya._core.ValueTable.__contains__$:
    def __contains__(self, key: object, /) -> bool: ...

tabiya._core.ValueTable._scan$:
    def _scan(self, cluster: int, limit: int) -> tuple[int, list[tuple[int, Any]]]: ...

tabiya._core.ValueTable._save_block$:
    def _save_block(self, cluster: int, limit: int) -> tuple[int, int, bytes]: ...

tabiya._core.ValueTable._memory$:
    def _memory(self) -> dict[str, Any]: ...

tabiya._core.ValueTable._pin$:
    def _pin(self) -> Pin: ...

tabiya._core.Table._pin$:
    def _pin(self) -> Pin: ...
