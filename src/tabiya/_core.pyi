"""The native core of tabiya: use tabiya.TranspositionTable instead."""

from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Any, Self, SupportsIndex, final, overload

import numpy
from numpy.typing import NDArray
from typing_extensions import CapsuleType

from tabiya.boards.legal_moves import LegalMoves
from tabiya.chess.move import Move as ChessMove
from tabiya.config import TableConfig
from tabiya.shogi.move import Move as ShogiMove
from tabiya.values import Bound, Source

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

@final
class Lookup:
    """
    What `lookup` found: the score that decides the window, or None, and the move to try first.
    """

    __match_args__ = ("score", "move")
    def __new__(cls, score: SupportsIndex | None = None, move: SupportsIndex = 0) -> Lookup: ...
    @property
    def score(self) -> int | None:
        """The score that decides the window, or None: search on."""

    @property
    def move(self) -> int:
        """The move to try first; 0 is none."""

    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...

class LegalMovesOfBoard:
    """
    The native part of tabiya.boards.legal_moves.LegalMoves.
    """

    def __iter__(self) -> Iterator[Any]: ...
    def __len__(self) -> int: ...
    @property
    def _board(self) -> Any: ...

def key_of(state: object, /) -> int:
    """
    A 64-bit key of a state: the same in every process, on every machine, in every version of Python.
    """

class Settings:
    """A checked configuration, as the core takes it."""

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
    """The codes of settings that are chosen by name."""

