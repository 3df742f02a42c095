"""The contents of a report: every claim with its verdict, every experiment with its figures and plots."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from ...plots.plot import Plot
from ...stats.bootstrap import Figure, plain
from .. import arithmetic
from ..claims import Claim, sections
from ..experiment import Experiment, Scale
from ..experiments import all_experiments, find
from ..machine import line_text
from ..results import ResultsFile
from ..verdicts import Evidence, Ruling, Verdict, judge_answer, judge_figures
from .stored import Stored

__all__ = ["DESIGN", "Finding", "Judged", "Truth", "judge", "truth_of"]


DESIGN = ("unit", "sample", "power")
"""The fields of an experiment's design, in this order."""


@dataclass(frozen=True)
class Finding:
    """The outcome of an experiment."""

    experiment: Experiment
    figures: Mapping[str, Mapping[str, Figure]]
    """By game, then by name."""
    plots: tuple[Plot, ...] = ()
    failures: tuple[str, ...] = ()
    """Why figures are missing."""
    measured: bool = True
    """Whether the results have any row of it, even an error."""
    line_ns: tuple[float, ...] = ()
    """Of an experiment with several threads: the least and the longest time of a line between the cores."""


@dataclass(frozen=True)
class Judged:
    """A claim with its verdict."""

    claim: Claim
    ruling: Ruling
    command: str
    """The command that checks the claim."""


@dataclass(frozen=True)
class Truth:
    """A whole report."""

    sections: Mapping[str, tuple[Judged, ...]]
    findings: tuple[Finding, ...]
    machine: Mapping[str, Any]
    commits: tuple[str, ...]
    scales: tuple[str, ...]
    seconds: float
    """Measuring time, summed over all processes."""

    @property
    def judged(self) -> list[Judged]:
        return [judged for section in self.sections.values() for judged in section]

    @property
    def plots(self) -> list[Plot]:
        return [plot for finding in self.findings for plot in finding.plots]

    @property
    def counts(self) -> dict[str, int]:
        """The number of claims per verdict."""
        found = [str(judged.ruling.verdict) for judged in self.judged]
        return {str(verdict): found.count(verdict) for verdict in Verdict if verdict in found}

    def as_dict(self) -> dict[str, Any]:
        """Everything as plain values, for JSON."""
        return {
            "machine": dict(self.machine),
            "commits": list(self.commits),
            "scales": list(self.scales),
            "seconds": round(self.seconds),
            "verdicts": self.counts,
            "claims": [
                {
                    **asdict(judged.claim),
                    "section": section,
                    "expected": judged.claim.expected,
                    "verdict": str(judged.ruling.verdict),
                    "measured": judged.ruling.reason,
                    "parts": [part.as_dict() for part in judged.ruling.parts],
                    "command": judged.command,
                }
                for section, group in self.sections.items()
                for judged in group
            ],
            "experiments": [
                {
                    "name": finding.experiment.name,
                    "title": finding.experiment.title,
                    "simulated": finding.experiment.simulated,
                    **{name: getattr(finding.experiment, name) for name in DESIGN},
                    "figures": {
                        game: {name: plain(figure) for name, figure in named.items()}
                        for game, named in finding.figures.items()
                    },
                    "failures": list(finding.failures),
                    **({"line_ns": list(finding.line_ns)} if finding.line_ns else {}),
                }
                for finding in self.findings
            ],
        }


def truth_of(
    results: ResultsFile, names: Sequence[str] = (), everything: bool = False, stored: Stored | None = None
) -> Truth:
    """Judges claims by the results. Figures that they lack come from `stored`.

    A report covers the experiments in `names`, or all measured ones, and the claims that they answer. With
    `everything`, or if nothing that can be measured is missing, it covers all claims.
    """
    known = results.latest()
    stored = stored or Stored()
    if not known and not stored.figures:
        raise ValueError(f"{results.path} has no results: run `tabiya lab run --quick` first")
    wanted = [find(name) for name in names]
    experiments = all_experiments() | {experiment.name: experiment for experiment in wanted}
    findings = {
        name: _finding(experiment, results, known, stored) for name, experiment in experiments.items()
    }
    covered = _covered(findings, [experiment.name for experiment in wanted], everything)
    own = [claim for experiment in experiments.values() for claim in experiment.claims]
    rows = list(known.values())
    machine = stored.machine or (rows[-1].get("machine", {}) if rows else {})
    cores = int(machine.get("cores") or 0)
    judged = {
        section: tuple(
            Judged(claim, judge(claim, findings, cores), command_for(claim))
            for claim in claims
            if covered is None or covered.intersection(_experiments_of(claim))
        )
        for section, claims in (*sections().items(), ("Claims of the experiments' own", own))
    }
    return Truth(
        {section: group for section, group in judged.items() if group},
        tuple(finding for name, finding in findings.items() if covered is None or name in covered),
        machine,
        tuple(sorted({row["commit"] for row in rows} | set(stored.commits))),
        tuple(sorted({row["scale"] for row in rows} | set(stored.scales))),
        sum(row["seconds"] for row in rows) + stored.seconds,
    )


