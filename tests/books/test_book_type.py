"""The common type of books: a mapping that answers to boards."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from book_samples import DATA, played, random_book, texts

from tabiya import chess
from tabiya.books import BookBuilder, BookMove, BookPosition, MemoryBook, best_of, open_book
from tabiya.errors import IllegalMoveError

START = chess.Board().key
E4, D4, A4, KING = (chess.Move.from_uci(text) for text in ("e2e4", "d2d4", "a2a4", "e1e3"))


def start_book(*moves: BookMove) -> MemoryBook:
    return MemoryBook("chess", [BookPosition(START, moves)])


def test_a_book_is_a_mapping_of_keys_to_moves() -> None:
    book = random_book()
    keys = list(book)
    assert len(keys) == len(book) == len(set(keys))
    assert all(book[key] == moves for key, moves in book.entries())
    assert START in book
    assert chess.Board() in book
    assert played("e2e4", "e7e5", "e1e2", "e8e7", "e2d3", "e7d6") not in book
    assert book.get(12345) is None
    with pytest.raises(KeyError):
        book[12345]


def test_moves_of_a_position_are_legal_and_the_rest_is_counted() -> None:
    book = start_book(BookMove(E4, 3), BookMove(KING, 9), BookMove(D4, 0))
    assert texts(book.moves(chess.Board())) == ["e2e4"]
    assert book.illegal == 1
    assert texts(book.moves(chess.Board(), minimum_weight=0)) == ["e2e4", "d2d4"]
    assert book.moves(played("e2e4")) == ()


def test_the_best_move_has_the_highest_score_or_the_greatest_weight() -> None:
    scored = (BookMove(E4, 9, score=10, depth=5), BookMove(D4, 1, score=30, depth=5))
    assert best_of(scored) == scored[1]
    half_scored = (BookMove(E4, 9), BookMove(D4, 1, score=30, depth=5))
    assert best_of(half_scored) == half_scored[0]
    assert best_of((BookMove(E4, 2), BookMove(D4, 2))) == BookMove(E4, 2)
    assert best_of((BookMove(E4, 0, score=500, depth=9), BookMove(D4, 1, score=-5, depth=9))).move == D4
    assert best_of((BookMove(E4, 0),)) is None
    assert best_of(()) is None
    assert start_book(*scored).best(chess.Board()) == scored[1]
    assert start_book(*scored).best(played("e2e4")) is None


def test_choice_follows_the_weights_and_the_seed() -> None:
    book = start_book(BookMove(E4, 700), BookMove(D4, 300), BookMove(A4, 0))
    board = chess.Board()
    assert len({book.choose(board, seed=7) for _ in range(20)}) == 1
    random = Random(1)
    chosen = Counter(str(book.choose(board, random).move) for _ in range(4000))
    assert chosen.keys() == {"e2e4", "d2d4"}
    assert chosen["e2e4"] / 4000 == pytest.approx(0.7, abs=0.03)
    assert book.choose(played("e2e4")) is None
    assert start_book(BookMove(E4, 0)).choose(board) is None


def test_a_book_wants_a_board_of_its_game() -> None:
    with pytest.raises(TypeError, match=r"board must be a tabiya.chess.Board, not str"):
        random_book(2).moves("startpos")  # type: ignore[arg-type]
    shogi = pytest.importorskip("tabiya.shogi", exc_type=ImportError)
    with pytest.raises(TypeError, match="the book is for chess, but board is a shogi board"):
        random_book(2).moves(shogi.Board())
    with pytest.raises(TypeError, match="the book is for shogi, but board is a chess board"):
        open_book(DATA / "book.db").moves(chess.Board())


def test_a_position_added_twice_adds_weights_and_keeps_the_deeper_score() -> None:
    book = start_book(BookMove(E4, 2, score=10, depth=8), BookMove(D4))
    book.add(BookPosition(START, (BookMove(E4, 3, score=20, depth=12), BookMove(A4)), ply=0))
    assert book[START] == (BookMove(E4, 5, 20, 12), BookMove(D4), BookMove(A4))
    book.add(BookPosition(START, (BookMove(E4, 1, score=99, depth=3),), ply=4))
    assert book[START][0] == BookMove(E4, 6, 20, 12)
    assert next(book.positions()).ply == 0


class TestBuilding:
    def test_weights_are_two_for_a_win_and_one_for_a_draw(self) -> None:
        builder = BookBuilder("chess")
        for points in (1, 0.5, 0, None):
            builder.add_line(["e2e4", "e7e5"], points)
        book = builder.book()
        assert book[START] == (BookMove(E4, 2 + 1 + 0 + 1),)
        assert book.moves(played("e2e4"))[0].weight == 0 + 1 + 2 + 1
        assert builder.games == 4

    def test_every_move_of_every_game_is_counted_once(self) -> None:
        builder = BookBuilder("chess", max_ply=9)
        builder.add_line(["g1f3", "g8f6", "f3g1", "f6g8", "e2e4"])
        assert texts(builder.book()[START]) == ["g1f3", "e2e4"]
        assert [position.ply for position in builder.book().positions()] == [0, 1, 2, 3]

    def test_seldom_moves_and_late_plies_are_left_out(self) -> None:
        builder = BookBuilder("chess", max_ply=1)
        for first in ("e2e4", "e2e4", "d2d4"):
            builder.add_line([first, "g8f6"])
        assert texts(builder.book(min_games=2)[START]) == ["e2e4"]
        assert len(builder) == len(builder.book()) == 1
        assert len(builder.book(min_games=3)) == 0

    def test_a_line_that_is_not_legal_changes_nothing(self) -> None:
        builder = BookBuilder("chess")
        for line in (["e2e4", "e2e4"], ["e2e4", "0000"]):
            with pytest.raises(IllegalMoveError):
                builder.add_line(line)
        assert (len(builder), builder.games) == (0, 0)

    def test_scores_of_searches_are_kept_the_deepest_first(self) -> None:
        builder = BookBuilder("chess")
        board = chess.Board()
        for score, depth in ((10, 5), (30, 9), (20, 7)):
            builder.add_move(board, E4, 1, score, depth)
        assert builder.book()[START] == (BookMove(E4, 3, 30, 9),)

    def test_games_are_what_the_builder_says(self) -> None:
        with pytest.raises(ValueError, match="game must be 'chess', 'shogi' or 'othello', not 'go'"):
            BookBuilder("go")
        with pytest.raises(ValueError, match="max_ply must be between 1 and 1000, not 0"):
            BookBuilder("chess", max_ply=0)
