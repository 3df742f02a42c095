"""`negamax`: alpha-beta search in plain Python, for any game that is written in Python.

It is meant to be read: where the table comes in, and what makes it safe, is said at each step. Engines for
chess and shogi use the native search through `tabiya.Engine`, which keeps the same rules.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from .arguments import check_int
from .check_game import check_game
from .engine.result import Info, Line, Result
from .engine.score import MATE, Score
from .entry import Entry
from .game import MAX_EVALUATION, Game, check_members, check_result, pack_integer
from .table import TableFront
from .values import MAX_DEPTH, MAX_MOVE, MAX_PLY
from .windows import bound_in, decides, score_at_node, score_at_root

if TYPE_CHECKING:
    from .reference import ReferenceTable
    from .table import TranspositionTable

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
"""What `Result.stats` tells."""


def negamax(
    game: Game[MoveT],
    depth: int | None = None,
    *,
    table: Table | None = None,
    nodes: int | None = None,
    movetime: float | None = None,
    on_info: Callable[[Info[MoveT]], object] | None = None,
    debug: bool = False,
) -> Result[MoveT]:
    """The best move that a search of `depth` plies finds, with its score and the line of play behind it.

    The search deepens ply by ply until `depth`, `nodes` or `movetime` (milliseconds) ends it, or a win or
    loss is proved; its first ply is always completed. A score is the evaluation at the end of the line for
    the player to move, or a win: ``score.plies`` says in how many plies. `table` remembers positions, also
    for later searches; without one, or with one however small, the value is the same where positions cannot
    come up at different depths. `on_info` is called after each ply. `debug` has the game checked first, by a
    few random games: `GameError` names a promise that it breaks (`tabiya.check_game` looks closer).

    The game is left as it was, even if its methods or Ctrl-C raise.

    >>> class Nim:  # take one to three matches; who takes the last one wins
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
    deepest = _checked_limits(game, depth, table, nodes, movetime, on_info)
    search = _Search(game, table, nodes, movetime)
    if debug:
        check_game(game, games=2, plies=20)
    if search.outcome() is not None:
        raise ValueError("the game is over: there is nothing to search")
    if table is not None:
        table.new_search()
    return _deepen(search, deepest, on_info)


def _checked_limits(game: Any, depth: Any, table: Any, nodes: Any, movetime: Any, on_info: Any) -> int:
    check_members(game)
    if table is not None and not isinstance(table, TableFront):
        raise TypeError(f"table must be a table of tabiya or None, not {type(table).__name__} ({table!r})")
    if depth is None and nodes is None and movetime is None:
        raise TypeError("negamax needs a limit: depth=, nodes= or movetime=")
    if nodes is not None:
        check_int("nodes", nodes, 1, 2**63 - 1)
    if movetime is not None and not (isinstance(movetime, (int, float)) and movetime > 0):
        raise ValueError(f"movetime must be a positive number of milliseconds, not {movetime!r}")
    if on_info is not None and not callable(on_info):
        raise TypeError(f"on_info must be callable, not {type(on_info).__name__} ({on_info!r})")
    return MAX_DEPTH if depth is None else check_int("depth", depth, 1, MAX_DEPTH)


def _deepen(
    search: _Search[MoveT], deepest: int, on_info: Callable[[Info[MoveT]], object] | None
) -> Result[MoveT]:
    """One iteration a ply; the last completed one counts."""
    pv = tuple[MoveT, ...]()
    score, completed, stopped = 0, 0, False
    for depth in range(1, deepest + 1):
        search.may_stop = depth > 1
        try:
            score, line = search.root(depth, first=pv[:1])
        except _Stopped:
            stopped = True
            break
        pv, completed = search.completed(line, depth), depth
        if on_info is not None:
            on_info(search.info(depth, score, pv))
        if MATE - abs(score) <= depth:
            break  # a win within the search's sight: looking further finds no shorter one
        if search.out_of_time():
            break
    assessed = Score(score, "plies", MAX_PLY)
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
    """A limit was reached: unwinds the search, so that nothing half searched is stored."""


