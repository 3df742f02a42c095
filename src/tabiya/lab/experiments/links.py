"""Ways to keep the two words of an entry together: wrong reads and ticks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ... import _lab
from ..experiment import NO_GAME, Experiment, Plot, Row, Scale, cell
from ..jobs import Job

SCHEMES = ("none", "xor", "folded_xor", "product", "versioned", "swap")


def race(*, scheme: str, threads: int, operations: int, slots: int) -> dict[str, Any]:
    """Lets threads race on a few slots. A wrong read mixes fields of two stores."""
    return dict(_lab.race_links(scheme, threads, operations, slots))


def cells(scale: Scale, game: str) -> Iterator[Job]:
    operations = scale.pick(10_000, 1_000_000, 10_000_000)
    for scheme in SCHEMES:
        yield cell(race, scheme=scheme, threads=2, operations=operations, slots=2)
        yield cell(race, scheme=scheme, threads=1, operations=operations // 4, slots=4096)


def pick(rows: Sequence[Row], scheme: str, threads: int) -> Any:
    return next(
        row.value for row in rows if row.arguments["scheme"] == scheme and row.arguments["threads"] == threads
    )


def figures(rows: Sequence[Row]) -> dict[str, float]:
    found: dict[str, float] = {}
    for scheme in SCHEMES:
        raced = pick(rows, scheme, 2)
        found[f"{scheme}_wrong"] = 1e6 * raced["wrong"] / max(raced["reads"], 1)
        found[f"{scheme}_refused"] = 1e6 * raced["refused"] / max(raced["reads"], 1)
        found[f"{scheme}_ticks"] = pick(rows, scheme, 1)["ticks"]
        found[f"{scheme}_ticks_raced"] = raced["ticks"]
    return found


def plots(game: str, rows: Sequence[Row]) -> list[Plot]:
    named = figures(rows)
    bars = {
        "one thread": [(scheme, named[f"{scheme}_ticks"]) for scheme in SCHEMES],
        "two threads on two slots": [(scheme, named[f"{scheme}_ticks_raced"]) for scheme in SCHEMES],
    }
    wrong = {"wrong": [(scheme, named[f"{scheme}_wrong"]) for scheme in SCHEMES]}
    return [
        Plot("Ticks per operation by link between the words", "", "ticks", bars),
        Plot("Wrong reads by link between the words", "", "of a million reads", wrong),
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
