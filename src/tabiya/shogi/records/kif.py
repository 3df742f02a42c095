"""Shogi games in KIF, the notation of Japanese programs: ``1 ７六歩(77)``.

A game starts from the usual position, a named handicap or a diagram. Variations below the main line are
kept as written, for `kif_annotate`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...books.errors import BookError
from ...books.lines import TextFile
from ...books.record import RecordedGame
from ..spec import SPEC
from .kif_positions import HANDICAPS, KifDiagram
from .reading import Reading

__all__ = ["kif_to_usi", "read_kif"]

FILES = {
    **{c: str(i) for i, c in enumerate("１２３４５６７８９", 1)},
    **{str(i): str(i) for i in range(1, 10)},
}
RANKS = {
    **{c: chr(96 + i) for i, c in enumerate("一二三四五六七八九", 1)},
    **{c: chr(96 + i) for i, c in enumerate("１２３４５６７８９", 1)},
    **{str(i): chr(96 + i) for i in range(1, 10)},
}
PIECES = {"歩": "P", "香": "L", "桂": "N", "銀": "S", "金": "G", "角": "B", "飛": "R"}
PIECE = "成香|成桂|成銀|歩|香|桂|銀|金|角|飛|玉|王|と|杏|圭|全|馬|竜|龍"
MOVE = re.compile(
    rf"(?:(?P<file>[１-９1-9])(?P<rank>[一二三四五六七八九１-９1-9])|(?P<same>同))[\s　]*"
    rf"(?P<piece>{PIECE})(?:打|(?P<promotes>成|不成|生)?\((?P<from>[1-9][1-9])\))"
)
NUMBERED = re.compile(r"\s*[0-9]+[\s　]+(?P<move>\S.*)")
TIME = re.compile(r"\(\s*(?P<minutes>[0-9]{1,4}):(?P<seconds>[0-9]{1,2})\s*[/)]")
HEADER = re.compile(r"(?P<name>[^：:\s*|+-][^：:]{0,20})：(?P<value>.*)")
# Points of the side to move, by ending; None if the game has no result.
ENDINGS: dict[str, float | None] = {
    "投了": 0.0,
    "詰み": 0.0,
    "切れ負け": 0.0,
    "反則負け": 0.0,
    "不戦敗": 0.0,
    "反則勝ち": 1.0,
    "入玉勝ち": 1.0,
    "不戦勝": 1.0,
    "千日手": 0.5,
    "持将棋": 0.5,
    "中断": None,
    "不詰": None,
    "封じ手": None,
}


class _Reading(Reading):
    """A game whose first position may come as a diagram."""

    def __init__(self) -> None:
        super().__init__()
        self.diagram = KifDiagram()
        self.last_square = ""
        self.in_moves = False
        """Whether the headers have ended."""

    def begin(self, file: TextFile) -> None:
        """Sets up the first position, once the headers have ended."""
        if self.board is None:
            if not self.diagram.empty:
                self.start = self.diagram.sfen(file)
            self.set_up(file, self.start)


def read_kif(file: TextFile) -> Iterator[RecordedGame]:
    """Yields the games one by one. A header starts the next game. A broken game comes with its fault."""
    reading = _Reading()
    found = False
    for line in file:
        if reading.in_moves and _begins_a_game(line):
            yield reading.record()  # even without moves: a rewritten file must not lose it
            reading = _Reading()
        reading.line = reading.line or file.number
        try:
            found = _take(file, reading, line) or found
        except BookError as fault:
            found = True
            reading.stop(fault)
    if not found:
        file.fail("the file contains no KIF game", line=1)
    if not reading.empty or reading.in_moves:
        yield reading.record()


def _begins_a_game(line: str) -> bool:
    return line.startswith(("手合割", "開始日時", "先手：", "下手：", "後手の持駒", "上手の持駒", "#KIF"))


def _take(file: TextFile, reading: _Reading, line: str) -> bool:
    """Reads a line. Returns whether it is specific to KIF."""
    if not line.strip() or line.startswith(("#", "&")):
        return False
    numbered = NUMBERED.fullmatch(line)
    reading.in_moves = reading.in_moves or numbered is not None or line.startswith("手数")
    if line.startswith("変化"):
        reading.over = True
    if reading.over:
        if reading.fault is None:
            reading.ending.append(line)
        return True
    if line.startswith("*"):
        reading.note(line[1:])
        return False
    if line.startswith("手数"):
        reading.begin(file)
        return True
    if numbered is not None:
        reading.begin(file)
        _take_move(file, reading, numbered["move"])
        if reading.over and reading.fault is None:
            reading.ending.append(line)
        return True
    if line.startswith("手合割"):
        _take_handicap(file, reading, line.partition("：")[2].strip())
        return True
    if reading.diagram.take(file, line):
        return True
    header = HEADER.match(line)
    if header is not None and reading.board is None:
        reading.tags[header["name"]] = header["value"].strip()
    return False


def _take_handicap(file: TextFile, reading: _Reading, name: str) -> None:
    name = name.strip("　 ")
    if name not in HANDICAPS:
        file.fail(f"unknown handicap {name[:20]!r}")
    reading.start = HANDICAPS[name]


def _take_move(file: TextFile, reading: _Reading, text: str) -> None:
    word = re.split(r"[\s　(（]", text, maxsplit=1)[0]
    if word in ENDINGS:
        points = ENDINGS[word]
        if points is not None:
            reading.score(points)
        reading.over = True
        return
    match = MOVE.match(text)
    if match is None or (match["same"] and not reading.last_square):
        file.fail(f"invalid move {text[:20].replace('　', ' ')!r}")
    usi = kif_to_usi(match, reading.last_square)
    reading.last_square = usi[2:4]
    from ...errors import IllegalMoveError

    try:
        reading.push(SPEC.notation.parse(reading.board, usi))
    except IllegalMoveError:
        reading.stop_at_illegal(file, match[0])
        return
    spent = TIME.search(text, match.end())
    if spent is not None:
        reading.seconds[len(reading.moves)] = 60 * int(spent["minutes"]) + int(spent["seconds"])


def kif_to_usi(match: re.Match[str], last_square: str) -> str:
    """Converts a matched move to USI. `last_square` is the square meant by 同.

    >>> kif_to_usi(MOVE.match("２二角成(88)"), ""), kif_to_usi(MOVE.match("同　銀(31)"), "2b")
    ('8h2b+', '3a2b')
    >>> kif_to_usi(MOVE.match("４五角打"), "")
    'B*4e'
    """
    square = last_square if match["same"] else FILES[match["file"]] + RANKS[match["rank"]]
    start = match["from"]
    if start is None:
        # A promoted piece cannot be dropped. Return a text that is illegal everywhere.
        return f"{PIECES.get(match['piece'], 'K')}*{square}"
    return start[0] + RANKS[start[1]] + square + ("+" if match["promotes"] == "成" else "")
