"""The command line: texts are kept as snapshots, and user errors are one line."""

from __future__ import annotations

import inspect
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from tabiya.cli.app import app
from tabiya.games import GAMES

SNAPSHOTS = Path(__file__).parent / "snapshots"
SIZES = "is not in the range 0<x<=16777216"


def tabiya(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    plain = {"COLUMNS": "100", "TERM": "dumb", "NO_COLOR": "1"}
    command = [sys.executable, "-c", "from tabiya.cli import main; main()", *arguments]
    return subprocess.run(
        command,
        input=typed,
        capture_output=True,
        text=True,
        env={**os.environ, **plain},
        timeout=120,
        check=False,
    )


def describe(command: click.Command, name: str = "tabiya") -> Iterator[str]:
    """A command, its options and subcommands as written; the layout is left to click."""
    yield f"{name}: {inspect.cleandoc(command.help or '')}"  # Python 3.13 removes the indentation itself
    for parameter in command.params:
        names = ", ".join((*parameter.opts, *parameter.secondary_opts))
        shown = f" (default {parameter.default})" if isinstance(parameter.default, (int, float)) else ""
        yield f"    {names}: {getattr(parameter, 'help', None)}{shown}"
    for child_name, child in children(command):
        yield from describe(child, f"{name} {child_name}")


def children(command: click.Command) -> Iterator[tuple[str, click.Command]]:
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            child = command.get_command(context, name)
            assert child is not None
            yield name, child


def test_commands_and_options_are_as_they_were() -> None:
    """To renew the snapshot on purpose: TABIYA_SNAPSHOTS=write pytest tests/test_cli.py."""
    text = "\n".join(describe(app)) + "\n"
    path = SNAPSHOTS / "commands.txt"
    if os.environ.get("TABIYA_SNAPSHOTS") == "write":
        path.write_text(text)
    assert text == path.read_text()


@pytest.mark.parametrize(
    "command",
    [
        [],
        ["info"],
        ["demo"],
        ["perft"],
        ["analyse"],
        ["signature"],
        ["tune"],
        ["play"],
        ["uci"],
        ["usi"],
        ["bench"],
        ["bench", "table"],
        *(["bench", game] for game in GAMES),
        ["bench", "search"],
    ],
)
def test_every_command_explains_itself(command: list[str]) -> None:
    done = tabiya(*command, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Usage: tabiya" in done.stdout
    assert "--help" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["perfd"], "No such command 'perfd'. Did you mean 'perft'?"),
        (["bench", "tabel"], "No such command 'tabel'. Did you mean 'table'?"),
        (["perft", "3", "--hsh", "3"], "No such option '--hsh'. Did you mean '--hash'?"),
        (
            ["perft", "3", "--game", "go"],
            f"Invalid value for '--game': 'go' is not one of {', '.join(map(repr, GAMES))}.",
        ),
        (["perft"], "Missing argument 'DEPTH'."),
        (["lab", "compare", "--hash", "-1"], f"Invalid value for '--hash': -1.0 {SIZES}."),
        (["analyse", __file__, "--hash", "0"], f"Invalid value for '--hash': 0.0 {SIZES}."),
        (
            ["match", "tabiya", "tabiya", "--time", "0"],
            "Invalid value for '--time' / '--movetime': 0.0 is not in the range x>0.",
        ),
    ],
)
def test_a_mistyped_command_gets_a_hint(arguments: list[str], sentence: str) -> None:
    done = tabiya(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith(f"\n\nError: {sentence}\n")


def test_help_shows_defaults_choices_and_ranges() -> None:
    shown = " ".join(tabiya("perft", "-h").stdout.split())
    assert f"--game [{'|'.join(GAMES)}] The game. [default: chess]" in shown
    assert "--threads INTEGER RANGE Number of threads. [default: 1; 1<=x<=1024]" in shown
    assert "DEPTH Plies to look ahead, 1 to 60." in shown


def test_help_shows_every_command_with_its_whole_sentence() -> None:
    shown = " ".join(tabiya("--help").stdout.split())
    for name, child in children(app):
        assert f" {name} {child.get_short_help_str(1000)}" in shown


@pytest.mark.parametrize(
    ("arguments", "unwanted"),
    [(["--version"], ("numpy", "rich", "tabiya.cli.info")), (["--help"], ("numpy",))],
)
def test_a_question_loads_little(arguments: list[str], unwanted: tuple[str, ...]) -> None:
    code = "import atexit, sys, tabiya.cli; atexit.register(lambda: print(*sys.modules)); tabiya.cli.main()"
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    loaded = done.stdout.splitlines()[-1].split()
    assert "tabiya.cli.app" in loaded
    assert not set(unwanted) & set(loaded)


def test_perft_divides() -> None:
    done = tabiya("perft", "2", "8/8/8/8/8/3k4/3p4/3K4 b - - 0 1", "--divide", "--json")
    result = json.loads(done.stdout)
    assert done.stderr == ""
    assert result["nodes"] == sum(result["divide"].values())
    assert result["divide"].keys() == {"d3c3", "d3e3", "d3c4", "d3d4", "d3e4"}


def test_perft_verifies_counts_and_remembers() -> None:
    done = tabiya("perft", "4", "--hash", "8", "--verify", "--threads", "2")
    assert "197,281 nodes at depth 4" in done.stdout
    assert "all keys match those computed from scratch" in done.stdout
    assert "signature collisions: 0 of 32 bits" in done.stdout


def test_perft_writes_castling_as_king_takes_rook_from_any_form_of_position() -> None:
    position = "startpos moves e2e4 e7e5 g1f3 g8f6 f1c4 f8c5"
    result = json.loads(tabiya("perft", "1", position, "--chess960", "--divide", "--json").stdout)
    assert "e1h1" in result["divide"]
    assert "326,672 nodes" in tabiya("perft", "4", CHESS960, "--chess960").stdout


CHESS960 = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"
MATE_IN_1 = "6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1"


def test_analyse_shows_stores_and_cutoffs_by_bound_and_source_on_request() -> None:
    shown = tabiya("analyse", "--depth", "5", "--stats").stdout
    for line in ("search: stores ", "search: cutoffs "):
        assert shown.count(line) == 2
    assert "upper" in shown
    assert "quiescence" in shown
    assert "search:" not in tabiya("analyse", "--depth", "5").stdout


def test_analyse_shows_what_the_search_finds() -> None:
    done = tabiya("analyse", MATE_IN_1, "--depth", "4")
    assert (done.returncode, done.stderr) == (0, "")
    assert "#1" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("best move Rd8#, score #1 (depth 4, ")
    assert "d1d8" in tabiya("analyse", MATE_IN_1, "--depth", "4", "--notation", "uci").stdout
    infos = [json.loads(line) for line in tabiya("analyse", "--nodes", "3000", "--json").stdout.splitlines()]
    assert [info["depth"] for info in infos[:3]] == [1, 2, 3]
    assert infos[-1]["best_move"] == infos[-1]["pv"][0]
    assert infos[-1]["nodes"] <= 3001
    assert infos[-1]["stats"]["probes"] > 0
    lines = tabiya("analyse", "--depth", "2", "--multipv", "3", "--no-table", "--json").stdout.splitlines()
    assert [json.loads(line).get("multipv") for line in lines] == [1, 2, 3, 1, 2, 3, None]


@pytest.mark.parametrize("command", [["play"], ["perft", "1"], ["book", "probe", "BOOK"]])
def test_a_position_may_be_the_start_and_moves(command: list[str], tmp_path: Path) -> None:
    book = tmp_path / "game.pgn"
    book.write_text("1. e4 e5 2. Nf3 *\n")
    arguments = [each.replace("BOOK", str(book)) for each in command]
    done = tabiya(*arguments, "startpos moves e2e4")
    assert (done.returncode, done.stderr) == (0, "")


def test_signature_counts_nodes() -> None:
    done = json.loads(tabiya("signature", "--depth", "3", "--json").stdout)
    assert done["nodes"] == sum(done["positions"].values()) > 1000
    assert tabiya("signature", "--depth", "3").stdout == f"chess 3 {done['nodes']}\n"


def test_the_version_is_the_package_version() -> None:
    import tabiya as package

    assert tabiya("--version").stdout == f"tabiya {package.__version__}\n"


def test_info_names_the_build() -> None:
    facts = json.loads(tabiya("info", "--json").stdout)
    assert {"tabiya", "python", "cpu", "cores", "huge_pages", "core", "compiler", "wide_scan"} <= facts.keys()
    assert facts["core"].startswith(("native", "portable", "x86-64"))
    assert facts["cpu"] in tabiya("info").stdout


def test_bench_writes_json_and_compares_runs(tmp_path: Path) -> None:
    file = tmp_path / "old.json"
    done = tabiya("bench", "table", "packing", "memory", "--quick", "--json", "--output", str(file))
    result = json.loads(done.stdout)
    assert json.loads(file.read_text()) == result
    assert {row["subject"] for row in result["rows"]} == {"pack", "unpack", "dict of tuples", "tabiya"}
    assert all(row["value"] > 0 for row in result["rows"])
    shown = tabiya("bench", "table", "memory", "--quick", "--compare", str(file)).stdout
    assert "vs the earlier run" in shown
    assert "1.00" in shown


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["bench", "table", "speed"],
            "tabiya: unknown group 'speed'; known are 'scalar calls', 'memory'",
        ),
        (["bench", "table", "memory", "--compare", "nowhere.json"], "tabiya: nowhere.json: No such file"),
        (
            ["bench", "table", "memory", "--compare", __file__],
            "is not a result of `tabiya bench table --json`",
        ),
        (["perft", "3", "8/8/8/8/8/8/8/8 w - - 0 1"], "tabiya: invalid FEN"),
        (["analyse", "nowhere"], "tabiya: 'nowhere' is neither a file nor a position"),
        (["analyse", "nowhere", "--game", "chess"], "tabiya: invalid FEN"),
        (["analyse", "nowhere.pgn"], "tabiya: nowhere.pgn: No such file or directory"),
        (["analyse", "--game", "go"], "tabiya: game must be 'chess'"),
        (["perft", "3", "--hash", "-5"], "tabiya: hash_mb must be above 0 and at most 16777216, not -5"),
    ],
)
def test_a_mistake_is_one_line(arguments: list[str], sentence: str) -> None:
    done = tabiya(*arguments)
    assert done.returncode == 1
    assert done.stdout == ""
    assert sentence in done.stderr
    assert len(done.stderr.splitlines()) == 1
