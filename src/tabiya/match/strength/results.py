"""The result of a strength match, for a small file."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

from ...stats import Elo
from ..config import MatchConfig
from ..log import MatchLog
from ..standing import Tally
from .pairings import PAIRINGS, Pairing

__all__ = ["elo_of_result", "merged", "read_results", "result_of"]


def result_of(
    pairing: Pairing, config: MatchConfig, log: MatchLog, ids: tuple[str, str], concurrency: int
) -> dict[str, Any]:
    """Returns the result of all recorded pairs, and how busy the machine was."""
    first, second = config.engines
    standing = Tally((first.name, second.name), None).count(log.pairs, len(log.pairs))
    games = [game for pair in log.pairs.values() for game in pair["games"]]
    loads = [game["load"] for game in games]
    found = standing.as_dict()
    del found["llr"], found["verdict"]
    return {
        "name": pairing.name,
        "game": pairing.game,
        "ours_id": ids[0],
        "opponent": second.name,
        "opponent_id": ids[1],
        "limit": str(config.rules),
        "opponent_nodes": second.nodes,
        **found,
        "planned": config.games,
        "begun": min(game["begin"] for game in games),
        "ended": max(game["begin"] for game in games),
        "mean_load": round(sum(loads) / len(loads), 2),
        "highest_load": max(loads),
        "concurrency": concurrency,
    }


def elo_of_result(result: dict[str, Any], kind: str = "elo") -> Elo:
    """Returns the Elo of a stored result; ``nelo`` is the normalised one. None stands for infinity."""
    sweep = math.inf if result["score"] > 0.5 else -math.inf
    found = (result[kind], result[f"{kind}_low"], result[f"{kind}_high"])
    missing = (sweep, -math.inf, math.inf)
    return Elo(*(end if value is None else value for value, end in zip(found, missing, strict=True)))


def read_results(path: Path) -> dict[str, Any]:
    """Reads the results of `tabiya strength`. ValueError if the file is something else."""
    try:
        found = json.loads(path.read_text())
        return {"machine": dict(found["machine"]), "results": list(found["results"])}
    except FileNotFoundError:
        raise ValueError(f"there is no {path}: `tabiya strength` plays the matches and writes it") from None
    except (ValueError, KeyError, TypeError):
        raise ValueError(f"{path} has no results of `tabiya strength`") from None


def merged(before: list[dict[str, Any]], now: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Returns new and old results in the order of the matches. Drops old ones with other rules."""
    limits = {pairing.name: str(pairing.rules) for pairing in PAIRINGS}
    kept = {result["name"]: result for result in before if result["limit"] == limits.get(result["name"])}
    kept |= {result["name"]: result for result in now}
    return [kept[name] for name in limits if name in kept]
