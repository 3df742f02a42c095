"""A book never misleads a search: its moves are tried, and the search finds their value."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from book_samples import random_book

import tabiya
from tabiya import Bound, TranspositionTable, chess
from tabiya.books import BookBuilder, BookMove, BookPosition, MemoryBook
from tabiya.books.selfplay import self_play

VALUES = {"p": 100, "n": 300, "b": 310, "r": 500, "q": 900, "k": 0}
MATE = 100_000
INFINITE = 200_000


def material(board: chess.Board) -> int:
    total = 0
    for piece in board.piece_map().values():
        value = VALUES[piece.symbol().lower()]
        total += value if piece.color == board.turn else -value
    return total


class Search:
    """A minimal alpha-beta search with the table's rules."""

    def __init__(self, table: Any) -> None:
        self.table = table
        self.tried_first = 0

    def value(self, board: chess.Board, depth: int, alpha: int, beta: int, ply: int = 0) -> int:
        entry = self.table.probe(board.key)
        if entry is not None and ply and entry.depth >= depth:
            if entry.bound is Bound.EXACT:
                return int(entry.score)
            if entry.bound is Bound.LOWER and entry.score >= beta:
                return int(entry.score)
            if entry.bound is Bound.UPPER and entry.score <= alpha:
                return int(entry.score)
        if depth == 0:
            return material(board)
        moves = list(board.legal_moves)
        if not moves:
            return ply - MATE if board.is_check() else 0
        if entry is not None and entry.move:
            first = chess.Move.unpack(entry.move)
            if first in moves:
                self.tried_first += 1
                moves.sort(key=lambda move: move != first)
        best, original = -INFINITE, alpha
        for move in moves:
            board.push(move)
            best = max(best, -self.value(board, depth - 1, -beta, -alpha, ply + 1))
            board.pop()
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        bound = Bound.UPPER if best <= original else Bound.LOWER if best >= beta else Bound.EXACT
        self.table.store(board.key, score=best, depth=depth, bound=bound)
        return best


def every_move(board: chess.Board, plies: int, book: MemoryBook) -> None:
    """The last legal move of each position, good or bad."""
    moves = list(board.legal_moves)
    if not moves:
        return
    book.add(BookPosition(board.key, (BookMove(moves[-1]),)))
    for move in moves if plies else ():
        board.push(move)
        every_move(board, plies - 1, book)
        board.pop()


@pytest.mark.parametrize(
    "fen",
    [
        chess.STARTING_FEN,
        "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3",
        "4k3/8/8/8/8/8/4q3/3QK3 w - - 0 1",
    ],
)
def test_a_search_with_any_book_finds_the_value_that_it_finds_without(fen: str) -> None:
    book = MemoryBook("chess")
    every_move(chess.Board(fen), 2, book)
    values = []
    for prefilled in (False, True):
        table = TranspositionTable(hash_mb=4)
        if prefilled:
            assert table.prefill_from_book(book).stored == len(book)
        search = Search(table)
        values.append(search.value(chess.Board(fen), 3, -INFINITE, INFINITE))
        assert (search.tried_first > 0) == prefilled
    assert values[0] == values[1]


need_engine = pytest.mark.skipif(not hasattr(tabiya, "Engine"), reason="the engine is not there")


@need_engine
@pytest.mark.parametrize(
    ("fen", "blunder"),
    [
        (chess.STARTING_FEN, "e2e4 e7e5 d1g4 d7d5 g4g7"),
        ("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", "f3e5 c6e5 d1h5"),
        ("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "f1a6 b7a6"),
    ],
)
def test_a_move_that_loses_a_piece_is_not_played(fen: str, blunder: str) -> None:
    builder = BookBuilder("chess")
    builder.add_line(blunder.split(), start=fen)
    book = MemoryBook("chess", (position._replace(ply=None) for position in builder.book().positions()))
    board = chess.Board(fen)
    for text in blunder.split():
        engine = tabiya.Engine("chess", hash_mb=4)
        assert engine.table is not None
        engine.table.prefill_from_book(book)
        if board.see(board.parse_uci(text)) < 0:
            assert str(engine.search(board, depth=6).best_move) != text
        board.push(text)


@need_engine
def test_the_plain_search_finds_the_same_value_with_a_book(monkeypatch: pytest.MonkeyPatch) -> None:
    book = random_book(30)
    for position in list(book.positions())[:6]:
        board = chess.Board(position.text)
        scores = []
        for prefilled in (False, True):
            engine = tabiya.Engine("chess", hash_mb=4)
            assert engine.table is not None
            plain = dict.fromkeys(("null_move", "lmr", "futility", "reverse_futility"), False)
            plain.update(dict.fromkeys(("see_pruning", "late_move_pruning", "singular_extension"), False))
            plain.update(dict.fromkeys(("aspiration", "iir"), False))
            engine.set_options(**plain)
            if prefilled:
                engine.table.prefill_from_book(book, plies=60, entry_depth=20)
            scores.append(engine.search(board, depth=4).score.value)
        assert scores[0] == scores[1]


class Score(NamedTuple):
    cp: int | None


class Found(NamedTuple):
    best_move: Any
    score: Score
    depth: int


class Greedy:
    """Looks one ply ahead, and says that it looked `nodes` deep."""

    def search(self, board: Any, *, nodes: int) -> Found:
        def after(move: Any) -> int:
            board.push(move)
            value = -material(board)
            board.pop()
            return value

        best = max(board.legal_moves, key=after)
        return Found(best, Score(after(best)), depth=3)


def test_self_play_makes_a_book_with_scores_and_depths() -> None:
    builder = BookBuilder("chess", max_ply=8)
    seen: list[tuple[int, int]] = []
    self_play(
        Greedy(), builder, games=4, nodes=100, varied_plies=2, seed=3, progress=lambda *at: seen.append(at)
    )
    assert seen == [(1, 4), (2, 4), (3, 4), (4, 4)]
    book = builder.book()
    assert len(book) >= 8
    assert len(book.moves(chess.Board())) == 20  # no first move loses anything that a ply would show
    table = TranspositionTable(hash_mb=1)
    assert table.prefill_from_book(book).stored == len(book)
    entry = table.probe(chess.Board().key)
    assert (entry.bound, entry.depth) == (Bound.EXACT, 4)


def test_self_play_depends_on_its_seed_alone() -> None:
    books = []
    for seed in (1, 1, 2):
        builder = BookBuilder("chess", max_ply=6)
        self_play(Greedy(), builder, games=2, nodes=10, varied_plies=3, seed=seed)
        books.append(dict(builder.book().entries()))
    assert books[0] == books[1] != books[2]


@need_engine
@pytest.mark.parametrize("game", ["chess", "shogi"])
def test_the_engine_plays_its_own_book(game: str) -> None:
    if game == "shogi":
        pytest.importorskip("tabiya.shogi", exc_type=ImportError)
    try:
        engine = tabiya.Engine(game, hash_mb=4)
    except ValueError:
        pytest.skip(f"the engine does not play {game}")
    builder = BookBuilder(game, max_ply=6)
    self_play(engine, builder, games=1, nodes=600, varied_plies=2)
    assert len(builder.book()) >= 5
