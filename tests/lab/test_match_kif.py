"""Games of shogi in KIF: cshogi and our reader find the moves, starts and results that were written."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from tabiya import shogi
from tabiya.books.files import GameFile
from tabiya.games.openings import Opening
from tabiya.match import MatchConfig, Rules
from tabiya.match.engines import EngineSpec
from tabiya.match.export import export_games
from tabiya.match.played import played_game
from tabiya.shogi.records.csa_export import csa_game
from tabiya.shogi.records.kif_export import kif_game
from tabiya.shogi.records.kif_positions import HANDICAPS

STARTS = (
    None,
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    "4k4/9/9/9/9/9/9/9/4K4 b RB2G2S2N2L9Prb2g2s2n2l9p 1",
    "4k4/9/9/9/9/9/9/9/4K4 w 2r2b4g4s4n4l18p 1",
    "4k4/9/1P1L2N1S/2B3R2/9/2r3b2/s1n2l1p1/9/4K4 b - 1",
    "1K1+P+P+P+P2/G+P+P6/2G6/9/9/9/6g2/6+p+pg/2+p+p+p+p1k1 b RB2S3Prb2s3p 1",
    "lnsgk1snl/1r4gb1/p1pppp2p/6pR1/1p7/2P6/PP1PPPP1P/1BG6/LNS1KGSNL w Pp 16",
    *filter(None, HANDICAPS.values()),
)


def random_moves(start: str | None, seed: int, plies: int = 120) -> list[str]:
    """Captures are likelier than other moves, so that 同 comes, and pieces to drop."""
    choice = random.Random(seed)
    board = shogi.Board(start)
    moves = []
    while len(moves) < plies and (legal := list(board.legal_moves)):
        captures = [move for move in legal if board.is_capture(move)]
        move = choice.choice(captures if captures and choice.random() < 0.5 else legal)
        moves.append(str(move))
        board.push(move)
    return moves


def match(start: str | None) -> MatchConfig:
    engines = (EngineSpec("Anaconda ：1", ("a",)), EngineSpec("蛇", ("b",)))
    return MatchConfig(engines, Rules("shogi", nodes=1), (Opening(start, ()),))


def pair_of(start: str | None, moves: list[str], result: str, ending: str) -> dict[str, Any]:
    """The first half of the moves as the opening, the rest as answers of the engines."""
    half = len(moves) // 2
    answers = [[13, 5, 700, 61_001 + ply] for ply in range(len(moves) - half)]
    game = {"result": result, "ending": ending, "reason": "", "moves": moves[half:], "answers": answers}
    games = [{"first": 0, **game}, {"first": 1, **game}]
    return {"pair": 0, "opening": {"start": start, "moves": moves[:half]}, "games": games}


def written(start: str | None, moves: list[str], result: str = "1/2-1/2", ending: str = "repetition") -> str:
    pair = pair_of(start, moves, result, ending)
    return kif_game(played_game(match(start), pair, pair["games"][0]))


@pytest.mark.parametrize("start", STARTS)
def test_cshogi_reads_the_moves_that_were_played(start: str | None) -> None:
    cshogi = pytest.importorskip("cshogi")
    peer = pytest.importorskip("cshogi.KIF")
    for seed in range(4):
        moves = random_moves(start, seed)
        text = written(start, moves)
        board = cshogi.Board(start or cshogi.STARTING_SFEN)
        if start in HANDICAPS.values():
            parsed = peer.Parser.parse_str(text)
            assert parsed.sfen.split()[:3] == board.sfen().split()[:3]
            assert [cshogi.move_to_usi(move) for move in parsed.moves] == moves
            assert parsed.names == ["Anaconda ：1", "蛇"]
        else:
            # Its reader passes over diagrams: they must be those that it draws, and its board is set here.
            assert peer.board_to_bod(board).strip() in text
        found = []
        for line in text.splitlines():
            move, _, _ = peer.Parser.parse_move_str(line, board)
            if move:
                assert board.is_legal(move)
                found.append(cshogi.move_to_usi(move))
                board.push(move)
        assert found == moves


@pytest.mark.parametrize("start", STARTS)
def test_our_own_reader_reads_starts_moves_and_results(tmp_path: Path, start: str | None) -> None:
    lines = [random_moves(start, seed) for seed in range(2)]
    path = tmp_path / "games.kif"
    pairs = {n: {**pair_of(start, moves, "1/2-1/2", "too long"), "pair": n} for n, moves in enumerate(lines)}
    assert export_games(path, match(start), pairs) == 4
    with GameFile(path) as file:
        games = list(file)
        assert file.illegal == 0
    assert [list(map(str, game.moves)) for game in games] == [moves for moves in lines for _ in range(2)]
    begin = [shogi.Board(game.start).sfen().split()[:3] for game in games]
    assert begin == [shogi.Board(start).sfen().split()[:3]] * 4
    assert {game.points for game in games} == {0.5}


ENDINGS = [
    # ending, result, plies, word, last line
    ("resigned", "1-0", 5, "投了", "まで5手で先手の勝ち"),
    ("resigned", "0-1", 6, "投了", "まで6手で後手の勝ち"),
    ("checkmate", "1-0", 5, "詰み", "まで5手で先手の勝ち"),
    ("time forfeit", "0-1", 6, "切れ負け", "まで6手で後手の勝ち"),
    ("hang", "0-1", 6, "切れ負け", "まで6手で後手の勝ち"),
    ("crash", "0-1", 6, "投了", "まで6手で後手の勝ち"),
    ("illegal move", "0-1", 6, "反則負け", "まで6手で先手の反則負け"),
    ("perpetual check", "1-0", 6, "反則勝ち", "まで6手で先手の反則勝ち"),
    ("perpetual check", "1-0", 5, "反則負け", "まで5手で後手の反則負け"),
    ("not started", "0-1", 5, "反則勝ち", "まで5手で後手の反則勝ち"),
    ("declaration", "0-1", 5, "入玉勝ち", "まで5手で後手の入玉勝ち"),
    ("repetition", "1/2-1/2", 5, "千日手", "まで5手で千日手"),
    ("too long", "1/2-1/2", 6, "持将棋", "まで6手で持将棋"),
    ("adjudicated", "1/2-1/2", 6, "持将棋", "まで6手で持将棋"),
]


@pytest.mark.parametrize(("ending", "result", "plies", "word", "sentence"), ENDINGS)
def test_endings_have_the_words_of_the_format(
    tmp_path: Path, ending: str, result: str, plies: int, word: str, sentence: str
) -> None:
    text = written(None, random_moves(None, 1, plies), result, ending)
    lines = text.splitlines()
    assert lines[-3:] == [f"{plies + 1:4d} {word}", f"*{ending}", sentence]
    path = tmp_path / "x.kif"
    path.write_text(text, encoding="utf-8")
    with GameFile(path) as file:
        (game,) = file
    assert game.points == {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}[result]
    cshogi = pytest.importorskip("cshogi")
    peer = pytest.importorskip("cshogi.KIF")
    won = {"1-0": cshogi.BLACK_WIN, "0-1": cshogi.WHITE_WIN, "1/2-1/2": cshogi.DRAW}
    assert peer.Parser.parse_str(text).win == won[result]


def test_a_record_looks_as_it_should() -> None:
    moves = ["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e", "6a5b"]
    assert written(None, moves, "0-1", "resigned") == (
        "#KIF version=2.0 encoding=UTF-8\n"
        "棋戦：tabiya match\n"
        "持ち時間：1 nodes per move\n"
        "手合割：平手\n"
        "先手：Anaconda ：1\n"
        "後手：蛇\n"
        "手数----指手---------消費時間--\n"
        "   1 ７六歩(77)    ( 0:00/00:00:00)\n"
        "   2 ３四歩(33)    ( 0:00/00:00:00)\n"
        "   3 ２二角成(88)  ( 0:00/00:00:00)\n"
        "   4 同　銀(31)    ( 1:01/00:01:01)\n"
        "*+0.13/5 61.001s\n"
        "   5 ４五角打      ( 1:01/00:01:01)\n"
        "*+0.13/5 61.002s\n"
        "   6 ５二金(61)    ( 1:01/00:02:02)\n"
        "*+0.13/5 61.003s\n"
        "   7 投了\n"
        "*resigned\n"
        "まで6手で後手の勝ち\n"
    )


def test_a_handicap_is_named_and_so_are_its_sides() -> None:
    text = written(HANDICAPS["二枚落ち"], ["7a6b", "7g7f"], "1-0", "resigned")
    assert "手合割：二枚落ち\n下手：Anaconda ：1\n上手：蛇\n" in text
    # White, above, would have to move.
    assert text.endswith("   3 投了\n*resigned\nまで2手で下手の勝ち\n")


def test_each_game_may_have_a_file(tmp_path: Path) -> None:
    pair = pair_of(None, random_moves(None, 3, 20), "1-0", "resigned")
    assert export_games(tmp_path / "game-{}.kif", match(None), {0: pair}) == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game-1.kif", "game-2.kif"]
    second = (tmp_path / "game-2.kif").read_text(encoding="utf-8")
    assert second == kif_game(played_game(match(None), pair, pair["games"][1]))


def test_heads_say_when_where_and_within_which_limits() -> None:
    pair = pair_of(None, random_moves(None, 1, 6), "1-0", "resigned")
    pair["opening"]["name"] = "Yagura"
    game = pair["games"][1] | {"begin": "2025-01-02T03:04:05+09:00"}
    plain = match(None)
    limited = EngineSpec("limited", ("a",), {}, 1000)
    config = MatchConfig(
        (limited, plain.engines[1]), Rules("shogi", tc="3+0.03"), plain.openings, event="a cup", site="Edo"
    )
    played = played_game(config, pair, game)
    kif = kif_game(played).splitlines()
    assert kif[1:6] == [
        "開始日時：2025/01/02 03:04:05",
        "棋戦：a cup",
        "場所：Edo",
        "持ち時間：3+0.03 s; 1,000 nodes per move",
        "戦型：Yagura",
    ]
    csa = csa_game(played).splitlines()
    assert csa[:9] == [
        "V2.2",
        "N+蛇",
        "N-limited",
        "$EVENT:a cup",
        "$SITE:Edo",
        "$START_TIME:2025/01/02 03:04:05",
        "$OPENING:Yagura",
        "'3+0.03 s; 1,000 nodes per move",
        "'resigned",
    ]
    assert [line for line in csa if line.startswith("T")] == ["T61"] * 3  # the engines', in whole seconds
