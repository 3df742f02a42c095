"""The native core of tabiya: use tabiya.TranspositionTable instead."""

from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Any, Generic, Self, SupportsIndex, final, overload

import numpy
from numpy.typing import NDArray
from typing_extensions import CapsuleType

from tabiya.boards.board import GameBoard
from tabiya.boards.legal_moves import LegalMoves, M
from tabiya.chess.move import Move as ChessMove
from tabiya.othello.move import Move as OthelloMove
from tabiya.shogi.move import Move as ShogiMove
from tabiya.table.config import TableConfig
from tabiya.table.entry_values import Bound, Source

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

class LegalMovesOfBoard(Generic[M]):
    """
    The native part of tabiya.boards.legal_moves.LegalMoves.
    """

    def __iter__(self) -> Iterator[M]:
        """Iterates over the legal moves at the time of the call. Later pushes do not matter."""

    def __len__(self) -> int: ...
    @property
    def _board(self) -> GameBoard[M, Any]: ...

def key_of(state: object, /) -> int:
    """
    Returns a 64-bit key of a state: the same in every process, machine and Python version.
    """

class Settings:
    """A checked configuration in the core's form."""

    def __init__(self) -> None: ...

    config: TableConfig

    @property
    def clusters(self) -> int: ...
    @clusters.setter
    def clusters(self, arg: int, /) -> None: ...
    @property
    def layout(self) -> int: ...
    @layout.setter
    def layout(self, arg: int, /) -> None: ...
    @property
    def policy(self) -> int: ...
    @policy.setter
    def policy(self, arg: int, /) -> None: ...
    @property
    def strict(self) -> bool: ...
    @strict.setter
    def strict(self, arg: bool, /) -> None: ...
    @property
    def source_priority(self) -> bool: ...
    @source_priority.setter
    def source_priority(self, arg: bool, /) -> None: ...
    @property
    def replace_if_exact(self) -> bool: ...
    @replace_if_exact.setter
    def replace_if_exact(self, arg: bool, /) -> None: ...
    @property
    def depth_weight(self) -> int: ...
    @depth_weight.setter
    def depth_weight(self, arg: int, /) -> None: ...
    @property
    def age_weight(self) -> int: ...
    @age_weight.setter
    def age_weight(self, arg: int, /) -> None: ...
    @property
    def max_age(self) -> int: ...
    @max_age.setter
    def max_age(self, arg: int, /) -> None: ...
    @property
    def sync(self) -> int: ...
    @sync.setter
    def sync(self, arg: int, /) -> None: ...
    @property
    def buckets(self) -> int: ...
    @buckets.setter
    def buckets(self, arg: int, /) -> None: ...
    @property
    def validation(self) -> int: ...
    @validation.setter
    def validation(self, arg: int, /) -> None: ...
    @property
    def statistics(self) -> bool: ...
    @statistics.setter
    def statistics(self, arg: bool, /) -> None: ...
    @property
    def random_keys(self) -> bool: ...
    @random_keys.setter
    def random_keys(self, arg: bool, /) -> None: ...
    @property
    def prefetch(self) -> bool: ...
    @prefetch.setter
    def prefetch(self, arg: bool, /) -> None: ...
    @property
    def clamp_scores(self) -> bool: ...
    @clamp_scores.setter
    def clamp_scores(self, arg: bool, /) -> None: ...
    @property
    def huge_pages(self) -> int: ...
    @huge_pages.setter
    def huge_pages(self, arg: int, /) -> None: ...
    @property
    def l2_lines(self) -> int: ...
    @l2_lines.setter
    def l2_lines(self, arg: int, /) -> None: ...
    @property
    def l2_evals(self) -> bool: ...
    @l2_evals.setter
    def l2_evals(self, arg: bool, /) -> None: ...
    @property
    def l2_eviction(self) -> int: ...
    @l2_eviction.setter
    def l2_eviction(self, arg: int, /) -> None: ...
    @property
    def l2_demote_depth(self) -> int: ...
    @l2_demote_depth.setter
    def l2_demote_depth(self, arg: int, /) -> None: ...
    @property
    def l2_promote_depth(self) -> int: ...
    @l2_promote_depth.setter
    def l2_promote_depth(self, arg: int, /) -> None: ...
    @property
    def l2_background(self) -> bool: ...
    @l2_background.setter
    def l2_background(self, arg: bool, /) -> None: ...
    @property
    def aging_interval(self) -> int: ...
    @aging_interval.setter
    def aging_interval(self, arg: int, /) -> None: ...

def setting_codes() -> dict:
    """The codes of settings with named choices."""

