"""What to analyse: tells positions, files of positions, game files and pasted games apart."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from os import PathLike
from pathlib import Path
from typing import Any, BinaryIO

from ..books.errors import BookError
from ..books.files import game_formats
from ..books.formats import GameFormat
from ..books.lines import TextFile
from ..books.record import RecordedGame
from ..games import GAMES, GameSpec, game_spec

__all__ = [
    "GameSource",
    "PositionFile",
    "PositionSource",
    "find_source",
    "format_of_file",
    "format_of_text",
    "position_game",
    "read_board",
    "recognizable_formats",
]

HEAD_BYTES = 1 << 16
"""How much of a text is read to recognize it."""
POSITION_SUFFIXES = (".epd", ".fen")
LISTS = (".sfen", ".txt")
"""Suffixes that both positions and games use: the contents decide."""
HEAD_LINES = 40
COMMAND = re.compile(r"(position|startpos|fen|sfen)\b|.* moves ")
STDIN = "standard input"


@dataclass(frozen=True)
class PositionSource:
    """A position."""

    game: str
    board: Any


@dataclass(frozen=True)
class PositionFile:
    """A file with a position per line."""

    name: str
    game: str | None
    stream: BinaryIO | None = None

    def lines(self) -> list[str]:
        """Returns the lines. Raises ValueError if this is not a text."""
        data = Path(self.name).read_bytes() if self.stream is None else self.stream.read()
        try:
            return data.decode().splitlines()
        except UnicodeDecodeError:
            raise ValueError(f"{self.name} is not a text file") from None


@dataclass(frozen=True)
class GameSource:
    """A file or stream of games."""

    name: str
    spec: GameSpec
    format: GameFormat
    stream: BinaryIO | None = None

    def open(self, keep: bool = False) -> TextFile:
        return TextFile(self.name, self.format.encodings, stream=self.stream, tolerant=True, keep=keep)

    def games(self, file: TextFile) -> Iterator[RecordedGame]:
        assert self.format.read is not None
        return self.format.read(file)


Source = PositionSource | PositionFile | GameSource


def find_source(text: str | None, game: str | None = None) -> Source:
    """Returns what a command line argument means; None is the starting position.

    >>> find_source("startpos moves e2e4").board.fen()
    'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
    >>> type(find_source("1. e4 e5 2. Nf3")).__name__
    'GameSource'
    """
    if game is not None:
        game_spec(game)
    if text is None:
        return PositionSource(game or GAMES[0], game_spec(game or GAMES[0]).board())
    if text == "-":
        return _found_in_stream(sys.stdin.buffer, game)
    if _is_path(text):
        return _found_in_file(text, game)
    if any(sign(text) for sign in _signs_of_records()):
        return GameSource("the pasted game", *format_of_text(text, game), io.BytesIO(text.encode()))
    return _position(text, game)


def _is_path(text: str) -> bool:
    """Whether a text names a file. A name with a known suffix does so even if there is no such file."""
    if "\n" in text:
        return False
    known = (*POSITION_SUFFIXES, *game_formats())
    is_name = " " not in text and Path(text).suffix.lower() in known
    return is_name or text.startswith(("./", "../", "~/", "/")) or _is_file(text)


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except OSError:  # too long for a name
        return False


def _found_in_file(name: str, game: str | None) -> Source:
    path = Path(name).expanduser()
    with path.open("rb") as file:
        head = file.read(HEAD_BYTES)
    if not head.strip():
        raise BookError(path, "the file is empty")
    suffix = path.suffix.lower()
    if suffix in POSITION_SUFFIXES:
        return PositionFile(str(path), game)
    if suffix in LISTS and _format_of(head, game) is None:
        return PositionFile(str(path), game)
    return GameSource(str(path), *format_of_file(path, game, head))


def _found_in_stream(stream: BinaryIO, game: str | None) -> Source:
    head = b"".join(islice(iter(lambda: stream.readline(HEAD_BYTES), b""), HEAD_LINES))
    if not head.strip():
        raise ValueError(f"{STDIN} is empty")
    found = _format_of(head, game)
    whole = io.BufferedReader(_Rewound(head, stream))
    if found is None:
        return PositionFile(STDIN, game, whole)
    return GameSource(STDIN, *found, whole)


class _Rewound(io.RawIOBase):
    """A stream whose first bytes were read already."""

    def __init__(self, head: bytes, stream: BinaryIO) -> None:
        self._head = io.BytesIO(head)
        self._stream = stream

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self._head.read(len(buffer)) or self._stream.readline(len(buffer))
        buffer[: len(data)] = data
        return len(data)


# ---- formats of games --------------------------------------------------------------------------------


def format_of_file(
    path: str | PathLike[str], game: str | None = None, head: bytes | None = None
) -> tuple[GameSpec, GameFormat]:
    """Returns the game and format of a file, by its suffix or, if that says little, by its contents."""
    suffix = Path(path).suffix.lower()
    if suffix in game_formats() and suffix not in LISTS:
        spec, found = game_formats()[suffix]
        if game not in (None, spec.name):
            raise BookError(path, f"{suffix} files have games of {spec.name}, not of {game}")
        return spec, found
    if head is None:
        with open(path, "rb") as file:
            head = file.read(HEAD_BYTES)
    recognized = _format_of(head, game)
    if recognized is None:
        raise BookError(path, f"neither the suffix nor the contents are those of {_names(game)}")
    return recognized


def format_of_text(text: str, game: str | None = None) -> tuple[GameSpec, GameFormat]:
    """Returns the game and format of a text."""
    found = _format_of(text.encode()[:HEAD_BYTES], game)
    if found is None:
        raise ValueError(f"the text is not one of {_names(game)}")
    return found


def recognizable_formats(game: str | None) -> list[tuple[GameSpec, GameFormat]]:
    """Returns the formats that have a sign and a reader, each once, of one game or of all."""
    found = {id(each): (spec, each) for spec, each in game_formats().values()}
    return [(spec, each) for spec, each in found.values() if each.sign and game in (None, spec.name)]


def _format_of(head: bytes, game: str | None) -> tuple[GameSpec, GameFormat] | None:
    """The format of a text by its signs. Of two that fit, the one that reads more moves of its first game."""
    fitting = [
        (spec, each)
        for spec, each in recognizable_formats(game)
        if each.sign is not None and each.sign(_decoded(head, each.encodings))
    ]
    return max(fitting, key=lambda pair: _readable_moves(head, *pair), default=None)


def _decoded(head: bytes, encodings: tuple[str, ...]) -> str:
    for encoding in encodings:
        try:
            return head.decode(encoding)
        except UnicodeDecodeError as error:
            if error.end >= len(head) - 4:  # cut within a character
                return head.decode(encoding, errors="replace")
    return head.decode(encodings[-1], errors="replace")


def _readable_moves(head: bytes, spec: GameSpec, found: GameFormat) -> int:
    source = GameSource("the text", spec, found, io.BytesIO(head))
    try:
        first = next(source.games(source.open()), None)
    except BookError:
        return -1
    return len(first.moves) if first is not None else 0


def _signs_of_records() -> list[Callable[[str], object]]:
    """The signs of game records. Lines of UCI and USI are not among them: in a command they are positions."""
    lists = {id(each) for suffix, (_, each) in game_formats().items() if suffix in (*LISTS, ".uci", ".usi")}
    return [each.sign for _, each in recognizable_formats(None) if each.sign and id(each) not in lists]


def _names(game: str | None) -> str:
    suffixes = [suffix for suffix, (spec, _) in game_formats().items() if game in (None, spec.name)]
    return f"{', '.join(suffixes)} files"


# ---- positions -----------------------------------------------------------------------------------------


def _position(text: str, game: str | None) -> PositionSource:
    """Reads a position of the game, or of the first game that has it."""
    reasons = []
    for name in GAMES if game is None else (game,):
        try:
            return PositionSource(name, read_board(text.strip(), name))
        except ValueError as error:
            if game is not None:
                raise
            reasons.append(f"{name}: {error}")
    shown = text if len(text) <= 40 else f"{text[:40]}…"
    why = f" ({'; '.join(reasons)})" if len(text.split()) > 1 else ""
    raise ValueError(f"{shown!r} is neither a file nor a position{why}")


def read_board(text: str | None, game: str) -> Any:
    """Returns the board of a position, or of a line of a position file or protocol; None is the start.

    >>> read_board("startpos moves g1f3", "chess").fen()
    'rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1'
    """
    from ..games.openings import read_line

    if text is not None and (COMMAND.match(text) or ";" in text):
        return read_line(text, game)[0].board(game)
    return game_spec(game).board(text)


def position_game(lines: list[str], name: str) -> str:
    """Returns the game of a file of positions: the first game that can read its first position."""
    first = next((line for line in lines if line.strip() and not line.lstrip().startswith("#")), None)
    if first is None:
        raise ValueError(f"{name} has no positions")
    try:
        return _position(first, None).game
    except ValueError:
        return GAMES[0]
