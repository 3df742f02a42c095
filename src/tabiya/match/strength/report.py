"""Writes docs/strength.md from the results."""

from __future__ import annotations

from typing import Any

from ...stats import elo_text
from .pairings import MARGIN
from .results import elo_of_result

__all__ = ["markdown"]

HEAD = """\
# Strength

How strong the engine is: against itself without its table, against the engines that Debian packages, and
against Stockfish with its network at fixed nodes. One command plays the matches, another writes this page
from [strength.json](../bench/results/strength.json):

```
apt install stockfish fairy-stockfish gnuchess toga2
tabiya strength             # about 3 hours, half with --concurrency 2; a stopped run continues where it was
tabiya strength --report
```

- tabiya always plays {limit} (seconds per game and per move), with one thread and 16 MB of hash.
- The opponents have the same, without opening books. Those with fixed nodes have no clock: their time is not
  counted, and tabiya still has {limit}.
- A clock may be exceeded by {margin} s. Only Fairy-Stockfish uses more than 0.1 s of that: in long games of
  shogi it thinks longer than it has.
- Openings come from the package's own list. Each is played twice, with colours exchanged
  ([match.md](match.md)).
- Elo and normalised Elo are differences from tabiya's side at this speed on this machine, not ratings.
  Intervals are 95%, from pairs of games.
- "Load" is the mean load average during the match. Each game at a time adds about 1. A row with more than 1.5
  per game says *busy*: other programs took time from both engines.
"""

ITSELF, OTHERS, LADDER = (
    "With the table vs without",
    "Against other engines, with equal time",
    "Against Stockfish with its network, at fixed nodes per move",
)
COLUMNS = (
    "game",
    "opponent",
    "games",
    "won, drawn, lost",
    "score",
    "Elo",
    "normalised Elo",
    "lost by fault",
    "load",
)
BUSY = 1.5
"""Load per game at a time from which a machine counts as busy. Two engines and their umpire add about 1."""


def markdown(results: list[dict[str, Any]], machine: dict[str, Any]) -> str:
    """Returns the whole document."""
    if not results:
        raise ValueError("there are no results: `tabiya strength` plays the matches")
    limits = sorted({result["limit"] for result in results})
    parts = [HEAD.format(limit=" or ".join(limits), margin=MARGIN)]
    for title in (ITSELF, OTHERS, LADDER):
        these = [result for result in results if _section(result) == title]
        if these:
            parts.append(f"\n## {title}\n\n{_table(these)}")
    return "".join([*parts, "\n", _machine(results, machine)])


def _section(result: dict[str, Any]) -> str:
    if result["opponent_nodes"]:
        return LADDER
    return ITSELF if result["name"].startswith("without-table-") else OTHERS


def _table(results: list[dict[str, Any]]) -> str:
    rows = [
        f"| {' | '.join(COLUMNS)} |",
        f"| {' | '.join('---' for _ in COLUMNS)} |",
        *map(_row, results),
    ]
    return "\n".join(rows) + "\n"


def _row(result: dict[str, Any]) -> str:
    name = result["opponent"]
    if not name.startswith("tabiya"):
        level = name.partition(", ")[2]
        name = result["opponent_id"] + (f", {level}" if level else "")
    games = f"{result['games']}"
    if result["games"] < result["planned"]:
        games += f" of {result['planned']}"
    cells = (
        result["game"],
        name,
        games,
        f"{result['wins']}, {result['draws']}, {result['losses']}",
        f"{result['score']:.1%}",
        _elo(result, "elo"),
        _elo(result, "nelo"),
        _faults(result),
        f"{result['mean_load']:.1f}{', busy' if _is_busy(result) else ''}",
    )
    return f"| {' | '.join(cells)} |"


def _elo(result: dict[str, Any], kind: str) -> str:
    if result[kind] is None and 0 < result["score"] < 1:
        return "not known"  # all pairs had the same result
    elo = elo_of_result(result, kind)
    return elo_text(elo.value, elo.low, elo.high, digits=0)


def _faults(result: dict[str, Any]) -> str:
    told = [
        f"{name}: {', '.join(f'{kind} {count}' for kind, count in counts.items())}"
        for name, counts in result["faults"].items()
    ]
    return "; ".join(told) or "none"


def _is_busy(result: dict[str, Any]) -> bool:
    return bool(result["mean_load"] > BUSY * result["concurrency"])


def _machine(results: list[dict[str, Any]], machine: dict[str, Any]) -> str:
    versions = " and ".join(sorted({result["ours_id"] for result in results}))
    first, last = min(result["begun"] for result in results), max(result["ended"] for result in results)
    busy = [result["name"] for result in results if _is_busy(result)]
    highest = max(result["highest_load"] for result in results)
    excused = sum(result["excused"] for result in results)
    state = f"the machine was busy during {', '.join(busy)}" if busy else "no match ran on a busy machine"
    if len(busy) == len(results):
        state = "the machine was busy all the time"
    late = f" {excused} moves came late because no processor was free, and were forgiven." if excused else ""
    return (
        f"Played from {first[:10]} to {last[:10]} on {machine['cpu']}, {machine['cores']} cores, "
        f"by {versions}, {_concurrency(results)} at a time. "
        f"The load average reached {highest:.1f}: {state}.{late}\n"
    )


def _concurrency(results: list[dict[str, Any]]) -> str:
    most = max(result["concurrency"] for result in results)
    return "one game" if most == 1 else f"up to {most} games"
