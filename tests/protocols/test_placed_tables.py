"""SharedHash and HashFile: tables that several engines share and that outlive them."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest
from conversation import Conversation
from spoken import Spoken

from tabiya import TranspositionTable
from tabiya.protocols import Uci, Usi
from tabiya.storage.shared import path_of
from tabiya.table.config import Layout, Policy

PROTOCOLS = (Uci, Usi)


@pytest.fixture
def name() -> Iterator[str]:
    name = f"test-{os.getpid()}-{secrets.token_hex(4)}"
    yield name
    if os.path.exists(path_of(name)):
        os.unlink(path_of(name))
        pytest.fail("the last engine did not remove its shared table")


@pytest.fixture(params=PROTOCOLS)
def spoken(request: pytest.FixtureRequest, name: str) -> Iterator[Spoken]:
    """Closes the engine before the check that the name is gone."""
    engine = Spoken(request.param)
    yield engine
    engine.close()


@pytest.fixture(params=["SharedHash", "HashFile"])
def placed(request: pytest.FixtureRequest, tmp_path: Path, name: str) -> tuple[str, str]:
    """An option, and a value for it."""
    return request.param, name if request.param == "SharedHash" else str(tmp_path / "my analysis.table")


def set_option(placed: tuple[str, str]) -> str:
    return f"setoption name {placed[0]} value {placed[1]}"


def test_the_table_is_made_there_at_isready_and_not_before(spoken: Spoken, placed: tuple[str, str]) -> None:
    assert spoken.info(set_option(placed)) == []
    assert spoken.engine.table_manager.engine_table.table is None
    # The size comes after the place: the order does not matter.
    said = spoken.info(f"setoption name {spoken.hash_name} value 8", "isready")
    assert said == [f"{placed[0]} {placed[1]!r}: created, 8 MB"]
    assert spoken.table.memory_kind == {"SharedHash": "shared", "HashFile": "mapped"}[placed[0]]
    assert spoken.table.config.hash_mb == 8
    assert spoken.info("isready", "isready") == []


def test_a_second_engine_finds_what_the_first_one_knew(spoken: Spoken, placed: tuple[str, str]) -> None:
    spoken.do(set_option(placed))
    spoken.search("depth 6")
    other = Spoken(type(spoken.engine))
    try:
        said = other.info(f"setoption name {other.hash_name} value 32", set_option(placed), "isready")
        assert said[0].startswith(
            f"{placed[0]} {placed[1]!r}: {'attach' if placed[0][0] == 'S' else 'open'}ed"
        )
        assert "keeps Hash 16: others may be using it" in said[1]
        assert len(other.table) == len(spoken.table) > 100
        entries = len(other.table)
        other.search("depth 7")
        assert len(spoken.table) == len(other.table) > entries
    finally:
        other.close()
    assert len(spoken.table) > 100  # entries stay when an engine leaves


def test_a_file_keeps_its_entries_after_the_engine(spoken: Spoken, tmp_path: Path) -> None:
    placed = "HashFile", str(tmp_path / "kept.table")
    spoken.do(set_option(placed))
    spoken.search("depth 6")
    entries = len(spoken.table)
    spoken.close()
    with TranspositionTable.open(placed[1]) as table:
        assert len(table) == entries > 100


def test_a_new_game_leaves_it_alone_and_clear_hash_empties_it(
    spoken: Spoken, placed: tuple[str, str]
) -> None:
    spoken.do(set_option(placed))
    spoken.search("depth 5")
    entries = len(spoken.table)
    assert spoken.info(spoken.engine.new_game_word) == []
    assert len(spoken.table) == entries > 0
    assert spoken.info("setoption name Clear Hash")[0].endswith("is empty, for all its users")
    assert len(spoken.table) == 0


def test_entries_move_with_the_table_there_and_back(spoken: Spoken, placed: tuple[str, str]) -> None:
    spoken.search("depth 5")
    entries = len(spoken.table)
    spoken.do(set_option(placed), "isready")
    assert len(spoken.table) == entries > 0
    assert spoken.info(f"setoption name {placed[0]} value <empty>", "isready")
    assert spoken.table.memory_kind == "private"
    assert len(spoken.table) == entries


@pytest.mark.parametrize(
    ("option", "value", "complaint"),
    [
        ("SharedHash", "../secrets", "SharedHash: name must be letters"),
        ("SharedHash", "x" * 300, "SharedHash: name must have at most 200 characters"),
        ("HashFile", "/nowhere/at/all", "HashFile '/nowhere/at/all' cannot be used: No such file"),
        ("HashFile", "/etc", "HashFile '/etc' cannot be used: Is a directory"),
        ("HashFile", __file__, f"HashFile {__file__!r} cannot be used: the file"),
    ],
)
def test_a_place_that_cannot_be_used_leaves_the_table_as_it_is(
    spoken: Spoken, option: str, value: str, complaint: str
) -> None:
    spoken.search("depth 5")
    table, entries = spoken.table, len(spoken.table)
    said = spoken.info(f"setoption name {option} value {value}", "isready")
    assert len(said) == 1
    assert said[0].startswith(complaint)
    assert spoken.info("isready", "isready") == []  # said once, not at every isready
    assert spoken.table is table
    assert len(table) == entries
    assert spoken.search("depth 2")[-1].startswith("bestmove ")


def test_a_bad_place_is_tried_again_when_it_is_asked_for_again(spoken: Spoken, tmp_path: Path) -> None:
    path = tmp_path / "folder" / "table"
    line = f"setoption name HashFile value {path}"
    assert "cannot be used" in spoken.info(line, "isready")[0]
    assert spoken.search("depth 1")[-1].startswith("bestmove ")
    path.parent.mkdir()
    assert "created" in spoken.info(line, "isready")[0]
    assert spoken.table.memory_kind == "mapped"


def test_shared_memory_goes_before_a_file_whatever_the_order(tmp_path: Path, name: str) -> None:
    lines = [f"setoption name SharedHash value {name}", f"setoption name HashFile value {tmp_path}/t"]
    for order in (lines, lines[::-1]):
        spoken = Spoken(Uci)
        said = spoken.info(*order, "isready")
        assert spoken.table.memory_kind == "shared"
        assert any("is ignored: SharedHash takes precedence" in line for line in said)
        assert not (tmp_path / "t").exists()
        spoken.close()


def test_form_and_size_stay_as_they_are(spoken: Spoken, placed: tuple[str, str]) -> None:
    spoken.do(set_option(placed), "isready")
    spoken.search("depth 4")
    entries = len(spoken.table)
    said = spoken.info(
        f"setoption name {spoken.hash_name} value 32",
        "setoption name TTLayout value single",
        "setoption name TTPolicy value always",
        "setoption name TTStatistics value true",
        "isready",
    )
    assert len(said) == 1
    assert "keeps Hash 16, TTLayout cluster4, TTPolicy cascade: others may be using it" in said[0]
    config = spoken.table.config
    assert (config.layout, config.policy, config.hash_mb) == (Layout.CLUSTER4, Policy.CASCADE, 16)
    assert config.statistics  # each engine has its own counts
    assert len(spoken.table) == entries > 0


def test_a_place_asked_for_in_mid_search_is_taken_afterwards(spoken: Spoken, placed: tuple[str, str]) -> None:
    spoken.engine.table_manager.prepare()
    spoken.engine.go("infinite")
    spoken.engine.set_option(f"name {placed[0]} value {placed[1]}")
    assert spoken.engine.table_manager.engine_table.private
    spoken.engine.stop()
    assert not spoken.engine.table_manager.engine_table.private
    said = spoken.stream.getvalue().splitlines()
    assert len([line for line in said if "created" in line]) == 1
    assert said[-1] == f"info string {placed[0]}: applied after the search"
    assert spoken.info("isready") == []


def depths(lines: list[str]) -> list[int]:
    return [int(line.split()[2]) for line in lines if line.startswith("info depth ")]


def nodes(lines: list[str]) -> int:
    words = [line.split() for line in lines if " nodes " in line][-1]
    return int(words[words.index("nodes") + 1])


@pytest.mark.parametrize("dialect", ["uci", "usi"])
def test_a_second_process_needs_less_for_the_same_depth(dialect: str, name: str) -> None:
    with Conversation(dialect) as first, Conversation(dialect) as second:
        searched = []
        for engine in (first, second):
            engine.send(f"setoption name SharedHash value {name}", "position startpos", "go depth 11")
            searched.append(nodes(engine.until("bestmove *")))
        assert searched[1] < 0.7 * searched[0]
        first.quit()
        second.send("go depth 11")
        assert nodes(second.until("bestmove *")) < 0.7 * searched[0]  # entries stay when an engine leaves
        second.quit()


@pytest.mark.parametrize("sync", ["lock_free", "bucket_locks"])
def test_a_kill_leaves_the_others_undisturbed(sync: str, name: str) -> None:
    with Conversation("uci") as survivor:
        survivor.send(f"setoption name TTSync value {sync}", f"setoption name SharedHash value {name}")
        survivor.ready()
        for _ in range(3):
            with Conversation("uci") as victim:
                victim.send(f"setoption name SharedHash value {name}", "position startpos", "go infinite")
                victim.until("info depth 6 *")
                survivor.send("position startpos", "go infinite")
                survivor.until("info depth *")
                victim.process.kill()
                victim.process.wait()
            survivor.send("stop")
            survivor.until("bestmove *")
        assert "all are found as stored" in survivor.ask("debug tt verify", "info string verified*")
        survivor.send("go depth 8")
        survivor.until("bestmove *")
        survivor.send("quit")
        said = survivor.errors()  # a victim may have held a lock, which is told
        assert survivor.process.returncode == 0
        assert all("whose holder had died were recovered" in line for line in said.splitlines()), said


def test_an_analysis_goes_on_where_it_stopped_before_a_restart(tmp_path: Path) -> None:
    searched = []
    for _ in range(2):
        with Conversation("uci") as engine:
            engine.send(f"setoption name HashFile value {tmp_path}/analysis.table", "position startpos")
            engine.send("go depth 11")
            lines = engine.until("bestmove *")
            searched.append(nodes(lines))
            assert depths(lines)[-1] == 11
            engine.quit()
    # The last conversation begins with what the one before had found.
    begin = next(line for line in lines if "the table knows" in line)
    assert begin.startswith("info string the table knows this position to depth 11: ")
    assert lines.index(begin) < next(i for i, line in enumerate(lines) if line.startswith("info depth"))
    assert searched[1] < 0.5 * searched[0]
