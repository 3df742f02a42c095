"""Searches the positions of a game, from the last to the first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Self

from ..engine.engine import Engine
from ..games import GameSpec, spec_of
from .game import GameAnalysis
from .record import record_of

if TYPE_CHECKING:
    from ..books.record import RecordedGame
    from ..games.score import Score

__all__ = ["DEFAULT_NODES", "AnalysedPosition", "analyse_game", "search_backwards"]

DEFAULT_NODES = 250_000
"""Nodes per position, without another limit. Unlike a time, they give the same result everywhere."""


LONGEST_LINE = 16
"""Plies up to which a short line is continued."""


@dataclass(frozen=True)
class AnalysedPosition:
    """A position of a game and what the search found in it, in plain values."""

    ply: int
    """Moves of the game before the position."""
    value: int
    """The score for the side to move, as the search counts it. See `score`."""
    pv: tuple[str, ...]
    """The best line, in the notation of protocols; empty if the game is over."""
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0

    def score(self, game: GameSpec) -> Score:
        """The score for the side to move."""
        return game.score(self.value)

    def as_dict(self) -> dict[str, Any]:
        """Returns the fields as JSON types."""
        return asdict(self) | {"pv": list(self.pv)}

    @classmethod
    def of(cls, plain: dict[str, Any]) -> Self:
        """Returns the position of an `as_dict`."""
        fields: dict[str, Any] = plain | {"pv": tuple(plain["pv"])}
        return cls(**fields)


def search_backwards(board: Any, engine: Engine, **limits: Any) -> Iterator[AnalysedPosition]:
    """Yields the positions of a board's game from the last to the first, each as soon as it is searched.

    `limits` are those of `Engine.search`, per position. The board does not change.
    """
    spec = spec_of(board)
    assert spec is not None
    board = board.copy()
    final = spec.final_score(board)
    if final is not None:
        yield AnalysedPosition(len(board.move_stack), final.value, ())
    elif board._has_legal_move():
        yield _searched(board, engine, limits)
    while board.move_stack:
        board.pop()
        yield _searched(board, engine, limits)


def _searched(board: Any, engine: Engine, limits: dict[str, Any]) -> AnalysedPosition:
    found = engine.search(board, **limits)
    return AnalysedPosition(
        len(board.move_stack),
        found.score.value,
        tuple(map(str, _continued(board, found.pv or (found.best_move,), engine))),
        found.depth,
        found.nodes,
        round(found.time, 4),
    )


def _continued(board: Any, line: tuple[Any, ...], engine: Engine) -> tuple[Any, ...]:
    """The line, continued with moves from the table if a cutoff by the table made it short."""
    if engine.table is None or len(line) >= LONGEST_LINE:
        return line
    board = board.copy()
    for move in line:
        board.push(move)
    keys = engine.options.rule50_keys
    return (
        *line,
        *engine.table.principal_variation(board, LONGEST_LINE - len(line), rule50_keys=keys),
    )


def analyse_game(
    game: RecordedGame | Any,
    *,
    engine: Engine | None = None,
    hash_mb: float = 64,
    on_position: Callable[[AnalysedPosition], object] | None = None,
    **limits: Any,
) -> GameAnalysis:
    """Analyses a game: a record (see `read_games`), or a board with its moves.

    Each position is searched on one table until a limit, by default `DEFAULT_NODES` nodes; see
    `Engine.search`. Without an `engine`, a new one with one thread and `hash_mb` megabytes searches, so that
    the same game and nodes give the same analysis. `on_position` is called after each search.

    >>> from tabiya import chess
    >>> board = chess.Board()
    >>> for move in ("f2f3", "e7e5", "g2g4"):
    ...     board.push(move)
    >>> analyse_game(board, depth=3, hash_mb=1).moves[-1].judgement.name
    'BLUNDER'
    """
    record = record_of(game)
    engine = engine or Engine(record.game.name, hash_mb=hash_mb)
    found = []
    for position in search_backwards(record.board(), engine, **(limits or {"nodes": DEFAULT_NODES})):
        found.append(position)
        if on_position is not None:
            on_position(position)
    return GameAnalysis.of(record, found)
