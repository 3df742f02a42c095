"""How a match stands: counted in the order of its pairs, so that it does not matter which ended first."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from ..stats import Elo, Pairs, Results, Sprt, Verdict, elo_shown
from .game import FAULTS

__all__ = ["Standing", "Tally"]

POINTS = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}


@dataclass(frozen=True)
class Standing:
    """What the pairs 0 to n - 1 say, from the first engine's side, up to the pair that decided the test."""

    counted: int = 0
    """Pairs, copies among them."""
    copies: int = 0
    """Pairs that were, move for move, played before: they say nothing new and are left out of all figures."""
    results: Results = field(default_factory=Results)
    pairs: Pairs = field(default_factory=Pairs)
    faults: dict[str, dict[str, int]] = field(default_factory=dict)
    """By engine's name: how often each fault lost it a game."""
    endings: dict[str, int] = field(default_factory=dict)
    excused: int = 0
    """Moves that came late because the machine had no processor for the engine."""
    llr: float | None = None
    verdict: Verdict | None = None

    @property
    def elo(self) -> Elo:
        """From pairs: each opening counts once."""
        return Elo.of(self.pairs)

    @property
    def normalised(self) -> Elo:
        return Elo.normalised(self.pairs)

    @property
    def decided(self) -> bool:
        return self.verdict in (Verdict.H0, Verdict.H1)

    def as_dict(self) -> dict[str, Any]:
        """For JSON; infinite Elo, of a match that one side won altogether, is None."""
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
            "verdict": str(self.verdict) if self.verdict else None,
            "faults": self.faults,
            "endings": self.endings,
            "excused": self.excused,
        }


class Tally:
    """Counts pairs as they come in, each once it has no gap before it; later ones wait until it is closed.

    A pair that ended sooner because its games were short would else weigh in a test's decision.
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

    def count(self, records: dict[int, dict[str, Any]], most: int) -> Standing:
        """How the match stands by these pairs, of which the first `most` belong to it."""
        while not self._decided and self._taken < most and self._taken in records:
            self._take(records[self._taken])
            self._taken += 1
            if self._sprt is not None:
                self._decided = self._sprt.verdict(Pairs.of(self._points)) is not Verdict.GOES_ON
        return self._standing()

    def _take(self, pair: dict[str, Any]) -> None:
        games = pair["games"]
        for game in games:
            self._endings[game["ending"]] += 1
            self._excused += game.get("excused", 0)
            if game["ending"] in FAULTS:
                loser = game["first"] if game["result"] == "0-1" else 1 - game["first"]
                self._faults[self._names[loser]][game["ending"]] += 1
        # Engines that count nodes play the same games again when an opening comes again.
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
            verdict=self._sprt.verdict(pairs) if self._sprt else None,
        )


def _points(game: dict[str, Any]) -> float:
    points = POINTS[game["result"]]
    return points if game["first"] == 0 else 1 - points


def _finite(value: float) -> float | None:
    return round(value, 1) if abs(value) < 10**6 else None
