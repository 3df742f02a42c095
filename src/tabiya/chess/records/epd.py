"""EPD files as books: moves from ``bm``, score in centipawns from ``ce``, depth from ``acd``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...books.book import BookMove, BookPosition, best_of
from ...books.lines import TextFile
from ..spec import SPEC

__all__ = ["epd_lines", "read_epd"]


def read_epd(file: TextFile) -> Iterator[BookPosition]:
    """Yields the positions with a ``bm``. Illegal moves are counted; any other fault is an error."""
    from ...errors import FenError, IllegalMoveError
    from .. import Board
    from ..epd import _fields, _move, _operations

    found = False
    for line in file:
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            fields, rest = _fields(line)
            board = Board(" ".join(fields))
            operations = dict(_operations(line, rest))
        except FenError as error:
            file.fail(str(error))
        found = True
        moves = []
        for text in operations.get("bm", ()):
            try:
                moves.append(_move(board, text))
            except IllegalMoveError:
                file.illegal += 1
        if moves:
            score = _number(file, "ce", operations.get("ce"), -(2**31), 2**31)
            depth = _number(file, "acd", operations.get("acd"), 0, 2**31)
            known = tuple(BookMove(move, 1, score, depth) for move in dict.fromkeys(moves))
            yield BookPosition(board.key, known, board.fen(en_passant="fen"))
    if not found:
        file.fail("the file contains no position")


def _number(file: TextFile, opcode: str, operands: list[str] | None, low: int, high: int) -> int | None:
    if operands is None:
        return None
    try:
        (text,) = operands
        number = int(text)
    except ValueError:
        file.fail(f"{opcode} must be followed by one whole number, not {' '.join(operands)[:40]!r}")
    if not low <= number <= high:
        file.fail(f"{opcode} must be between {low} and {high}, not {text[:40]}")
    return number


def epd_lines(positions: Iterable[BookPosition]) -> Iterator[str]:
    """Yields each position as EPD with its best move, score and depth. EPD has no weights."""
    for position in positions:
        best = best_of(position.moves)
        if best is None:
            continue
        operations: dict[str, object] = {"bm": [best.move]}
        if best.score is not None:
            operations["ce"] = best.score
        if best.depth is not None:
            operations["acd"] = best.depth
        yield SPEC.board(position.text).epd(en_passant="fen", **operations) + "\n"
