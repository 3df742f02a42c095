"""The commands for engine authors: ``debug tt``, ``debug pv`` and ``perft`` with a cache."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from spoken import Spoken

from processes import wait_until
from tabiya import Bound
from tabiya.protocols import Uci, Usi


@pytest.fixture(params=[Uci, Usi])
def spoken(request: pytest.FixtureRequest) -> Iterator[Spoken]:
    engine = Spoken(request.param)
    yield engine
    engine.close()


@pytest.mark.parametrize(("value", "answer"), [("false", "disabled"), ("true", "enabled")])
def test_use_clustered_tt_is_answered_even_before_the_first_isready(
    spoken: Spoken, value: str, answer: str
) -> None:
    assert spoken.info(f"setoption name UseClusteredTT value {value}") == []
    assert spoken.info("isready") == [f"Clustered TT {answer}"]
    assert spoken.info("isready") == []  # once


def test_clusters_are_not_news_unless_asked_for_or_changed(spoken: Spoken) -> None:
    assert spoken.info("isready") == []
    said = spoken.info("setoption name TTLayout value single", "isready")
    assert said == ["Clustered TT disabled", "the table starts empty: its layout is single now"]
    assert spoken.info("setoption name UseClusteredTT value false", "isready") == ["Clustered TT disabled"]


def figure(lines: list[str], name: str) -> float:
    (line,) = [line for line in lines if line.strip().startswith(name)]
    return float(line.split(name)[1].split()[0].replace(",", ""))


def test_the_counters_of_one_layout_do_not_survive_another(spoken: Spoken) -> None:
    spoken.do("setoption name TTStatistics value true")
    spoken.search("depth 6")
    assert figure(spoken.info("debug tt"), "scan length") > 1
    spoken.do("setoption name TTLayout value single", "isready")
    assert figure(spoken.info("debug tt"), "probes") == 0
    spoken.search("depth 6")
    said = spoken.info("debug tt")
    assert figure(said, "probes") > 0
    assert figure(said, "scan length") == 1


def test_the_counters_move_during_a_search(spoken: Spoken) -> None:
    spoken.do("setoption name TTStatistics value true", "isready")
    spoken.engine.go("infinite")
    try:
        table = spoken.engine.table_manager.engine_table.table
        assert table is not None
        wait_until(lambda: table.stats.probes > 0)
        before = table.stats.probes
        wait_until(lambda: table.stats.probes > before)
        with pytest.raises(ValueError, match="a search is running"):
            spoken.engine.console.debug("tt reset")
    finally:
        spoken.engine.stop()


def test_the_counters_can_be_set_to_zero(spoken: Spoken) -> None:
    spoken.do("setoption name TTStatistics value true")
    spoken.search("depth 5")
    entries = len(spoken.table)
    assert figure(spoken.info("debug tt"), "stores") > 0
    assert spoken.info("debug tt reset") == ["the counters of the table are zero"]
    assert figure(spoken.info("debug tt"), "stores") == 0
    assert len(spoken.table) == entries > 0


def test_debug_tt_shows_stores_and_cutoffs_by_bound_and_source(spoken: Spoken) -> None:
    spoken.search("depth 7")
    found = {}
    for line in spoken.info("debug tt"):
        if line.startswith(("search: stores", "search: cutoffs")):
            name, total, parts = re.fullmatch(r"search: (\w+) +([\d,]+): (.*)", line).groups()  # type: ignore[union-attr]
            counts = {word: int(n.replace(",", "")) for word, n in re.findall(r"(\w+) ([\d,]+)", parts)}
            assert sum(counts.values()) == int(total.replace(",", ""))
            found[name, "bound" if "upper" in counts else "source"] = counts
    assert set(found) == {(n, k) for n in ("stores", "cutoffs") for k in ("bound", "source")}
    assert all(found["stores", "bound"].values())  # all three
    assert found["stores", "source"]["main"] > 0
    assert found["stores", "source"]["quiescence"] > 0


def test_debug_tt_says_how_the_table_is_shared(spoken: Spoken) -> None:
    assert "lock_free" in spoken.info("debug tt")[0]
    spoken.do("setoption name TTSync value bucket_locks", "setoption name TTBuckets value 64", "isready")
    assert "64 bucket locks" in spoken.info("debug tt")[0]


def test_debug_pv_shows_the_line_of_the_last_search(spoken: Spoken) -> None:
    assert spoken.info("debug pv") == ["the table knows no move for this position"]
    best = spoken.search("depth 6")[-1].split()[1]
    (said,) = spoken.info("debug pv 3")
    assert said.split()[:2] == ["pv", best]
    assert len(said.split()) <= 4
    moves = {"chess": "g1f3 g8f6 f3g1 f6g8", "shogi": "2h1h 8b9b 1h2h 9b8b"}[spoken.engine.game].split()
    spoken.do("setoption name Clear Hash")
    board = spoken.engine.position.board.copy()
    for text in moves:  # a cycle
        move = next(move for move in board.legal_moves if str(move) == text)
        spoken.table.store(board.key, move=move.pack(), bound=Bound.EXACT)
        board.push(move)
    assert spoken.info("debug pv 900") == [f"pv {' '.join(moves)}"]


@pytest.mark.parametrize("command", ["perft 4 hash 8", "go perft 4 hash 8", "divide 4 hash 8"])
def test_perft_counts_the_same_with_a_cache(spoken: Spoken, command: str) -> None:
    def counted(line: str) -> tuple[list[str], list[str]]:
        spoken.engine.commands[line.split()[0]](line.partition(" ")[2])
        assert spoken.engine.task is not None
        spoken.engine.task.wait()
        lines = spoken.stream.getvalue().splitlines()
        spoken.stream.truncate(0)
        spoken.stream.seek(0)
        return [s for s in lines if ": " in s and "info" not in s], [s for s in lines if "cache" in s]

    plain, none = counted(command.removesuffix(" hash 8"))
    cached, (told,) = counted(command)
    assert plain == cached
    assert none == []
    hits, probes = re.fullmatch(r"info string cache: 8 MB, ([\d,]+) of ([\d,]+) probes hit", told).groups()  # type: ignore[union-attr]
    assert int(probes.replace(",", "")) > 0
    assert hits is not None
    spoken.do("setoption name PerftHash value 2")
    assert counted("perft 3")[1][0].startswith("info string cache: 2 MB")
    assert counted("perft 3 hash 0")[1] == []


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("perft 4 hash", "after the depth, perft takes hash MB"),
        ("perft 4 mash 3", "after the depth, perft takes hash MB"),
        ("perft 4 hash 99999999", "after the depth, perft takes hash MB"),
        ("perft 0 hash 4", "perft needs a depth between 1 and 60, not '0 hash 4'"),
        ("debug pv 0", "debug pv needs a number of moves between 1 and 999, not '0'"),
        ("debug pv x", "debug pv needs a number of moves between 1 and 999, not 'x'"),
        ("debug", "debug needs on, off, tt, tt reset, tt verify or pv [MOVES], not ''"),
    ],
)
def test_a_wrong_argument_is_one_sentence(spoken: Spoken, line: str, said: str) -> None:
    (answer,) = spoken.info(line)
    assert answer.startswith(said)
