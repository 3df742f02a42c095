"""What source priority prevents, and whether that helps."""

from __future__ import annotations

from ..compare.paired import Paired, paired_cells, pressure_text
from ..experiment import Cells, Experiment, Figures, Rows, Scale

ON, OFF = "cluster4", "cluster4:source_priority=off"
PRESSURES = (1 / 4, 1 / 16, 1 / 64)
MIDDLE = 1 / 16


def cells(scale: Scale, game: str) -> Cells:
    yield from paired_cells(scale, game, (ON, OFF), PRESSURES, (1_500, 20_000, 60_000))


def figures(rows: Rows) -> Figures:
    found = Paired(rows)
    return {
        "prevented_of_probes": found.percent(ON, MIDDLE, "prevented", "probes"),
        "prevented_of_stores": found.percent(ON, MIDDLE, "prevented", "stores"),
        "nodes_on_over_off": found.ratio(ON, OFF, MIDDLE),
        **{f"nodes_on_over_off_at_{pressure_text(p)}": found.ratio(ON, OFF, p) for p in PRESSURES},
    }


EXPERIMENT = Experiment(
    name="sources",
    title="What does source priority prevent, and does it help?",
    varies="source_priority on and off, at 1/4, 1/16 and 1/64 of what the search fills",
    measures="stores whose victim was changed or denied, and nodes to the depth of an unlimited table",
    unit="a middlegame, searched with both in the comparable search",
    sample="64 positions from 64 self-played games, 60,000 nodes each with an unlimited table",
    power="detects differences of 10% in nodes",
    cells=cells,
    figures=figures,
)
