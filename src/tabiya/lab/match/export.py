"""The games of a match as files that other programs read: PGN for chess, CSA for shogi."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ...boards.games import Game
from .config import MatchConfig

__all__ = ["check_export", "csa_game", "export_games", "pgn_game"]

SUFFIXES = {"chess": ".pgn", "shogi": ".csa"}
WIDTH = 80

CSA_KINDS = ("FU", "KY", "KE", "GI", "KA", "HI", "KI", "OU", "TO", "NY", "NK", "NG", "UM", "RY")
"""Pawn, lance, knight, silver, bishop, rook, gold, king, and the promoted ones."""
USI_KINDS = ("P", "L", "N", "S", "B", "R", "G", "K", "+P", "+L", "+N", "+S", "+B", "+R")
CSA_OF = dict(zip(USI_KINDS, CSA_KINDS, strict=True))


def check_export(path: Path, game: str) -> None:
    """ValueError if games of this kind cannot be written to such a file."""
    if path.suffix.lower() != SUFFIXES[game]:
        raise ValueError(f"games of {game} are written to a file that ends in {SUFFIXES[game]}, not {path}")


def export_games(path: Path, config: MatchConfig, pairs: dict[int, dict[str, Any]]) -> int:
    """Writes all games, in their order; how many there are."""
    write = pgn_game if config.rules.game == "chess" else csa_game
    texts = [write(config, pair, game) for _, pair in sorted(pairs.items()) for game in pair["games"]]
    separator = "\n" if config.rules.game == "chess" else "/\n"
    path.write_text(separator.join(texts))
    return len(texts)


def _names(config: MatchConfig, game: dict[str, Any]) -> tuple[str, str]:
    first = game["first"]
    return config.engines[first].name, config.engines[1 - first].name


def _termination(game: dict[str, Any]) -> str:
    return f"{game['ending']}: {game['reason']}" if game["reason"] else str(game["ending"])


# ---- chess ----------------------------------------------------------------------------------------


def pgn_game(config: MatchConfig, pair: dict[str, Any], game: dict[str, Any]) -> str:
    """A game in PGN, with each move's score, depth and time as a comment."""
    white, black = _names(config, game)
    number = 2 * pair["pair"] + game["first"] + 1
    tags = {
        "Event": "tabiya match",
        "Site": "?",
        "Date": "????.??.??",
        "Round": str(number),
        "White": white,
        "Black": black,
        "Result": game["result"],
    }
    start = pair["opening"]["start"]
    if start is not None:
        tags |= {"SetUp": "1", "FEN": start}
    tags |= {"TimeControl": config.rules.tc or "-", "Termination": _termination(game)}
    head = "".join(f'[{name} "{_quoted(value)}"]\n' for name, value in tags.items())
    return f"{head}\n{_wrapped([*_movetext(start, pair['opening']['moves'], game), game['result']])}\n"


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _movetext(start: str | None, opening: list[str], game: dict[str, Any]) -> Iterator[str]:
    board = Game.CHESS.module().Board(start)
    answers = [None] * len(opening) + game["answers"]
    for index, (text, answer) in enumerate(zip([*opening, *game["moves"]], answers, strict=True)):
        move = board.parse_uci(text)
        if board.turn or index == 0:
            yield f"{board.fullmove_number}{'.' if board.turn else '...'}"
        yield board.san(move)
        if answer is not None:
            yield from _comment(answer).split()
        board.push(move)


def _comment(answer: list[int | None]) -> str:
    score, depth, _, milliseconds = answer
    worth = "" if score is None else f"{score / 100:+.2f}/{depth or 0} "
    return f"{{{worth}{(milliseconds or 0) / 1000:.3f}s}}"


def _wrapped(words: list[str]) -> str:
    lines, line = [], ""
    for word in words:
        if line and len(line) + 1 + len(word) > WIDTH:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".lstrip()
    return "\n".join([*lines, line]) + "\n"


# ---- shogi ----------------------------------------------------------------------------------------


def csa_game(config: MatchConfig, pair: dict[str, Any], game: dict[str, Any]) -> str:
    """A game in the CSA format, version 2.2."""
    black, white = _names(config, game)
    lines = ["V2.2", f"N+{black}", f"N-{white}", "$EVENT:tabiya match", f"'{_termination(game)}"]
    board = Game.SHOGI.module().Board(pair["opening"]["start"])
    lines += _csa_position(board)
    for text in (*pair["opening"]["moves"], *game["moves"]):
        move = board.parse_usi(text)
        sign = "+" if board.turn else "-"
        board.push(move)
        lines.append(sign + _csa_move(board, text))
    return "\n".join([*lines, _csa_ending(game, board)]) + "\n"


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
    """From, to and the piece as it stands after the move, ``7776FU``."""
    target = usi[2:4]
    file, rank = int(target[0]), "abcdefghi".index(target[1])
    piece = str(board_after.piece_at((file - 1) * 9 + rank)).upper()
    origin = "00" if usi[1] == "*" else _digits(usi[:2])
    return f"{origin}{_digits(target)}{CSA_OF[piece]}"


def _digits(square: str) -> str:
    return f"{square[0]}{'abcdefghi'.index(square[1]) + 1}"


def _csa_ending(game: dict[str, Any], board: Any) -> str:
    """The record's last statement, which says what the side to move did, or what befell it."""
    kinds = {
        "checkmate": "%TSUMI",
        "stalemate": "%TSUMI",
        "repetition": "%SENNICHITE",
        "resigned": "%TORYO",
        "declaration": "%KACHI",
        "time forfeit": "%TIME_UP",
        "too long": "%MAX_MOVES",
    }
    if game["ending"] in kinds:
        return kinds[game["ending"]]
    if game["ending"] == "illegal move":
        return "%ILLEGAL_MOVE"
    if game["result"] == "1/2-1/2":
        return "%HIKIWAKE"
    # The rest was lost by one side: if it is not the one to move, its last move is what is wrong.
    loser_moves = board.turn == (game["result"] == "0-1")
    return "%TORYO" if loser_moves else ("%-ILLEGAL_ACTION" if board.turn else "%+ILLEGAL_ACTION")
