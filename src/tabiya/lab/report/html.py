"""The report as one self-contained HTML file: no network, no scripts, no fonts."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from ...plots.svg import draw
from ..wording import figure_text, number_text
from .markdown import note_of
from .questions import TITLE, answers
from .truth import DESIGN, Finding, Judged, Truth

__all__ = ["html_of"]

FIRST = (
    "depth_at_time",
    "nodes_to_depth",
    "time_to_depth",
    "phases",
    "sizes",
    "belady",
    "policies",
    "lock_scaling",
)
"""Experiments whose plots come first."""
STYLE = """
:root{--ink:#0f172a;--soft:#64748b;--rule:#e2e8f0;--paper:#fff}
*{box-sizing:border-box}
body{font:15px/1.5 system-ui,'DejaVu Sans',sans-serif;color:var(--ink);background:#f8fafc;margin:0}
main{max-width:1120px;margin:0 auto;padding:28px 20px 80px}
h1{font-size:30px;margin:0 0 6px}h2{margin:44px 0 12px;font-size:21px}h3{margin:28px 0 4px;font-size:17px}
td,code{overflow-wrap:anywhere}
p{margin:6px 0}.soft{color:var(--soft)}code{font:13px ui-monospace,'DejaVu Sans Mono',monospace;color:#475569}
.counts{display:flex;flex-wrap:wrap;gap:10px;margin:18px 0}
.count{background:var(--paper);border:1px solid var(--rule);border-radius:10px;padding:10px 16px}
.count b{display:block;font-size:24px}
table{border-collapse:collapse;width:100%;background:var(--paper);border:1px solid var(--rule);font-size:14px}
th,td{text-align:left;vertical-align:top;padding:7px 10px;border-bottom:1px solid var(--rule)}
th{font-weight:600;color:var(--soft)}td.number{text-align:right;font-variant-numeric:tabular-nums}
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,480px),1fr));gap:16px;margin:14px 0}
figure{margin:0;background:var(--paper);border:1px solid var(--rule);border-radius:10px;padding:8px}
figcaption{color:var(--soft);font-size:13px;padding:2px 8px 4px}svg.plot{width:100%;height:auto;display:block}
.verdict{white-space:nowrap;font-weight:600;border-radius:999px;padding:1px 10px;font-size:13px}
.verdict{display:inline-block}
.confirmed,.better{background:#dcfce7;color:#166534}.worse{background:#fee2e2;color:#991b1b}
.not-reproducible,.mixed,.inconclusive{background:#fef3c7;color:#92400e}
.not-measured,.cannot-be-measured-here,.measured{background:#f1f5f9;color:#475569}
.simulation{background:#ede9fe;color:#5b21b6;border-radius:6px;padding:6px 10px}
"""


def html_of(truth: Truth) -> str:
    """Returns the whole report."""
    plots = [plot for finding in truth.findings for plot in finding.plots]
    parts = [
        "<!doctype html><html lang='en'><head><meta charset='utf-8'>",
        "<meta name='viewport' content='width=device-width,initial-scale=1'>",
        "<link rel='icon' href='data:,'>",
        f"<title>tabiya lab: claims and measurements</title><style>{STYLE}</style></head><body><main>",
        "<h1>Claims and measurements</h1>",
        f"<p class='soft'>{escape(_made(truth))}</p>",
        "<div class='counts'>",
        *(
            f"<div class='count'><b>{count}</b>{_verdict(verdict)}</div>"
            for verdict, count in truth.counts.items()
        ),
        "</div>",
    ]
    told = [
        f"<tr><td>{escape(question)}</td><td>{escape(answer)}<br><code>{escape(command)}</code></td></tr>"
        for question, answer, command in answers(truth)
    ]
    if told:
        parts += [f"<h2>{TITLE}</h2><table><tbody>", *told, "</tbody></table>"]
    if plots:
        parts.append("<h2>At a glance</h2><div class='plots'>")
        wanted_first = sorted(truth.findings, key=_rank)
        parts += [
            _figure(finding, number) for finding in wanted_first for number in range(len(finding.plots))
        ]
        parts.append("</div>")
    for section, group in truth.sections.items():
        parts.append(f"<h2>{escape(section)}</h2><table><thead><tr><th>#</th><th>claim</th><th>expected</th>")
        parts.append("<th>measured</th><th>verdict</th></tr></thead><tbody>")
        parts += [_row(judged) for judged in group]
        parts.append("</tbody></table>")
    parts.append("<h2>Experiments</h2>")
    for finding in truth.findings:
        parts += _experiment(finding)
    parts.append("</main></body></html>\n")
    return "\n".join(parts)


def _rank(finding: Finding) -> int:
    name = finding.experiment.name
    return FIRST.index(name) if name in FIRST else len(FIRST)


def _made(truth: Truth) -> str:
    machine = truth.machine
    where = ", ".join(str(machine.get(fact, "unknown")) for fact in ("cpu", "system"))
    return (
        f"{where}, {machine.get('cores', '?')} cores, Python {machine.get('python', '?')}; "
        f"commit {', '.join(truth.commits)}; {' and '.join(truth.scales)} scale, "
        f"{truth.seconds / 60:.0f} minutes of measuring"
    )


def _verdict(verdict: str) -> str:
    name = "measured" if verdict.startswith("measured") else verdict.replace(" ", "-")
    return f"<span class='verdict {name}'>{escape(verdict)}</span>"


def _row(judged: Judged) -> str:
    claim = judged.claim
    note = note_of(claim)
    verdict = _verdict(str(judged.ruling.verdict))
    return (
        f"<tr id='claim-{claim.number}'><td class='number'>{claim.number}</td>"
        f"<td>{escape(claim.text)}<br><span class='soft'>{escape(claim.where)}</span></td>"
        f"<td>{escape(claim.expected)}</td><td>{escape(judged.ruling.reason)}"
        + (f"<br><span class='soft'>{escape(note)}</span>" if note else "")
        + f"<br><code>{escape(judged.command)}</code></td><td>{verdict}</td></tr>"
    )


def _figure(finding: Finding, number: int) -> str:
    plot = finding.plots[number]
    note = plot.note or finding.experiment.simulated
    caption = f"{plot.note or 'Simulation: ' + note}. " if note else ""
    command = f"<code>tabiya lab run {escape(finding.experiment.name)} --full</code>"
    return f"<figure>{draw(plot)}<figcaption>{escape(caption)}{command}</figcaption></figure>"


def _experiment(finding: Finding) -> Iterator[str]:
    experiment = finding.experiment
    yield f"<h3 id='{escape(experiment.name)}'>{escape(experiment.title)}</h3>"
    yield f"<p class='soft'>Varies {escape(experiment.varies)}. Measures {escape(experiment.measures)}.</p>"
    for name in DESIGN:
        yield f"<p class='soft'>{name.capitalize()}: {escape(getattr(experiment, name))}.</p>"
    if experiment.simulated:
        yield f"<p class='simulation'>A simulation: {escape(experiment.simulated)}</p>"
    command = experiment.command or f"tabiya lab run {experiment.name} --full"
    yield f"<p><code>{escape(command)}</code></p>"
    if finding.figures:
        games = list(finding.figures)
        yield "<table><thead><tr><th>figure</th>"
        yield "".join(f"<th>{escape(game or 'value')}</th>" for game in games) + "</tr></thead><tbody>"
        for name in dict.fromkeys(name for named in finding.figures.values() for name in named):
            values = (finding.figures[game].get(name) for game in games)
            texts = ("" if value is None else number_text(value) for value in values)
            cells = "".join(f"<td class='number'>{text}</td>" for text in texts)
            yield f"<tr><td>{escape(figure_text(name))}</td>{cells}</tr>"
        yield "</tbody></table>"
    for failure in finding.failures:
        yield f"<p class='soft'>Missing: {escape(failure)}</p>"
