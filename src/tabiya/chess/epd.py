"""Extended position description: the first four fields of a FEN, and operations such as ``bm Nf3; id "x";``.

>>> fen, operations = parse_epd('4k3/8/8/8/8/8/8/4K2R w K - bm O-O Rf1; id "castle; or not"; hmvc 12;')
>>> fen
'4k3/8/8/8/8/8/8/4K2R w K - 12 1'
>>> operations["bm"], operations["id"]
([Move.from_uci('e1g1'), Move.from_uci('h1f1')], 'castle; or not')
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NoReturn

from .errors import FenError, IllegalMoveError, shown
from .move import Move

if TYPE_CHECKING:
    from .board import Board

__all__ = ["Operand", "format_operation", "parse_epd"]

Value = str | int | float | Move
Operand = Value | Iterable[Value] | None
"""The operands of an operation: none, one, or several."""

MOVE_LISTS = ("bm", "am")
MOVES = ("sm", "pm")
COUNTERS = {"hmvc": (4, "0"), "fmvn": (5, "1")}
"""Opcodes that set a field of the FEN: the index of the field, and its default."""

OPCODE = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,14}")
AN_OPCODE = "a letter and up to 14 letters or digits"
# A quoted text (a backslash escapes the next character), the end of an operation, or a word.
TOKEN = re.compile(r'\s*(?:"(?P<text>(?:[^"\\]|\\.)*)"|(?P<end>;)|(?P<word>[^\s;"]+)|(?P<open>"))', re.DOTALL)
INTEGER = re.compile(r"[+-]?[0-9]{1,18}")
FLOAT = re.compile(r"[+-]?(?:[0-9]{1,18}\.[0-9]{0,18}|\.[0-9]{1,18})")


class Quoted(str):
    """A quoted text: never a number or a move."""

    __slots__ = ()


def parse_epd(text: str, *, chess960: bool = False) -> tuple[str, dict[str, Operand]]:
    """Returns the FEN and the operations of a line. The counters of a FEN are also accepted."""
    if not isinstance(text, str):
        raise TypeError(f"epd must be a str, not {type(text).__name__} ({text!r})")
    from .board import Board

    fields, rest = _fields(text)
    board = Board(" ".join(fields), chess960=chess960)
    operations: dict[str, Operand] = {}
    for opcode, operands in _operations(text, rest):
        if opcode in operations:
            _fail(text, opcode, "is given twice")
        try:
            operations[opcode] = _value(board, opcode, operands)
        except IllegalMoveError as error:
            raise FenError(f"invalid EPD {shown(text)}: {opcode}: {error}") from error
        if opcode in COUNTERS:
            place, _ = COUNTERS[opcode]
            if len(operands) != 1 or not operands[0].isascii() or not operands[0].isdigit():
                _fail(text, opcode, "needs a number")
            fields[place] = operands[0]
    board.set_fen(" ".join(fields))
    return board.fen(en_passant="fen"), operations


def _fail(text: str, field: str, reason: str) -> NoReturn:
    raise FenError(f"invalid EPD {shown(text)}: {field}: {reason}")


def _fields(text: str) -> tuple[list[str], str]:
    """The six fields of the FEN, and the text of the operations."""
    words = text.split(None, 4)
    fields, rest = words[:4], words[4] if len(words) > 4 else ""
    if len(fields) < 4:
        _fail(text, "epd", f"{len(fields)} instead of 4 fields")
    counters = re.match(r"([0-9]+)\s+([0-9]+)(?=\s|;|\Z)", rest, re.ASCII)
    if counters is not None:
        return [*fields, counters[1], counters[2]], rest[counters.end() :]
    return [*fields, *(default for _, default in COUNTERS.values())], rest


def _operations(text: str, rest: str) -> Iterator[tuple[str, list[str]]]:
    """Yields each opcode with its operands. The last semicolon is optional."""
    opcode = ""
    operands: list[str] = []
    place = 0
    rest = rest.strip()
    while place < len(rest):
        token = TOKEN.match(rest, place)
        if token is None or token["open"]:
            _fail(text, opcode or "opcode", "a quotation mark is not closed")
        place = token.end()
        if token["end"]:
            if opcode:
                yield opcode, operands
            opcode, operands = "", []
        elif opcode:
            quoted = token["text"]
            operands.append(token["word"] if quoted is None else Quoted(re.sub(r"(?s)\\(.)", r"\1", quoted)))
        else:
            opcode = token["word"] or ""
            if OPCODE.fullmatch(opcode) is None:
                _fail(text, "opcode", f"{shown(token[0].strip())} is not {AN_OPCODE}")
    if opcode:
        yield opcode, operands


def _value(board: Board, opcode: str, operands: list[str]) -> Operand:
    if opcode in MOVE_LISTS:
        return [_move(board, text) for text in operands]
    if opcode == "pv":
        line = board.copy(stack=False)
        moves = []
        for text in operands:
            moves.append(_move(line, text))
            line.push(moves[-1])
        return moves
    if opcode in MOVES and len(operands) == 1:
        return _move(board, operands[0])
    values = [_plain(text) for text in operands]
    if len(values) > 1:
        return values
    return values[0] if values else None


def _move(board: Board, text: str) -> Move:
    """Parses a move in standard algebraic notation, or in UCI notation, which some suites use."""
    try:
        return board.parse_san(text)
    except IllegalMoveError:
        try:
            return board.parse_uci(text)
        except IllegalMoveError:
            pass
        raise


def _plain(text: str) -> str | int | float:
    if isinstance(text, Quoted):
        return str(text)
    if INTEGER.fullmatch(text):
        return int(text)
    if FLOAT.fullmatch(text):
        return float(text)
    return text


def format_operation(board: Board, opcode: str, value: Operand) -> str:
    """Formats one operation, such as ``bm Nf3 e4;``."""
    if OPCODE.fullmatch(opcode) is None:
        raise ValueError(f"an opcode must be {AN_OPCODE}, not {shown(opcode)}")
    if value is None:
        return f"{opcode};"
    values = list(value) if isinstance(value, Iterable) and not isinstance(value, str) else [value]
    if opcode == "pv":
        board = board.copy(stack=False)
    texts = []
    for single in values:
        texts.append(_text(board, opcode, single))
        if opcode == "pv":
            board.push(_as_move(opcode, single))
    return " ".join([opcode, *texts]) + ";"


def _text(board: Board, opcode: str, value: Value) -> str:
    if opcode == "pv" or opcode in MOVE_LISTS or opcode in MOVES or isinstance(value, Move):
        return board.san(_as_move(opcode, value))
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, bool) or not isinstance(value, int | float):
        kind = type(value).__name__
        raise TypeError(f"{opcode} must be None, str, int, float, Move or several, not {kind} ({value!r})")
    if isinstance(value, int):
        return str(value)
    if not math.isfinite(value):
        raise ValueError(f"{opcode} must be finite, not {value!r}")
    return f"{value:.12f}".rstrip("0")


def _as_move(opcode: str, value: Value) -> Move:
    if not isinstance(value, Move):
        raise TypeError(f"{opcode} must contain Moves, not {type(value).__name__} ({value!r})")
    return value
