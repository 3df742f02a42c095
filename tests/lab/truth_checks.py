"""A second reader of docs/truth.md: checks its figures and verdicts without the lab's own code.

It reads the claims files, the stored figures and the page, and applies the legend of the page anew.
"""

from __future__ import annotations

import json
import math
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/truth.md"
STORED = ROOT / "bench/results/truth.json"
HOLD, FAIL = {"confirmed", "better"}, {"worse", "not reproducible"}
OPEN = ["not measured", "cannot be measured here", "inconclusive"]


def cells_of(line: str) -> list[str]:
    """Returns the cells of a row of a table."""
    return line.removeprefix("| ").removesuffix(" |").split(" | ")


@cache
def rows_of(page: str) -> dict[int, list[str]]:
    """Returns the rows of claims by number: number, claim, expected, measured, verdict."""
    rows = [cells_of(line) for line in page.splitlines() if line.endswith("** |")]
    return {int(cells[0]): [*cells[:4], cells[4].strip("*")] for cells in rows if len(cells) == 5}


@cache
def tables_of(page: str) -> dict[tuple[str, str], list[str]]:
    """Returns the figures of the experiments at the end of the page, by experiment and figure."""
    found, experiment = {}, ""
    for line in page.partition("\n## Experiments\n")[2].splitlines():
        if line.startswith("### "):
            experiment = line.removeprefix("### ")
        elif line.startswith("| "):
            name, *cells = cells_of(line)
            found[experiment, name] = cells
    return found


@cache
def claimed() -> dict[int, dict[str, Any]]:
    """Returns the claims as the files have them, each with a list of figures."""
    found = {}
    for path in (ROOT / "src/tabiya/lab/claims").glob("*.toml"):
        for claim in tomllib.loads(path.read_text())["claim"]:
            single = [claim] if "figure" in claim or "range" in claim else []
            found[claim["number"]] = {**claim, "figures": claim.get("figures", single)}
    return found


def verdict_by_legend(figure: dict[str, Any], value: Any) -> str:
    """Returns the verdict that the legend gives to a figure."""
    if figure.get("unchecked") or figure.get("cores", 1) > 1:
        return "cannot be measured here"
    floor, ceiling = (end if end != "" else None for end in figure.get("range", ("", "")))
    if floor is None and ceiling is None:
        return "measured"
    low, high = (value["low"], value["high"]) if isinstance(value, dict) else (value, value)
    low, high = -math.inf if low is None else low, math.inf if high is None else high
    above_floor = floor is None or low >= floor - 1e-9 * abs(floor)
    below_ceiling = ceiling is None or high <= ceiling + 1e-9 * abs(ceiling)
    if above_floor and below_ceiling:
        return "confirmed"
    too_low, too_high = floor is not None and high < floor, ceiling is not None and low > ceiling
    if not too_low and not too_high:
        return "inconclusive"
    side = figure.get("good", "neither")
    return "not reproducible" if side == "neither" else "better" if too_high == (side == "high") else "worse"


def verdict_by_rule(verdicts: list[str]) -> str:
    """Returns the verdict that the page's rule gives to a claim with these verdicts on its figures."""
    judged = {verdict for verdict in verdicts if verdict != "measured"} or set(verdicts)
    if len(judged) == 1:
        return judged.pop()
    if judged & HOLD and judged & FAIL:
        return "mixed"
    for verdict in OPEN:
        if verdict in judged:
            return verdict
    return "confirmed" if judged <= HOLD else "worse"


def numbers(text: str) -> list[float]:
    """Returns the first number of a figure's text and the ends of its interval."""
    number = r"-?\d[\d,]*(?:\.\d+)?(?:e[+-]\d+)?"
    found = re.match(rf"({number}).*?(?:\(({number}) to ({number})\)|$)", text)
    return [float(part.replace(",", "")) for part in found.groups() if part] if found else []