class Table:
    """The native backend of a table."""

    @overload
    def __init__(self, settings: Settings) -> None: ...
    @overload
    def __init__(self, settings: Settings, descriptor: int, size: int, opening: int) -> None: ...
    def probe(self, key: SupportsIndex, /) -> Entry | None:
        """The entry of the key, whatever its depth, or None."""

    def probe_state(self, state: object, /) -> Entry | None:
        """The entry of a state, any that `tabiya.key_of` has a key of, or None."""

    def prefetch(self, key: SupportsIndex, /) -> None:
        """Asks the processor to fetch the key's cluster, for a probe soon."""

    def probe_with_prefetch(self, key: SupportsIndex, next_key: SupportsIndex | None = None) -> Entry | None:
        """probe(key), with the cluster of next_key on its way meanwhile."""

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
        """
        Remembers what a search found out about a position, if the rules of replacement let it in.
        """

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
        """`store` under the key that `tabiya.key_of` has of a state."""

    def lookup(
        self,
        key: SupportsIndex,
        depth: SupportsIndex,
        alpha: float | SupportsIndex,
        beta: float | SupportsIndex,
        ply: SupportsIndex | None = None,
    ) -> Lookup:
        """
        What the table knows for a search of this depth and window.

        `score` of the result is the value to return, or None if it takes a search; `move` is the move to try
        first either way, 0 if there is none. With `ply`, the distance from the root, wins (91,000 to 100,000)
        are counted from the root.
        """

    def lookup_state(
        self,
        state: object,
        depth: SupportsIndex,
        alpha: float | SupportsIndex,
        beta: float | SupportsIndex,
        ply: SupportsIndex | None = None,
    ) -> Lookup:
        """`lookup` of the key that `tabiya.key_of` has of a state."""

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
        Stores what a search of this depth and window found; the bound follows from the three.

        `alpha` is the one that the search began with, not one that its moves raised. With `ply`, the distance
        from the root, wins (91,000 to 100,000) are stored as counted from this position.
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
        """`record` under the key that `tabiya.key_of` has of a state."""

    def _rebuild(self, before: TableConfig, settings: Settings, keep_entries: bool) -> int | None: ...
    def _configure(self, before: TableConfig, settings: Settings) -> bool | None: ...
    @property
    def _config(self) -> TableConfig: ...
    @property
    def renewals(self) -> int:
        """
        How often the table was cleared or got another size or layout: entries may have gone.
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
        """False: probes miss and stores do nothing."""

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
        """Begins to write down probes and stores; needs validation="debug"."""

    def _recorded(self) -> tuple:
        """
        What was written down: keys, and words as core/table/recorder.hpp says.
        """

    def _access(self) -> CapsuleType:
        """Pins the table for tabiya._lab, as long as the capsule lives."""

    def _second_tier(self) -> object: ...
    def _save_lines(self, first: int, count: int) -> bytes: ...
    def _load_lines(self, first: int, lines: bytes) -> None: ...
    def _save_moves(self) -> bytes: ...
    def _load_moves(self, moves: bytes) -> None: ...
    def _pause_tiers(self, pause: bool) -> None: ...
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

    def __init__(self, path: str, flags: int, mode: int = 0) -> None: ...
    def fileno(self) -> int: ...
    def close(self) -> None: ...
    @property
    def kept(self) -> bool:
        """False: a file that is removed with its descriptor."""

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
        The value of the key, or None. Takes no lock, and never sees half of a store.
        """

    def prefetch(self, key: SupportsIndex | tuple[SupportsIndex, SupportsIndex], /) -> None:
        """Asks the processor to fetch the key's cluster, for a probe soon."""

    def store(
        self,
        key: SupportsIndex | tuple[SupportsIndex, SupportsIndex],
        value: Any,
        priority: SupportsIndex = 0,
    ) -> None:
        """
        Keeps a value under a key, in place of an older one.

        In a full cluster an entry of an earlier generation makes room, else the one of the lowest priority.
        """

    def add(
        self,
        key: SupportsIndex | tuple[SupportsIndex, SupportsIndex],
        amounts: Any,
        priority: SupportsIndex = 0,
    ) -> Any:
        """
        Adds to fields of the key's value, which starts from zeros, and returns the new value.

        `amounts` is a dict of numbers by field, or a number for a plain dtype. Threads and processes lose
        no amount of each other's while the entry lives. OverflowError if a field would leave its range;
        nothing is added then.
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

        `values` is a dict of numbers by field, `add` one of amounts for others, as in `add`: all in one step.
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

class SearchLimits:
    """When a search ends; 0 is no limit."""

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
        """Plies: a mate that is as near ends the search."""

    @mate.setter
    def mate(self, arg: int, /) -> None: ...
    @property
    def soft_ms(self) -> float:
        """No iteration begins after it."""

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
        """Ends the search, also one that has not begun."""

    @property
    def stopped(self) -> bool: ...
    def set_deadline(self, soft_ms: float, hard_ms: float) -> None: ...
    def release(self) -> None:
        """Gives the engine free; more than once does no harm."""

    def __enter__(self) -> SearchClaim: ...
    def __exit__(self, type: object | None, error: object | None, traceback: object | None) -> None: ...

class SearchConfig:
    """Which techniques a search uses, and on how many threads."""

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
    def exact_depth(self) -> bool: ...
    @exact_depth.setter
    def exact_depth(self, arg: bool, /) -> None: ...
    @property
    def threads(self) -> int: ...
    @threads.setter
    def threads(self, arg: int, /) -> None: ...
    @property
    def table_mode(self) -> int:
        """
        0: the table is used; 1: probes and stores, but acts on nothing; 2: acts, but writes nothing.
        """

    @table_mode.setter
    def table_mode(self, arg: int, /) -> None: ...
    @staticmethod
    def plain() -> SearchConfig:
        """
        Alpha-beta and nothing else: its value is the minimax value, with a table and without.
        """

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
    """The key of a python-chess board."""

def chess_term_keys() -> list:
    """
    All key terms, in the order that core/games/chess/zobrist.hpp documents.
    """

class ChessBoard:
    """The native backend of tabiya.chess.Board."""

    def __init__(self, fen: str, chess960: bool) -> None: ...
    def push(self, move: ChessMove | str, /) -> None:
        """Makes a legal move, given as a `Move` or as its text."""

    def pop(self) -> ChessMove:
        """Takes the last move back and gives it; IndexError if there is none."""

    def is_check(self) -> bool:
        """Whether the side to move is in check."""

    def _push(self, packed: int, /) -> None: ...
    def _pop(self) -> ChessMove:
        pass

    def _legal_moves(self) -> list[ChessMove]: ...
    @property
    def legal_moves(self) -> LegalMoves[ChessMove]:
        """The legal moves: iterate, count, or ask whether one is among them."""

    def _copy(self, into: ChessBoard) -> None: ...
    def _count_moves(self) -> int: ...
    def _is_legal(self, packed: int) -> bool: ...
    def _resolve(self, packed: int) -> ChessMove: ...
    def _moves(self) -> list[ChessMove]: ...
    def _key_after(self, packed: int) -> int: ...
    def _gives_check(self, packed: int) -> bool: ...
    def _is_capture(self, packed: int) -> bool: ...
    def _see(self, packed: int) -> int: ...
    def _repetitions(self) -> int: ...
    def _has_legal_move(self) -> bool: ...
    def _divide(
        self, depth: int, cache: PerftCache | None, threads: int, bulk: bool, verify: bool
    ) -> list: ...
    def _verify(self) -> str | None: ...
    def _set_fen(self, fen: str) -> None: ...
    def _fen(self, shredder: bool, every_push: bool) -> str: ...
    def _parse_uci(self, text: str) -> ChessMove: ...
    def _piece(self, square: int) -> str: ...
    def _bitboards(self) -> tuple: ...
    def _castling_rooks(self) -> int: ...
    def _key(self, rule50: int) -> int: ...
    def _insufficient(self) -> bool: ...
    def _insufficient_for(self, white: bool) -> bool: ...
    @property
    def key(self) -> int:
        """The Zobrist key, without the fifty-move counter."""

    @property
    def turn(self) -> bool:
        """True if white is to move."""

    @property
    def chess960(self) -> bool:
        """Whether castling is written as king takes rook."""

    @property
    def halfmove_clock(self) -> int:
        """Plies since the last capture or pawn move."""

    @property
    def fullmove_number(self) -> int:
        """Counts from 1, after each move of black's."""

    @property
    def _legal_en_passant(self) -> int | None: ...
    @property
    def ep_square(self) -> int | None:
        """The square behind a pawn that was just pushed two squares, or None."""

    def _evaluate(self) -> int: ...

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
    def _claim(self) -> SearchClaim: ...
    def _stop(self) -> None: ...
    def _searching(self) -> bool: ...
    def _clear(self) -> None: ...

