"""The chess engine with a real client, `chess.engine` of python-chess."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator

import chess.engine
import pytest
from conversation import command

import chess
from forms import sized
from processes import cpu_seconds

# The clients leave pipes to the garbage collector, which says so.
pytestmark = [
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]

LIMIT = chess.engine.Limit(nodes=3000)
GAMES = sized(2, 40)


@pytest.fixture
def engine() -> Iterator[chess.engine.SimpleEngine]:
    with chess.engine.SimpleEngine.popen_uci(command("uci"), timeout=60) as found:
        yield found


def test_it_says_who_it_is(engine: chess.engine.SimpleEngine) -> None:
    assert engine.id["name"].startswith("Tabiya ")
    assert {"Hash", "Threads", "MultiPV", "Ponder", "UCI_Chess960"} <= set(engine.options)


def test_it_plays_a_whole_game_against_itself(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    while not board.is_game_over(claim_draw=True) and board.ply() < 400:
        board.push(engine.play(board, LIMIT).move)
    assert board.is_game_over(claim_draw=True)


@pytest.mark.parametrize("number", [0, 518, 959])
def test_it_plays_chess960(engine: chess.engine.SimpleEngine, number: int) -> None:
    board = chess.Board.from_chess960_pos(number)
    for _ in range(60):
        if board.is_game_over():
            break
        board.push(engine.play(board, LIMIT).move)
    assert board.ply() > 10


def test_castling_is_written_as_chess960_wants_it(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", chess960=True)
    castling = chess.Move.from_uci("e1h1")
    result = engine.play(board, LIMIT, root_moves=[castling])
    assert result.move == castling


def test_multipv_gives_as_many_different_lines(engine: chess.engine.SimpleEngine) -> None:
    infos = engine.analyse(chess.Board(), chess.engine.Limit(depth=6), multipv=4)
    assert len(infos) == 4
    assert len({info["pv"][0] for info in infos}) == 4
    scores = [info["score"].relative.score() for info in infos]
    assert scores == sorted(scores, reverse=True)


def game_on_the_clock(
    players: dict[chess.Color, chess.engine.SimpleEngine], other: chess.engine.SimpleEngine | None = None
) -> chess.Board:
    """A game at one second plus 0.01 per move. Overstepping it is a fault of ours; `other` merely loses.

    The clocks run only while an engine works: a busy machine could lose any game at this pace.
    """
    board = chess.Board()
    clocks = {chess.WHITE: 1.0, chess.BLACK: 1.0}
    while not board.is_game_over(claim_draw=True) and board.ply() < 400:
        limit = chess.engine.Limit(
            white_clock=clocks[chess.WHITE], black_clock=clocks[chess.BLACK], white_inc=0.01, black_inc=0.01
        )
        pid = players[board.turn].transport.get_pid()
        begin = cpu_seconds(pid)
        move = players[board.turn].play(board, limit, game=id(players)).move
        clocks[board.turn] -= cpu_seconds(pid) - begin
        if clocks[board.turn] <= 0 and players[board.turn] is other:
            break
        assert clocks[board.turn] > 0, f"too late at ply {board.ply()}"
        clocks[board.turn] += 0.01
        assert move in board.legal_moves
        board.push(move)
    return board


def test_a_clock_is_kept(engine: chess.engine.SimpleEngine) -> None:
    assert game_on_the_clock({chess.WHITE: engine, chess.BLACK: engine}).ply() > 10


def test_pondering_goes_on_after_the_expected_move(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    for _ in range(6):
        result = engine.play(board, chess.engine.Limit(time=0.1), ponder=True)
        board.push(result.move)
        if result.ponder is not None and result.ponder in board.legal_moves:
            board.push(result.ponder)
    assert board.ply() >= 6


def test_analysis_is_stopped_by_the_client(engine: chess.engine.SimpleEngine) -> None:
    with engine.analysis(chess.Board()) as analysis:
        depths = []
        for info in analysis:
            if "depth" in info and "pv" in info:
                depths.append(info["depth"])
            if len(depths) >= 5:
                break
    assert depths == sorted(depths)
    assert engine.play(chess.Board(), LIMIT).move is not None


def test_the_asynchronous_client_works_too() -> None:
    async def main() -> chess.Move | None:
        _, engine = await chess.engine.popen_uci(command("uci"))
        result = await engine.play(chess.Board(), LIMIT)
        info = await engine.analyse(chess.Board(), chess.engine.Limit(depth=5))
        assert info["depth"] == 5
        await engine.quit()
        return result.move

    assert asyncio.run(main()) in chess.Board().legal_moves


def test_it_plays_stockfish_without_an_accident(engine: chess.engine.SimpleEngine) -> None:
    """We never lose on time, play an illegal move or stall. The result does not matter here."""
    path = shutil.which("stockfish") or shutil.which("/usr/games/stockfish")
    if path is None:
        pytest.skip("stockfish is not installed")
    with chess.engine.SimpleEngine.popen_uci(path) as other:
        for game in range(GAMES):
            players = {chess.WHITE: engine, chess.BLACK: other}
            if game % 2:
                players = {chess.WHITE: other, chess.BLACK: engine}
            assert game_on_the_clock(players, other).ply() > 10
