"""Standard algebraic notation, such as ``Nf3``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from .errors import AmbiguousMoveError, IllegalMoveError, InvalidMoveError, shown
from .move import CASTLING, Move
from .pieces import PIECE_SYMBOLS
from .squares import FILE_NAMES, RANK_NAMES, SQUARE_NAMES, parse_square

if TYPE_CHECKING:
    from .board import Board

__all__ = ["is_san", "lan_of", "parse_san", "san_of", "variation_san"]

SAN = re.compile(
    r"(?P<piece>[KQRBN])?(?P<file>[a-h])?(?P<rank>[1-8])?[-x]?(?P<to>[a-h][1-8])"
    r"(?:=?(?P<promotion>[QRBNqrbn]))?[+#]?[!?]{0,2}"
)
CASTLES = re.compile(r"(?P<long>O-O-O|0-0-0)|(?P<short>O-O|0-0)")
NULL_TEXTS = ("--", "Z0", "0000", "@@@@")


def san_of(board: Board, move: Move) -> str:
    """A legal move in standard algebraic notation, with ``+`` or ``#``."""
    if not move:
        return "--"
    move = board._resolve(move._packed)
    return _body(board, move, long=False) + _suffix(board, move)


def lan_of(board: Board, move: Move) -> str:
    """A legal move in long algebraic notation, ``Ng1-f3``."""
    if not move:
        return "--"
    move = board._resolve(move._packed)
    return _body(board, move, long=True) + _suffix(board, move)


def variation_san(board: Board, variation: Iterable[Move]) -> str:
    """A line of moves with move numbers, ``1. e4 e5 2. Nf3``."""
    line = board.copy(stack=False)
    texts: list[str] = []
    for move in variation:
        text = line.san(move)
        if line.turn:
            text = f"{line.fullmove_number}. {text}"
        elif not texts:
            text = f"{line.fullmove_number}...{text}"
        texts.append(text)
        line.push(move)
    return " ".join(texts)


def _body(board: Board, move: Move, *, long: bool) -> str:
    if is_castling(move):
        return "O-O" if castles_short(move) else "O-O-O"
    letter = board._piece(move.from_square).upper()
    capture = board._is_capture(move._packed)
    if long:
        origin, link = SQUARE_NAMES[move.from_square], "x" if capture else "-"
    elif letter == "P":
        origin, link = FILE_NAMES[move.from_square & 7] if capture else "", "x" if capture else ""
    else:
        origin, link = _origin(board, move, letter), "x" if capture else ""
    promotion = f"={(PIECE_SYMBOLS[move.promotion] or '').upper()}" if move.promotion else ""
    piece = "" if letter == "P" else letter
    return f"{piece}{origin}{link}{SQUARE_NAMES[move.to_square]}{promotion}"


def _origin(board: Board, move: Move, letter: str) -> str:
    """The part of the from-square that makes the move unique: nothing, the file, the rank, or both."""
    if letter == "K":
        return ""
    start, end = move.from_square, move.to_square
    rivals = [
        other.from_square
        for other in board._legal_moves()
        if other.to_square == end
        and other.from_square != start
        and board._piece(other.from_square).upper() == letter
    ]
    if not rivals:
        return ""
    same_file = any(rival & 7 == start & 7 for rival in rivals)
    same_rank = any(rival >> 3 == start >> 3 for rival in rivals)
    file = FILE_NAMES[start & 7] if same_rank or not same_file else ""
    return file + (RANK_NAMES[start >> 3] if same_file else "")


def _suffix(board: Board, move: Move) -> str:
    if not board._gives_check(move._packed):
        return ""
    board._push(move._packed)
    try:
        return "+" if board._has_legal_move() else "#"
    finally:
        board._pop()


def is_san(text: str) -> bool:
    """Returns whether a text has the form of standard algebraic notation."""
    return (SAN.fullmatch(text) or CASTLES.fullmatch(text.rstrip("+#"))) is not None


def parse_san(board: Board, san: str) -> Move:
    """Parses a legal move. Check, mate and annotation marks are ignored."""
    if not isinstance(san, str):
        raise TypeError(f"san must be a str, not {type(san).__name__} ({san!r})")
    if san in NULL_TEXTS:
        return Move.null()
    castling = CASTLES.fullmatch(san.rstrip("!?").rstrip("+#"))
    if castling is not None:
        return _castling_move(board, san, short=castling["short"] is not None)
    match = SAN.fullmatch(san)
    if match is None:
        raise InvalidMoveError(f"invalid san: {shown(san)}")
    found = [move for move in board._legal_moves() if _fits(board, move, match)]
    promotion = match["promotion"]
    wanted = PIECE_SYMBOLS.index(promotion.lower()) if promotion else None
    promoted = [move for move in found if move.promotion == wanted]
    if len(promoted) == 1:
        return promoted[0]
    if promoted:
        texts = ", ".join(board.san(move) for move in promoted)
        raise AmbiguousMoveError(f"ambiguous san: {shown(san)} in {board.fen()} (may be {texts})")
    reason = " (the promotion piece is missing)" if found and wanted is None else ""
    raise IllegalMoveError(f"illegal san: {shown(san)} in {board.fen()}{reason}")


def _castling_move(board: Board, san: str, *, short: bool) -> Move:
    for move in board._legal_moves():
        if is_castling(move) and castles_short(move) == short:
            return move
    raise IllegalMoveError(f"illegal san: {shown(san)} in {board.fen()}")


def _fits(board: Board, move: Move, match: re.Match[str]) -> bool:
    """Returns whether a legal move matches the piece and squares of a text."""
    start = move.from_square
    if is_castling(move) or move.to_square != parse_square(match["to"]):
        return False
    if board._piece(start).upper() != (match["piece"] or "P"):
        return False
    # Pawn captures name their file.
    file = match["file"] or (None if match["piece"] else match["to"][0])
    return (file is None or FILE_NAMES[start & 7] == file) and match["rank"] in (None, RANK_NAMES[start >> 3])


def is_castling(move: Move) -> bool:
    """Returns whether a move from a board castles."""
    return move._packed >> 12 == CASTLING


def castles_short(move: Move) -> bool:
    """Returns whether a castling move is kingside. The packed form holds the rook's square."""
    return move._packed >> 6 & 63 > move.from_square
