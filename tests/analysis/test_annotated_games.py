"""Annotated games: other programs read every evaluation, and find the game that was there before."""

from __future__ import annotations

import io
from typing import Any

import pytest

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

from games_to_analyse import ENDGAME, KIF, OPENING, SCHOLARS_MATE

from tabiya.analysis import GameAnalysis, analyse_game, parse_games
from tabiya.chess.records import pgn_annotate
from tabiya.shogi.records import kif_annotate

BY_ANOTHER = """[Event "Annotated by somebody"]
[White "A \\"B\\" C"]
[Result "0-1"]

1. f3 $2 {[%eval -0.9] [%clk 1:00:00] Why?} {Second comment.} 1... e5 $1 2. g4?? (2. e4 {better}) (2. d4)
2... Qh4# $3 {%50 and a very long comment: WORDS} 0-1
""".replace("WORDS", " ".join(["[Event of words"] * 30))


def analysis_of(text: str, nodes: int = 2_000) -> GameAnalysis:
    (record,) = parse_games(text)
    return analyse_game(record, nodes=nodes, hash_mb=1)


def annotated_pgn(analysis: GameAnalysis) -> str:
    return pgn_annotate.annotated_pgn(analysis.record, analysis.moves)


def annotated_kif(analysis: GameAnalysis) -> str:
    return kif_annotate.annotated_kif(analysis.record, analysis.moves)


def read_back(text: str) -> Any:
    pgn = pytest.importorskip("chess.pgn")
    stream = io.StringIO(text)
    game = pgn.read_game(stream)
    assert not game.errors
    assert pgn.read_game(stream) is None
    return game


@pytest.mark.parametrize("text", [SCHOLARS_MATE, OPENING, ENDGAME, BY_ANOTHER])
def test_python_chess_reads_every_evaluation_and_the_same_game(text: str) -> None:
    analysis = analysis_of(text)
    before, after = read_back(text), read_back(annotated_pgn(analysis))
    assert list(map(str, after.mainline_moves())) == list(map(str, before.mainline_moves()))
    assert dict(before.headers).items() <= dict(after.headers).items()
    for move, node in zip(analysis.moves, after.mainline(), strict=True):
        evaluation = node.eval().white()
        assert evaluation.score() == move.score.cp
        if move.score.cp is None:
            assert abs(evaluation.mate()) == abs(move.score.mate or 0)


@pytest.mark.parametrize("text", [SCHOLARS_MATE, OPENING, BY_ANOTHER])
def test_comments_glyphs_and_variations_stay(text: str) -> None:
    def words(node: Any) -> list[str]:
        comment = node.comment
        for command in (*"[]", "%eval -0.9"):
            comment = comment.replace(command, " ")
        return [word for word in comment.split() if word != "%eval"]

    before, after = read_back(text), read_back(annotated_pgn(analysis_of(text)))
    for old, new in zip([before, *before.mainline()], [after, *after.mainline()], strict=True):
        evaluation = [] if new.parent is None else [str(words(new)[0])]
        assert words(new)[len(evaluation) :] == words(old)
        assert old.nags <= new.nags
        old_lines = [[str(move) for move in line.mainline_moves()] for line in old.variations[1:]]
        new_lines = [[str(move) for move in line.mainline_moves()] for line in new.variations[1:]]
        assert new_lines[: len(old_lines)] == old_lines


def test_a_mistake_has_its_glyph_and_the_better_line() -> None:
    analysis = analysis_of(SCHOLARS_MATE, nodes=20_000)
    blunder = analysis.moves[5]
    node = list(read_back(annotated_pgn(analysis)).mainline())[5]
    assert 4 in node.nags
    better = node.parent.variations[1]
    assert [str(better.move), *map(str, better.mainline_moves())] == [
        str(move) for move in blunder.best_line[:16]
    ]
    assert better.eval().white().score() == blunder.best_score.cp


def test_a_glyph_of_the_players_stays_alone() -> None:
    node = next(iter(read_back(annotated_pgn(analysis_of(BY_ANOTHER))).mainline()))
    assert node.nags == {2}
    assert node.comment.count("%eval") == 1


@pytest.mark.parametrize("text", [SCHOLARS_MATE, BY_ANOTHER])
def test_annotating_twice_changes_nothing(text: str) -> None:
    once = annotated_pgn(analysis_of(text))
    assert annotated_pgn(analysis_of(once)) == once


def test_a_pasted_game_gets_the_tags_that_pgn_demands() -> None:
    text = annotated_pgn(analysis_of("1. e4 e5 1/2-1/2"))
    assert [line.split()[0] for line in text.splitlines()[:7]] == [
        "[Event", "[Site", "[Date", "[Round", "[White", "[Black", "[Result",
    ]  # fmt: skip
    assert text.rstrip().endswith("1/2-1/2")
    assert all(len(line) <= 80 for line in text.splitlines())


def test_a_part_of_a_game_is_annotated_as_far_as_it_is_analysed() -> None:
    whole = analysis_of(OPENING)
    part = GameAnalysis.of(whole.record, whole.positions[4:])
    assert not part.complete
    nodes = list(read_back(annotated_pgn(part)).mainline())
    assert [node.eval() is not None for node in nodes] == [False] * 4 + [True] * 3


# ---- shogi -----------------------------------------------------------------------------------------


def test_kif_has_an_evaluation_per_move_and_the_better_line() -> None:
    analysis = analysis_of(KIF)
    text = annotated_kif(analysis)
    comments = [line for line in text.splitlines() if line.startswith("*評価値 ")]
    assert len(comments) == 4
    assert [int(comment.split()[1]) for comment in comments] == [move.score.value for move in analysis.moves]
    # White does not take the bishop back.
    assert "大悪手 最善手 △同　" in comments[3]


def test_kif_keeps_headers_comments_times_ending_and_variations() -> None:
    (before,) = parse_games(KIF)
    text = annotated_kif(analysis_of(KIF))
    (after,) = parse_games(text)
    assert after.moves == before.moves
    assert after.tags == before.tags
    assert after.seconds == before.seconds
    assert after.ending == before.ending
    assert after.points == before.points
    assert after.notes[1] == (f"評価値 {analysis_of(KIF).moves[0].score.value}", "good")
    assert annotated_kif(analysis_of(text)) == text


def test_cshogi_reads_the_annotated_game(tmp_path: Any) -> None:
    peer = pytest.importorskip("cshogi.KIF")
    path = tmp_path / "x.kif"
    path.write_bytes(annotated_kif(analysis_of(KIF)).encode("cp932"))
    parsed = peer.Parser.parse_file(str(path))
    assert len(parsed.moves) == 4
    assert sum(comment.startswith("評価値") for comment in parsed.comments) == 4


def test_csa_and_usi_become_kif() -> None:
    csa = "V2.2\nN+Sato\nN-Ito\nPI\n+\n+7776FU\nT5\n-3334FU\n'book\n%TORYO\n"
    (game,) = parse_games(annotated_kif(analysis_of(csa)))
    assert game.tags == {"先手": "Sato", "後手": "Ito"}
    assert game.notes[2][1] == "book"
    assert game.seconds == {1: 5, 2: 0}
    assert game.ending == ("   3 投了", "まで2手で後手の勝ち")
    (game,) = parse_games(annotated_kif(analysis_of("startpos moves 7g7f 3c3d")))
    assert [str(move) for move in game.moves] == ["7g7f", "3c3d"]