class Table:
    """The native backend of a table."""

    @overload
    def __init__(self, settings: Settings) -> None: ...
    @overload
    def __init__(self, settings: Settings, descriptor: int, size: int, opening: int) -> None: ...
    def probe(self, key: SupportsIndex, /) -> Entry | None:
        """Returns the entry of the key at any depth, or None."""

    def probe_state(self, state: object, /) -> Entry | None:
        """Returns the entry of a state that `tabiya.key_of` accepts, or None."""

    def prefetch(self, key: SupportsIndex, /) -> None:
        """Prefetches the cluster of the key, for a later probe."""

    def probe_with_prefetch(self, key: SupportsIndex, next_key: SupportsIndex | None = None) -> Entry | None:
        """Like probe(key), and prefetches the cluster of next_key."""

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
        """Stores a search result, if the replacement policy accepts it."""

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
        """Like store(), under the key that `tabiya.key_of` gives the state."""

    def lookup(
        self,
        key: SupportsIndex,
        depth: SupportsIndex,
        alpha: float | SupportsIndex,
        beta: float | SupportsIndex,
        ply: SupportsIndex | None = None,
    ) -> Lookup:
        """
        Returns what the table knows for a search of this depth and window.

        `score` of the result is the value to return, or None if a search is needed. `move` is the move to try
        first, or 0. With `ply`, the distance from the root, wins (91,000 to 100,000) count from the root.
        """

    def lookup_state(
        self,
        state: object,
        depth: SupportsIndex,
        alpha: float | SupportsIndex,
        beta: float | SupportsIndex,
        ply: SupportsIndex | None = None,
    ) -> Lookup:
        """Like lookup(), with the key that `tabiya.key_of` gives the state."""

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
        """
        Stores the result of a search of this depth and window. The bound follows from window and score.

        `alpha` is the original one, not one raised by the moves. With `ply`, the distance from the root, wins
        (91,000 to 100,000) are stored relative to this position.
        """

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
        """Like record(), under the key that `tabiya.key_of` gives the state."""

    def _rebuild(self, before: TableConfig, settings: Settings, keep_entries: bool) -> int | None: ...
    def _configure(self, before: TableConfig, settings: Settings) -> bool | None: ...
    @property
    def _config(self) -> TableConfig: ...
    @property
    def renewals(self) -> int:
        """
        How often the table was cleared, resized or given another layout. Entries may be lost then.
        """

    def _merge(self, other: Table) -> None: ...
    def _copy_from(self, other: Table) -> None: ...
    def _clear(self) -> None: ...
    def __len__(self) -> int: ...
    def _scan(self, cluster: int, limit: int) -> tuple[int, list[tuple[int, Entry]]]: ...
    def _insert(self, pairs: list[tuple[int, Entry]]) -> int: ...
    def _counters(self) -> dict[str, Any]: ...
    def _reset_stats(self) -> None: ...
    def _memory(self) -> dict[str, Any]: ...
    def _raw(self) -> bytes: ...
    def _load_raw(self, bytes: bytes) -> None: ...
    def _verify(self) -> None: ...
    def _close(self) -> None: ...
    def _check_open(self) -> None: ...
    def _lock_address(self, bucket: int) -> int: ...
    def _new_search(self) -> None: ...
    def _add_nodes(self, nodes: int) -> int: ...
    def _hashfull(self) -> int: ...
    def _fill_rate(self) -> float: ...
    @property
    def generation(self) -> int:
        """0 to 63, modular."""

    @property
    def enabled(self) -> bool:
        """Whether the table is on. If not, probes miss and stores do nothing."""

    @enabled.setter
    def enabled(self, on: bool, /) -> None: ...
    def _probe_many(
        self,
        keys: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
        out: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    ) -> None: ...
    def _limit_many(
        self,
        keys: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
        out: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    ) -> None: ...
    def _rewrite_many(
        self,
        keys: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ) -> None: ...
    def _store_many(
        self,
        keys: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
        moves: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order="C", device="cpu", writable=False)],
        scores: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
        evals: Annotated[NDArray[numpy.int16], dict(shape=(None,), order="C", device="cpu", writable=False)],
        depths: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
        bounds: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
        sources: Annotated[
            NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        pvs: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ) -> None: ...
    def _export(
        self,
        keys: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu")],
        out: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    ) -> int: ...
    def _pin(self) -> Pin: ...
    def _record(self, on: bool) -> None:
        """Starts recording probes and stores; needs validation="debug"."""

    def _recorded(self) -> tuple:
        """The recorded keys and words. See core/table/recorder.hpp."""

    def _host(self, guest: object | None) -> None:
        """
        Lets a table of tabiya._lab answer in place of this one; needs validation="debug".
        """

    def _access(self) -> CapsuleType:
        """Pins the table for tabiya._lab while the capsule lives."""

    def _second_tier(self) -> object: ...
    def _save_lines(self, first: int, count: int) -> bytes: ...
    def _load_lines(self, first: int, lines: bytes) -> None: ...
    def _save_moves(self) -> bytes: ...
    def _load_moves(self, moves: bytes) -> None: ...
    def _pause_tiers(self, pause: bool) -> None: ...
    def _regions(
        self,
        clusters: int,
        out: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    ) -> None: ...
    def _cluster(self, key: int) -> tuple:
        """
        The number of a key's cluster, and its words in pairs: (word0, word1) of its slots.
        """

    def _flush(self) -> None: ...
    def _set_lock_patience(self, milliseconds: int) -> None: ...
    def _save_block(self, cluster: int, limit: int) -> tuple[int, int, bytes]: ...
    def _load_block(self, block: bytes) -> None: ...
    def _save_slots(self) -> bytes: ...
    def _load_slots(self, slots: bytes) -> None: ...
    def _generation_count(self) -> int: ...
    def _set_generation(self, count: int) -> None: ...

