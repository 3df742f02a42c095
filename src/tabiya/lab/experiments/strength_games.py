"""What the table is worth in games with a clock: the matches of `tabiya strength`, not played again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ...match.strength.pairings import PLAYED, TIME_CONTROL, pairing_named
from ...match.strength.results import elo_of_result, read_results
from ..experiment import Cells, Experiment, Figures, Rows, Scale, cell

STORED = Path(__file__).parents[4] / "bench/results/strength.json"
"""In the checkout that the package is installed from."""


def name_of(game: str) -> str:
    return pairing_named(f"without-table-{game}").name


def stored() -> dict[str, dict[str, Any]]:
    """Returns the stored matches by name; none if there is no file."""
    return {found["name"]: found for found in read_results(STORED)["results"]} if STORED.exists() else {}


def stored_match(*, name: str, ended: str) -> dict[str, Any]:
    """Returns a stored match. `ended` tells a match from one that replaced it."""
    found = stored()[name]
    if found["ended"] != ended:
        raise ValueError(f"{STORED} has another match {name}, which ended {found['ended']}, not {ended}")
    return found


def cells(scale: Scale, game: str) -> Cells:
    found = stored().get(name_of(game))
    if found is not None:
        yield cell(stored_match, name=found["name"], ended=found["ended"])


def figures(rows: Rows) -> Figures:
    found = rows[0].value
    return {
        "elo": elo_of_result(found).figure(sum(found["pentanomial"])),
        "score": 100 * found["score"],
        "games": found["games"],
    }


def needs() -> str | None:
    missing = [name_of(game) for game in PLAYED if name_of(game) not in stored()]
    return f"the matches {', '.join(missing)} of `tabiya strength`" if missing else None


EXPERIMENT = Experiment(
    name="strength_games",
    title="What is the table worth in games with a clock?",
    varies="the table: 16 MB vs none, with equal clocks and paired openings",
    measures=f"Elo with its 95% interval, from the stored matches of `tabiya strength` at {TIME_CONTROL} s",
    unit="a pair of games from one opening, colours exchanged",
    sample="50 pairs per game",
    power="an interval of about 60 to 140 Elo on either side",
    cells=cells,
    figures=figures,
    games=tuple(PLAYED),
    needs=needs,
    command="tabiya strength " + " ".join(f"--opponent {name_of(game)}" for game in PLAYED),
)
