"""Writes docs/strength.md from the results."""

from __future__ import annotations

from typing import Any

__all__ = ["markdown"]

HEAD = """\
# Strength

How strong the engine is: against itself without its table, and against the engines that Debian packages.
The command below plays the matches and writes this page; the figures are in
[strength.json](../bench/results/strength.json).

```
tabiya strength --folder games --report docs/strength.md --json-file bench/results/strength.json
```

- An interrupted run continues where it stopped. Engines that are not installed are left out.
- Openings come from the package's own list. Each is played twice, with colours exchanged.
- All engines use one thread and 16 MB of hash.
- Elo and its 95% interval are computed from pairs of games ([match.md](match.md)).

An Elo here is a difference at this speed on this machine, not a rating. `UCI_Elo` is calibrated for slower
games.
"""


def markdown(results: list[dict[str, Any]], machine: dict[str, Any]) -> str:
    """Returns the whole document."""
    itself = [result for result in results if result["name"].startswith("onoff-")]
    others = [result for result in results if result not in itself]
    parts = [HEAD]
    if itself:
        parts += ["\n## With the table vs without\n\n", _table(itself)]
    if others:
        parts += ["\n## Against other engines\n\n", _table(others)]
    parts.append("\n" + _machine(results, machine))
    return "".join(parts)


def _table(results: list[dict[str, Any]]) -> str:
    rows = [
        "| game | opponent | time | games | won, drawn, lost | score | Elo of tabiya, 95% | lost by fault |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
        *map(_row, results),
    ]
    return "\n".join(rows) + "\n"


def _row(result: dict[str, Any]) -> str:
    name = result["opponent"]
    if result["opponent_id"] and not result["name"].startswith("onoff-"):
        level = name.partition(", ")[2]
        name = result["opponent_id"] + (f", {level}" if level else "")
    cells = (
        result["game"],
        name,
        result["limit"],
        result["games"],
        f"{result['wins']}, {result['draws']}, {result['losses']}",
        f"{result['score']:.1%}",
        _elo(result),
        _faults(result),
    )
    return f"| {' | '.join(map(str, cells))} |"


def _elo(result: dict[str, Any]) -> str:
    low, high = result["elo_low"], result["elo_high"]
    if result["elo"] is None:
        won = result["score"] == 1
        bound, words = (low, "all won: {:+.0f} or more") if won else (high, "all lost: {:+.0f} or less")
        return words.partition(":")[0] if bound is None else words.format(bound)
    first, last = ("no bound" if bound is None else f"{bound:+.0f}" for bound in (low, high))
    return f"{result['elo']:+.0f} ({first} to {last})"


def _faults(result: dict[str, Any]) -> str:
    told = [
        f"{name}: {', '.join(f'{kind} {count}' for kind, count in counts.items())}"
        for name, counts in result["faults"].items()
    ]
    return "; ".join(told) or "none"


def _machine(results: list[dict[str, Any]], machine: dict[str, Any]) -> str:
    loads = [result["mean_load"] for result in results if result["mean_load"] is not None]
    busy = ""
    if loads:
        others = "other programs were running and took time from both sides"
        span = " to ".join(sorted({f"{min(loads):.1f}", f"{max(loads):.1f}"}, key=float))
        busy = (
            f" The mean load average of a match was {span}: "
            f"{others if max(loads) > 1.5 else 'nothing else was running'}."
        )
    return f"Played on {machine['cpu']}, {machine['cores']} cores, tabiya {machine['tabiya']}.{busy}\n"
