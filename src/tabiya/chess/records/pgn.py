"""Games in PGN, read one by one.

Comments, glyphs and variations are kept as written, so that `pgn_annotate` can write them again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ...books.errors import BookError
from ...books.lines import TextFile
from ...books.record import RecordedGame
from ..spec import SPEC

__all__ = ["GLYPHS", "read_pgn"]

POINTS = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}
STANDARD = ("", "standard", "chess", "normal", "from position", "chess960", "fischerandom", "fischer random")
NAME = r"\s*\[\s*(?P<name>[A-Za-z0-9][\w+#=:-]*)\s*"
TAG = re.compile(NAME + r'"(?P<value>(?:[^"\\]|\\["\\])*)"\s*\]')
LOOSE_TAG = re.compile(NAME + r'"(?P<value>.*)"\s*\]\s*')
"""A tag alone on its line, with quotes or backslashes that the standard would escape."""
TOKEN = re.compile(
    r"""\s*(?:
    (?P<result>1-0|0-1|1/2-1/2|1/2|\*) (?![\w/-])
  | (?P<number>\d+\s*\.+ | \d+(?=\s|$) | \.+)
  | (?P<glyph>\$\d+ | [!?]+)
  | (?P<begin>[({;])
  | (?P<move>[^\s{}();$!?]+)
  | (?P<stray>\S)
    )""",
    re.VERBOSE,
)
SIGN = re.compile(r"[(){}]")
NOT_SPACE = re.compile(r"\S")
GLYPHS = {"!": "$1", "?": "$2", "!!": "$3", "??": "$4", "!?": "$5", "?!": "$6"}


def read_pgn(file: TextFile) -> Iterator[RecordedGame]:
    """Yields the games one by one. A game ends before its first illegal move, which is counted.

    Games of other variants and games without a readable move come with their fault. A file without any game
    is an error.
    """
    reading = _Reading(file)
    found = False
    for line in file:
        if line.startswith("%"):
            continue
        if _tag(line) and reading.is_left_by(line):
            found = True
            yield reading.record()
            reading = _Reading(file)
        place = 0
        while place < len(line):
            place = reading.take(line, place)
            if reading.result is not None:
                found = True
                yield reading.record()
                reading = _Reading(file)
    if not reading.empty:
        yield reading.record()
    elif not found:
        file.fail("the file contains no PGN game", line=1)


def _tag(line: str, place: int = 0) -> re.Match[str] | None:
    return TAG.match(line, place) or LOOSE_TAG.fullmatch(line, place)


class _Reading:
    """A game while it is being read."""

    def __init__(self, file: TextFile) -> None:
        self.file = file
        self.line = 0
        self.tags: dict[str, str] = {}
        self.board: Any = None
        self.moves: list[Any] = []
        self.notes: dict[int, list[str]] = {}
        self.inside: list[str] = []
        """The open brackets: ``(`` and ``{``."""
        self.text: list[str] = []
        """What was read of a comment or variation that is not closed yet."""
        self.opened = 0
        """The line where it begins."""
        self.fault: BookError | None = None
        self.result: str | None = None

    @property
    def empty(self) -> bool:
        return not self.tags and self.board is None and not self.notes and not self.inside

    def is_left_by(self, line: str) -> bool:
        """Whether a line with a tag begins the next game. In a comment, only the first tag of a game does."""
        if self.inside:
            return "{" not in self.inside or line.startswith("[Event ")
        return self.board is not None or bool(self.notes)

    def take(self, line: str, place: int) -> int:
        """Reads a tag, or text up to the end of the line or of the game. Returns the place after it."""
        tag = None if self.inside or self.board is not None else _tag(line, place)
        if tag is not None:
            self.line = self.line or self.file.number
            self.tags[tag["name"]] = re.sub(r'\\(["\\])', r"\1", tag["value"])
            return tag.end()
        if NOT_SPACE.search(line, place) is None:
            return len(line)
        self.line = self.line or self.file.number
        while place < len(line) and self.result is None:
            place = self._take_bracketed(line, place) if self.inside else self._take_token(line, place)
        return place

    # ---- comments and variations -------------------------------------------------------------------

    def _take_bracketed(self, line: str, place: int) -> int:
        """Reads a comment or variation from its bracket, or goes on reading it in the next line."""
        for sign in SIGN.finditer(line, place):
            if self.inside[-1:] == ["{"]:
                if sign[0] == "}":
                    self.inside.pop()
            elif sign[0] in "({":
                self.inside.append(sign[0])
            elif sign[0] == ")":
                self.inside.pop()
            if not self.inside:
                self._note("\n".join([*self.text, line[place : sign.end()]]))
                self.text = []
                return sign.end()
        self.text.append(line[place:])
        return len(line)

    def _note(self, text: str) -> None:
        if self.fault is None:  # text after an illegal move belongs to no position
            self.notes.setdefault(len(self.moves), []).append(text)

    # ---- moves -------------------------------------------------------------------------------------

    def _take_token(self, line: str, place: int) -> int:
        token = TOKEN.match(line, place)
        if token is None:  # white space
            return len(line)
        kind, text = token.lastgroup, token[token.lastgroup or 0]
        if kind == "begin" and text == ";":
            self._note(f"{{{line[token.end() :].strip().replace('}', ')')}}}")
            return len(line)
        if kind == "begin":
            self.opened = self.file.number
            return self._take_bracketed(line, token.start("begin"))
        if kind == "result":
            self.result = text
        elif kind == "glyph":
            self._note(GLYPHS.get(text, text if text.startswith("$") else "$0"))
        elif kind == "move":
            self._take_move(text)
        elif kind == "stray":
            self._stop(self.file.fault(f"{text!r} without its opening bracket"))
        self._begin()
        return token.end()

    def _begin(self) -> None:
        """Sets up the first position."""
        if self.board is not None:
            return
        from ...errors import FenError

        self.board = SPEC.board()
        variant = self.tags.get("Variant", "")
        if variant.lower() not in STANDARD:
            self._stop(self.file.fault(f"the variant {variant[:40]!r} is not supported"))
            return
        try:
            self.board = SPEC.board(self.tags.get("FEN"))
        except FenError as error:
            place = f"line {self.line}"
            self._stop(BookError(self.file.path, f"the first position of this game: {error}", place))

    def _take_move(self, text: str) -> None:
        from ...errors import IllegalMoveError

        self._begin()
        if self.fault is not None:
            return
        try:
            move = self.board.parse_san(text)
            if not move:
                raise IllegalMoveError(text)
        except IllegalMoveError:
            self._stop(self._illegal(text))
            return
        self.moves.append(move)
        self.board.push(move)

    def _illegal(self, text: str) -> BookError:
        self.file.illegal += 1
        number = f"{self.board.fullmove_number}{'.' if self.board.turn else '...'}"
        return self.file.fault(f"{number} {text[:40]} is not a legal move")

    def _stop(self, fault: BookError) -> None:
        self.fault = self.fault or fault

    # ---- the end -----------------------------------------------------------------------------------

    def record(self) -> RecordedGame:
        self._begin()
        if self.inside:
            what = "comment" if "{" in self.inside else "variation"
            self._stop(self.file.fault(f"the {what} that begins here is never closed", self.opened))
        result = self.result or self.tags.get("Result", "*")
        return RecordedGame(
            SPEC,
            self.tags.get("FEN"),
            tuple(self.moves),
            POINTS.get(self.tags.get("Result", result), POINTS.get(result)),
            self.tags,
            {ply: tuple(texts) for ply, texts in self.notes.items()},
            ending=(result,),
            line=self.line,
            fault=self.fault,
        )
