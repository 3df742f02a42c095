"""Torn entries are never believed, thanks to the link."""

from __future__ import annotations

import pytest

from core_programs import CROWD, program, race
from forms import sized

DECEIVED = [
    ("link/none/one_key", "any_field"),
    ("link/none/one_key", "move_and_eval"),
    ("link/none/one_key", "one_field"),
    ("link/none/two_keys", "any_field"),
    ("link/xor/one_key", "move_and_eval"),
    ("link/folded_xor/one_key", "lanes"),
    ("link/folded_xor/two_keys", "lanes"),
]
"""Weaker links, and the stores that each confuses."""
MOST_RUNS = 8
OPERATIONS = sized("2e7", "1e9")


@pytest.fixture(scope="module")
def link_races() -> dict[tuple[str, str], dict[str, int]]:
    """Hits and wrong reads of all races. Repeats races whose threads hardly met on a busy machine."""
    sums: dict[tuple[str, str], dict[str, int]] = {}
    for seed in range(1, MOST_RUNS + 1):
        arguments = ("links", "--operations", "2e7", "--seed", str(seed))
        for line in race(program("tabiya_race", "race"), *arguments):
            counts = sums.setdefault((line["subject"], line["scenario"]), {"hits": 0, "wrong": 0})
            for name in counts:
                counts[name] += line[name]
        if all(sums[known]["wrong"] > 0 for known in DECEIVED):
            break
    return sums


@pytest.mark.parametrize("threads", [2, 16])
def test_no_torn_entry_is_believed(threads: int) -> None:
    lines = race(
        program("tabiya_race", "race"), "table", "--operations", OPERATIONS, "--threads", str(threads)
    )
    assert len(lines) == 20
    assert sum(line["operations"] for line in lines) >= 0.7 * float(OPERATIONS)
    for line in lines:
        assert line["wrong"] == 0, line
        assert line["hits"] > 1000, line


@pytest.mark.parametrize("subject", ["table", "links", "swaps"])
def test_no_torn_entry_is_believed_where_threads_lose_the_processor_between_stores(subject: str) -> None:
    path = program("tabiya_race", "yields")
    lines = race(path, subject, "--operations", sized("1e6", "1e7"), "--threads", CROWD)
    ours = [
        line for line in lines if not line["subject"].startswith(("link/none", "link/xor", "link/folded"))
    ]
    assert all(line["wrong"] == 0 and line["hits"] > 100 for line in ours), ours


def test_memory_is_not_swapped_under_a_scalar_call() -> None:
    """What free-threaded Python relies on: 16 threads read while others resize."""
    path = program("tabiya_race", "race")
    for line in race(path, "swaps", "--operations", sized("1e6", "5e7"), "--threads", "16"):
        assert line["wrong"] == 0, line
        assert line["hits"] > 0, line


def test_the_link_is_never_deceived(link_races: dict[tuple[str, str], dict[str, int]]) -> None:
    ours = [counts for (subject, _), counts in link_races.items() if subject.startswith("link/product")]
    assert len(ours) == 8
    assert all(counts["wrong"] == 0 and counts["hits"] > 1000 for counts in ours)


@pytest.mark.parametrize(("subject", "scenario"), DECEIVED)
def test_a_weaker_link_is_deceived(
    link_races: dict[tuple[str, str], dict[str, int]], subject: str, scenario: str
) -> None:
    assert link_races[subject, scenario]["wrong"] > 0
