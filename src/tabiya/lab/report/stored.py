"""Figures of an earlier report, from its JSON: a page can be renewed without measuring again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...stats.bootstrap import Figure, from_plain

__all__ = ["STORED", "Stored"]

STORED = Path(__file__).parents[4] / "bench/results/truth.json"
"""The figures of docs/truth.md, in the checkout that the package is installed from."""


@dataclass(frozen=True)
class Stored:
    """What a report says about its measurements."""

    figures: Mapping[str, Mapping[str, Mapping[str, Figure]]] = field(default_factory=dict)
    """By experiment, game and name."""
    failures: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    line_ns: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    """By experiment with several threads: the times of a line between the cores."""
    machine: Mapping[str, Any] = field(default_factory=dict)
    commits: tuple[str, ...] = ()
    scales: tuple[str, ...] = ()
    seconds: float = 0.0

    @classmethod
    def read(cls, path: Path) -> Stored:
        """Reads the file of `tabiya lab report --output`. ValueError if it is something else."""
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
            figures = {
                each["name"]: {
                    game: {name: from_plain(figure) for name, figure in named.items()}
                    for game, named in each["figures"].items()
                }
                for each in found["experiments"]
            }
            failures = {each["name"]: tuple(each["failures"]) for each in found["experiments"]}
            line_ns = {each["name"]: tuple(each.get("line_ns", ())) for each in found["experiments"]}
            machine, commits, scales = found["machine"], tuple(found["commits"]), tuple(found["scales"])
            seconds = float(found.get("seconds", 0.0))
            return cls(figures, failures, line_ns, machine, commits, scales, seconds)
        except FileNotFoundError:
            raise ValueError(f"there is no {path}: `tabiya lab report --output {path}` writes it") from None
        except (AttributeError, KeyError, TypeError, ValueError):
            raise ValueError(f"{path} is not a report of `tabiya lab report --output`") from None