def _covered(findings: Mapping[str, Finding], names: Sequence[str], everything: bool) -> set[str] | None:
    """Returns the experiments that a report covers; None for all experiments and claims."""
    if names or everything:
        return set(names) or None
    missing = {name for name, finding in findings.items() if not finding.measured}
    if all(findings[name].experiment.needs() for name in missing):
        return None
    return set(findings) - missing


def _experiments_of(claim: Claim) -> tuple[str, ...]:
    """Returns the experiments that answer a claim; "" for arithmetic and claims that cannot be measured."""
    return claim.experiments or (("named_tests",) if claim.test else ("",))


def _finding(
    experiment: Experiment,
    results: ResultsFile,
    known: dict[str, dict[str, Any]],
    stored: Stored,
) -> Finding:
    """Computes figures and plots for each game. An exception counts as a failure of the experiment."""
    figures: dict[str, Mapping[str, Figure]] = {}
    plots: list[Plot] = []
    failures: list[str] = []
    line_ns: list[float] = []
    for game in experiment.games:
        cells = [cell for scale in Scale for cell in experiment.cells(scale, game)]
        failures += results.errors(cells, known)
        rows = results.rows(experiment, game, known)
        if not rows:
            continue
        line_ns += [each for row in rows for each in row.line_ns]
        try:
            figures[game] = experiment.figures(rows)
            plots += experiment.plots(game, rows)
        except Exception as error:
            failures.append(f"{type(error).__name__}: {error}")
    name = experiment.name
    if not figures and not failures and name in stored.figures:
        there = stored.figures[name]
        return Finding(
            experiment,
            there,
            failures=stored.failures[name],
            measured=bool(there),
            line_ns=stored.line_ns.get(name, ()),
        )
    measured = bool(figures or failures)
    if not measured:
        failures.append(experiment.needs() or "not part of this run")
    return Finding(
        experiment,
        figures,
        tuple(plots),
        tuple(dict.fromkeys(failures)),
        measured,
        (min(line_ns), max(line_ns)) if line_ns else (),
    )


def judge(claim: Claim, findings: Mapping[str, Finding], cores: int = 0) -> Ruling:
    """Returns the verdict on a claim, from its experiments, arithmetic or tests."""
    if claim.experiments:
        used = {name: findings[name] for name in claim.experiments}
        evidence = {
            name: Evidence(each.figures, "; ".join(each.failures), line_text(each.line_ns))
            for name, each in used.items()
        }
        ruling = judge_figures(claim, evidence, cores)
        measured = any(part.value is not None for part in ruling.parts)
        if measured and any(finding.experiment.simulated for finding in used.values()):
            return replace(ruling, reason=f"simulated: {ruling.reason}")
        return ruling
    if claim.arithmetic:
        return judge_answer(claim, getattr(arithmetic, claim.arithmetic)())
    if claim.test:
        return _by_tests(claim, findings)
    return Ruling(Verdict.NOT_HERE, claim.because)


def _by_tests(claim: Claim, findings: Mapping[str, Finding]) -> Ruling:
    """Returns the claim's own verdict if its tests pass: it says what passing proves."""
    passed = findings["named_tests"].figures.get("", {})
    states = {test: passed.get(test) for test in claim.test.split()}
    failed = [test for test, state in states.items() if state == 0]
    if failed:
        return Ruling(Verdict.WORSE, f"a test that decides it fails: {', '.join(failed)}")
    not_run = [test for test, state in states.items() if state is None]
    if not_run:
        failures = findings["named_tests"].failures
        errors = [error for error in failures if any(test in error for test in not_run)]
        reason = "; ".join(errors) or "not all of its tests were part of this run, or some were skipped"
        return Ruling(Verdict.NOT_MEASURED, reason)
    return Ruling(Verdict(claim.verdict), "its test passes" if len(states) == 1 else "its tests pass")


def command_of(experiments: Iterable[Experiment]) -> str:
    """Returns the command that measures experiments. Commands of their own come last."""
    measured = list(experiments)
    names = " ".join(each.name for each in measured if not each.command)
    own = [each.command for each in measured if each.command]
    return "; ".join(([f"tabiya lab run {names} --full"] if names else []) + own)


def command_for(claim: Claim) -> str:
    """
    >>> from tabiya.lab.claims import register
    >>> command_for(register()[2]), command_for(register()[45])
    ('tabiya lab run nodes_to_depth --full', 'tabiya lab claim 45')
    >>> command_for(register()[1])
    'tabiya strength --opponent without-table-chess --opponent without-table-shogi'
    """
    if claim.experiments:
        return command_of(find(name) for name in claim.experiments)
    if claim.test:
        return f"python -m pytest {claim.test}"
    return f"tabiya lab claim {claim.number}"