class Pin:
    """
    Holds a table: resize, set_layout, reconfigure and close raise BufferError meanwhile.
    """

    def release(self) -> None: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *args: object) -> None: ...

class Descriptor:
    """An open file that is closed when its object dies."""

    def __init__(self, path: object, flags: int, mode: int = 0) -> None: ...
    def fileno(self) -> int: ...
    def close(self) -> None: ...
    @property
    def kept(self) -> bool:
        """False: the file is removed with its descriptor."""

    @kept.setter
    def kept(self, arg: bool, /) -> None: ...

class PerftCache:
    """The native backend of tabiya.PerftTable."""

    def __init__(self, clusters: int, huge_pages: bool) -> None: ...
    def _probe(self, key: int, depth: int) -> object: ...
    def _store(self, key: int, depth: int, nodes: int) -> None: ...
    def _clear(self) -> None: ...
    def __len__(self) -> int: ...
    def _bytes(self) -> int: ...
    def _counts(self) -> dict: ...
    def _reset_stats(self) -> None: ...

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

class ValueFields:
    """What the values of a ValueTable consist of."""

    def __init__(
        self, dtype: object, bytes: int, plain: bool, fields: Sequence[tuple[str, int, str]]
    ) -> None: ...
    @property
    def dtype(self) -> object: ...
    def _make(self, bytes: bytes) -> object: ...

