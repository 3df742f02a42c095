"""The claims of the lab with their verdicts, for the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..lab import arithmetic
from ..lab.claims import Claim, sections
from ..lab.report.truth import command_for, truth_of
from ..lab.results import ResultsFile
from ..lab.verdicts import judge_answer

__all__ = ["RESULTS", "report"]

RESULTS = Path("lab.jsonl")
"""Where `tabiya lab run` writes by default: in the folder in which the server was started."""


def report() -> dict[str, Any]:
    """Returns all claims. Verdicts come from `RESULTS` if there are any; those of arithmetic always."""
    if RESULTS.is_file() and ResultsFile(RESULTS).latest():
        truth = truth_of(ResultsFile(RESULTS), everything=True)
        groups = {
            section: [
                _plain(each.claim, str(each.ruling.verdict), each.ruling.reason, each.command)
                for each in judged
            ]
            for section, judged in truth.sections.items()
        }
        return {"measured": True, "sections": groups, "verdicts": truth.counts}
    groups = {section: [_unmeasured(claim) for claim in claims] for section, claims in sections().items()}
    verdicts = [claim["verdict"] for group in groups.values() for claim in group if claim["verdict"]]
    return {
        "measured": False,
        "sections": groups,
        "verdicts": {each: verdicts.count(each) for each in dict.fromkeys(verdicts)},
    }


def _unmeasured(claim: Claim) -> dict[str, Any]:
    if claim.arithmetic:
        ruling = judge_answer(claim, getattr(arithmetic, claim.arithmetic)())
        return _plain(claim, str(ruling.verdict), ruling.reason, command_for(claim))
    return _plain(claim, "", "", command_for(claim))


def _plain(claim: Claim, verdict: str, measured: str, command: str) -> dict[str, Any]:
    return {
        "number": claim.number,
        "text": claim.text,
        "expected": claim.expected,
        "verdict": verdict,
        "measured": measured,
        "command": command,
    }
