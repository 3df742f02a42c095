"""Text files read line by line, with line numbers, decoding, limits and progress."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from os import PathLike
from pathlib import Path
from typing import BinaryIO, NoReturn, Self

from .._utils.progress import OnProgress
from .errors import BookError, GameFault

__all__ = ["TextFile"]

LONGEST_LINE = 1 << 20
"""Bytes. Lines of books and games are far shorter."""
PROGRESS_BYTES = 1 << 20


class TextFile:
    """A text file. Readers report faults with `fail`, which adds the line number.

    Each line is decoded with the first of `encodings` that works, because collections of games mix them.
    """

    def __init__(
        self,
        path: str | PathLike[str],
        encodings: tuple[str, ...] = ("utf-8",),
        progress: OnProgress | None = None,
        stream: BinaryIO | None = None,
        tolerant: bool = False,
        keep: bool = False,
    ) -> None:
        """Opens the file, or reads `stream`, which errors then call `path`. Its size is unknown: 0.

        If `tolerant`, a character replaces bytes that cannot be decoded, so that only its game is lost. If
        `keep`, the lines are kept as they were until `released` gives them back.
        """
        self.path = Path(path)
        self.number = 0
        """The number of the last line read, from 1."""
        self.illegal = 0
        """Illegal moves that readers skipped."""
        self.ended = True
        """Whether the last line read ends with a newline."""
        self._encodings = encodings
        self._progress = progress
        self._tolerant = tolerant
        self._kept: deque[tuple[int, bytes]] | None = deque() if keep else None
        self.done = 0
        """Bytes read."""
        self._reported = 0
        self._file = self.path.open("rb") if stream is None else stream
        self.size = self.path.stat().st_size if stream is None else 0
        if self.size == 0 and stream is None:
            self.close()
            raise BookError(path, "the file is empty")

    def readline(self) -> str:
        """Returns the next line with its newline, or an empty string at the end of the file."""
        raw = self._file.readline(LONGEST_LINE + 1)
        if not raw:
            return ""
        self.number += 1
        self.done += len(raw)
        self.ended = raw.endswith(b"\n")
        if self._kept is not None:
            self._kept.append((self.number, raw))
        if len(raw) > LONGEST_LINE:
            self.fail(f"the line has more than {LONGEST_LINE:,} bytes: this is not a game or book file")
        if b"\0" in raw:
            self.fail("the line contains a zero byte: this is not a text file")
        self._report(PROGRESS_BYTES)
        text = self._decode(raw)
        return text.removeprefix("\ufeff") if self.number == 1 else text

    def __iter__(self) -> Iterator[str]:
        """Iterates over the lines without newlines."""
        while line := self.readline():
            yield line.rstrip("\r\n")
        self._report(1)

    def released(self, before: int) -> bytes:
        """Returns the kept lines before a line, in UTF-8 as far as they can be decoded, and forgets them."""
        lines = []
        while self._kept and self._kept[0][0] < before:
            lines.append(self._in_utf8(self._kept.popleft()[1]))
        return b"".join(lines)

    def rest(self) -> Iterator[bytes]:
        """Yields the kept lines and what was not read, as `released` does. It reads to the end."""
        yield self.released(self.number + 1)
        while raw := self._file.readline(LONGEST_LINE):
            yield self._in_utf8(raw)

    def _in_utf8(self, raw: bytes) -> bytes:
        for encoding in self._encodings:
            try:
                return raw.decode(encoding).encode()
            except UnicodeDecodeError:
                continue
        return raw

    def _decode(self, raw: bytes) -> str:
        for encoding in self._encodings:
            try:
                return raw.decode(encoding)
            except UnicodeDecodeError:
                continue
        if self._tolerant:
            return raw.decode(self._encodings[0], errors="replace")
        self.fail(f"the line cannot be decoded as {' or '.join(self._encodings)}")

    def _report(self, step: int) -> None:
        if self._progress is not None and self.done - self._reported >= step:
            self._reported = self.done
            self._progress(self.done, self.size)

    def fail(self, reason: str, line: int | None = None) -> NoReturn:
        """Raises `BookError` for the current line, or for `line`."""
        raise BookError(self.path, reason, f"line {line or self.number}") from None

    def illegal_move(self, ply: int, text: str) -> GameFault:
        """Counts an illegal move and returns the sentence about it."""
        self.illegal += 1
        return self.fault(f"move {ply}, {text[:40]!r}, is not legal")

    def fault(self, reason: str, line: int | None = None) -> GameFault:
        """Returns a fault of a game in the current line. The reader goes on with the next game."""
        return GameFault(self.path, reason, f"line {line or self.number}")

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()
