"""``go mate`` finds the mates of cshogi's solver, and proves that other positions have none."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from conversation import Conversation
from shogi_games import shortest_mate

from forms import sized
from tabiya import shogi
from tabiya.protocols.no_mate import NoMateProof

cshogi = pytest.importorskip("cshogi")

GAMES = sized(20, 400)
LONGEST = 7


def positions(seed: str) -> list[tuple[str, int | None]]:
    """Late positions of random games, each with the length of its mate by checks; None if it is longer."""
    chance = random.Random(seed)
    found: list[tuple[str, int | None]] = []
    for _ in range(GAMES):
        board = cshogi.Board()
        for ply in range(120):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(chance.choice(moves))
            if ply > 60 and ply % 10 == 0 and not board.is_check():
                found.append((board.sfen(), shortest_mate(board, LONGEST)))
    return found


def patience(positions: int) -> Any:
    """Stops a proof after a number of positions, independent of the machine's speed."""
    left = iter(range(positions))
    return lambda: next(left, None) is None


def test_the_proof_and_cshogi_agree() -> None:
    verdicts: Counter[bool | None] = Counter()
    for sfen, mate in positions("no mate"):
        proven = NoMateProof(shogi.Board(sfen)).run(patience(1000))
        verdicts[proven] += 1
        if mate is not None:
            assert proven is not True, (sfen, mate)
    assert verdicts[True] > 30


def test_a_mate_is_seen_by_the_proof_too() -> None:
    """It never denies a mate, and finds some."""
    seen = 0
    for sfen, mate in positions("some mate"):
        if mate is None or mate > 5:
            continue
        proof = NoMateProof(shogi.Board(sfen))
        verdict = proof.run(patience(20_000))
        assert verdict is not True
        if verdict is False:
            seen += 1
            assert solution(sfen, [str(move) for move in proof.solution()])
    assert seen > 1


def solution(sfen: str, moves: list[str]) -> bool:
    """By cshogi: legal moves, of which every second one gives check and the last one mates."""
    board = cshogi.Board(sfen)
    for i, text in enumerate(moves):
        move = board.move_from_usi(text)
        if not board.is_legal(move):
            return False
        board.push(move)
        if i % 2 == 0 and not board.is_check():
            return False
    return bool(board.is_check()) and not list(board.legal_moves)


def test_the_engine_solves_what_can_be_solved_and_says_what_cannot() -> None:
    chosen = positions("problems")
    mates = [item for item in chosen if item[1] is not None][: sized(6, 100)]
    others = [item for item in chosen if item[1] is None][: sized(6, 100)]
    answers = []
    with Conversation("usi") as engine:
        for sfen, _ in mates:
            engine.send(f"position sfen {sfen}", "go mate 120000")  # the machine may be busy
            *_, answer = engine.until("checkmate *")
            assert solution(sfen, answer.split()[1:]), (sfen, answer)
        for sfen, _ in others:
            engine.send(f"position sfen {sfen}", "go mate 1000")
            *_, answer = engine.until("checkmate *")
            answers.append(answer)
            if answer not in ("checkmate nomate", "checkmate timeout"):
                assert solution(sfen, answer.split()[1:]), (sfen, answer)  # beyond cshogi's depth
        engine.quit()
    assert "checkmate nomate" in answers


@pytest.mark.parametrize(
    "sfen",
    [
        "s7s/l3kg3/2sgp1nRl/pp1p3pp/2p2p1PP/L2K2p2/1P3P1n1/2+r2SGbL/N2G2PN1 w b4p 92",
        "ln1g3n1/r2k3gl/ppsl5/2pp1PPpp/P2P2p1g/2P1P2PP/LP+b2K1SN/2g6/1N1S2S1+b w r2p 82",
    ],
)
def test_a_short_mate_is_found_beside_long_attempts(sfen: str) -> None:
    """Attempts of the first checks go on for more than 300,000 positions; another check mates soon."""
    proof = NoMateProof(shogi.Board(sfen))
    assert proof.run(patience(20_000)) is False
    assert solution(sfen, [str(move) for move in proof.solution()])


def test_a_problem_can_be_stopped() -> None:
    with Conversation("usi") as engine:
        engine.send("position sfen 4k4/9/9/9/9/9/9/9/4K4 b 2R2B4S 1", "go mate infinite", "stop")
        assert engine.until("checkmate *")[-1].split()[1] not in ("nomate",)
        engine.send("position startpos", "go depth 2")
        engine.until("bestmove *")
        engine.quit()
