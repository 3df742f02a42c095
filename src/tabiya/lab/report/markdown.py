"""The report as Markdown; docs/truth.md is one."""

from __future__ import annotations

from ..claims.claim import Claim
from ..machine import line_text
from ..verdicts import LEGEND, RULE
from ..wording import figure_text, number_text
from .editions import changes
from .questions import TITLE, answers
from .truth import DESIGN, Finding, Judged, Truth

__all__ = ["legend", "markdown_of"]


HEAD = """\
# Claims and measurements

This report compares claims about transposition tables with measurements of this table and these engines. The
claims are the figures of the design documents, in our own words. `tabiya lab report` writes this page; do not
edit it. To check a figure yourself, run the command next to it. [lab.md](lab.md) describes the lab.
""".splitlines()

HISTORY = """\
Earlier editions of this page compared tables by nodes to a depth with internal iterative reduction on, which
searches a node without a table move one ply less. That rewards a table that forgets: clusters looked worse
than single slots. Many figures rested on 2 to 12 positions, and on tables that the search never filled.
Tables are now compared without that reward, with memory as a share of what the search fills, on at least
60 positions from different games. [lab.md](lab.md#comparing-tables) has the designs.
""".splitlines()


def markdown_of(truth: Truth) -> str:
    """Returns the whole report."""
    lines = [*HEAD, "", *_questions(truth), _made(truth), "", "## Verdicts", "", *legend(), "", RULE, ""]
    lines += ["| verdict | claims |", "| --- | ---: |"]
    lines += [f"| {verdict} | {count} |" for verdict, count in truth.counts.items()]
    lines += ["", *HISTORY, ""]
    for section, group in truth.sections.items():
        lines += [
            f"## {section}",
            "",
            "| # | claim | expected | measured | verdict |",
            "| ---: | --- | --- | --- | --- |",
        ]
        lines += [_row(judged) for judged in group]
        lines.append("")
    lines += _changes(truth)
    lines += ["## Experiments", ""]
    for finding in truth.findings:
        lines += _experiment(finding)
    return "\n".join(lines).rstrip() + "\n"


def legend() -> list[str]:
    """Returns what the verdicts mean, as a list."""
    return [f"- {', '.join(f'*{verdict}*' for verdict in group)}: {text}" for group, text in LEGEND.items()]


def _questions(truth: Truth) -> list[str]:
    told = answers(truth)
    if not told:
        return []
    return [
        f"## {TITLE}",
        "",
        "Each answer follows from the figure behind it and its 95% interval; the experiments at the end say",
        "how it was measured. *One run* marks a figure without an interval.",
        "",
        "| question | answer | command |",
        "| --- | --- | --- |",
        *(f"| {question} | {_cell(answer)} | `{command}` |" for question, answer, command in told),
        "",
    ]


def _changes(truth: Truth) -> list[str]:
    found = changes(truth)
    if not found:
        return []
    return [
        "## Verdicts that changed since the first edition",
        "",
        "| # | claim | before | now | what is different |",
        "| ---: | --- | --- | --- | --- |",
        *(
            f"| {judged.claim.number} | {_cell(judged.claim.text)} | {old} "
            f"| {judged.ruling.verdict} | {why} |"
            for judged, old, why in found
        ),
        "",
    ]


def _made(truth: Truth) -> str:
    machine = truth.machine
    where = ", ".join(str(machine.get(fact, "unknown")) for fact in ("cpu", "system"))
    return (
        f"Measured on {where}, {machine.get('cores', '?')} cores; Python {machine.get('python', '?')}, "
        f"core {machine.get('core', '?')}; commit {', '.join(truth.commits)}; "
        f"{' and '.join(truth.scales)} scale; {truth.seconds / 60:.0f} minutes of measuring."
    )


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _row(judged: Judged) -> str:
    claim, ruling = judged.claim, judged.ruling
    measured = "; ".join(part for part in (ruling.reason, note_of(claim)) if part)
    cells = (
        str(claim.number),
        f"{claim.text} ({claim.where})",
        claim.expected,
        measured,
        f"**{ruling.verdict}**",
    )
    source = f"<br>`{judged.command}`" if claim.experiments or claim.test else ""
    return (
        "| " + " | ".join(_cell(cell) for cell in cells[:3]) + f" | {_cell(measured)}{source} | {cells[4]} |"
    )


def note_of(claim: Claim) -> str:
    """Returns the note about an answer; empty if the note is the answer itself."""
    return claim.because if claim.experiments or claim.arithmetic or claim.test else ""


def _experiment(finding: Finding) -> list[str]:
    experiment = finding.experiment
    lines = [f"### {experiment.name}", "", experiment.title, ""]
    lines.append(f"Varies {experiment.varies}. Measures {experiment.measures}.")
    lines.append("")
    lines += [f"- {name.capitalize()}: {getattr(experiment, name)}." for name in DESIGN]
    if experiment.simulated:
        lines += ["", f"**A simulation:** {experiment.simulated}"]
    if finding.line_ns:
        lines += ["", f"Measured while {line_text(finding.line_ns)}."]
    lines += ["", f"`{experiment.command or f'tabiya lab run {experiment.name} --full'}`", ""]
    games = list(finding.figures)
    if games:
        names = list(dict.fromkeys(name for named in finding.figures.values() for name in named))
        lines += [
            "| figure | " + " | ".join(game or "value" for game in games) + " |",
            "| --- |" + " ---: |" * len(games),
        ]
        for name in names:
            values = (finding.figures[game].get(name) for game in games)
            cells = ("" if value is None else number_text(value) for value in values)
            lines.append(f"| {figure_text(name)} | " + " | ".join(cells) + " |")
        lines.append("")
    lines += [f"Missing: {failure}" for failure in finding.failures]
    return [*lines, ""] if finding.failures else lines
