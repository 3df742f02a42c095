"""YaneuraOu ``.db`` books for shogi: text files of positions, each followed by its moves.

    #YANEURAOU-DB2016 1.00
    sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
    7g7f 3c3d 45 32 12

A move line has the move, the expected reply or ``none``, the score in centipawns for the side to move, the
depth of the search, and the number of games. Missing fields at the end are unknown. The last line must end
with a newline: otherwise a truncated number could go unnoticed.
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
    """Yields the positions in file order. The file may be larger than memory."""
    from ...errors import IllegalMoveError

    board: Any = None
    moves: list[BookMove] = []
    for line in file:
        if file.number == 1 and not line.startswith(HEADER):
            file.fail(f"a YaneuraOu book must begin with {HEADER}, not with {line[:40]!r}")
        if not line.strip() or line.startswith(("#", "//")):
            continue
        if not file.ended:
            file.fail("the last line has no newline: the file is truncated, or needs one")
        if line.startswith("sfen "):
            if moves:
                yield _position(board, moves)
            board, moves = _board(file, line[5:].strip()), []
            continue
        if board is None:
            file.fail("a move precedes the first position")
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
        file.fail("the file contains no position")
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
        score = depth = None  # written by programs that have no score
    # Programs that do not count games write 0. The move is playable like any other.
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
    # Books that ignore move numbers write 0 or 1 for every position.
    known = ply if ply > 0 or board.key == SPEC.board().key else None
    return BookPosition(board.key, tuple(moves), SPEC.notation.full_text(board), known)


def yaneuraou_lines(positions: Iterable[BookPosition]) -> Iterator[str]:
    """Yields the lines of a book, sorted by position, for programs that search in the file."""
    yield f"{HEADER} 1.00\n"
    for position in sorted(positions, key=lambda position: position.text):
        # Weight 0 means "never play", which the format cannot express.
        moves = [known for known in position.moves if known.weight > 0]
        if not moves:
            continue
        if not position.text:
            raise ValueError(f"the position {position.key:#018x} has no text")
        yield f"sfen {position.text}\n"
        for known in moves:
            score, depth = known.score or 0, known.depth or 0
            yield f"{known.move} none {score} {depth} {known.weight}\n"
