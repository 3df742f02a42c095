"""`tabiya lab claim`: one claim, or all that contain some words."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.markup import escape

from .._utils.extras import need_core
from . import options

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..lab.claims import Claim
    from ..lab.verdicts import Ruling

__all__ = ["results", "show_claim"]

results = click.option(
    "--results",
    type=options.FILE,
    default=Path("lab.jsonl"),
    help="File of JSON lines for the results.",
)


@click.command("claim")
@click.argument("words", nargs=-1, required=True, help="The claim's number, or words that it contains.")
@results
def show_claim(words: tuple[str, ...], results: Path) -> None:
    """Show a claim by its number or by words: its text, how it is judged, and its verdict."""
    need_core("the lab", "measures")
    from ..lab.claims import register, search

    asked = " ".join(words)
    if len(words) == 1 and asked.lstrip("-").isdigit():
        number = int(asked)
        if number not in register():
            raise ValueError(f"claims are numbered 1 to {len(register())}; there is no {number}")
        found = [register()[number]]
    else:
        found = search(words)
    if not found:
        raise ValueError(f"no claim mentions {asked!r}; `tabiya lab claim hits` finds those about hits")
    rulings = {} if all(claim.arithmetic for claim in found) else _rulings(results)
    for place, claim in enumerate(found):
        if place:
            print()
        _show_claim(claim, rulings, results)


def _rulings(results: Path) -> dict[int, Ruling]:
    """Judges all claims by the results, or by our own figures. None if there are neither."""
    from ..lab.report.stored import STORED, Stored
    from ..lab.report.truth import truth_of
    from ..lab.results import ResultsFile

    ours = not results.exists()
    if ours and not STORED.exists():
        return {}
    found = truth_of(ResultsFile(results), everything=True, stored=Stored.read(STORED) if ours else None)
    return {judged.claim.number: judged.ruling for judged in found.judged}


def _show_claim(claim: Claim, rulings: Mapping[int, Ruling], results: Path) -> None:
    from ..lab.report.truth import command_for
    from ..lab.verdicts import judge_answer

    console = Console(soft_wrap=True)
    console.print(f"[bold]{claim.number}[/bold] {escape(claim.text)} ({escape(claim.where)})")
    if claim.expected:
        console.print(f"expected: {claim.expected}")
    if claim.because:
        console.print(escape(claim.because))
    if claim.arithmetic:
        from ..lab import arithmetic

        ruling = judge_answer(claim, getattr(arithmetic, claim.arithmetic)())
        console.print(f"{escape(ruling.reason)}: {ruling.verdict}")
        return
    if claim.number in rulings:
        ruling = rulings[claim.number]
        console.print(f"{escape(ruling.reason)}: {ruling.verdict}")
        if not results.exists():
            console.print(f"these are the figures of docs/truth.md; there is no {results}")
    else:
        console.print(f"not measured yet: {results} does not exist; docs/truth.md has our figures")
    console.print(f"by: {escape(command_for(claim))}")
