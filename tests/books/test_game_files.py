"""Chess games as sources of books."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from book_samples import DATA, played, random_game, texts

from tabiya import chess
from tabiya.books import BookError, GameFile, open_book

peer = pytest.importorskip("chess.pgn")


def test_games_come_with_their_moves_results_and_starts() -> None:
    with GameFile(DATA / "games.pgn") as file:
        games = list(file)
        assert file.illegal == 2
    assert [len(game.moves) for game in games] == [14, 10, 6, 2]
    assert [game.points for game in games] == [1.0, 0.5, 0.0, None]
    assert [game.start is None for game in games] == [True, True, True, False]
    assert [str(move) for move in games[3].moves] == ["f5e6", "e8g8"]
    assert str(games[0].moves[8]) == "e1g1"


def test_python_chess_plays_the_same_main_lines(tmp_path: Path) -> None:
    path = tmp_path / "random.pgn"
    results = ["1-0", "0-1", "1/2-1/2", "*"]
    lines = [random_game(seed, 60) for seed in range(12)]
    with path.open("w") as file:
        for number, line in enumerate(lines):
            game = peer.Game()
            game.headers["Result"] = results[number % 4]
            game.headers["White"] = "Müller"
            node: Any = game
            for move in line:
                node = node.add_variation(pytest.importorskip("chess").Move.from_uci(str(move)))
            print(game, end="\n\n", file=file)
    with GameFile(path) as games:
        read = list(games)
    assert [game.moves for game in read] == lines
    assert [game.points for game in read] == [1.0, 0.0, 0.5, None] * 3


def test_a_file_of_games_is_a_book() -> None:
    book = open_book(DATA / "games.pgn")
    assert [(str(known.move), known.weight) for known in book.moves(chess.Board())] == [("e2e4", 3)]
    answers = book.moves(played("e2e4"), minimum_weight=0)
    assert [(str(known.move), known.weight) for known in answers] == [("e7e5", 2), ("c7c5", 1)]
    assert texts(book.moves(played("e2e4", "e7e5"), minimum_weight=0)) == ["g1f3", "f1c4"]
    assert book.illegal == 2


def test_latin_names_do_not_matter(tmp_path: Path) -> None:
    (tmp_path / "x.pgn").write_bytes('[White "Müller"]\n\n1. e4 *\n'.encode("latin-1"))
    assert len(open_book(tmp_path / "x.pgn")) == 1


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("\n\n\n", "line 1: the file contains no PGN game"),
        (
            '[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. e4 *\n',
            "line 1: the first position of this game:",
        ),
    ],
)
def test_a_file_without_games_is_refused(tmp_path: Path, content: str, sentence: str) -> None:
    (tmp_path / "x.pgn").write_text(content)
    with pytest.raises(BookError) as caught:
        open_book(tmp_path / "x.pgn")
    assert sentence in str(caught.value)


def test_only_files_of_games_have_games() -> None:
    with pytest.raises(BookError, match=r"from .pgn, .uci, .kif, .kifu, .csa, .usi, .sfen, .txt and .oth"):
        GameFile(DATA / "positions.epd")
