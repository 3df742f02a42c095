"""docs/design-sources.md maps the design documents' requirements one to one, and names what exists.

`tests/data/design_sources.txt` lists the requirements. A new one is added there and on the page.
"""

from __future__ import annotations

import re
from pathlib import Path

from tabiya.lab.experiments import all_experiments

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/design-sources.md").read_text()
LISTED = (ROOT / "tests/data/design_sources.txt").read_text().splitlines()
NAMED = sorted(set(re.findall(r"`((?:src|core|tests|docs|bench|tools)/[\w./-]*(?:::\w+)?)`", PAGE)))


def rows(text: str, ids: str) -> list[list[str]]:
    """The cells of the table rows whose first cell is one of these letters and a number."""
    found = (re.split(r" *\| *", line.strip("| ")) for line in text.splitlines() if line.startswith("| "))
    return [cells for cells in found if re.fullmatch(rf"[{ids}]\d+", cells[0])]


REQUIREMENTS = rows(PAGE.partition("\n## Departures\n")[0], "GNTPR")
DEPARTURES = rows(PAGE.partition("\n## Departures\n")[2], "D")


def test_every_file_and_test_that_the_page_names_exists() -> None:
    assert len(NAMED) > 100
    missing = []
    for named in NAMED:
        path, _, test = named.partition("::")
        if not (ROOT / path).exists() or (test and f"def {test}(" not in (ROOT / path).read_text()):
            missing.append(named)
    assert missing == []


def test_every_experiment_that_the_page_names_exists() -> None:
    named = set(re.findall(r"tabiya lab run (\w+)", PAGE))
    assert len(named) > 10
    assert sorted(named - set(all_experiments())) == []


def test_every_requirement_has_one_row_in_its_place() -> None:
    assert [f"{cells[0]} {cells[1]}" for cells in REQUIREMENTS] == LISTED


def test_every_row_says_where_it_is_built_or_tested() -> None:
    assert [cells[0] for cells in REQUIREMENTS if not "".join(cells[2:]).strip()] == []


def test_rows_and_departures_refer_to_each_other() -> None:
    says = {
        (cells[0], departure) for cells in REQUIREMENTS for departure in re.findall(r"D\d+", " ".join(cells))
    }
    listed = [(row, cells[0]) for cells in DEPARTURES for row in cells[1].split(", ")]
    assert len(listed) == len(set(listed))
    assert says == set(listed)
    marked = {cells[0] for cells in REQUIREMENTS if "*departure*" in " ".join(cells)}
    assert marked == {row for row, _ in says}


def test_every_departure_is_there_once_with_its_reason_and_measurement() -> None:
    assert [cells[0] for cells in DEPARTURES] == [f"D{number}" for number in range(1, len(DEPARTURES) + 1)]
    assert len({cells[2] for cells in DEPARTURES}) == len(DEPARTURES)
    incomplete = [cells[0] for cells in DEPARTURES if len(cells) != 7 or not all(cells)]
    assert incomplete == []
    unmeasured = [
        cells[0] for cells in DEPARTURES if not re.search(r"`(tests/|tabiya |make )|\]\(", cells[6])
    ]
    assert unmeasured == []
