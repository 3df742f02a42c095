"""Threads race on a few slots: no value is torn and no amount is lost."""

from __future__ import annotations

import pytest

from core_programs import CROWD, program, race
from forms import sized

FORMS = ("16", "32", "32/wide", "64", "64/wide")
SUBJECTS = {f"{kind}/{form}" for kind in ("stores", "adds", "mixed", "killed") for form in FORMS}
OPERATIONS = sized("3e6", "1e8")


@pytest.mark.parametrize("threads", ["2", "16"])
def test_no_value_is_torn_and_no_amount_lost(threads: str) -> None:
    lines = race(program("value_race", "race"), "--operations", OPERATIONS, "--threads", threads)
    assert {line["subject"] for line in lines} == SUBJECTS
    assert sum(line["operations"] for line in lines) >= 0.9 * float(OPERATIONS)
    for line in lines:
        assert (line["wrong"], line["lost"]) == (0, 0), line
        assert line["hits"] > 1000, line


def test_no_key_is_missed_where_threads_lose_the_processor_between_words() -> None:
    path = program("value_race", "yields")
    for line in race(path, "--operations", sized("1e5", "1e6"), "--threads", CROWD):
        assert (line["wrong"], line["lost"]) == (0, 0), line
        assert line["hits"] > 100, line
        # However often its words are caught half written. This build waits for a writer as long as it takes.
        assert line["misses"] == 0, line
