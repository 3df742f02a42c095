"""How often a score that depends on the path is believed on another path, and what remedies do.

A key says nothing of the path to a position, but a score below which a position repeats does. In plain
alpha-beta with entries of exactly the depth asked for, a table changes no value except by this: any
difference between a search with a table and one without is a score believed under another history.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ...engine.engine import Engine
from ...engine.options import SearchFields
from ...games import game_spec
from ...games.openings import Opening
from ...recording import Ending, Outcome
from ...stats.bootstrap import ratio_interval, share_interval
from ...table.transposition import TranspositionTable
from ..compare.measure import comparable_engine
from ..compare.positions import middlegames
from ..experiment import Cells, Experiment, Figures, Rows, Scale, cell, depth_of
from ..searching import build_engine

REMEDIES: dict[str, SearchFields] = {
    "none": {},
    "no_draw_entries": {"draw_entries": False},
    "rule50_bucketed": {"rule50_keys": "bucketed"},
    "rule50_full": {"rule50_keys": "full"},
}
"""Switches of the search: chess also has keys with the fifty-move counter."""
OF_COUNTER = ("rule50_bucketed", "rule50_full")
HASTY_NODES = 1_000
"""Nodes per move of the game that leads to a position."""
LONGEST = 300
BEFORE_THE_END = 12
"""Plies before the end of its game: many games end by repetition or with few pieces, where lines return."""
RECORDED = 8_000_000
DRAW = 0


def remedies(game: str) -> dict[str, SearchFields]:
    has_counter = hasattr(game_spec(game).board(), "halfmove_clock")
    return {name: switches for name, switches in REMEDIES.items() if has_counter or name not in OF_COUNTER}


def late(game: str, position: str) -> Any:
    """Returns a board with its history, from the end of a fast game that begins at the position."""
    board = Opening.parse(position, game).board(game)
    engine = Engine(game, hash_mb=1)
    while len(board.move_stack) < LONGEST and not board.is_game_over():
        best = engine.search(board, nodes=HASTY_NODES).best_move
        if best is None:
            break
        board.push(best)
    for _ in range(min(BEFORE_THE_END, len(board.move_stack))):
        board.pop()
    return board


def returned(game: str, position: str) -> Any:
    """Returns a board on which both sides moved a piece away and back: in every line it is near again."""
    start = Opening.parse(position, game).board(game)
    for away in start.legal_moves:
        for answer in _after(start, away).legal_moves:
            board = _after(start, away, answer)
            for move in (away, answer):
                back = str(move)[2:4] + str(move)[:2]
                if any(str(legal) == back for legal in board.legal_moves):
                    board.push(back)
            if board.key == start.key:
                return board
    return start


def _after(board: Any, *moves: Any) -> Any:
    copy = board.copy()
    for move in moves:
        copy.push(move)
    return copy


KINDS: dict[str, Callable[[str, str], Any]] = {"late": late, "returned": returned}


def values(*, game: str, kind: str, position: str, depth: int) -> dict[str, Any]:
    """Returns the plain value without a table, and with one under each remedy, and their nodes."""
    board = KINDS[kind](game, position)
    found = {"without": _plain(game, board, depth, None, {})}
    for name, switches in remedies(game).items():
        found[name] = _plain(game, board, depth, {"hash_mb": 64}, switches)
    return found


def _plain(
    game: str, board: Any, depth: int, table: dict[str, Any] | None, switches: SearchFields
) -> dict[str, int]:
    result = build_engine(game, table, switches, plain=True).search(board, depth=depth)
    return {"value": result.score.value, "nodes": result.nodes}


def nodes_under_remedies(*, game: str, kind: str, position: str, depth: int) -> dict[str, int]:
    """Returns the nodes to a depth of the comparable search under each remedy."""
    board = KINDS[kind](game, position)
    found = {}
    for name, switches in remedies(game).items():
        engine = comparable_engine(game, dict(switches))
        with TranspositionTable(hash_mb=64) as table:
            engine.table = table
            found[name] = engine.search(board, depth=depth).nodes
            engine.table = None
    return found


def believed(*, game: str, kind: str, position: str, nodes: int) -> dict[str, int]:
    """Returns the cutoffs by the table in a search as played, and those by scores from a repetition.

    A score stems from a repetition if a line of best moves leads from it to a draw by a position that came up
    before, directly or through other entries. It is believed under another history if none of the positions
    that repeated is on the path of the node that believes it, or in the game.
    """
    board = KINDS[kind](game, position)
    with TranspositionTable(hash_mb=64) as table:
        result = Engine(game, table=table).search(board, nodes=nodes, record=RECORDED)
    return Origins(result.recording, board).count()


class Origins:
    """Where the scores of a recorded search come from."""

    def __init__(self, recording: Any, board: Any) -> None:
        self.recording = recording
        self.parents = recording.visits["parent"].tolist()
        self.keys: dict[int, int] = {}
        self.past = _past(board)

    def count(self) -> dict[str, int]:
        visits = self.recording.visits
        endings, scores, stores = (visits[name].tolist() for name in ("ending", "score", "store"))
        asked = self.recording.operations["key"].tolist()
        outcomes = self.recording.operations["outcome"].tolist()
        origins: dict[int, frozenset[int]] = {}  # by visit: repeated positions that its score stems from
        entries: dict[int, frozenset[int]] = {}  # by key: those of the score in the table
        children: dict[int, list[int]] = {}
        counted: dict[str, int] = dict.fromkeys(("cutoffs", "drawn", "from_repetition", "elsewhere"), 0)
        for number in in_order_of_end(self.parents):
            origin: frozenset[int] = frozenset()
            below = children.pop(number, ())
            if endings[number] == Ending.RULE and scores[number] == DRAW:
                origin = self.repeated(number)
            elif endings[number] == Ending.TABLE:
                origin = entries.get(asked[visits["probe"][number]], frozenset())
                counted["cutoffs"] += 1
                counted["drawn"] += scores[number] == DRAW
                counted["from_repetition"] += bool(origin)
                counted["elsewhere"] += bool(origin) and not origin & {*self.path(number), *self.past}
            else:
                for child in below:
                    if scores[child] == scores[number] == DRAW:
                        origin |= origins.pop(child, frozenset())
            if origin:  # a repetition of this very position is part of its tree, whatever the path
                inside = self.path(number)[-1]
                if endings[number] != Ending.RULE and inside not in {*self.path(number)[:-1], *self.past}:
                    origin -= {inside}
            if origin:
                origins[number] = origin
                children.setdefault(self.parents[number], []).append(number)
            if (store := stores[number]) >= 0 and outcomes[store] not in (Outcome.KEPT_OLD, Outcome.REFUSED):
                entries[asked[store]] = origin
        return counted

    def path(self, number: int) -> list[int]:
        """The keys of the positions from the root to a visit."""
        numbers = [number]
        while (parent := self.parents[numbers[-1]]) >= 0:
            numbers.append(parent)
        return [self.key(each) for each in reversed(numbers)]

    def key(self, number: int) -> int:
        if number not in self.keys:
            self.keys[number] = self.recording.board(number).key
        return self.keys[number]

    def repeated(self, number: int) -> frozenset[int]:
        """The position of a visit, if it came up before; a draw by another rule has none."""
        *before, here = self.path(number)
        return frozenset({here} & {*before, *self.past})


def in_order_of_end(parents: Sequence[int]) -> Iterator[int]:
    """Yields visits as they ended: children before their parents.

    >>> list(in_order_of_end([-1, 0, 1, 0]))
    [2, 1, 3, 0]
    """
    open_visits: list[int] = []
    for number, parent in enumerate(parents):
        while open_visits and open_visits[-1] != parent:
            yield open_visits.pop()
        open_visits.append(number)
    yield from reversed(open_visits)


def _past(board: Any) -> set[int]:
    """The keys of the game before the root."""
    earlier, past = board.copy(), set()
    while earlier.move_stack:
        earlier.pop()
        past.add(earlier.key)
    return past


def cells(scale: Scale, game: str) -> Cells:
    positions, nodes = scale.pick((1, 2_000), (4, 20_000), (64, 100_000))
    plain, depth = depth_of("graph_history", game, scale), depth_of("quiescence", game, scale)
    for position in middlegames(game, positions):
        for kind in KINDS:
            where = {"game": game, "kind": kind, "position": position}
            yield cell(believed, **where, nodes=nodes)
            yield cell(values, **where, depth=plain)
            yield cell(nodes_under_remedies, **where, depth=depth)


def figures(rows: Rows) -> Figures:
    named: Figures = {}
    for kind in KINDS:
        values = [row.value for row in rows if row.arguments["kind"] == kind]
        cutoffs = [value for value in values if "cutoffs" in value]
        for name in ("drawn", "from_repetition", "elsewhere"):
            part, whole = ([one[count] for one in cutoffs] for count in (name, "cutoffs"))
            named[f"{kind}_{name}"] = share_interval(part, whole).scaled(100)
        plain = [value for value in values if "without" in value]
        for name in [name for name in plain[0] if name != "without"]:
            wrong = [one[name]["value"] != one["without"]["value"] for one in plain]
            named[f"{kind}_wrong_{name}"] = share_interval(wrong, [1] * len(wrong)).scaled(100)
    played = [row.value for row in rows if "none" in row.value and "without" not in row.value]
    for name in [name for name in played[0] if name != "none"]:
        named[f"nodes_{name}"] = ratio_interval(
            [one[name] for one in played], [one["none"] for one in played]
        )
    return named


EXPERIMENT = Experiment(
    name="graph_history",
    title="How often is a score believed under another history, and what do remedies do?",
    varies="nothing; draw scores that are not stored; keys with the fifty-move counter",
    measures="% of the table's cutoffs by scores that stem from a repetition, and those of another path; "
    "% of plain searches whose value differs from one without a table; nodes to a depth",
    unit="a position with its history: 12 plies before the end of a self-played game (late), or a middlegame "
    "after both sides moved a piece away and back (returned)",
    sample="64 positions of each kind from 64 games, searched with 100,000 nodes and to two depths",
    power="detects shares of 5% of values, and differences of 10% in nodes",
    cells=cells,
    figures=figures,
)