class _Search(Generic[MoveT]):
    """One search: the game, the table, the limits, and what was counted."""

    def __init__(
        self, game: Game[MoveT], table: Table | None, nodes: int | None, movetime: float | None
    ) -> None:
        self.game = game
        self.table: Any = table  # the two kinds have the same calls, but no common type that says so
        self.node_limit = 2**63 if nodes is None else nodes
        self.begin = time.perf_counter()
        self.deadline = None if movetime is None else self.begin + movetime / 1000
        self.may_stop = False
        self.nodes = 0
        self.seldepth = 0
        self.counts: Counter[str] = Counter(dict.fromkeys(COUNTED, 0))
        self.cutoffs_by_bound = {"upper": 0, "lower": 0, "exact": 0}
        self.pack: Callable[[Any], int] = getattr(game, "pack", pack_integer)
        self.margins = bool(getattr(game, "margins", False))

    # ---- the search ------------------------------------------------------------------------------

    def root(self, depth: int, first: Sequence[MoveT]) -> tuple[int, list[MoveT]]:
        """Every move of the root is searched: the table may order them, but never answer for them."""
        self.visit(0)
        for move in self.game.moves():
            self.code_of(move)  # says what is wrong with them before anything depends on it
        moves = self.ordered(self.probe(self.game.key))
        moves.sort(key=lambda move: move not in first)  # stable: the last iteration's best before all
        return self.best_of(moves, depth, -INFINITE, INFINITE, 0)

    def search(self, depth: int, alpha: int, beta: int, ply: int) -> tuple[int, list[MoveT]]:
        """The value if it lies between `alpha` and `beta`, else a bound on its side; and the line to it."""
        self.visit(ply)
        outcome = self.outcome()
        if outcome is not None:  # the rules come before the table: it may know the position from elsewhere
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
        best, best_line, low = -INFINITE, moves[:1], alpha
        for number, move in enumerate(moves):
            self.game.push(move)
            try:
                if mover is not None and self.turn() == mover:  # moves again: the same side, the same window
                    value, line = self.search(depth - 1, low, beta, ply + 1)
                else:
                    value, line = self.search(depth - 1, -beta, -low, ply + 1)
                    value = -value
            finally:
                self.game.pop()
            if value > best:
                best, best_line = value, [move, *line]
            low = max(low, best)
            if best >= beta:
                self.counts["beta_cutoffs"] += 1
                self.counts["first_move_cutoffs"] += number == 0
                break  # the opponent has something better earlier: the other moves do not matter
        # Compared with the alpha that came in, not with the one that the moves raised.
        bound = bound_in(best, alpha, beta)
        if self.table is not None:
            self.counts["stores"] += 1
            code = self.code_of(best_line[0])
            self.table.store(key, move=code, score=score_at_node(best, ply), depth=depth, bound=bound)
        return best, best_line

    # ---- moves -----------------------------------------------------------------------------------

    def ordered(self, entry: Entry | None) -> list[MoveT]:
        """The legal moves, the table's first. It is looked for among them, so it is legal if it is tried."""
        moves = list(self.game.moves())
        if not moves:
            raise ValueError(
                "moves() is empty although result() is None: a game that is on has moves, a pass among them"
            )
        if entry is not None and entry.move:
            found = self.find(entry.move, moves)
            if found is None:
                self.counts["illegal_table_moves"] += 1
            else:
                self.counts["table_moves_first"] += 1
                moves.insert(0, moves.pop(found))
        return moves

    def find(self, code: int, moves: list[MoveT]) -> int | None:
        """Where the move of a table's entry stands in a list of moves."""
        pack = self.pack
        return next((i for i, move in enumerate(moves) if pack(move) == code), None)

    def code_of(self, move: MoveT) -> int:
        if self.pack is pack_integer and not isinstance(move, int):
            raise TypeError(f"moves() must give integers, or the game must have pack(): not {move!r}")
        return check_int("a move as the table keeps it", self.pack(move), 1, MAX_MOVE)

    def completed(self, line: list[MoveT], depth: int) -> tuple[MoveT, ...]:
        """The line, which ends where the table answered, prolonged from the table as far as it is sound."""
        pv = list(line)
        if self.table is None:
            return tuple(pv)
        seen = {self.game.key}
        made = 0
        try:
            for move in pv:
                self.game.push(move)
                made += 1
                seen.add(self.game.key)
            while len(pv) < depth and self.outcome() is None:
                entry = self.table.probe(self.game.key)
                moves = list(self.game.moves())
                found = self.find(entry.move, moves) if entry is not None and entry.move else None
                if found is None:
                    break
                self.game.push(moves[found])
                made += 1
                pv.append(moves[found])
                if self.game.key in seen:
                    break  # a circle: the table would lead around it for ever
                seen.add(self.game.key)
        finally:
            for _ in range(made):
                self.game.pop()
        return tuple(pv)

    # ---- what the game and the table say ---------------------------------------------------------

    def turn(self) -> object:
        """Whose move it is; None in a game whose players take turns."""
        return getattr(self.game, "turn", None)

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
        if self.may_stop and (self.nodes >= self.node_limit or self.out_of_time()):
            raise _Stopped
        self.nodes += 1
        self.seldepth = max(self.seldepth, ply)

    def out_of_time(self) -> bool:
        return self.deadline is not None and time.perf_counter() >= self.deadline

    def elapsed(self) -> float:
        return time.perf_counter() - self.begin

    def hashfull(self) -> int:
        return int(self.table.hashfull()) if self.table is not None else 0

    def stats(self) -> dict[str, Any]:
        return {**self.counts, "cutoffs_by_bound": dict(self.cutoffs_by_bound)}

    def info(self, depth: int, score: int, pv: tuple[MoveT, ...]) -> Info[MoveT]:
        return Info(
            depth=depth,
            seldepth=self.seldepth,
            score=Score(score, "plies", MAX_PLY),
            pv=pv,
            nodes=self.nodes,
            time=self.elapsed(),
            hashfull=self.hashfull(),
            stats=self.stats(),
        )
