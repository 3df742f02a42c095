"""`tabiya demo`: its text follows from its measurements, and it only needs the base dependencies."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tabiya.cli.demo import figures_sentence
from tabiya.demo.searching import Comparison, Total, compare
from tabiya.demo.solving import Solved, solutions, verdict
from tabiya.games.positions import positions
from tabiya.lab.bench import table
from tabiya.lab.bench.table import A_MILLION, HOT
from tabiya.lab.timing import BenchRow

OPTIONAL = ("cachetools", "chess", "cshogi", "dask", "diskcache", "joblib", "lmdb", "pyarrow", "zstandard")
SMALL = f"""
import sys
sys.modules.update(dict.fromkeys({OPTIONAL}))
from tabiya.cli import main
from tabiya.demo import solving
from tabiya.lab.games import depths_of, games

for game in games():
    object.__setattr__(depths_of(game), "demo", 4)
solving.BOARD = solving.SMALL_BOARD
sys.argv = ["tabiya", "demo"]
main()
"""
"""The demo at small sizes, where only the base dependencies are installed."""


def test_the_demo_runs_with_the_base_dependencies() -> None:
    done = subprocess.run([sys.executable, "-c", SMALL], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    for text in (
        "1. Store and read an entry",
        "2. Solve a game",
        "3. The native search",
        "4. Two threads",
        "5. Measured",
        "Next steps",
    ):
        assert text in done.stdout
    assert "tabiya play" in done.stdout


def test_all_positions_of_the_benchmark_are_searched_in_both_ways() -> None:
    said: list[str] = []
    found = compare("chess", 3, said.append)
    count = len(positions("chess"))
    assert found.positions == len(said) == count
    assert said[-1] == f"searching chess to depth 3: position {count} of {count} …"
    for total in (found.off, found.on):
        assert total.nodes > count
        assert total.seconds > 0


def test_gains_are_the_ratios_of_the_sums() -> None:
    better = Comparison("chess", 9, 2, Total(1000, 8.0), Total(200, 2.0))
    assert better.gain == "nodes / 5.0, time / 4.0"
    assert str(better) == "chess: with the table, 20% of the nodes and 25% of the time."
    worse = Comparison("chess", 9, 2, Total(100, 1.0), Total(125, 2.0))
    assert worse.gain == "nodes / 0.8, time / 0.5"
    assert str(worse) == "chess: with the table, 125% of the nodes and 200% of the time."


def test_every_memory_solves_the_game_and_a_table_stays_in_its_size() -> None:
    none, dictionary, *tables = solutions((4, 5))
    assert len({solved.won for solved in (none, dictionary, *tables)}) == 1
    assert none.nodes > tables[-1].nodes >= tables[0].nodes >= dictionary.nodes
    assert (none.entries, none.bytes) == (0, 0)
    assert [table.bytes for table in tables] == [2**20, 2**18]
    assert dictionary.bytes > 32 * dictionary.entries > 0


def test_the_faster_memory_is_named() -> None:
    none = Solved("none", True, 1000, 9.0)
    for seconds, faster in ((0.5, "dict"), (0.1, "table")):
        said = verdict(none, Solved("dict", True, 100, 0.2, 90, 3 * 2**20), Solved("x", True, 150, seconds))
        assert f"The {faster} was faster here." in said
        assert "saves 90% of the nodes" in said
        assert "grew to 3.0 MB" in said
        assert "50% more nodes" in said


def test_the_figures_said_are_the_rows_shown() -> None:
    values = {
        (A_MILLION, "tabiya"): 101.0,
        (A_MILLION, "dict.get"): 202.0,
        (HOT, "tabiya"): 23.0,
        (HOT, "dict.get"): 40.0,
        ("memory", "tabiya"): 16.0,
        ("memory", "dict of tuples"): 224.0,
        ("probe_many, 16 MB", "tabiya"): 5.0,
        ("probe_many, 128 MB", "tabiya"): 11.0,
    }
    rows = [{"group": group, "subject": who, "value": value} for (group, who), value in values.items()]
    said = re.findall(r"[\d,]+", figures_sentence(rows).replace(", ", " "))
    assert said == ["101", "202", "11", "1,000", "23", "40", "16", "224"]


def test_the_demo_measures_what_the_readme_claims() -> None:
    """The same peers and the same million keys as README's first table and the full benchmark."""
    asked: list[tuple[str, int, int]] = []

    def noted(
        group: str, size: int, count: int, targets: dict[str, float], alone: bool = False
    ) -> list[BenchRow]:
        asked.append((group, size, count))
        return []

    rows: list[BenchRow] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table, "_scalar_probes", noted)
        patch.setattr(table, "memory", lambda quick: rows.append(quick) or iter(()))
        list(table.headline())
        list(zip(range(2), table.scalar_calls(False), strict=False))
    assert asked[0][1:] == asked[2][1:] == (1_000_000, 1_000_000)
    assert rows == [False]  # the memory of a million entries
    readme = (Path(__file__).parent.parent / "README.md").read_text()
    claim = readme[readme.index("With a million positions:") :]
    assert "one probe of a random key" in claim[:400]
    assert "memory per entry" in claim[:400]
