"""Compares tables by games at fixed nodes per move, with the search as it plays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from ...engine.engine import Engine
from ...games import game_spec
from ...games.openings import Opening, built_in, read_openings
from ...games.play import Adjudicator, play_game
from ...jobs import Inline, Job, Runner
from ...plots.plot import Plot
from ...stats import Elo, Pairs
from ..designs import Design
from ..experiment import cell
from ..gaming import searcher
from ..own_policy import check_unchanged, digests
from ..verdicts import Verdict
from .exercise import check_exercised
from .heart import Heart
from .measure import ENTRY_BYTES
from .question import memory_texts
from .units import kept_units, run_units

__all__ = ["NODES", "PRESSURES", "Match", "Played", "play_pair"]

NODES = 10_000
"""Nodes per move."""
PRESSURES = (1 / 16,)
WON, DRAWN, LONGEST = 800, 10, 300
MOVES_PER_GAME = 40
"""Moves of one side in a usual game, for estimates."""
EQUAL = 10
"""Elo differences within this count as equal."""


def play_pair(
    *,
    game: str,
    opening: dict[str, Any],
    designs: Sequence[str],
    memory: float,
    nodes: int,
    switches: dict[str, Any],
    rules: dict[str, str] | None = None,
    beat: str | None = None,
) -> list[float]:
    """Plays two games from an opening with colours reversed; returns the second design's points in each.

    `rules` and `beat` are those of `nodes_to_depth`; a game is a beat.
    """
    check_unchanged(rules or {})
    heart = Heart(beat, 2)
    start = Opening(opening["start"], tuple(opening["moves"])).board(game)
    points = []
    for first in (True, False):
        with ExitStack() as stack:
            hosted = [stack.enter_context(Design.parse(design).open(memory)) for design in designs]
            engines = [Engine(game, table=one.table, **switches) for one in hosted]
            sides = {first: engines[1], not first: engines[0]}
            players = {side: searcher(engine, nodes=nodes) for side, engine in sides.items()}
            judge = Adjudicator(WON, DRAWN, LONGEST)
            won = heart.after(play_game(game_spec(game), start.copy(), players, judge)).points
            for one in hosted:
                one.check()
            points.append(won if first else 1 - won)
    return points


@dataclass(frozen=True)
class Played:
    """The result of a design against the first one."""

    name: str
    pressure: str
    elo: float
    low: float
    high: float
    games: int
    score: float
    verdict: str

    def as_dict(self) -> dict[str, Any]:
        """Returns plain values for JSON."""
        return asdict(self)


@dataclass(frozen=True, kw_only=True)
class Match:
    """Each design plays the first one at each memory size, in pairs of games from the same opening."""

    designs: tuple[str, ...]
    games: int
    game: str = "chess"
    pressures: tuple[float, ...] = PRESSURES
    """Memory as fractions of what the search of a move could fill, at one entry per node."""
    sizes: tuple[float, ...] = ()
    switches: dict[str, Any] = field(default_factory=dict)
    nodes: int = NODES
    openings: Path | None = None

    def __post_init__(self) -> None:
        for text in self.designs:
            Design.parse(text)
        if len(set(self.designs)) != len(self.designs) or len(self.designs) < 2:
            raise ValueError(f"a match needs two different tables, not {', '.join(self.designs)}")
        if self.games % 2:
            raise ValueError(f"games are played in pairs: --games must be even, not {self.games}")
        check_exercised(self.designs, self.switches, MOVES_PER_GAME, self.nodes)

    @property
    def memories(self) -> list[float]:
        """Memory sizes in bytes."""
        if self.sizes:
            return [size * 2**20 for size in self.sizes]
        return [pressure * self.nodes * ENTRY_BYTES for pressure in self.pressures]

    @property
    def pairs_to_play(self) -> int:
        return self.games // 2 * len(self.memories) * (len(self.designs) - 1)

    def jobs(self) -> list[tuple[str, int, Job]]:
        """Returns rival, index of the memory size, and job of each pair.

        When the openings are used up, the next round has one more node per move. Otherwise its games would
        repeat those of the last round.
        """
        openings = built_in(self.game) if self.openings is None else read_openings(self.openings, self.game)
        rules = digests(Design.parse(text).policy for text in self.designs)
        found = []
        for place, memory in enumerate(self.memories):
            for design in self.designs[1:]:
                for pair in range(self.games // 2):
                    round_, number = divmod(pair, len(openings))
                    job = cell(
                        play_pair,
                        game=self.game,
                        opening={"start": openings[number].start, "moves": list(openings[number].moves)},
                        designs=[self.designs[0], design],
                        memory=memory,
                        nodes=self.nodes + round_,
                        switches=self.switches,
                        **({"rules": rules} if rules else {}),
                    )
                    found.append((design, place, job))
        return found

    def played(
        self,
        runner: Runner | None = None,
        results: Path | None = None,
        progress: Callable[[], object] | None = None,
    ) -> list[Played]:
        """Plays the pairs that are missing in the results file. RuntimeError if a pair fails."""
        jobs = self.jobs()
        every = [job for _, _, job in jobs]
        kept = kept_units(every, results)
        known = dict(kept.values)
        tell = progress or (lambda: None)
        for _ in known:
            tell()
        for job, value in run_units(every, runner or Inline(), kept=kept, results=results):
            known[job.id] = value
            tell()
        return self.outcomes(jobs, known)

    def outcomes(self, jobs: Sequence[tuple[str, int, Job]], known: Mapping[str, Any]) -> list[Played]:
        """Returns the results of the pairs that are known so far, by the ids of their jobs."""
        texts = memory_texts(self.pressures, self.sizes)
        points: dict[tuple[int, str], list[Any]] = {}
        for design, place, job in jobs:
            if job.id in known:
                points.setdefault((place, design), []).append(known[job.id])
        return [_outcome(design, texts[place], found) for (place, design), found in points.items()]

    def plot(self, played: Sequence[Played]) -> Plot:
        """Plots Elo by memory, with intervals."""
        series: dict[str, list[tuple[Any, float]]] = {}
        intervals: dict[str, list[tuple[float, float]]] = {}
        for row in played:
            series.setdefault(row.name, []).append((row.pressure, row.elo))
            intervals.setdefault(row.name, []).append((row.low, row.high))
        title = f"Elo against {self.designs[0]} at {self.nodes:,} nodes per move, {self.game}"
        return Plot(title, "memory", "Elo", series, intervals=intervals)


def _outcome(design: str, memory: str, points: Sequence[Sequence[float]]) -> Played:
    pairs = Pairs.of((first, second) for first, second in points)
    elo = Elo.of(pairs)
    verdict = Verdict.INCONCLUSIVE
    if elo.low >= -EQUAL and elo.high <= EQUAL:
        verdict = Verdict.EQUAL
    elif elo.low > 0 or elo.high < 0:
        verdict = Verdict.BETTER if elo.low > 0 else Verdict.WORSE
    return Played(design, memory, elo.value, elo.low, elo.high, pairs.games, pairs.score, str(verdict))
