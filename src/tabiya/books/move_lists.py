"""Lists of games, one per line, in the syntax of the command ``position`` of UCI and USI.

startpos moves 7g7f 3c3d 2g2f
sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2 moves 8c8d
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from .errors import BookError
from .record import RecordedGame, legal_moves_of

if TYPE_CHECKING:
    from ..games import GameSpec
    from .lines import TextFile

__all__ = ["has_move_list", "move_list_reader"]


def has_move_list(text: str) -> bool:
    """Whether a line of the text is ``startpos`` or a position, then ``moves`` and a move.

    >>> [has_move_list(text) for text in ("position startpos moves e2e4", "startpos", "1. e4 moves on")]
    [True, False, False]
    """
    return any(_is_move_list(line.split()) for line in text.splitlines() if " moves " in line)


def _is_move_list(words: list[str]) -> bool:
    words = words[words[:1] == ["position"] :]
    if words[:1] == ["startpos"]:
        return words[1:2] == ["moves"]
    words = words[words[:1] in (["fen"], ["sfen"]) :]
    return words[0].count("/") >= 2 and "moves" in words[1:-1]


def move_list_reader(spec: GameSpec) -> Callable[[TextFile], Iterator[RecordedGame]]:
    """Returns a reader that yields each line with moves as a game without a result.

    ``position`` and ``sfen`` or ``fen`` are optional. A broken line comes with its fault.
    """

    def read(file: TextFile) -> Iterator[RecordedGame]:
        found = False
        for line in file:
            words = line.split()
            if not words or words[0].startswith(("#", "//")):
                continue
            found = True
            try:
                record = _record(spec, file, words[words[0] == "position" :])
            except BookError as fault:
                record = RecordedGame(spec, None, (), line=file.number, fault=fault)
            if record.moves or record.fault:
                yield record
        if not found:
            file.fail("the file contains no position")

    return read


def _record(spec: GameSpec, file: TextFile, words: list[str]) -> RecordedGame:
    before, _, after = " ".join(words).partition("moves")
    start = _start(file, before.split())
    try:
        board = spec.board(start)
    except ValueError as error:
        file.fail(str(error))
    moves, fault = legal_moves_of(spec, board, after.split(), file)
    return RecordedGame(spec, start, moves, line=file.number, fault=fault)


def _start(file: TextFile, words: list[str]) -> str | None:
    if words == ["startpos"]:
        return None
    if words and words[0] in ("sfen", "fen"):
        words = words[1:]
    if not 3 <= len(words) <= 6:
        file.fail("a line must have 'startpos' or a position, then 'moves' and moves")
    return " ".join(words)
