"""Exports shogi games in CSA format."""

from __future__ import annotations

from typing import Any

from ...books.formats import PlayedGame
from .. import Board
from .csa_positions import KINDS

__all__ = ["csa_game"]

CSA_OF = {letter: kind for kind, letter in KINDS.items()}


def csa_game(game: PlayedGame) -> str:
    """A game in the CSA format, version 2.2."""
    board = Board(game.start)
    lines = [*_csa_head(game), *_csa_position(board)]
    for text, answer in game.line:
        move = board.parse_usi(text)
        sign = "+" if board.turn else "-"
        board.push(move)
        lines.append(sign + _csa_move(board, text))
        if answer:
            lines.append(f"T{(answer[3] or 0) // 1000}")  # the format has whole seconds
    return "\n".join([*lines, _csa_ending(game, board)]) + "\n"


def _csa_head(game: PlayedGame) -> list[str]:
    black, white = game.players
    lines = ["V2.2", f"N+{black}", f"N-{white}", f"$EVENT:{game.event}", f"$SITE:{game.site}"]
    if game.begin:
        lines.append(f"$START_TIME:{game.begin:%Y/%m/%d %H:%M:%S}")
    if game.opening_name:
        lines.append(f"$OPENING:{game.opening_name}")
    return [*lines, f"'{game.limit}", f"'{game.termination}"]


def _csa_position(board: Any) -> list[str]:
    placement, turn, hands, _ = board.sfen().split()
    lines = [f"P{number}{_csa_rank(rank)}" for number, rank in enumerate(placement.split("/"), 1)]
    for sign, is_mine in (("+", str.isupper), ("-", str.islower)):
        held, count = "", ""
        for letter in hands.strip("-"):
            if letter.isdigit():
                count += letter
                continue
            held += f"00{CSA_OF[letter.upper()]}" * int(count or 1) if is_mine(letter) else ""
            count = ""
        lines += [f"P{sign}{held}"] if held else []
    return [*lines, "+" if turn == "b" else "-"]


def _csa_rank(rank: str) -> str:
    text, promoted = "", ""
    for letter in rank:
        if letter.isdigit():
            text += " * " * int(letter)
        elif letter == "+":
            promoted = "+"
        else:
            text += ("+" if letter.isupper() else "-") + CSA_OF[promoted + letter.upper()]
            promoted = ""
    return text


def _csa_move(board_after: Any, usi: str) -> str:
    """From-square, to-square and the piece after the move: ``7776FU``."""
    target = usi[2:4]
    file, rank = int(target[0]), "abcdefghi".index(target[1])
    piece = str(board_after.piece_at((file - 1) * 9 + rank)).upper()
    origin = "00" if usi[1] == "*" else _digits(usi[:2])
    return f"{origin}{_digits(target)}{CSA_OF[piece]}"


def _digits(square: str) -> str:
    return f"{square[0]}{'abcdefghi'.index(square[1]) + 1}"


def _csa_ending(game: PlayedGame, board: Any) -> str:
    """The last statement of the record, from the point of view of the side to move."""
    kinds = {
        "checkmate": "%TSUMI",
        "stalemate": "%TSUMI",
        "repetition": "%SENNICHITE",
        "resigned": "%TORYO",
        "declaration": "%KACHI",
        "time forfeit": "%TIME_UP",
        "too long": "%MAX_MOVES",
    }
    if game.ending in kinds:
        return kinds[game.ending]
    if game.ending == "illegal move":
        return "%ILLEGAL_MOVE"
    if game.result == "1/2-1/2":
        return "%HIKIWAKE"
    # One side lost by the rules. If it is not the side to move, its last move was the fault.
    loser_moves = board.turn == (game.result == "0-1")
    return "%TORYO" if loser_moves else ("%-ILLEGAL_ACTION" if board.turn else "%+ILLEGAL_ACTION")
