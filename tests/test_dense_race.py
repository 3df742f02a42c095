"""Threads race on dense lines: nothing is wrong, and few entries are lost."""

from __future__ import annotations

import pytest

from core_programs import CROWD, program, race
from forms import sized


@pytest.mark.parametrize("build", ["race", "yields"])
@pytest.mark.parametrize("threads", ["2", "16", CROWD])
def test_no_torn_line_is_believed(build: str, threads: str) -> None:
    operations = sized("2e6" if build == "race" else "2e5", "1e9" if build == "race" else "1e7")
    lines = race(program("dense_race", build), "wrong", "--operations", operations, "--threads", threads)
    assert len(lines) == 9
    for line in lines:
        assert line["wrong"] == 0, line
        assert line["hits"] > 100, line


def test_entries_are_lost_to_neighbours_only_without_locks() -> None:
    lines = race(
        program("dense_race", "yields"), "lost", "--operations", sized("1e5", "1e7"), "--threads", "16"
    )
    lost = {line["subject"]: line["lost"] / line["operations"] for line in lines}
    assert all(line["wrong"] == 0 for line in lines)
    # In a short race, the threads may have met nowhere.
    assert lost["lost/lock_free/1"] > 0 or sized(True, False), "the race must be one"
    assert lost["lost/lock_free/16384"] < 0.01
    assert all(share == 0 for subject, share in lost.items() if "bucket_locks" in subject)


def test_false_hits_are_as_rare_as_26_bits_say() -> None:
    [line] = race(program("dense_race", "race"), "false", "--operations", sized("2e7", "1e9"))
    assert line["hits"] <= 2 * float(line["subject"].split("_")[-1]) + 12