def chess_weights() -> list[tuple[str, int, int]]:
    """The weights of the evaluation: (name, middle game, end game)."""

def chess_evaluation_trace(board: ChessBoard) -> tuple[int, int, NDArray[numpy.uint16], NDArray[numpy.int16]]:
    """
    Phase, scale, the indices of the weights that count, and how often: first side less second.
    """

def chess_evaluation_terms(board: ChessBoard) -> dict[str, tuple[int, int, int, int]]:
    """By term: the first side's middle game and end game, the second side's."""

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
        """Makes a legal move, given as a `Move` or as its text."""

    def pop(self) -> ShogiMove:
        """Takes the last move back and gives it; IndexError if there is none."""

    def is_check(self) -> bool:
        """Whether the side to move is in check."""

    def _push(self, packed: int, /) -> None: ...
    def _pop(self) -> ShogiMove:
        pass

    def _legal_moves(self) -> list[ShogiMove]: ...
    @property
    def legal_moves(self) -> LegalMoves[ShogiMove]:
        """The legal moves: iterate, count, or ask whether one is among them."""

    def _copy(self, into: ShogiBoard) -> None: ...
    def _count_moves(self) -> int: ...
    def _is_legal(self, packed: int) -> bool: ...
    def _resolve(self, packed: int) -> ShogiMove: ...
    def _moves(self) -> list[ShogiMove]: ...
    def _key_after(self, packed: int) -> int: ...
    def _gives_check(self, packed: int) -> bool: ...
    def _is_capture(self, packed: int) -> bool: ...
    def _see(self, packed: int) -> int: ...
    def _repetitions(self) -> int: ...
    def _has_legal_move(self) -> bool: ...
    def _divide(
        self, depth: int, cache: PerftCache | None, threads: int, bulk: bool, verify: bool
    ) -> list: ...
    def _verify(self) -> str | None: ...
    def _set_sfen(self, sfen: str) -> None: ...
    def _sfen(self) -> str: ...
    def _parse_usi(self, text: str) -> ShogiMove: ...
    def _piece(self, square: int) -> str: ...
    def _hand(self, black: bool) -> tuple[int, int, int, int, int, int, int]:
        """The counts of P L N S G B R."""

    def _key(self, repetition: bool) -> int: ...
    def _repetition(self) -> int:
        """
        What a fourth occurrence means for the side to move: 0 none, 1 draw, 2 win, 3 loss.
        """

    def _declaration(self, points24: bool) -> bool:
        """Whether the side to move may declare: see _declaration_result."""

    def _declaration_result(self, points24: bool) -> int:
        """
        What declaring now brings: 0 nothing, 1 a draw (only by the 24-point rule), 2 a win.
        """

    def _declaration_points(self) -> tuple[int, int, bool]:
        """
        Of the side to move: points, pieces in the enemy's camp without the king, whether it is there.
        """

    @property
    def key(self) -> int:
        """The Zobrist key, without repetitions."""

    @property
    def turn(self) -> bool:
        """True if black is to move."""

    @property
    def move_number(self) -> int:
        """The number of the move to come; counts from 1, after each move."""

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
    def _claim(self) -> SearchClaim: ...
    def _stop(self) -> None: ...
    def _searching(self) -> bool: ...
    def _clear(self) -> None: ...

def shogi_weights() -> list[tuple[str, int, int]]:
    """The weights of the evaluation: (name, middle game, end game)."""

def shogi_evaluation_trace(board: ShogiBoard) -> tuple[int, int, NDArray[numpy.uint16], NDArray[numpy.int16]]:
    """
    Phase, scale, the indices of the weights that count, and how often: first side less second.
    """

def shogi_evaluation_terms(board: ShogiBoard) -> dict[str, tuple[int, int, int, int]]:
    """By term: the first side's middle game and end game, the second side's."""

def wide_scan() -> bool:
    """Whether batches use vector loads."""

level: str
"""The instruction set that it was compiled for: native, portable, or a level of x86-64."""

compiler: str
