"""Games in PGN as trees of moves, with the API of python-chess.

>>> import io
>>> game = read_game(io.StringIO("1. e4 e5 (1... c5 {Sicilian}) 2. Nf3 *"))
>>> [move.uci() for move in game.mainline_moves()]
['e2e4', 'e7e5', 'g1f3']
>>> print(game.next().variations[1])
1... c5 { Sicilian }

`tabiya.books` reads games faster where moves and tags are enough.
"""

from __future__ import annotations

import re
from typing import TextIO

from .board import Board
from .errors import IllegalMoveError
from .pgn_tree import TAG_ROSTER, ChildNode, Game, GameNode, Headers

__all__ = ["TAG_ROSTER", "ChildNode", "Game", "GameNode", "Headers", "read_game", "read_headers", "skip_game"]

TAG = re.compile(r'\s*\[\s*([A-Za-z0-9][\w+#=:-]*)\s+"(.*)"\s*\]\s*$')
TOKEN = re.compile(
    r"""
    (?P<comment>[{;])
  | (?P<begin>\() | (?P<end>\))
  | \$(?P<nag>\d+) | (?P<glyph>[!?]{1,2})
  | (?P<result>1-0|0-1|1/2-1/2|\*)
  | (?P<move>[KQRBN]?[a-h]?[1-8]?[-x]?[a-h][1-8](?:=?[nbrqkNBRQK])?[+#]?
      | --|Z0|0000|@@@@|O-O(?:-O)?[+#]?|0-0(?:-0)?[+#]?)
    """,
    re.VERBOSE,
)
GLYPHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}


def read_game(handle: TextIO) -> Game | None:
    """Reads the next game of a file; None at its end.

    The line of an illegal move ends before it, and `Game.errors` has the error.
    """
    found = _headers(handle)
    if found is None:
        return None
    headers, line = found
    reading = _Reading(Game(headers))
    while line and line.strip():
        if not line.startswith("%"):
            reading.take(line, handle)
        line = handle.readline()
    return reading.game


def read_headers(handle: TextIO) -> Headers | None:
    """Reads the tags of the next game and skips its moves; None at the end of the file."""
    found = _headers(handle)
    if found is None:
        return None
    headers, line = found
    in_comment = False
    while line and (in_comment or line.strip()):
        for sign in re.findall(r"[{};]", line):
            if sign == ";" and not in_comment:
                break
            in_comment = sign == "{" or (in_comment and sign != "}")
        line = handle.readline()
    return headers


def skip_game(handle: TextIO) -> bool:
    """Skips the next game. Returns False at the end of the file."""
    return read_headers(handle) is not None


def _headers(handle: TextIO) -> tuple[Headers, str] | None:
    """The tags of the next game, and the first line of its moves."""
    line = _first_line(handle)
    if not line:
        return None
    headers = Headers()
    while line:
        tag = TAG.match(line)
        if tag is not None:
            headers[tag[1]] = re.sub(r'\\(["\\])', r"\1", tag[2])
        elif not line.startswith("%"):
            break
        line = handle.readline()
    if line and not line.strip():
        line = handle.readline()  # one empty line may follow the tags
    return headers, line


def _first_line(handle: TextIO) -> str:
    line = handle.readline().lstrip("\ufeff")
    while line and (not line.strip() or line.startswith("%")):
        line = handle.readline()
    return line


class _Reading:
    """A game while it is being read."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.node: GameNode = game
        self.board: Board | None = None
        """The position after `node`; None if a fault ended the line."""
        self.outer: list[tuple[GameNode, Board | None]] = []
        """Where the lines around this one go on."""
        self.at_start = False
        """Whether a variation has no move yet."""
        self.before = ""
        """The comment in front of its first move."""
        try:
            self.board = game.board()
        except ValueError as error:
            game.errors.append(error)

    def take(self, line: str, handle: TextIO) -> None:
        place = 0
        while (token := TOKEN.search(line, place)) is not None:
            place = token.end()
            kind = token.lastgroup or ""
            text = token[kind]
            if kind == "comment" and text == ";":
                return  # a remark on the file, up to the end of the line
            if kind == "comment":
                comment, line = _to_brace(line[place:], handle)
                place = 0
                self._comment(comment)
            else:
                getattr(self, f"_{kind}")(text)

    def _comment(self, text: str) -> None:
        if self.board is None:
            return
        if self.at_start:
            self.before = f"{self.before} {text.strip()}".strip()
        else:
            self.node.comment = f"{self.node.comment} {text.strip()}".strip()

    def _begin(self, _: str) -> None:
        self.outer.append((self.node, self.board))
        if self.board is None or self.node.parent is None:
            self.board = None  # nothing that it could replace
            return
        self.node, self.board = self.node.parent, self.board.copy()
        self.board.pop()
        self.at_start, self.before = True, ""

    def _end(self, _: str) -> None:
        if self.outer:
            self.node, self.board = self.outer.pop()
            self.at_start = False

    def _nag(self, number: str) -> None:
        if self.board is not None:
            self.node.nags.add(int(number))

    def _glyph(self, sign: str) -> None:
        self._nag(str(GLYPHS.get(sign, 0)))

    def _result(self, text: str) -> None:
        if self.board is not None and not self.outer and self.game.headers.get("Result", "*") == "*":
            self.game.headers["Result"] = text

    def _move(self, text: str) -> None:
        if self.board is None:
            return
        try:
            move = self.board.parse_san(text)
            self.board.push(move)
        except IllegalMoveError as error:
            self.game.errors.append(error)
            self.board = None
            return
        self.node = self.node.add_variation(move, starting_comment=self.before)
        self.at_start, self.before = False, ""


def _to_brace(text: str, handle: TextIO) -> tuple[str, str]:
    """The text of a comment up to its brace, and what follows in the line."""
    while "}" not in text:
        line = handle.readline()
        if not line:
            return text, ""
        text += line
    comment, _, rest = text.partition("}")
    return comment, rest
