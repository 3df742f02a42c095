"""A third game needs a spec and a name in the list. Missing parts give clear errors."""

from __future__ import annotations

import subprocess
import sys

NIM = '''
import sys
from enum import Enum
from types import ModuleType

import tabiya.games
from tabiya.boards.outcome import GameOutcome
from tabiya.games import GameSpec
from tabiya.lab.games import Bench


class Termination(Enum):
    LAST_STONE = 1


class Board:
    """A heap of stones; one to three are taken, and whoever takes the last one wins."""

    _game = "nim"

    def __init__(self, text=None):
        self.stones = int(text or 7)
        self.move_stack = []

    @property
    def turn(self):
        return len(self.move_stack) % 2 == 0

    @property
    def legal_moves(self):
        return [str(taken) for taken in (1, 2, 3) if taken <= self.stones]

    def _parse(self, text):
        if text not in self.legal_moves:
            raise ValueError(f"illegal move: {text}")
        return text

    def push(self, move):
        self.stones -= int(move)
        self.move_stack.append(move)

    def outcome(self):
        return None if self.stones else GameOutcome(Termination.LAST_STONE, not self.turn)


class Nim(GameSpec):
    name = "nim"
    mates_in = None


package, module = ModuleType("tabiya.nim"), ModuleType("tabiya.nim.spec")
package.Board, module.SPEC = Board, Nim()
measures = ModuleType("tabiya.lab.games.nim")
measures.BENCH = Bench("Measure stones.", dict, depths=None)
sys.modules |= {"tabiya.nim": package, "tabiya.nim.spec": module, measures.__name__: measures}
tabiya.games.GAMES += ("nim",)
'''


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", NIM + code], capture_output=True, text=True, timeout=120)
    return done.stdout + done.stderr


def test_its_games_are_played_by_the_one_loop() -> None:
    said = run("""
from tabiya.games import game_spec, spec_of
from tabiya.games.play import Choice, play_game

spec = game_spec("nim")
board = spec.board()
assert spec_of(board) is spec
well = lambda board: Choice(str(board.stones % 4 or 1))
badly = lambda board: Choice("1")
ending = play_game(spec, board, {True: well, False: badly})
print(ending.kind, ending.result, ending.points, spec.notation.parse(spec.board("2"), "2"))
""")
    assert said == "last stone 1-0 1.0 2\n"


def test_what_it_lacks_is_said_in_a_sentence() -> None:
    for command, sentence in {
        "tune": "the evaluation of nim has no weights to tune",
        "lab run nodes_to_depth": "searches of nim are not measured: tabiya.lab.games has no depths for them",
        "match tabiya stockfish --nodes 10": "engines of nim have no protocol: only 'tabiya' and",
        "match tabiya tabiya --nodes 10 --save x.pgn": "games of nim cannot be exported",
    }.items():
        words = command.split()
        said = run(f"""
from tabiya.cli import main
sys.argv = ["tabiya", *{words!r}, "--game", "nim"]
main()
""")
        assert sentence in said
        assert "Traceback" not in said


def test_it_is_offered_where_it_can_be_used_and_left_out_where_it_cannot() -> None:
    said = run("""
from tabiya.lab.games import bench_of, depths_of, games
from tabiya.books.files import book_formats
from tabiya.lab.experiments import all_experiments

assert "nim" not in games()
assert bench_of("nim").summary == "Measure stones."
try:
    depths_of("nim")
except ValueError as error:
    assert str(error).startswith("searches of nim are not measured")
assert str(tabiya.games.game_spec("nim").score(-35)) == "-0.35"
assert all("nim" not in experiment.games for experiment in all_experiments().values())
assert set(book_formats()) == {".bin", ".epd", ".db"}
from tabiya.cli import main
sys.argv = ["tabiya", "perft", "--help"]
main()
""")
    assert "|nim]" in said
