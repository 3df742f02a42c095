"""The standing of a match, counted in the order of its pairs, whichever ended first."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from ..stats import Elo, Pairs, Results, Sprt, SprtState, elo_shown
from .game import FAULTS

__all__ = ["Standing", "Tally"]

POINTS = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}


@dataclass(frozen=True)
class Standing:
    """The result of pairs 0 to n - 1 for the first engine, up to the pair that decided the test."""

    counted: int = 0
    """Pairs, including copies."""
    copies: int = 0
    """Pairs that repeat an earlier one move for move. They add no information and are not counted."""
    results: Results = field(default_factory=Results)
    pairs: Pairs = field(default_factory=Pairs)
    faults: dict[str, dict[str, int]] = field(default_factory=dict)
    """Games lost by each fault, by engine name."""
    endings: dict[str, int] = field(default_factory=dict)
    excused: int = 0
    """Moves that were late because the engine had to wait for a processor."""
    llr: float | None = None
    state: SprtState | None = None

    @property
    def elo(self) -> Elo:
        """Elo from pairs: each opening counts once."""
        return Elo.of(self.pairs)

    @property
    def normalised(self) -> Elo:
        return Elo.normalised(self.pairs)

    @property
    def decided(self) -> bool:
        return self.state in (SprtState.H0, SprtState.H1)

    def as_dict(self) -> dict[str, Any]:
        """Returns plain values for JSON. Infinite Elo, when one side scored all points, is None."""
        elo, normalised = self.elo, self.normalised
        return {
            "games": self.results.games,
            "copied_pairs": self.copies,
            "wins": self.results.wins,
            "draws": self.results.draws,
            "losses": self.results.losses,
            "score": self.results.score,
            "pentanomial": list(self.pairs.counts),
            "elo": _finite(elo.value),
            "elo_low": _finite(elo.low),
            "elo_high": _finite(elo.high),
            "nelo": _finite(normalised.value),
            "nelo_low": _finite(normalised.low),
            "nelo_high": _finite(normalised.high),
            "elo_shown": _finite(elo_shown(self.pairs)),
            "llr": self.llr,
            "verdict": str(self.state) if self.state else None,
            "faults": self.faults,
            "endings": self.endings,
            "excused": self.excused,
        }


class Tally:
    """Counts pairs in order. A pair waits until all earlier ones have arrived.

    Otherwise pairs with short games, which end sooner, would bias the test.
    """

    def __init__(self, names: tuple[str, str], sprt: Sprt | None) -> None:
        self._names = names
        self._sprt = sprt
        self._taken = 0
        self._points: list[tuple[float, float]] = []
        self._seen: set[str] = set()
        self._faults = {name: Counter[str]() for name in names}
        self._endings: Counter[str] = Counter()
        self._excused = 0
        self._decided = False

    def count(self, pairs: dict[int, dict[str, Any]], most: int) -> Standing:
        """Returns the standing after these pairs. Only the first `most` belong to the match."""
        while not self._decided and self._taken < most and self._taken in pairs:
            self._take(pairs[self._taken])
            self._taken += 1
            if self._sprt is not None:
                self._decided = self._sprt.state(Pairs.of(self._points)) is not SprtState.GOES_ON
        return self._standing()

    def _take(self, pair: dict[str, Any]) -> None:
        games = pair["games"]
        for game in games:
            self._endings[game["ending"]] += 1
            self._excused += game.get("excused", 0)
            if game["ending"] in FAULTS:
                loser = game["first"] if game["result"] == "0-1" else 1 - game["first"]
                self._faults[self._names[loser]][game["ending"]] += 1
        # With node limits, engines play the same games again when an opening repeats.
        played = json.dumps([pair["opening"], [[game["result"], game["moves"]] for game in games]])
        if played not in self._seen:
            self._seen.add(played)
            first, second = map(_points, games)
            self._points.append((first, second))

    def _standing(self) -> Standing:
        single = [point for pair in self._points for point in pair]
        pairs = Pairs.of(self._points)
        return Standing(
            counted=self._taken,
            copies=self._taken - pairs.pairs,
            results=Results(single.count(1.0), single.count(0.0), single.count(0.5)),
            pairs=pairs,
            faults={name: dict(counts) for name, counts in self._faults.items() if counts},
            endings=dict(self._endings),
            excused=self._excused,
            llr=self._sprt.llr(pairs) if self._sprt else None,
            state=self._sprt.state(pairs) if self._sprt else None,
        )


def _points(game: dict[str, Any]) -> float:
    points = POINTS[game["result"]]
    return points if game["first"] == 0 else 1 - points


def _finite(value: float) -> float | None:
    return round(value, 1) if abs(value) < 10**6 else None
