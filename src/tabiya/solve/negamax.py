"""`negamax`: alpha-beta search in plain Python, for games written in Python.

The code is meant to be read: comments explain how each step uses the table and why that is safe. Engines for
chess and shogi use the native search through `tabiya.Engine`, which follows the same rules.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from .._utils.arguments import check_int
from .._utils.held_signals import HeldSignals
from ..engine.result import Info, Line, Result
from ..games.mate_score import LONGEST_WIN, MATE, score_at_node, score_at_root
from ..games.score import Score
from ..table.entry import Entry
from ..table.entry_values import MAX_DEPTH
from ..table.front import TableFront
from ..table.windows import bound_in, decides
from .check_game import check_game
from .game import MAX_EVALUATION, Game, check_members, check_result, pack_integer, packed
from .made_moves import MadeMoves
from .principal_variation import GamePosition, follow

if TYPE_CHECKING:
    from ..reference import ReferenceTable
    from ..table.transposition import TranspositionTable

    Table: TypeAlias = TranspositionTable | ReferenceTable

__all__ = ["negamax"]

MoveT = TypeVar("MoveT")

INFINITE = 2 * MATE
COUNTED = (
    "probes",
    "hits",
    "deep_hits",
    "cutoffs",
    "table_moves_first",
    "illegal_table_moves",
    "stores",
    "beta_cutoffs",
    "first_move_cutoffs",
)
"""The counters of `Result.stats`."""


def negamax(
    game: Game[MoveT],
    depth: int | None = None,
    *,
    table: Table | None = None,
    nodes: int | None = None,
    time: float | None = None,
    on_info: Callable[[Info[MoveT]], object] | None = None,
    debug: bool = False,
) -> Result[MoveT]:
    """Searches a game to `depth` plies and returns the best move with its score and line.

    The search deepens ply by ply until `depth`, `nodes` or `time` (seconds) is reached, or a win or loss is
    proved. The first ply is always completed. The score is the evaluation at the end of the line for the
    player to move, or a win in ``score.plies`` plies. `table` remembers positions, also for later searches.
    If positions cannot recur at different depths, the score does not depend on the table. `on_info` is
    called after each ply. `debug` checks the game with a few random games first: `GameError` names a promise
    that it breaks (`tabiya.check_game` checks more).

    The game is restored, even if its methods or Ctrl-C raise. Ctrl-C waits for the end of a call of the game.

    >>> class Nim:  # take one to three matches; whoever takes the last one wins
    ...     def __init__(self, matches): self.matches, self.taken = matches, []
    ...     key = property(lambda self: self.matches)  # the same matches are as good for either player
    ...     def moves(self): return [n for n in (1, 2, 3) if n <= self.matches]
    ...     def push(self, n): self.matches -= n; self.taken.append(n)
    ...     def pop(self): self.matches += self.taken.pop()
    ...     def evaluate(self): return 0
    ...     def result(self): return -1 if self.matches == 0 else None
    >>> result = negamax(Nim(10), depth=10)
    >>> result.best_move, result.score.plies
    (2, 5)
    """
    seconds = _checked_seconds(time)
    deepest = _checked_limits(game, depth, table, nodes, seconds, on_info)
    if debug:
        check_game(game, games=2, plies=20)
    with HeldSignals() as signals:
        search = _Search(game, table, nodes, seconds, signals)
        if search.outcome() is not None:
            raise ValueError("the game is over")
        if table is not None:
            table.new_search()
        with search.made:
            return _deepen(search, deepest, on_info)


def _checked_seconds(seconds: Any) -> float | None:
    if seconds is not None and (not isinstance(seconds, (int, float)) or not seconds > 0):
        raise ValueError(f"time must be a positive number of seconds, not {seconds!r}")
    return seconds


def _checked_limits(game: Any, depth: Any, table: Any, nodes: Any, seconds: Any, on_info: Any) -> int:
    check_members(game)
    if table is not None and not isinstance(table, TableFront):
        raise TypeError(f"table must be a table of tabiya or None, not {type(table).__name__} ({table!r})")
    if depth is None and nodes is None and seconds is None:
        raise TypeError("negamax needs a limit: depth=, nodes= or time=")
    if nodes is not None:
        check_int("nodes", nodes, 1, 2**63 - 1)
    if on_info is not None and not callable(on_info):
        raise TypeError(f"on_info must be callable, not {type(on_info).__name__} ({on_info!r})")
    return MAX_DEPTH if depth is None else check_int("depth", depth, 1, MAX_DEPTH)


def _deepen(
    search: _Search[MoveT], deepest: int, on_info: Callable[[Info[MoveT]], object] | None
) -> Result[MoveT]:
    """Runs one iteration per ply. The last completed one counts."""
    pv = tuple[MoveT, ...]()
    score, completed, stopped = 0, 0, False
    for depth in range(1, deepest + 1):
        search.may_stop = depth > 1
        try:
            score, line = search.root(depth, first=pv[:1])
        except _Stopped:
            search.made.take_back()
            stopped = True
            break
        pv, completed = search.completed(line, depth), depth
        if on_info is not None:
            search.signals.outside(on_info, search.info(depth, score, pv))
        if MATE - abs(score) <= depth:
            break  # a proved win: a deeper search finds no shorter one
        if search.out_of_time():
            break
    assessed = Score(score, "plies", LONGEST_WIN, unit=1)
    return Result(
        best_move=pv[0],
        score=assessed,
        pv=pv,
        nodes=search.nodes,
        time=search.elapsed(),
        depth=completed,
        seldepth=search.seldepth,
        hashfull=search.hashfull(),
        ponder=pv[1] if len(pv) > 1 else None,
        lines=(Line(assessed, pv, completed),),
        stopped=stopped,
        stats=search.stats(),
    )


class _Stopped(Exception):
    """Unwinds the search when a limit is reached, so that no partial result is stored."""


class _Search(Generic[MoveT]):
    """One search: game, table, limits and counters."""

    def __init__(
        self,
        game: Game[MoveT],
        table: Table | None,
        nodes: int | None,
        seconds: float | None,
        signals: HeldSignals,
    ) -> None:
        self.game = game
        self.made = MadeMoves[MoveT](game)
        self.signals = signals
        self.waiting = signals.waiting
        self.table: Any = table  # native or reference table: same calls, but no common type
        self.node_limit = 2**63 if nodes is None else nodes
        self.begin = time.perf_counter()
        self.deadline = None if seconds is None else self.begin + seconds
        self.may_stop = False
        self.nodes = 0
        self.seldepth = 0
        self.counts: Counter[str] = Counter(dict.fromkeys(COUNTED, 0))
        self.cutoffs_by_bound = {"upper": 0, "lower": 0, "exact": 0}
        self.stores_by_bound = {"upper": 0, "lower": 0, "exact": 0}
        self.pack: Callable[[Any], int] = getattr(game, "pack", pack_integer)
        self.has_turn = hasattr(game, "turn")
        self.margins = bool(getattr(game, "margins", False))

    # ---- the search ------------------------------------------------------------------------------

    def root(self, depth: int, first: Sequence[MoveT]) -> tuple[int, list[MoveT]]:
        """Searches every root move. The table may order them, but never answers at the root."""
        self.visit(0)
        for move in self.game.moves():
            self.code_of(move)  # raises now if moves() is wrong
        moves = self.ordered(self.probe(self.game.key))
        moves.sort(key=lambda move: move not in first)  # stable; the best line of the last iteration first
        return self.best_of(moves, depth, -INFINITE, INFINITE, 0)

    def search(self, depth: int, alpha: int, beta: int, ply: int) -> tuple[int, list[MoveT]]:
        """Returns the value if it lies between `alpha` and `beta`, else a bound; and the line."""
        self.visit(ply)
        outcome = self.outcome()
        if outcome is not None:  # rules before the table: its entry may come from another history
            return outcome if self.margins else outcome * (MATE - ply), []
        if depth == 0:
            return self.evaluate(), []
        entry = self.probe(self.game.key)
        if entry is not None and entry.depth >= depth:
            self.counts["deep_hits"] += 1
            score = score_at_root(entry.score, ply)
            if decides(entry.bound, score, alpha, beta):
                self.counts["cutoffs"] += 1
                self.cutoffs_by_bound[entry.bound.name.lower()] += 1
                return score, []
        return self.best_of(self.ordered(entry), depth, alpha, beta, ply)

    def best_of(
        self, moves: list[MoveT], depth: int, alpha: int, beta: int, ply: int
    ) -> tuple[int, list[MoveT]]:
        key, mover = self.game.key, self.turn()
        push, pop = self.made.push, self.made.pop
        best, best_line, low = -INFINITE, moves[:1], alpha
        for number, move in enumerate(moves):
            push(move, key)  # after an exception, all moves are taken back at once
            if mover is not None and self.turn() == mover:  # moves again: the same side, the same window
                value, line = self.search(depth - 1, low, beta, ply + 1)
            else:
                value, line = self.search(depth - 1, -beta, -low, ply + 1)
                value = -value
            pop()
            if value > best:
                best, best_line = value, [move, *line]
            low = max(low, best)
            if best >= beta:
                self.counts["beta_cutoffs"] += 1
                self.counts["first_move_cutoffs"] += number == 0
                break  # the opponent has a better alternative earlier: skip the other moves
        # Compare with the original alpha, not with the one raised by the moves.
        bound = bound_in(best, alpha, beta)
        if self.table is not None:
            self.counts["stores"] += 1
            self.stores_by_bound[bound.name.lower()] += 1
            code = self.code_of(best_line[0])
            self.table.store(key, move=code, score=score_at_node(best, ply), depth=depth, bound=bound)
        return best, best_line

    # ---- moves -----------------------------------------------------------------------------------

    def ordered(self, entry: Entry | None) -> list[MoveT]:
        """Returns the legal moves, the table's move first. It is only used if it is legal."""
        moves = list(self.game.moves())
        if not moves:
            raise ValueError("moves() is empty although result() is None: return a pass, or end the game")
        if entry is not None and entry.move:
            found = self.find(entry.move, moves)
            if found is None:
                self.counts["illegal_table_moves"] += 1
            else:
                self.counts["table_moves_first"] += 1
                moves.insert(0, moves.pop(found))
        return moves

    def find(self, code: int, moves: list[MoveT]) -> int | None:
        """Returns the index of a table move in a list of moves."""
        pack = self.pack
        return next((i for i, move in enumerate(moves) if pack(move) == code), None)

    def code_of(self, move: MoveT) -> int:
        return packed(self.pack, move)

    def completed(self, line: list[MoveT], depth: int) -> tuple[MoveT, ...]:
        """Extends the line, which ends at a table hit, from the table as far as it is reliable."""
        if self.table is None:
            return tuple(line)
        position = GamePosition[MoveT](self.game)
        seen = {position.key}
        for move in line:
            self.made.push(move, self.game.key)
            seen.add(position.key)
        rest = follow(position, self.table, seen, depth - len(line))
        self.made.take_back()
        return (*line, *rest)

    # ---- what the game and the table say ---------------------------------------------------------

    def turn(self) -> object:
        """Returns the player to move, or None in a game whose players alternate."""
        return self.game.turn if self.has_turn else None  # type: ignore[attr-defined]

    def outcome(self) -> int | None:
        return check_result(self.game.result(), self.margins)

    def evaluate(self) -> int:
        return check_int("evaluate()", self.game.evaluate(), -MAX_EVALUATION, MAX_EVALUATION)

    def probe(self, key: int) -> Entry | None:
        if self.table is None:
            return None
        entry: Entry | None = self.table.probe(key)
        self.counts["probes"] += 1
        self.counts["hits"] += entry is not None
        return entry

    # ---- limits and reports ----------------------------------------------------------------------

    def visit(self, ply: int) -> None:
        if self.waiting:
            self.signals.deliver()
        if self.may_stop and (self.nodes >= self.node_limit or self.out_of_time()):
            raise _Stopped
        self.nodes += 1
        if ply > self.seldepth:
            self.seldepth = ply

    def out_of_time(self) -> bool:
        return self.deadline is not None and time.perf_counter() >= self.deadline

    def elapsed(self) -> float:
        return time.perf_counter() - self.begin

    def hashfull(self) -> int:
        return int(self.table.hashfull()) if self.table is not None else 0

    def stats(self) -> dict[str, Any]:
        """Returns the counters. All entries of this search have the source `MAIN`."""
        return {
            **self.counts,
            "cutoffs_by_bound": dict(self.cutoffs_by_bound),
            "stores_by_bound": dict(self.stores_by_bound),
            "stores_by_source": {"main": self.counts["stores"]},
        }

    def info(self, depth: int, score: int, pv: tuple[MoveT, ...]) -> Info[MoveT]:
        return Info(
            depth=depth,
            seldepth=self.seldepth,
            score=Score(score, "plies", LONGEST_WIN, unit=1),
            pv=pv,
            nodes=self.nodes,
            time=self.elapsed(),
            hashfull=self.hashfull(),
            stats=self.stats(),
        )
