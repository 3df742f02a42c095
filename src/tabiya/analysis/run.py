"""Analyses games one after the other, here or on many workers."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from itertools import chain
from typing import Any

from ..books.record import RecordedGame
from ..engine.engine import Engine
from ..games import game_spec
from ..jobs import Job, JobResult, Runner
from .game import GameAnalysis
from .journal import Journal
from .search import AnalysedPosition, search_backwards
from .settings import AnalysisSettings
from .tables import game_table

__all__ = ["AnalysedGame", "Here", "analyse_games", "analyse_job"]


@dataclass(frozen=True)
class AnalysedGame:
    """A game of a file with its analysis or the reason why there is none."""

    number: int
    """Its place in the file, from 1."""
    record: RecordedGame
    analysis: GameAnalysis | None
    error: str | None = None


class Here:
    """Runs the jobs of games in this process and reports each position, unlike `tabiya.jobs.Inline`.

    After Ctrl-C, `unfinished` has the positions of the game that was being analysed, and `number` its number.
    """

    def __init__(self, on_position: Callable[[AnalysedPosition], object]) -> None:
        self.on_position = on_position
        self.unfinished: list[AnalysedPosition] = []
        self.number = 0

    def run(self, jobs: Iterator[Job]) -> Generator[JobResult, None, None]:
        for job in jobs:
            assert isinstance(job.arguments, dict)
            self.unfinished, self.number = [], int(job.id)
            try:
                for position in _positions(**job.arguments):
                    self.unfinished.append(position)
                    self.on_position(position)
            except ValueError as error:
                yield JobResult(job.id, None, f"{type(error).__name__}: {error}", 0.0)
                continue
            yield JobResult(job.id, [position.as_dict() for position in self.unfinished], None, 0.0)


def analyse_job(
    game: str, start: str | None, moves: list[str], settings: dict[str, Any]
) -> list[dict[str, Any]]:
    """Analyses a game given in plain values and returns its positions as plain values."""
    return [position.as_dict() for position in _positions(game, start, moves, settings)]


def _positions(
    game: str, start: str | None, moves: list[str], settings: dict[str, Any]
) -> Iterator[AnalysedPosition]:
    how = AnalysisSettings(**settings)
    board = game_spec(game).board(start)
    for move in moves:
        board.push(move)
    if not moves:
        return
    if how.hash_mb == 0:
        yield from search_backwards(board, Engine(game, threads=how.threads, hash_mb=0), **how.limits)
        return
    with game_table(how.table, how.hash_file, how.hash_mb) as table:
        yield from search_backwards(board, Engine(game, threads=how.threads, table=table), **how.limits)


def analyse_games(
    records: Iterable[RecordedGame],
    settings: AnalysisSettings,
    runner: Runner,
    journal: Journal | None = None,
) -> Generator[AnalysedGame, None, None]:
    """Yields the games in their order, each as soon as it and all before it are analysed.

    Records are taken only as the runner has room. Games in the journal are not analysed again; others are
    added to it. Closing the generator stops the running searches.
    """
    games: Iterator[tuple[int, RecordedGame]] = enumerate(records, 1)
    if journal is not None:
        for number, record in games:
            known = journal.take(record)
            if known is None:
                games = chain([(number, record)], games)
                break
            yield _analysed(number, record, known["positions"], known["error"])
    waiting: dict[int, RecordedGame] = {}
    finished: dict[int, JobResult] = {}
    with closing(runner.run(_jobs(games, settings, waiting))) as results:
        for result in results:
            finished[int(result.id)] = result
            while (first := next(iter(waiting), 0)) in finished:
                record, found = waiting.pop(first), finished.pop(first)
                if journal is not None:
                    journal.add(record, {"positions": found.value, "error": found.error})
                yield _analysed(first, record, found.value, found.error)


def _jobs(
    games: Iterable[tuple[int, RecordedGame]], settings: AnalysisSettings, waiting: dict[int, RecordedGame]
) -> Iterator[Job]:
    """Yields a job per game, and keeps the records until their results come."""
    for number, record in games:
        waiting[number] = record
        arguments = {
            "game": record.game.name,
            "start": record.start,
            "moves": [str(move) for move in record.moves],
            "settings": asdict(settings),
        }
        yield Job(str(number), "tabiya.analysis.run:analyse_job", arguments)


def _analysed(
    number: int, record: RecordedGame, positions: list[dict[str, Any]] | None, error: str | None
) -> AnalysedGame:
    if positions is None:
        return AnalysedGame(number, record, None, error)
    analysis = GameAnalysis.of(record, map(AnalysedPosition.of, positions))
    return AnalysedGame(number, record, analysis)
