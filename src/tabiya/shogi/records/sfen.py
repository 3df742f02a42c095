"""Lists of shogi games, one per line, in the syntax of the USI command ``position``.

startpos moves 7g7f 3c3d 2g2f
sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2 moves 8c8d
"""

from __future__ import annotations

from collections.abc import Iterator

from ...books.lines import TextFile
from ...books.record import RecordedGame, legal_moves_of
from ..spec import SPEC

__all__ = ["read_sfen"]


def read_sfen(file: TextFile) -> Iterator[RecordedGame]:
    """Yields each line with moves as a game without a result. ``position`` and ``sfen`` are optional."""
    found = False
    for line in file:
        words = line.split()
        if not words or words[0].startswith(("#", "//")):
            continue
        words = words[words[0] == "position" :]
        before, _, after = " ".join(words).partition("moves")
        start = _start(file, before.split())
        try:
            board = SPEC.board(start)
        except ValueError as error:
            file.fail(str(error))
        found = True
        moves = legal_moves_of(SPEC, board, after.split(), file)
        if moves:
            yield RecordedGame(SPEC, start, moves)
    if not found:
        file.fail("the file contains no position")


def _start(file: TextFile, words: list[str]) -> str | None:
    if words == ["startpos"]:
        return None
    if words and words[0] == "sfen":
        words = words[1:]
    if len(words) not in (3, 4):
        file.fail("a line must have 'startpos' or a position of 3 or 4 fields, then 'moves' and moves")
    return " ".join(words)
