"""YaneuraOu's ``.db`` books of shogi: texts, a position and then its moves.

    #YANEURAOU-DB2016 1.00
    sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
    7g7f 3c3d 45 32 12

A line of a move has the move, the expected answer or ``none``, the score in centipawns for the side that
moves, the depth of the search, and how often it was played; whatever is missing at its end is not known.
The last line needs a line end as well: without one, a number may be half of what was written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ...books.book import BookMove, BookPosition
from ...books.lines import TextFile
from ..spec import SPEC

__all__ = ["HEADER", "read_yaneuraou", "yaneuraou_lines"]

HEADER = "#YANEURAOU-DB2016"
NO_MOVES = ("none", "None", "resign", "win", "pass")
LARGEST = 2**31 - 1


def read_yaneuraou(file: TextFile) -> Iterator[BookPosition]:
    """The positions in the order of the file, which may be larger than memory."""
    from ...errors import IllegalMoveError

    board: Any = None
    moves: list[BookMove] = []
    for line in file:
        if file.number == 1 and not line.startswith(HEADER):
            file.fail(f"a YaneuraOu book begins with {HEADER}, not with {line[:40]!r}")
        if not line.strip() or line.startswith(("#", "//")):
            continue
        if not file.ended:
            file.fail("the last line has no line end: the file was cut off, or it needs one")
        if line.startswith("sfen "):
            if moves:
                yield _position(board, moves)
            board, moves = _board(file, line[5:].strip()), []
            continue
        if board is None:
            file.fail("a move stands before the first position")
        text, *rest = line.split()
        if text in NO_MOVES:
            continue
        try:
            move = SPEC.notation.parse(board, text)
        except IllegalMoveError:
            file.illegal += 1
            continue
        moves.append(_known(file, move, rest))
    if board is None:
        file.fail("the file holds no position")
    if moves:
        yield _position(board, moves)


def _board(file: TextFile, sfen: str) -> Any:
    try:
        return SPEC.board(sfen)
    except ValueError as error:
        file.fail(str(error))


def _known(file: TextFile, move: Any, rest: list[str]) -> BookMove:
    score, depth, count = (_number(file, rest, place) for place in (1, 2, 3))
    if (depth or 0) < 0 or (count or 0) < 0:
        file.fail("depth and count of a move must not be negative")
    if not score and not depth:
        score = depth = None  # what programs write that know nothing
    # A count of 0 is what programs write that do not count: such a move is to be played like any other.
    return BookMove(move, count or 1, score, depth)


def _number(file: TextFile, words: list[str], place: int) -> int | None:
    if place >= len(words):
        return None
    word = words[place]
    if not word.lstrip("-").isascii() or not word.lstrip("-").isdigit() or len(word) > 11:
        file.fail(f"the {('answer', 'score', 'depth', 'count')[place]} must be a number, not {word[:40]!r}")
    number = int(word)
    if abs(number) > LARGEST:
        file.fail(f"the number {number} is too large")
    return number


def _position(board: Any, moves: list[BookMove]) -> BookPosition:
    ply = board.ply()
    # Books that leave the move number out of account write 0 or 1 for every position.
    known = ply if ply > 0 or board.key == SPEC.board().key else None
    return BookPosition(board.key, tuple(moves), SPEC.notation.full_text(board), known)


def yaneuraou_lines(positions: Iterable[BookPosition]) -> Iterator[str]:
    """The file of a book, sorted by the positions' texts, as programs that search in the file expect it."""
    yield f"{HEADER} 1.00\n"
    for position in sorted(positions, key=lambda position: position.text):
        # A move that is never to be played would be read as one to play.
        moves = [known for known in position.moves if known.weight > 0]
        if not moves:
            continue
        if not position.text:
            raise ValueError(f"the position {position.key:#018x} has no text")
        yield f"sfen {position.text}\n"
        for known in moves:
            score, depth = known.score or 0, known.depth or 0
            yield f"{known.move} none {score} {depth} {known.weight}\n"