class ValueTable:
    """The native backend of tabiya.ValueTable."""

    @overload
    def __init__(
        self, fields: object, clusters: int, words: int, wide_keys: bool, huge_pages: bool, type_text: str
    ) -> None: ...
    @overload
    def __init__(
        self,
        fields: object,
        clusters: int,
        words: int,
        wide_keys: bool,
        huge_pages: bool,
        type_text: str,
        descriptor: int,
        size: int,
        opening: int,
    ) -> None: ...
    def __contains__(self, key: object, /) -> bool: ...
    def probe(self, key: SupportsIndex | tuple[SupportsIndex, SupportsIndex], /) -> Any:
        """
        Returns the value of the key, or None. Takes no lock, and never sees half of a store.
        """

    def prefetch(self, key: SupportsIndex | tuple[SupportsIndex, SupportsIndex], /) -> None:
        """Prefetches the cluster of the key, for a later probe."""

    def store(
        self,
        key: SupportsIndex | tuple[SupportsIndex, SupportsIndex],
        value: Any,
        priority: SupportsIndex = 0,
    ) -> None:
        """
        Stores a value under a key and replaces an older one.

        In a full cluster an entry of an earlier generation is replaced, else the one of the lowest priority.
        """

    def add(
        self,
        key: SupportsIndex | tuple[SupportsIndex, SupportsIndex],
        amounts: Any,
        priority: SupportsIndex = 0,
    ) -> Any:
        """
        Adds to fields of the key's value, which starts from zeros, and returns the new value.

        `amounts` is a dict of numbers by field, or a number for a plain dtype. No amount of another thread or
        process is lost while the entry lives. OverflowError if a field would leave its range; nothing is
        added then.
        """

    def update(
        self,
        key: SupportsIndex | tuple[SupportsIndex, SupportsIndex],
        values: Any,
        add: Any = None,
        priority: SupportsIndex = 0,
    ) -> Any:
        """
        Sets some fields of the key's value, which starts from zeros, and returns the new value.

        `values` is a dict of numbers by field, `add` one of amounts for other fields, all in one step.
        """

    def _clear(self) -> None: ...
    def __len__(self) -> int: ...
    def _memory(self) -> dict[str, Any]: ...
    def _pin(self) -> Pin: ...
    def _flush(self) -> None: ...
    def _close(self) -> None: ...
    def _check_open(self) -> None: ...
    @property
    def _closed(self) -> bool: ...
    def _new_search(self) -> None: ...
    def _generation_count(self) -> int: ...
    def _set_generation(self, count: int) -> None: ...
    def _recoveries(self) -> int: ...
    def _set_lock_patience(self, milliseconds: int) -> None: ...
    def _probe_many(
        self,
        keys: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
        out: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
        hits: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    ) -> None: ...
    def _store_many(
        self,
        keys: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
        values: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
        priorities: Annotated[
            NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
    ) -> None: ...
    def _add_many(
        self,
        keys: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
        values: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
        priorities: Annotated[
            NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
    ) -> None: ...
    def _scan(self, cluster: int, limit: int) -> tuple[int, list[tuple[int, Any]]]: ...
    def _save_block(self, cluster: int, limit: int) -> tuple[int, int, bytes]: ...
    def _load_block(self, block: bytes) -> None: ...
    def _save_slots(self) -> bytes: ...
    def _load_slots(self, slots: bytes) -> None: ...

def _set_legal_moves_type(type: object) -> None: ...

MAX_THREADS: int = 256

MAX_PERFT_THREADS: int = 1024

MATE: int = 100000

LONGEST_WIN: int = 9000

MAX_PLY: int = 246

class SearchLimits:
    """The limits of a search; 0 is no limit."""

    def __init__(
        self,
        depth: int = 0,
        nodes: int = 0,
        mate: int = 0,
        soft_ms: float = 0.0,
        hard_ms: float = 0.0,
        infinite: bool = False,
        moves: Sequence[int] = [],
        multipv: int = 1,
    ) -> None: ...
    @property
    def depth(self) -> int: ...
    @depth.setter
    def depth(self, arg: int, /) -> None: ...
    @property
    def nodes(self) -> int: ...
    @nodes.setter
    def nodes(self, arg: int, /) -> None: ...
    @property
    def mate(self) -> int:
        """Plies: a mate within this distance ends the search."""

    @mate.setter
    def mate(self, arg: int, /) -> None: ...
    @property
    def soft_ms(self) -> float:
        """No iteration starts after it."""

    @soft_ms.setter
    def soft_ms(self, arg: float, /) -> None: ...
    @property
    def hard_ms(self) -> float: ...
    @hard_ms.setter
    def hard_ms(self, arg: float, /) -> None: ...
    @property
    def infinite(self) -> bool: ...
    @infinite.setter
    def infinite(self, arg: bool, /) -> None: ...
    @property
    def moves(self) -> list[int]:
        """The root moves to search, packed; empty is all."""

    @moves.setter
    def moves(self, arg: Sequence[int], /) -> None: ...
    @property
    def multipv(self) -> int: ...
    @multipv.setter
    def multipv(self, arg: int, /) -> None: ...

class SearchClaim:
    """The right to search with one engine, until it is released."""

    def stop(self) -> None:
        """Stops the search, even before it has started."""

    @property
    def stopped(self) -> bool: ...
    def set_deadline(self, soft_ms: float, hard_ms: float) -> None: ...
    def release(self) -> None:
        """Releases the engine. May be called more than once."""

    def __enter__(self) -> SearchClaim: ...
    def __exit__(self, type: object | None, error: object | None, traceback: object | None) -> None: ...

class SearchRecording:
    """The visits and table operations of a search."""

    def __init__(self, capacity: int) -> None: ...
    def _visits(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]: ...
    def _operations(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]: ...
    @property
    def nodes(self) -> int: ...
    @property
    def dropped_visits(self) -> int: ...
    @property
    def dropped_operations(self) -> int: ...
    @property
    def deepest_ply(self) -> int:
        """The deepest recorded ply; -1 without a limit."""

class SearchConfig:
    """The techniques and number of threads of a search."""

    def __init__(self, **settings: bool | int) -> None: ...
    @property
    def aspiration(self) -> bool: ...
    @aspiration.setter
    def aspiration(self, arg: bool, /) -> None: ...
    @property
    def pvs(self) -> bool: ...
    @pvs.setter
    def pvs(self, arg: bool, /) -> None: ...
    @property
    def quiescence(self) -> bool: ...
    @quiescence.setter
    def quiescence(self, arg: bool, /) -> None: ...
    @property
    def mate_distance(self) -> bool: ...
    @mate_distance.setter
    def mate_distance(self, arg: bool, /) -> None: ...
    @property
    def prove_mates(self) -> bool: ...
    @prove_mates.setter
    def prove_mates(self, arg: bool, /) -> None: ...
    @property
    def repetition(self) -> bool: ...
    @repetition.setter
    def repetition(self, arg: bool, /) -> None: ...
    @property
    def null_move(self) -> bool: ...
    @null_move.setter
    def null_move(self, arg: bool, /) -> None: ...
    @property
    def null_move_verification(self) -> bool: ...
    @null_move_verification.setter
    def null_move_verification(self, arg: bool, /) -> None: ...
    @property
    def null_move_entries(self) -> bool: ...
    @null_move_entries.setter
    def null_move_entries(self, arg: bool, /) -> None: ...
    @property
    def futility(self) -> bool: ...
    @futility.setter
    def futility(self, arg: bool, /) -> None: ...
    @property
    def reverse_futility(self) -> bool: ...
    @reverse_futility.setter
    def reverse_futility(self, arg: bool, /) -> None: ...
    @property
    def razoring(self) -> bool: ...
    @razoring.setter
    def razoring(self, arg: bool, /) -> None: ...
    @property
    def late_move_pruning(self) -> bool: ...
    @late_move_pruning.setter
    def late_move_pruning(self, arg: bool, /) -> None: ...
    @property
    def see_pruning(self) -> bool: ...
    @see_pruning.setter
    def see_pruning(self, arg: bool, /) -> None: ...
    @property
    def lmr(self) -> bool: ...
    @lmr.setter
    def lmr(self, arg: bool, /) -> None: ...
    @property
    def iir(self) -> bool: ...
    @iir.setter
    def iir(self, arg: bool, /) -> None: ...
    @property
    def iid(self) -> bool: ...
    @iid.setter
    def iid(self, arg: bool, /) -> None: ...
    @property
    def check_extension(self) -> bool: ...
    @check_extension.setter
    def check_extension(self, arg: bool, /) -> None: ...
    @property
    def singular_extension(self) -> bool: ...
    @singular_extension.setter
    def singular_extension(self, arg: bool, /) -> None: ...
    @property
    def killers(self) -> bool: ...
    @killers.setter
    def killers(self, arg: bool, /) -> None: ...
    @property
    def history(self) -> bool: ...
    @history.setter
    def history(self, arg: bool, /) -> None: ...
    @property
    def counter_moves(self) -> bool: ...
    @counter_moves.setter
    def counter_moves(self, arg: bool, /) -> None: ...
    @property
    def continuation_history(self) -> bool: ...
    @continuation_history.setter
    def continuation_history(self, arg: bool, /) -> None: ...
    @property
    def capture_history(self) -> bool: ...
    @capture_history.setter
    def capture_history(self, arg: bool, /) -> None: ...
    @property
    def table_move_first(self) -> bool: ...
    @table_move_first.setter
    def table_move_first(self, arg: bool, /) -> None: ...
    @property
    def quiescence_table(self) -> bool: ...
    @quiescence_table.setter
    def quiescence_table(self, arg: bool, /) -> None: ...
    @property
    def prefetch(self) -> bool: ...
    @prefetch.setter
    def prefetch(self, arg: bool, /) -> None: ...
    @property
    def draw_entries(self) -> bool: ...
    @draw_entries.setter
    def draw_entries(self, arg: bool, /) -> None: ...
    @property
    def exact_depth(self) -> bool: ...
    @exact_depth.setter
    def exact_depth(self, arg: bool, /) -> None: ...
    @property
    def verify_keys(self) -> bool: ...
    @verify_keys.setter
    def verify_keys(self, arg: bool, /) -> None: ...
    @property
    def threads(self) -> int: ...
    @threads.setter
    def threads(self, arg: int, /) -> None: ...
    @property
    def iir_depth(self) -> int: ...
    @iir_depth.setter
    def iir_depth(self, arg: int, /) -> None: ...
    @property
    def table_mode(self) -> int:
        """
        0: uses the table; 1: probes and stores but ignores hits; 2: uses hits but never stores.
        """

    @table_mode.setter
    def table_mode(self, arg: int, /) -> None: ...
    @staticmethod
    def plain() -> SearchConfig:
        """Plain alpha-beta, whose value equals minimax, with or without a table."""

    @property
    def rule50_keys(self) -> int: ...
    @rule50_keys.setter
    def rule50_keys(self, arg: int, /) -> None: ...
    @property
    def declaration(self) -> int: ...
    @declaration.setter
    def declaration(self, arg: int, /) -> None: ...

def _set_chess_move_factory(factory: object) -> None: ...
def _forget_chess_moves() -> None: ...
def _chess_move(packed: int, chess960: bool) -> ChessMove: ...
def chess_zobrist(board: object, /) -> int:
    """Returns the key of a python-chess board."""

def chess_term_keys() -> list:
    """
    All key terms, in the order that core/games/chess/zobrist.hpp documents.
    """

class ChessBoard:
    """The native backend of tabiya.chess.Board."""

    def __init__(self, fen: str, chess960: bool) -> None: ...
    def push(self, move: ChessMove | str, /) -> None:
        """Makes a legal move, given as a `Move` or as text."""

    def pop(self) -> ChessMove:
        """
        Takes back the last move and returns it. Raises IndexError if there is none.
        """

    def is_check(self) -> bool:
        """Returns whether the side to move is in check."""

    def _push(self, packed: int, /) -> None: ...
    def _pop(self) -> ChessMove:
        pass

    def _legal_moves(self) -> list[ChessMove]: ...
    @property
    def legal_moves(self) -> LegalMoves[ChessMove]:
        """The legal moves: iterate, count, or test with `in`."""

    def _copy(self, into: ChessBoard) -> None: ...
    def _count_moves(self) -> int: ...
    def _is_legal(self, packed: int) -> bool: ...
    def _resolve(self, packed: int) -> ChessMove: ...
    def _moves(self) -> list[ChessMove]: ...
    def _key_after(self, packed: int) -> int: ...
    def _gives_check(self, packed: int) -> bool: ...
    def _is_capture(self, packed: int) -> bool: ...
    def _has_legal_move(self) -> bool: ...
    def _divide(
        self, depth: int, cache: PerftCache | None, threads: int, bulk: bool, verify: bool
    ) -> list: ...
    def _verify(self) -> str | None: ...
    def _see(self, packed: int) -> int: ...
    def _leaf_keys(
        self,
        depth: int,
        keys: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu")],
        texts: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu")],
    ) -> int: ...
    def _repetitions(self) -> int: ...
    def _sets(self) -> tuple[int, int, int, int, int, int, int, int]: ...
    def _letters(self) -> str: ...
    def _attackers(self, white: bool, square: int, occupied: int | None) -> int: ...
    def _attacks(self, square: int) -> int: ...
    def _pin(self, white: bool, square: int) -> int: ...
    def _moves_between(self, origins: int, targets: int, captures: bool) -> list[ChessMove]: ...
    def _set_pieces(self, sets: Sequence[int]) -> None: ...
    def _clear_moves(self) -> None: ...
    def _is_edited(self) -> bool: ...
    @property
    def turn(self) -> bool:
        """True if white is to move. May be set; the moves made so far stay."""

    @turn.setter
    def turn(self, value: bool) -> None: ...
    @property
    def castling_rights(self) -> int:
        """
        The rooks that may still castle, as a bit mask. May be set. Rights without king or rook do not count.
        """

    @castling_rights.setter
    def castling_rights(self, value: SupportsIndex) -> None: ...
    @property
    def ep_square(self) -> int | None:
        """
        The square behind a pawn that was just pushed two squares, or None. May be set.
        """

    @ep_square.setter
    def ep_square(self, value: int | None) -> None: ...
    @property
    def halfmove_clock(self) -> int:
        """Plies since the last capture or pawn move. May be set."""

    @halfmove_clock.setter
    def halfmove_clock(self, value: int) -> None: ...
    @property
    def fullmove_number(self) -> int:
        """Starts at 1 and increases after each move of black. May be set."""

    @fullmove_number.setter
    def fullmove_number(self, value: int) -> None: ...
    def _set_fen(self, fen: str) -> None: ...
    def _fen(self, shredder: bool, every_push: bool) -> str: ...
    def _parse_uci(self, text: str) -> ChessMove: ...
    def _piece(self, square: int) -> str: ...
    def _castling_rooks(self) -> int: ...
    def _key(self, rule50: int) -> int: ...
    def _insufficient(self) -> bool: ...
    def _insufficient_for(self, white: bool) -> bool: ...
    @property
    def key(self) -> int:
        """The Zobrist key, without the fifty-move counter."""

    @property
    def chess960(self) -> bool:
        """Whether castling is written as king takes rook."""

    @property
    def _legal_en_passant(self) -> int | None: ...
    def _evaluate(self) -> int: ...

def _chess_between(a: int, b: int) -> int:
    """
    Returns the mask of the squares strictly between two squares on a line.
    """

def _chess_ray(a: int, b: int) -> int:
    """Returns the mask of the rank, file or diagonal through two squares."""

def _adopt_chess_board(type: object) -> None: ...

class ChessSearch:
    """The native backend of tabiya.Engine for chess."""

    def __init__(self) -> None: ...
    def _run(
        self,
        board: ChessBoard,
        table: Table | None,
        limits: SearchLimits,
        config: SearchConfig,
        on_info: Callable[[dict[str, Any]], object] | None,
        claim: SearchClaim,
    ) -> dict[str, Any]: ...
    def _progress(self) -> dict: ...
    def _claim(self) -> SearchClaim: ...
    def _stop(self) -> None: ...
    def _searching(self) -> bool: ...
    def _clear(self) -> None: ...

def chess_weights() -> list[tuple[str, int, int]]:
    """The weights of the evaluation: (name, middle game, endgame)."""

def chess_evaluation_trace(board: ChessBoard) -> tuple[int, int, NDArray[numpy.uint16], NDArray[numpy.int16]]:
    """
    Phase, scale, indices of the weights, and their counts (first side minus second).
    """

def chess_evaluation_terms(board: ChessBoard) -> dict[str, tuple[int, int, int, int]]:
    """
    By term: middle game and endgame of the first side, then of the second side.
    """

def _set_shogi_move_factory(factory: object) -> None: ...
def _forget_shogi_moves() -> None: ...
def _shogi_move(packed: int) -> ShogiMove: ...
def shogi_term_keys() -> list:
    """
    All key terms, in the order that core/games/shogi/zobrist.hpp documents.
    """

class ShogiBoard:
    """The native backend of tabiya.shogi.Board."""

    def __init__(self, sfen: str) -> None: ...
    def push(self, move: ShogiMove | str, /) -> None:
        """Makes a legal move, given as a `Move` or as text."""

    def pop(self) -> ShogiMove:
        """
        Takes back the last move and returns it. Raises IndexError if there is none.
        """

    def is_check(self) -> bool:
        """Returns whether the side to move is in check."""

    def _push(self, packed: int, /) -> None: ...
    def _pop(self) -> ShogiMove:
        pass

    def _legal_moves(self) -> list[ShogiMove]: ...
    @property
    def legal_moves(self) -> LegalMoves[ShogiMove]:
        """The legal moves: iterate, count, or test with `in`."""

    def _copy(self, into: ShogiBoard) -> None: ...
    def _count_moves(self) -> int: ...
    def _is_legal(self, packed: int) -> bool: ...
    def _resolve(self, packed: int) -> ShogiMove: ...
    def _moves(self) -> list[ShogiMove]: ...
    def _key_after(self, packed: int) -> int: ...
    def _gives_check(self, packed: int) -> bool: ...
    def _is_capture(self, packed: int) -> bool: ...
    def _has_legal_move(self) -> bool: ...
    def _divide(
        self, depth: int, cache: PerftCache | None, threads: int, bulk: bool, verify: bool
    ) -> list: ...
    def _verify(self) -> str | None: ...
    def _see(self, packed: int) -> int: ...
    def _leaf_keys(
        self,
        depth: int,
        keys: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu")],
        texts: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu")],
    ) -> int: ...
    def _repetitions(self) -> int: ...
    def _set_sfen(self, sfen: str) -> None: ...
    def _sfen(self) -> str: ...
    def _parse_usi(self, text: str) -> ShogiMove: ...
    def _piece(self, square: int) -> str: ...
    def _attackers(self, *arguments: int) -> list[int]: ...
    def _attacks(self, *arguments: int) -> list[int]: ...
    def _squares_with(self, *arguments: int) -> list[int]: ...
    def _hand(self, black: bool) -> tuple[int, int, int, int, int, int, int]:
        """The counts of P L N S G B R."""

    def _key(self, repetition: bool) -> int: ...
    def _repetition(self) -> int:
        """
        The result of a fourth occurrence for the side to move: 0 none, 1 draw, 2 win, 3 loss.
        """

    def _declaration(self, points24: bool) -> bool:
        """Whether the side to move may declare: see _declaration_result."""

    def _declaration_result(self, points24: bool) -> int:
        """
        The result of declaring now: 0 nothing, 1 a draw (only by the 24-point rule), 2 a win.
        """

    def _declaration_points(self) -> tuple[int, int, bool]:
        """
        For the side to move: points, pieces in the camp without the king, whether the king is there.
        """

    @property
    def key(self) -> int:
        """The Zobrist key, without repetitions."""

    @property
    def turn(self) -> bool:
        """True if black is to move."""

    @property
    def move_number(self) -> int:
        """
        The number of the next move. Starts at 1 and increases after each move.
        """

    def _evaluate(self) -> int: ...

def _adopt_shogi_board(type: object) -> None: ...

class ShogiSearch:
    """The native backend of tabiya.Engine for shogi."""

    def __init__(self) -> None: ...
    def _run(
        self,
        board: ShogiBoard,
        table: Table | None,
        limits: SearchLimits,
        config: SearchConfig,
        on_info: Callable[[dict[str, Any]], object] | None,
        claim: SearchClaim,
    ) -> dict[str, Any]: ...
    def _progress(self) -> dict: ...
    def _claim(self) -> SearchClaim: ...
    def _stop(self) -> None: ...
    def _searching(self) -> bool: ...
    def _clear(self) -> None: ...

def shogi_weights() -> list[tuple[str, int, int]]:
    """The weights of the evaluation: (name, middle game, endgame)."""

def shogi_evaluation_trace(board: ShogiBoard) -> tuple[int, int, NDArray[numpy.uint16], NDArray[numpy.int16]]:
    """
    Phase, scale, indices of the weights, and their counts (first side minus second).
    """

def shogi_evaluation_terms(board: ShogiBoard) -> dict[str, tuple[int, int, int, int]]:
    """
    By term: middle game and endgame of the first side, then of the second side.
    """

def _set_othello_move_factory(factory: object) -> None: ...
def _forget_othello_moves() -> None: ...
def _othello_move(packed: int) -> OthelloMove: ...
def othello_term_keys() -> list:
    """Returns all key terms in the order of core/games/othello/zobrist.hpp."""

class OthelloBoard:
    """The native backend of tabiya.othello.Board."""

    def __init__(self, text: str) -> None: ...
    def push(self, move: OthelloMove | str, /) -> None:
        """Makes a legal move, given as a `Move` or as text."""

    def pop(self) -> OthelloMove:
        """
        Takes back the last move and returns it. Raises IndexError if there is none.
        """

    def is_check(self) -> bool:
        """Returns whether the side to move is in check."""

    def _push(self, packed: int, /) -> None: ...
    def _pop(self) -> OthelloMove:
        pass

    def _legal_moves(self) -> list[OthelloMove]: ...
    @property
    def legal_moves(self) -> LegalMoves[OthelloMove]:
        """The legal moves: iterate, count, or test with `in`."""

    def _copy(self, into: OthelloBoard) -> None: ...
    def _count_moves(self) -> int: ...
    def _is_legal(self, packed: int) -> bool: ...
    def _resolve(self, packed: int) -> OthelloMove: ...
    def _moves(self) -> list[OthelloMove]: ...
    def _key_after(self, packed: int) -> int: ...
    def _gives_check(self, packed: int) -> bool: ...
    def _is_capture(self, packed: int) -> bool: ...
    def _has_legal_move(self) -> bool: ...
    def _divide(
        self, depth: int, cache: PerftCache | None, threads: int, bulk: bool, verify: bool
    ) -> list: ...
    def _verify(self) -> str | None: ...
    def _set_position(self, text: str) -> None: ...
    def _position(self) -> str: ...
    def _parse_move(self, text: str) -> OthelloMove: ...
    def _piece(self, square: int) -> str: ...
    def _discs(self, black: bool) -> int:
        """Returns the squares of a side's discs as bits of an integer."""

    def _margin(self) -> int:
        """
        Returns the margin of the side to move in discs. Empty squares count for the winner.
        """

    @property
    def key(self) -> int:
        """The Zobrist key."""

    @property
    def turn(self) -> bool:
        """Whether black is to move."""

    def _evaluate(self) -> int: ...

def _adopt_othello_board(type: object) -> None: ...

class OthelloSearch:
    """The native backend of tabiya.Engine for Othello."""

    def __init__(self) -> None: ...
    def _run(
        self,
        board: OthelloBoard,
        table: Table | None,
        limits: SearchLimits,
        config: SearchConfig,
        on_info: Callable[[dict[str, Any]], object] | None,
        claim: SearchClaim,
    ) -> dict[str, Any]: ...
    def _progress(self) -> dict: ...
    def _claim(self) -> SearchClaim: ...
    def _stop(self) -> None: ...
    def _searching(self) -> bool: ...
    def _clear(self) -> None: ...

def othello_weights() -> list[tuple[str, int, int]]:
    """The weights of the evaluation: (name, middle game, endgame)."""

def othello_evaluation_trace(
    board: OthelloBoard,
) -> tuple[int, int, NDArray[numpy.uint16], NDArray[numpy.int16]]:
    """
    Phase, scale, indices of the weights, and their counts (first side minus second).
    """

def othello_evaluation_terms(board: OthelloBoard) -> dict[str, tuple[int, int, int, int]]:
    """
    By term: middle game and endgame of the first side, then of the second side.
    """

def _solve_othello(board: OthelloBoard, table: Table | None) -> tuple[int, OthelloMove | None, int]:
    """
    Returns the margin of the side to move in discs, its best move, and the positions searched.
    """

def wide_scan() -> bool:
    """Whether batches use vector loads."""

level: str
"""The instruction set that it was compiled for: native, portable, or a level of x86-64."""

compiler: str
