"""No torn entry is believed; and the link is needed for that."""

from __future__ import annotations

from typing import Any

import pytest

from core_programs import program, race


@pytest.fixture(scope="module")
def link_races() -> dict[tuple[str, str], dict[str, Any]]:
    lines = race(program("tabiya_race", "race"), "links", "--operations", "2e7")
    return {(line["subject"], line["scenario"]): line for line in lines}


@pytest.mark.parametrize("threads", [2, 16])
def test_no_torn_entry_is_believed(threads: int) -> None:
    lines = race(program("tabiya_race", "race"), "table", "--operations", "7e7", "--threads", str(threads))
    assert len(lines) == 20
    assert sum(line["operations"] for line in lines) >= 5e7  # 10^8 with both numbers of threads
    for line in lines:
        assert line["wrong"] == 0, line
        assert line["hits"] > 1000, line


def test_the_link_is_never_deceived(link_races: dict[tuple[str, str], dict[str, Any]]) -> None:
    ours = [line for (subject, _), line in link_races.items() if subject.startswith("link/product")]
    assert len(ours) == 8
    assert all(line["wrong"] == 0 and line["hits"] > 1000 for line in ours)


@pytest.mark.parametrize(
    ("subject", "scenario"),
    [
        ("link/none/one_key", "any_field"),
        ("link/none/one_key", "move_and_eval"),
        ("link/none/one_key", "one_field"),
        ("link/none/two_keys", "any_field"),
        ("link/xor/one_key", "move_and_eval"),
        ("link/folded_xor/one_key", "lanes"),
        ("link/folded_xor/two_keys", "lanes"),
    ],
)
def test_a_weaker_link_is_deceived(
    link_races: dict[tuple[str, str], dict[str, Any]], subject: str, scenario: str
) -> None:
    assert link_races[subject, scenario]["wrong"] > 0
