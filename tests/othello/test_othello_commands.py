"""Othello on the command line, where no protocol is needed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ENDING = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"


def tabiya(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from tabiya.cli import main; main()", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, text=True, timeout=300)


def test_perft_counts() -> None:
    done = tabiya("perft", "6", "--game", "othello", "--json", "--verify")
    assert json.loads(done.stdout)["nodes"] == 8200


def test_analyse_shows_a_search() -> None:
    done = tabiya("analyse", ENDING, "--game", "othello", "--depth", "4", "--json")
    answer = json.loads(done.stdout.splitlines()[-1])
    assert answer["mate"] is None
    assert answer["depth"] == 4


def test_a_position_may_be_written_with_dots() -> None:
    """A text that begins with - would be an option."""
    dots = "..XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O"
    done = tabiya("perft", "2", dots, "--game", "othello", "--json")
    assert json.loads(done.stdout)["nodes"] == 84


def test_play_takes_moves_passes_and_questions() -> None:
    typed = "d9\nd3\nmoves\nposition\nundo\nquit\n"
    done = tabiya("play", "--game", "othello", "--seconds", "0.05", typed=typed)
    assert "invalid move: 'd9'" in done.stdout
    assert "X to move" in done.stdout
    assert "Thanks for the game." in done.stdout
    over = tabiya("play", "O" * 62 + "X- X", "--game", "othello", "--seconds", "0.05", typed="pass\n")
    assert "full board: 0-1" in over.stdout


def test_play_keeps_the_text_of_a_position_in_one_line() -> None:
    done = tabiya("play", "--game", "othello", "--seconds", "0.05", typed="a1\nquit\n")
    (refusal,) = (line for line in done.stdout.splitlines() if "illegal move: 'a1' in " in line)
    assert refusal.endswith(f"{'-' * 27}OX------XO{'-' * 27} X")


def test_match_plays_two_of_our_engines() -> None:
    arguments = ("match", "tabiya:hash=1,name=a", "tabiya:table=off,name=b", "--game", "othello")
    done = tabiya(*arguments, "--games", "2", "--nodes", "200", "--json")
    result = json.loads(done.stdout)
    assert (done.returncode, result["games"]) == (0, 2)
    assert result["faults"] == {}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("tabiya", "stockfish"), "engines of othello have no protocol: only 'tabiya' and"),
        (("tabiya", "tabiya:Hsh=3"), "engine 'tabiya:Hsh=3': it has no option 'Hsh'; did you mean 'Hash'?"),
        (("tabiya", "tabiya", "--save", "x.pgn"), "games of othello cannot be exported"),
    ],
)
def test_what_a_match_cannot_do_is_said_in_a_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    done = tabiya("match", *arguments, "--game", "othello", "--nodes", "10")
    assert done.returncode == 1
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_benchmark_measures_what_a_table_is_worth(tmp_path: Path) -> None:
    done = tabiya("bench", "othello", "endgames", "--quick", "--json")
    rows = {(row["group"], row["subject"]): row for row in json.loads(done.stdout)["rows"]}
    saved = rows["FFO 40, 20 empty, nodes", "256 MB"]["ratio"]
    assert rows["FFO 40, 20 empty, nodes", "again"]["ratio"] < saved < 1


def test_the_lab_leaves_it_out() -> None:
    from tabiya.lab.games import depths_of, games

    assert "othello" not in games()
    with pytest.raises(ValueError, match="searches of othello are not measured"):
        depths_of("othello")
