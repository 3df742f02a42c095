"""`tabiya analyse game.pgn`: whole games, on this process, several processes or machines."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TimeRemainingColumn

from ..books.errors import BookError
from ..storage.whole import check_target
from .analyse_options import progress_bar
from .annotation import Annotation, write_annotated
from .game_table import show_game
from .group import end_interrupted

if TYPE_CHECKING:
    from ..analysis.game import GameAnalysis
    from ..analysis.run import AnalysedGame, Here
    from ..analysis.settings import AnalysisSettings
    from ..analysis.sources import GameSource
    from ..books.lines import TextFile
    from ..books.record import RecordedGame
    from .analyse_options import AnalyseOptions

__all__ = ["analyse_game_file"]

COLUMNS = ("{task.description}", BarColumn(), "{task.percentage:>3.0f}%", TimeRemainingColumn())


def analyse_game_file(source: GameSource, asked: AnalyseOptions) -> None:
    """Analyses all games of a file, prints them in order and writes what was asked for."""
    asked.check_several("games")
    if asked.multipv > 1:
        raise ValueError("--multipv needs positions, not games: the analysis of a game has one line per move")
    source.spec.notation.checked_form(asked.notation)
    if str(asked.annotate) == "-" and asked.as_json:
        raise ValueError("--annotate - and --json cannot both print: give --annotate a file")
    annotation = None if asked.annotate is None else Annotation(source, asked.annotate)
    for path in (asked.annotate, asked.plot):
        if path is not None and str(path) != "-":
            check_target(path)
    _check_plot(asked)
    run = _Run(source, asked, annotation)
    if asked.annotate is None or str(asked.annotate) == "-":
        for text in run.texts():
            sys.stdout.write(text.decode(errors="replace"))
    else:
        run.written = write_annotated(asked.annotate, run.texts(), lambda: not run.interrupted)
    run.tell_end()


def _check_plot(asked: AnalyseOptions) -> None:
    from ..plots.pictures import check_picture

    if asked.plot is not None:
        check_picture(asked.plot)


class _Run:
    """The analysis of a file of games: progress, output, faults."""

    def __init__(self, source: GameSource, asked: AnalyseOptions, annotation: Annotation | None) -> None:
        self.source = source
        self.asked = asked
        self.annotation = annotation
        self.errors = Console(stderr=True, highlight=False, soft_wrap=True)
        self.faults = 0
        self.done = 0
        self.interrupted = False
        self.written: Path | None = None
        """Where the annotated games are."""
        self.here: Here | None = None
        """The runner, if the games are analysed in this process."""
        self.under_way: dict[int, tuple[RecordedGame, int]] = {}
        """The games that are not finished, by number, with the bytes of the file up to their end."""

    def texts(self) -> Iterator[bytes]:
        """Shows the games and yields their annotated texts. Ctrl-C ends it and sets `interrupted`."""
        from ..analysis.journal import Journal
        from ..jobs import shared_table

        with ExitStack() as stack:
            name = None
            if self.asked.shared_table:
                name = stack.enter_context(shared_table(hash_mb=self.asked.hash_mb))
            settings = self._settings(name)
            self._tell_what_differs(settings)
            journal = None
            if self.asked.resume is not None:
                journal = stack.enter_context(Journal(self.asked.resume, settings))
            file = stack.enter_context(self.source.open(keep=self.annotation is not None))
            progress = stack.enter_context(progress_bar(*COLUMNS))
            try:
                yield from self._analysed(file, settings, journal, progress)
                if self.annotation is not None:
                    yield from self.annotation.rest()
            except KeyboardInterrupt:
                self.interrupted = True
                yield from self._unfinished()

    def _analysed(
        self, file: TextFile, settings: AnalysisSettings, journal: Any, progress: Progress
    ) -> Iterator[bytes]:
        from ..analysis.run import Here, analyse_games
        from ..jobs import runner_from

        records = self._records(file)
        first = list(islice(records, 2))
        asked = self.asked
        alone = len(first) < 2 and not asked.dask and asked.scheduler is None
        if alone or asked.workers == 0:
            self.here = Here(lambda _: progress.advance(positions))
            positions = progress.add_task(
                "positions", total=len(first[0].moves) + 1 if alone and first else None
            )
            runner: Any = self.here
        else:
            runner = runner_from(workers=asked.workers, dask=asked.dask, scheduler=asked.scheduler)
        bytes_done = progress.add_task("games", total=file.size or None, visible=not alone)
        with closing(analyse_games(chain(first, records), settings, runner, journal)) as games:
            if self.annotation is not None:
                yield self.annotation.before()
            for game in games:
                text = self._told(game)
                progress.update(bytes_done, completed=self.under_way.pop(game.number)[1])
                self.done += 1
                yield text

    def _settings(self, table: str | None) -> AnalysisSettings:
        from ..analysis.settings import AnalysisSettings

        asked = self.asked
        return AnalysisSettings(
            depth=asked.depth,
            nodes=asked.nodes,
            time=asked.seconds,
            threads=asked.threads,
            hash_mb=asked.table_mb,
            table=table,
            hash_file=str(asked.hash_file) if asked.hash_file else None,
        )

    def _records(self, file: TextFile) -> Iterator[RecordedGame]:
        """Yields the games. An unreadable rest of the file does not end the analysis of the games before."""
        number = 0
        try:
            games = self.source.games(file)
            if self.annotation is not None:
                games = self.annotation.read(games, file)
            for number, record in enumerate(games, 1):
                self.under_way[number] = record, file.done
                yield record
        except BookError as error:
            if number == 0:
                raise
            self._tell_fault(str(error))

    # ---- output ------------------------------------------------------------------------------------

    def _tell_what_differs(self, settings: AnalysisSettings) -> None:
        if settings.reasons:
            self.errors.print(f"note: results may differ from run to run: {', '.join(settings.reasons)}")

    def _told(self, game: AnalysedGame) -> bytes:
        """Shows a game and returns its annotated text."""
        for sentence in (game.record.fault, game.error):
            if sentence is not None:
                self._tell_fault(f"game {game.number}: {sentence}")
        if game.analysis is not None:
            self._show(game, game.analysis)
        return self.annotation.text(game) if self.annotation is not None else b""

    def _show(self, game: AnalysedGame, analysis: GameAnalysis) -> None:
        if self.asked.as_json:
            print(json.dumps({"number": game.number, **analysis.as_dict()}), flush=True)
        elif game.record.moves and str(self.asked.annotate) != "-":
            show_game(game.number, analysis, self.asked.notation)
        if self.asked.plot is not None and analysis.moves:
            self._plot(game.number, analysis)

    def _tell_fault(self, sentence: str) -> None:
        self.faults += 1
        self.errors.print(f"tabiya: {sentence}", markup=False)

    def _plot(self, number: int, analysis: GameAnalysis) -> None:
        """The first game has the name that was given; the others have their number in it."""
        from ..analysis.graph import write_graph

        path = self.asked.plot
        assert path is not None
        name = path if number == 1 else path.with_stem(f"{path.stem}-{number}")
        write_graph(analysis, Path(name))

    def _unfinished(self) -> Iterator[bytes]:
        """The last moves of the game that Ctrl-C interrupted, if they were searched in this process."""
        from ..analysis.game import GameAnalysis
        from ..analysis.run import AnalysedGame

        if self.here is None or not self.here.unfinished or self.here.number not in self.under_way:
            return
        record, _ = self.under_way[self.here.number]
        game = AnalysedGame(self.here.number, record, GameAnalysis.of(record, self.here.unfinished))
        with suppress(KeyboardInterrupt):
            yield self._told(game)

    def tell_end(self) -> None:
        """Ends the command: 130 after Ctrl-C, 1 if a game was broken."""
        if self.interrupted:
            how = f"; --resume {self.asked.resume} continues" if self.asked.resume else ""
            games = f"{self.done} complete game{'s' * (self.done != 1)}"
            self.errors.print(f"stopped after {games}{how}", markup=False)
            if self.asked.annotate is not None and self.written not in (None, self.asked.annotate):
                self.errors.print(f"{self.asked.annotate} is unchanged; this part is in {self.written}")
            end_interrupted()
        if self.faults:
            sys.stdout.flush()
            raise click.exceptions.Exit(1)
