"""`tabiya lab claim`: one claim, or all that contain some words."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.markup import escape

from . import options
from .lab_common import need_core

if TYPE_CHECKING:
    from ..lab.claims import Claim

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
    need_core()
    from ..lab.claims import register, search

    asked = " ".join(words)
    if len(words) == 1 and asked.lstrip("-").isdigit():
        number = int(asked)
        if number not in register():
            raise ValueError(f"claims are numbered 1 to {len(register())}; there is no {number}")
        _show_claim(register()[number], results)
        return
    found = search(words)
    if not found:
        raise ValueError(f"no claim mentions {asked!r}; `tabiya lab claim hits` finds those about hits")
    for place, claim in enumerate(found):
        if place:
            print()
        _show_claim(claim, results)


def _show_claim(claim: Claim, results: Path) -> None:
    from ..lab.report.truth import command_for, truth_of
    from ..lab.results import Results
    from ..lab.verdicts import judge_answer

    console = Console(soft_wrap=True)
    console.print(f"[bold]{claim.number}[/bold] {escape(claim.text)} ({escape(claim.where)})")
    if claim.expected:
        console.print(f"expected: {claim.expected}")
    if claim.because:
        console.print(escape(claim.because))
    if claim.arithmetic:
        from ..lab import arithmetic

        judgement = judge_answer(claim, getattr(arithmetic, claim.arithmetic)())
        console.print(f"{escape(judgement.reason)}: {judgement.verdict}")
        return
    if results.exists():
        judged = next(
            judged for judged in truth_of(Results(results), everything=True).judged if judged.claim is claim
        )
        console.print(f"{escape(judged.judgement.reason)}: {judged.judgement.verdict}")
    else:
        console.print(f"not measured yet: {results} does not exist; docs/truth.md has our figures")
    console.print(f"by: {escape(command_for(claim))}")
