"""Two builds of tabiya against each other: whether new weights play better than the old ones.

    python -m tabiya.tune.match --other "env PYTHONPATH=/path/to/other/build python -S" --games 400

Each build plays in a process of its own, so that each has its own weights. `tabiya match` has more to offer,
but needs builds that speak a protocol.
"""

from __future__ import annotations

import argparse
import random
import shlex
import subprocess
import sys
from typing import Any

from ..lab.stats import Elo, Pairs, Results
from .selfplay import DECIDED_PLIES, Searcher, random_opening
from .subjects import SUBJECTS, Subject

__all__ = ["Player", "match", "serve"]


def serve(subject: Subject, nodes: int) -> None:
    """Answers each line of moves from the start with the move to play and its score; "new" begins a game."""
    searcher = Searcher(subject, nodes)
    for line in sys.stdin:
        if line.strip() == "new":
            searcher = Searcher(subject, nodes)
            continue
        board = subject.new_board()
        for move in line.split():
            board.push(move)
        move, score = searcher(board)
        print(move, score, flush=True)


class Player:
    """A build that plays, in a process of its own."""

    def __init__(self, command: str, game: str, nodes: int) -> None:
        arguments = ["-m", "tabiya.tune.match", "--serve", "--game", game, "--nodes", str(nodes)]
        self._process = subprocess.Popen(
            [*shlex.split(command), *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def _say(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def new_game(self) -> None:
        self._say("new")

    def __call__(self, moves: list[str]) -> tuple[str, int]:
        self._say(" ".join(moves))
        assert self._process.stdout is not None
        answer = self._process.stdout.readline().split()
        if len(answer) != 2:
            raise ValueError("a player ended: it needs a build of tabiya with a search")
        return answer[0], int(answer[1])

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(timeout=10)


def play(subject: Subject, opening: list[str], first: Player, second: Player) -> float:
    """One game; what the side that moves first scored."""
    board = subject.new_board()
    moves = list(opening)
    for move in moves:
        board.push(move)
    for player in (first, second):
        player.new_game()
    decided = 0
    result = subject.result(board)
    while result is None:
        text, score = (first if board.turn else second)(moves)
        decided = decided + 1 if abs(score) >= subject.decided else 0
        if decided >= DECIDED_PLIES:
            return float((score > 0) == board.turn)
        board.push(text)
        moves.append(text)
        result = 0.5 if len(moves) >= subject.longest else subject.result(board)
    return result


def match(subject: Subject, other: str, games: int, nodes: int, seed: int) -> list[float]:
    """Scores of this build against the other, each opening played with either colour."""
    ours, theirs = (Player(command, subject.name, nodes) for command in (sys.executable, other))
    rng = random.Random(seed)
    judge = Searcher(subject, nodes)
    scores: list[float] = []
    while len(scores) < games:
        opening = [str(move) for move in random_opening(subject, rng, judge).move_stack]
        scores.append(play(subject, opening, ours, theirs))
        scores.append(1 - play(subject, opening, theirs, ours))
        if len(scores) % 50 == 0:
            _report(scores)
    for player in (ours, theirs):
        player.close()
    return scores


def _report(scores: list[float]) -> None:
    results = Results(scores.count(1.0), scores.count(0.0), scores.count(0.5))
    pairs = Pairs.of(zip(scores[::2], scores[1::2], strict=True))
    print(f"{results.games} games: +{results.wins} ={results.draws} -{results.losses}", end=", ")
    print(f"{results.score:.1%}, Elo {Elo.of(pairs)}", flush=True)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tabiya.tune.match", description=__doc__)
    parser.add_argument("--game", default="chess", choices=sorted(SUBJECTS))
    parser.add_argument("--other", default=sys.executable, help="the command that starts the other Python")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--nodes", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    options: Any = parser.parse_args(arguments)
    subject = SUBJECTS[options.game]
    if options.serve:
        serve(subject, options.nodes)
    else:
        _report(match(subject, options.other, options.games, options.nodes, options.seed))


if __name__ == "__main__":
    main()