def close(text: list[float], value: Any) -> bool:
    """Whether numbers of the page are a stored figure, to the three digits that are shown."""
    if not isinstance(value, dict):
        return bool(text) and math.isclose(text[0], value, rel_tol=0.006, abs_tol=1e-12)
    ends = [value["value"], value["low"], value["high"]]
    if None in ends:
        return True  # the text names a bound instead
    same = [math.isclose(a, b, rel_tol=0.006, abs_tol=1e-12) for a, b in zip(text, ends, strict=False)]
    return len(text) == 3 and all(same)


def faults(page: str, stored: dict[str, Any]) -> list[str]:
    """Returns everything in which the page, its stored figures and its legend disagree."""
    rows = rows_of(page)
    figures = {each["name"]: each["figures"] for each in stored["experiments"]}
    claims = claimed()
    found = [f"claim {number} is missing" for number in claims if number not in rows]
    for judged in stored["claims"]:
        number = judged["number"]
        if number not in rows or number not in claims:
            continue
        _, _, expected, measured, verdict = rows[number]
        found += [
            f"claim {number}: {fault}" for fault in _of_claim(claims[number], judged, figures, measured)
        ]
        if judged["parts"] and verdict != verdict_by_rule([part["verdict"] for part in judged["parts"]]):
            found.append(f"claim {number} is labelled {verdict}")
        if verdict != judged["verdict"] or expected != judged["expected"].replace("|", "\\|"):
            found.append(f"claim {number} is not the stored one")
        if (
            claims[number].get("test")
            and "pass" in measured[:20]
            and verdict != claims[number].get("verdict", "confirmed")
        ):
            found.append(f"claim {number} is labelled {verdict}, and its tests pass")
    return found + _of_tables(page, figures)


def _of_claim(claim: dict[str, Any], judged: dict[str, Any], figures: Any, measured: str) -> list[str]:
    found = []
    wanted = [each for each in claim["figures"] if claim.get("experiment")]
    for figure in wanted:
        name, source = figure.get("figure", ""), figure.get("experiment", claim["experiment"])
        there = {game: named[name] for game, named in figures[source].items() if name in named}
        parts = {part["game"]: part for part in judged["parts"] if part["figure"] == name}
        if {game: part["value"] for game, part in parts.items() if part["value"] is not None} != there:
            found.append(f"{name} is not that of {source}")
    for part in judged["parts"]:
        figure = next(each for each in claim["figures"] if each.get("figure", "") == part["figure"])
        if part["value"] is None:
            if part["verdict"] not in OPEN[:2]:
                found.append(f"{part['figure']} has a verdict and no figure")
            continue
        if part["verdict"] != verdict_by_legend(figure, part["value"]):
            found.append(f"{part['figure']}, {part['game']} is labelled {part['verdict']}")
        label = f", {part['verdict']}" if len(judged["parts"]) > 1 else ""
        if claim.get("experiment") and part["measured"] + label not in measured:
            found.append(f"the page lacks {part['measured']!r}")
        if not close(numbers(part["measured"]), part["value"]):
            found.append(f"{part['measured']!r} is not {part['value']}")
    return found


def _of_tables(page: str, figures: Any) -> list[str]:
    """Checks the table of each experiment at the end of the page."""
    found, tables = [], tables_of(page)
    for name, by_game in figures.items():
        for figure in dict.fromkeys(figure for named in by_game.values() for figure in named):
            shown = figure if "/" in figure else figure.replace("_", " ")
            cells = tables.get((name, shown), [])
            values = [named.get(figure) for named in by_game.values()]
            if len(cells) != len(values) or not all(
                close(numbers(cell), value)
                for cell, value in zip(cells, values, strict=True)
                if value is not None
            ):
                found.append(f"{name}: {shown} is {cells}, not {values}")
    return found


def load() -> tuple[str, dict[str, Any]]:
    return PAGE.read_text(encoding="utf-8"), json.loads(STORED.read_text(encoding="utf-8"))
