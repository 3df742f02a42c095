"""docs/design-sources.md names files and tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/design-sources.md").read_text()
NAMED = sorted(set(re.findall(r"`((?:src|core|tests|docs|bench|tools)/[\w./-]*(?:::\w+)?)`", PAGE)))


def test_every_file_and_test_that_the_page_names_exists() -> None:
    assert len(NAMED) > 100
    missing = []
    for named in NAMED:
        path, _, test = named.partition("::")
        if not (ROOT / path).exists() or (test and f"def {test}(" not in (ROOT / path).read_text()):
            missing.append(named)
    assert missing == []


def test_every_departure_is_in_the_table_of_departures() -> None:
    rows, table = PAGE.split("\n## Departures\n")
    assert rows.count("*departure*") <= table.count("\n| ")
    assert all(len(line.split(" | ")) == 5 for line in table.splitlines() if line.startswith("| "))
