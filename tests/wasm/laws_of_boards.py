"""The laws of boards that need the native core. The tests of each game say more."""

from __future__ import annotations

import random
from importlib import import_module
from pathlib import Path
from typing import Any

from given import refused

from tabiya.games import GAMES

DATA = Path(__file__).parents[1] / "data"
PERFT = {"chess": (3, 8902), "shogi": (3, 25470), "othello": (5, 1396)}


def new_board(game: str, *position: str) -> Any:
    return import_module(f"tabiya.{game}").Board(*position)


def law_perft_counts_what_is_known() -> None:
    assert PERFT.keys() == set(GAMES)
    for game, (depth, nodes) in PERFT.items():
        assert new_board(game).perft(depth) == nodes
        assert new_board(game).perft(depth, verify=True) == nodes


def law_keys_are_those_of_every_machine() -> None:
    for game in GAMES:
        lines = (DATA / f"{game}_keys.txt").read_text().splitlines()
        pairs = [line.split(" ", 1) for line in lines if not line.startswith("#")][1:]
        assert len(pairs) >= 10
        for key, position in pairs:
            chess960 = {"chess960": True} if game == "chess" and is_shredder(position) else {}
            board = import_module(f"tabiya.{game}").Board(position, **chess960)
            assert f"{board.key:016x}" == key, position


def is_shredder(fen: str) -> bool:
    """Whether castling rights are named by the files of the rooks."""
    return bool(set(fen.split()[2].lower()) - set("kq-"))


def law_moves_are_made_and_unmade_as_the_rules_say() -> None:
    for game in GAMES:
        chooser = random.Random(7)
        board, past = new_board(game), []
        while len(past) < 120 and (moves := list(board.legal_moves)):
            move = chooser.choice(moves)
            foretold = board.key_after(move)
            past.append((board.key, str(board), move))
            board.push(move)
            assert board.key == foretold
        board.verify()
        for key, shown, move in reversed(past):
            assert board.pop() == move
            assert (board.key, str(board)) == (key, shown)


def law_texts_of_positions_come_back() -> None:
    from tabiya import chess, othello, shogi

    board = chess.Board()
    for move in ("e2e4", "c7c5", "g1f3"):
        board.push_uci(move)
    assert board.fen() == "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"
    assert chess.Board(board.fen()).key == board.key
    assert board.san(chess.Move.from_uci("b8c6")) == "Nc6"
    played = shogi.Board()
    played.push_usi("7g7f")
    assert played.sfen() == "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2"
    assert shogi.Board(played.sfen()).key == played.key
    assert len(list(othello.Board().legal_moves)) == 4


def law_the_end_of_a_game_is_seen() -> None:
    from tabiya import chess, shogi

    mated = chess.Board("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")
    assert mated.is_check()
    assert mated.is_checkmate()
    assert mated.outcome().winner == chess.BLACK
    assert chess.Board().outcome() is None
    assert shogi.Board("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1").is_checkmate()


def law_a_wrong_position_is_refused_in_a_sentence() -> None:
    from tabiya import chess

    kingless = "8/8/8/8/8/8/8/8 w - - 0 1"
    sentence = f"invalid FEN '{kingless}': pieces: white has no king"
    refused(ValueError, sentence, chess.Board, kingless)
    refused(ValueError, "depth must be between 0 and 255, not -1", chess.Board().perft, -1)
