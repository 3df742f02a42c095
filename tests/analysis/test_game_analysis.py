"""Analysed games: what each move cost, the same in every run."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

from games_to_analyse import ENDGAME, KIF, OPENING, SCHOLARS_MATE

from tabiya import Engine, chess, othello
from tabiya.analysis import Judgement, analyse_game, parse_games, search_backwards, win_probability
from tabiya.analysis.chances import accuracy
from tabiya.games import GAMES, game_spec
from tabiya.games.score import MATE, Score


def analysed(text: str, **limits: Any) -> Any:
    (record,) = parse_games(text)
    return analyse_game(record, hash_mb=1, **(limits or {"nodes": 2_000}))


def test_a_blunder_into_mate_costs_everything() -> None:
    analysis = analysed(SCHOLARS_MATE, nodes=20_000)
    blunder, mate = analysis.moves[5:]
    assert (blunder.text, blunder.number, blunder.judgement) == ("Nf6", "3...", Judgement.BLUNDER)
    assert str(blunder.score) == "#1"
    assert blunder.chances == 1
    assert blunder.loss > 0.3
    assert (mate.text, str(mate.score), mate.loss, mate.judgement) == ("Qxf7#", "#0", 0, None)
    assert analysis.side(True).judgements[Judgement.BLUNDER] == 0
    assert analysis.side(False).judgements[Judgement.BLUNDER] == 1
    assert analysis.complete


def test_the_analysis_does_not_change_the_game() -> None:
    for text in (SCHOLARS_MATE, OPENING, ENDGAME, KIF):
        (record,) = parse_games(text)
        board = record.board()
        before = (str(board), list(board.move_stack), board.key)
        list(search_backwards(board, Engine(record.game.name, hash_mb=1), nodes=500))
        assert (str(board), list(board.move_stack), board.key) == before
        analysis = analyse_game(record, nodes=500, hash_mb=1)
        assert analysis.record is record
        assert tuple(move.move for move in analysis.moves) == record.moves


def test_every_position_is_searched_backwards_and_only_once() -> None:
    (record,) = parse_games(OPENING)
    seen = []
    analysis = analyse_game(record, nodes=300, hash_mb=1, on_position=seen.append)
    assert [position.ply for position in seen] == list(range(len(record.moves), -1, -1))
    assert analysis.positions == tuple(reversed(seen))
    assert all(0 < position.nodes <= 310 for position in seen)


def test_the_same_game_and_nodes_give_the_same_analysis() -> None:
    first, again = (analysed(OPENING, nodes=3_000) for _ in range(2))
    strip = [[(p.ply, p.value, p.pv, p.depth, p.nodes) for p in each.positions] for each in (first, again)]
    assert strip[0] == strip[1]


def test_late_insight_reaches_early_moves() -> None:
    """A search of 2,000 nodes misses this mate in 3; on the table of the later positions it finds it."""
    start = "8/8/8/8/K7/8/k7/3Q4 w - - 0 1"
    board = chess.Board(start)
    for move in ("d1d2", "a2a1", "a4a3", "a1b1", "d2d1"):
        board.push(move)
    alone = Engine("chess", hash_mb=1).search(chess.Board(start), nodes=2_000)
    assert alone.score.mate is None
    assert analyse_game(board, hash_mb=1, nodes=2_000).moves[0].score.mate == 2


def test_the_best_move_loses_nothing_and_no_move_gains() -> None:
    for move in analysed(OPENING, nodes=1_000).moves:
        assert 0 <= move.loss <= 1
        if move.move == move.best_move:
            assert move.loss == move.centipawns == 0


def test_a_board_of_any_game_can_be_analysed() -> None:
    for name in GAMES:
        board = game_spec(name).board()
        for _ in range(4):
            board.push(next(iter(board.legal_moves)))
        analysis = analyse_game(board, depth=3, hash_mb=1)
        assert [move.move for move in analysis.moves] == list(board.move_stack)
        assert analysis.record.start is None
        assert analysis.as_dict()["game"] == name


def test_a_finished_game_ends_with_its_result() -> None:
    board = othello.Board("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X")
    engine = Engine("othello", hash_mb=1)
    while list(board.legal_moves):
        board.push(engine.search(board, depth=2).best_move)
    outcome = board.outcome()
    assert outcome is not None
    last = analyse_game(board, depth=2, hash_mb=1).moves[-1]
    assert abs(last.score.value) == 100 * outcome.discs
    assert (last.score.value > 0) == (outcome.winner is True)


def test_no_other_object_is_a_game() -> None:
    with pytest.raises(TypeError, match="game must be a RecordedGame or a board of this package, not str"):
        analyse_game("e4 e5", depth=1)


@pytest.mark.parametrize("name", GAMES)
def test_win_probabilities_grow_with_the_score_and_mirror_it(name: str) -> None:
    spec = game_spec(name)
    scores = [Score(value) for value in (-MATE, 3 - MATE, -3000, -200, -1, 0, 1, 200, 3000, MATE - 3, MATE)]
    chances = [win_probability(score, spec) for score in scores]
    assert chances == sorted(chances)
    assert (chances[0], chances[5], chances[-1]) == (0, 0.5, 1)
    for score in scores:
        assert win_probability(score, spec) + win_probability(-score, spec) == pytest.approx(1)


def test_accuracy_falls_with_the_loss() -> None:
    values = [accuracy(loss / 10) for loss in range(11)]
    assert values == sorted(values, reverse=True)
    assert values[0] == 100
    assert 0 < values[-1] < 5
