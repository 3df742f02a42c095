"""`tabiya analyse --annotate`: the analysed games of a file, and all others as they were."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ..books.errors import BookError
from ..books.formats import records_of
from ..books.output import write_file
from ..storage.whole import partial_name

if TYPE_CHECKING:
    from ..analysis.run import AnalysedGame
    from ..analysis.sources import GameSource
    from ..books.lines import TextFile
    from ..books.record import RecordedGame

__all__ = ["Annotation", "write_annotated"]


class Annotation:
    """The text of each game of a source, for a file in one format.

    A game that was not analysed, or that has a fault, is written as it was read: no game of the source is
    missing from the result. If the source has another format, it is written without annotations.
    """

    def __init__(self, source: GameSource, target: Path) -> None:
        games = records_of(source.spec).games
        formats = {suffix: each for suffix, each in games.items() if each.annotate}
        suffix = next(iter(formats), "") if str(target) == "-" else target.suffix.lower()
        if not formats:
            raise ValueError(
                f"games of {source.spec.name} cannot be annotated: no format of theirs has comments"
            )
        if suffix not in formats:
            known = " or ".join(formats)
            raise ValueError(
                f"--annotate writes games of {source.spec.name} as {known}, not as {str(target)!r}"
            )
        annotate = formats[suffix].annotate
        assert annotate is not None
        self._annotate = annotate
        self._same_format = formats[suffix].read is source.format.read
        self._originals: dict[int, bytes] = {}
        """The texts of the games that are under way, by number."""
        self._unchanged: set[int] = set()
        """Games that stay as they are, because their text cannot be separated from that of a broken game."""
        self._file: TextFile | None = None
        self._before = b""
        """The text before the first game."""

    def read(self, games: Iterator[RecordedGame], file: TextFile) -> Iterator[RecordedGame]:
        """Yields the games of a file and keeps the text of each. It reads one game ahead for that."""
        self._file = file
        number = 0
        waiting: list[RecordedGame] = []
        try:
            for record in games:
                if number == 0 and not waiting:
                    self._before = file.released(record.line)
                if waiting and record.line != waiting[0].line:
                    yield from self._kept(number, waiting, record.line)
                    number, waiting = number + len(waiting), []
                waiting.append(record)
        except BookError:
            # Where the last game ends is not known any more: it stays as it is, with all that follows.
            self._unchanged.update(range(number + 1, number + len(waiting) + 1))
            yield from self._kept(number, waiting, file.number + 1)
            raise
        yield from self._kept(number, waiting, file.number + 1)

    def _kept(self, number: int, waiting: list[RecordedGame], end: int) -> Iterator[RecordedGame]:
        """Yields the games that begin in one line, with the text up to the next game for the first."""
        assert self._file is not None
        original = self._file.released(end)
        if len(waiting) > 1 and any(record.fault is not None for record in waiting):
            self._unchanged.update(range(number + 1, number + len(waiting) + 1))
        for place, record in enumerate(waiting, number + 1):
            self._originals[place], original = original, b""
            yield record

    def text(self, game: AnalysedGame) -> bytes:
        """Returns the text of a game: annotated if it is sound and analysed."""
        original = self._originals.pop(game.number, b"")
        if game.number in self._unchanged and self._same_format:
            return original
        if game.analysis is not None and game.record.fault is None and game.record.moves:
            return self._annotate(game.record, game.analysis.moves).encode()
        if original and self._same_format:
            return original
        if not game.record.moves:
            return b""
        return self._annotate(game.record, ()).encode()

    def before(self) -> bytes:
        """Returns the text of the file before its first game."""
        return self._before if self._same_format and self._before.strip() else b""

    def rest(self) -> Iterator[bytes]:
        """Yields the end of the file, if no game could be read from it."""
        if self._same_format and self._file is not None:
            yield from self._file.rest()


def write_annotated(target: Path, parts: Iterator[bytes], is_whole: Callable[[], bool]) -> Path | None:
    """Writes the parts to a file when they are all there, and returns its name.

    If they are not whole, an existing file stays as it is, and they go to another file next to it. Returns
    None if there is nothing to write then.
    """
    with tempfile.TemporaryFile() as spool:
        spool.writelines(parts)
        if not is_whole() and spool.tell() == 0:
            return None
        path = target if is_whole() else Path(partial_name(target))
        spool.seek(0)
        write_file(path, iter(lambda: spool.read(1 << 20), b""))
    return path
