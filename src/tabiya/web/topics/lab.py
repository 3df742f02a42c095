"""The lab: claims, and comparisons and matches of tables with their intervals, live."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from .. import fields
from ..claims import report
from ..page import games
from ..threads import in_thread
from ..topic import OneTask, command

__all__ = ["Lab"]

MAX_DESIGNS = 4
MAX_NODES = 200_000
MAX_POSITIONS = 128
MAX_GAMES = 1000


class Lab(OneTask):
    """One run at a time. Its results so far come as the news ``rows``, after each position or pair."""

    name = "lab"

    @command
    async def claims(self) -> dict[str, Any]:
        """The claims of the lab and their verdicts."""
        return await in_thread(report)

    @command
    async def choices(self) -> dict[str, Any]:
        """What can be compared: layouts, policies, and the games that have positions for it."""
        from ...lab.designs import LAYOUTS
        from ...table.choices import Policy

        return {
            "layouts": list(LAYOUTS),
            "policies": [str(policy) for policy in Policy],
            "compare": [spec.name for spec in games() if spec.data("middlegames.txt")],
            "match": [spec.name for spec in games() if spec.data("openings.txt")],
        }

    @command
    async def compare(
        self, game: Any, designs: Any, nodes: Any, positions: Any, pressure: Any = 1 / 16, run: Any = 0
    ) -> dict[str, Any]:
        """Compares tables by the nodes that a search needs, relative to the first table."""
        from ...lab.compare import Question
        from ...lab.compare.positions import middlegames

        name = fields.drawn_game(game).name
        count = fields.integer("positions", positions, 2, MAX_POSITIONS)
        question = Question(
            designs=_designs(designs),
            positions=tuple(middlegames(name, count)),
            game=name,
            nodes=fields.integer("nodes", nodes, 100, MAX_NODES),
            pressures=(fields.number("pressure", pressure, 1 / 4096, 16),),
        )
        found: list[dict[str, Any]] = []

        def rows(result: Any) -> list[dict[str, Any]]:
            found.append(result.value)
            return [_finite(row) for row in question.answer(found).as_list()]

        return await self._run(list(question.jobs()), rows, fields.integer("run", run, 0, 2**31))

    @command
    async def match(
        self, game: Any, designs: Any, nodes: Any, games: Any, pressure: Any = 1 / 16, run: Any = 0
    ) -> dict[str, Any]:
        """Plays each table against the first one at fixed nodes per move."""
        from ...lab.compare.games import Match

        match = Match(
            designs=_designs(designs),
            games=fields.integer("games", games, 2, MAX_GAMES),
            game=fields.drawn_game(game).name,
            nodes=fields.integer("nodes", nodes, 50, MAX_NODES),
            pressures=(fields.number("pressure", pressure, 1 / 4096, 16),),
        )
        jobs = match.jobs()
        known: dict[str, Any] = {}

        def rows(result: Any) -> list[dict[str, Any]]:
            known[result.id] = result.value
            return [_finite(played.as_dict()) for played in match.outcomes(jobs, known)]

        return await self._run([job for _, _, job in jobs], rows, fields.integer("run", run, 0, 2**31))

    @command
    async def stop(self) -> dict[str, Any]:
        """Ends the run after the current position or pair of games."""
        self._cancel()
        return {}

    async def _run(
        self, jobs: Sequence[Any], rows: Callable[[Any], list[dict[str, Any]]], run: int
    ) -> dict[str, Any]:
        await self.stop()
        self._task = self.start(self._work(jobs, rows, run))
        return {"units": len(jobs)}

    async def _work(self, jobs: Sequence[Any], rows: Callable[[Any], Any], run: int) -> None:
        from ...jobs.job import call

        done = 0
        try:
            with self.quota.search():
                for job in jobs:
                    result = await in_thread(call, job)
                    if result.error is not None:
                        raise ValueError(f"the lab failed: {result.error}")
                    done += 1
                    self.send("rows", run=run, done=done, units=len(jobs), rows=await in_thread(rows, result))
        finally:
            self.send("end", run=run, done=done, units=len(jobs))


def _designs(value: Any) -> tuple[str, ...]:
    """Returns designs with built-in policies. A client must never name a file, because it would be run."""
    from ...table.choices import Policy

    texts = fields.texts("designs", value, MAX_DESIGNS)
    for text in texts:
        for part in text.partition(":")[2].split(","):
            name, _, policy = part.partition("=")
            if name.strip() == "policy" and policy.strip() not in map(str, Policy):
                raise ValueError(f"policy must be one of {', '.join(Policy)}, not {policy[:40]!r}")
    return tuple(texts)


def _finite(row: dict[str, Any]) -> dict[str, Any]:
    """JSON has no infinity: the ends of an unbounded interval are null."""
    return {
        name: None if isinstance(value, float) and not math.isfinite(value) else value
        for name, value in row.items()
    }
