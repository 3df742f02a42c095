"""The tables that `tabiya lab compare` prints."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rich.markup import escape
from rich.table import Table

from .lab_common import wide_console

if TYPE_CHECKING:
    from ..lab.compare import Answer, DesignResult, Question
    from ..lab.compare.games import Match, Played

__all__ = ["show_games", "show_nodes"]


def _table(*columns: str) -> Table:
    """Figures stay on one line. Only the names of tables are folded, never cut."""
    table = Table()
    for column in columns:
        left = column in ("table", "verdict")
        table.add_column(
            column, justify="left" if left else "right", overflow="fold", no_wrap=column != "table"
        )
    return table


def show_nodes(question: Question, answer: Answer) -> None:
    """Prints how full the tables were, ratios to an unlimited table, and to the first one with intervals."""
    from ..lab.compare.advice import advice

    table = _table("memory", "table", "full", "nodes", "to the first", "verdict", "hits", "false")
    shown = ""
    for row in answer.rows:
        if shown not in ("", row.pressure):
            table.add_section()
        table.add_row(
            row.pressure if row.pressure != shown else "",
            escape(row.name),
            f"{row.full:.0%}",
            f"{row.unlimited:.3f}",
            "" if row.verdict == "baseline" else _ratio(row, question.unit),
            row.verdict,
            f"{row.hit_rate:.1%}",
            f"{row.false_hits:,}",
        )
        shown = row.pressure
    console = wide_console()
    console.print(table)
    count, probes = answer.rows[0].positions, max(row.probes for row in answer.rows)
    unit = question.unit if count > 1 else question.unit.removesuffix("s")
    moves = f" of {question.moves} moves with one table each" if question.moves > 1 else ""
    console.print(
        f"{question.game}, {count} {unit}{moves}: nodes to the depths that an unlimited table "
        f"reaches with {question.nodes:,} per {'move' if moves else 'position'}, as a ratio to its nodes and "
        f"to {escape(question.designs[0])}; 95% intervals over {question.unit}; equal within "
        f"{question.margin:.0%}. Full: slots in use at the end. False: entries returned for another "
        f"position, in {probes:,} probes or fewer."
    )
    for sentence in advice(question, answer):
        console.print(escape(sentence), soft_wrap=True)


def _ratio(row: DesignResult, units: str) -> str:
    if not math.isfinite(row.high):
        return f"{row.ratio:.3f} (one {units.removesuffix('s')})"
    return f"{row.ratio:.3f} ({row.low:.3f} to {row.high:.3f})"


def show_games(match: Match, played: list[Played]) -> None:
    """Prints the score and Elo of each table against the first one."""
    table = _table("memory", "table", "games", "score", "Elo", "verdict")
    for outcome in played:
        table.add_row(
            outcome.pressure,
            escape(outcome.name),
            f"{outcome.games:,}",
            f"{outcome.score:.1%}",
            _elo(outcome),
            outcome.verdict,
        )
    console = wide_console()
    console.print(table)
    console.print(
        f"{match.game}, {match.nodes:,} nodes per move, against {escape(match.designs[0])}; 95% intervals."
    )


def _elo(outcome: Played) -> str:
    """An interval without an end says nothing, and -0.0 is 0."""
    if not all(map(math.isfinite, (outcome.elo, outcome.low, outcome.high))):
        return "too few games"
    value, low, high = (round(elo, 1) + 0.0 for elo in (outcome.elo, outcome.low, outcome.high))
    return f"{value:+.1f} ({low:+.1f} to {high:+.1f})"
