"""The result of a strength match, for a small file."""

from __future__ import annotations

from typing import Any

from ..match.config import MatchConfig
from ..match.record import Record
from ..match.standing import Tally
from .pairings import Pairing

__all__ = ["result_of"]


def result_of(pairing: Pairing, config: MatchConfig, record: Record, opponent_id: str) -> dict[str, Any]:
    """Returns the result of all recorded pairs, and the load of the machine."""
    first, second = config.engines
    standing = Tally((first.name, second.name), None).count(record.pairs, len(record.pairs))
    loads = [pair["load"] for pair in record.pairs.values() if "load" in pair]
    found = standing.as_dict()
    del found["llr"], found["verdict"]
    return {
        "name": pairing.name,
        "game": pairing.game,
        "opponent": second.name,
        "opponent_id": opponent_id,
        "limit": str(config.rules),
        **found,
        "mean_load": round(sum(loads) / len(loads), 2) if loads else None,
    }
