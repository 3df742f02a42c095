"""Text files read a line at a time: counted, decoded, bounded, with progress."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from os import PathLike
from pathlib import Path
from typing import NoReturn, Self

from .errors import BookError

__all__ = ["Progress", "TextFile"]

Progress = Callable[[int, int], object]
"""Called with the bytes done and the bytes that there are."""

LONGEST_LINE = 1 << 20
"""Bytes. A line of a book or of a game is far shorter; a file without line ends is something else."""
PROGRESS_BYTES = 1 << 20


class TextFile:
    """A file of lines. What a reader finds wrong with one is reported with its number by `fail`.

    `encodings` are tried in turn, line by line, since collections of games mix them.
    """

    def __init__(
        self,
        path: str | PathLike[str],
        encodings: tuple[str, ...] = ("utf-8",),
        progress: Progress | None = None,
    ) -> None:
        self.path = Path(path)
        self.number = 0
        """The line that was read last, from 1."""
        self.illegal = 0
        """Moves that a reader found not legal, and left out."""
        self.ended = True
        """Whether the line that was read last has a line end."""
        self._encodings = encodings
        self._progress = progress
        self._done = self._reported = 0
        self._file = self.path.open("rb")
        self.size = self.path.stat().st_size
        if self.size == 0:
            self.close()
            raise BookError(path, "the file is empty")

    def readline(self) -> str:
        """The next line, with a line end where the file has one; an empty text at the end of the file."""
        raw = self._file.readline(LONGEST_LINE + 1)
        if not raw:
            return ""
        self.number += 1
        self._done += len(raw)
        self.ended = raw.endswith(b"\n")
        if len(raw) > LONGEST_LINE:
            self.fail(f"the line has more than {LONGEST_LINE:,} bytes: this is no text of games or positions")
        if b"\0" in raw:
            self.fail("the line holds a zero byte: this is no text")
        self._report(PROGRESS_BYTES)
        text = self._decode(raw)
        return text.removeprefix("\ufeff") if self.number == 1 else text

    def __iter__(self) -> Iterator[str]:
        """The lines without their ends."""
        while line := self.readline():
            yield line.rstrip("\r\n")
        self._report(1)

    def _decode(self, raw: bytes) -> str:
        for encoding in self._encodings:
            try:
                return raw.decode(encoding)
            except UnicodeDecodeError:
                continue
        self.fail(f"the line is no text in {' or '.join(self._encodings)}")

    def _report(self, step: int) -> None:
        if self._progress is not None and self._done - self._reported >= step:
            self._reported = self._done
            self._progress(self._done, self.size)

    def fail(self, reason: str, line: int | None = None) -> NoReturn:
        """Raises `BookError` for this line, or for another."""
        raise BookError(self.path, reason, f"line {line or self.number}") from None

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()
