"""Ways to keep the two words of an entry together: wrong reads and ticks."""

from __future__ import annotations

from typing import Any

from ... import _lab
from ...plots.plot import Plot
from ...plots.plotting import bars
from ...stats.bootstrap import Interval
from ...stats.exact import rate_interval
from ..experiment import NO_GAME, Cells, Experiment, Figures, Plots, Rows, Scale, cell

SCHEMES = ("none", "xor", "folded_xor", "product", "versioned", "swap")


def race(*, scheme: str, threads: int, operations: int, slots: int) -> dict[str, Any]:
    """Lets threads race on a few slots. A wrong read mixes fields of two stores."""
    return dict(_lab.race_links(scheme, threads, operations, slots))


def cells(scale: Scale, game: str) -> Cells:
    operations = scale.pick(10_000, 1_000_000, 10_000_000)
    for scheme in SCHEMES:
        yield cell(race, scheme=scheme, threads=2, operations=operations, slots=2)
        yield cell(race, scheme=scheme, threads=1, operations=operations // 4, slots=4096)


def pick(rows: Rows, scheme: str, threads: int) -> Any:
    return next(
        row.value for row in rows if row.arguments["scheme"] == scheme and row.arguments["threads"] == threads
    )


def wrong(rows: Rows, scheme: str, what: str = "wrong") -> Interval:
    """Returns the wrong or refused reads per million of a race."""
    raced = pick(rows, scheme, 2)
    return rate_interval(raced[what], max(raced["reads"], 1)).scaled(1e6)


def figures(rows: Rows) -> Figures:
    found: Figures = {}
    for scheme in SCHEMES:
        for what in ("wrong", "refused"):
            found[f"{scheme}_{what}"] = wrong(rows, scheme, what)
        found[f"{scheme}_ticks"] = pick(rows, scheme, 1)["ticks"]
        found[f"{scheme}_ticks_raced"] = pick(rows, scheme, 2)["ticks"]
    return found


def plots(game: str, rows: Rows) -> Plots:
    ticks = {
        "one thread": [(scheme, pick(rows, scheme, 1)["ticks"]) for scheme in SCHEMES],
        "two threads on two slots": [(scheme, pick(rows, scheme, 2)["ticks"]) for scheme in SCHEMES],
    }
    believed = {scheme: wrong(rows, scheme) for scheme in SCHEMES}
    return [
        Plot("Ticks per operation by link between the words", "", "ticks", ticks),
        bars("Wrong reads by link between the words", "of a million reads", {"wrong": believed}),
    ]


EXPERIMENT = Experiment(
    name="links",
    title="How should the two words of an entry be kept together?",
    varies="the link: none, XOR, folded XOR, this table's product, a version, one compare-and-swap",
    measures="wrong reads per million by two threads on two slots; ticks per operation, half of them stores",
    unit="a read that races with stores",
    sample="ten million operations per scheme",
    power="detects one wrong read in three million with 95% confidence",
    cells=cells,
    figures=figures,
    plots=plots,
    games=NO_GAME,
    alone=True,
)
