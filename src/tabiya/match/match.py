"""Plays a match to its last pair or until the test decides."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing

from ..jobs import Runner, run_jobs
from .config import MatchConfig
from .log import MatchLog
from .standing import Standing, Tally

__all__ = ["play_match"]


def play_match(config: MatchConfig, runner: Runner, log: MatchLog) -> Generator[Standing, None, None]:
    """Plays the pairs that the log lacks; yields the standing after each pair."""
    tally = Tally((config.engines[0].name, config.engines[1].name), config.sprt)
    now = tally.count(log.pairs, config.pairs)
    yield now
    if now.decided:
        return
    jobs = (config.job(pair) for pair in range(config.pairs))
    with closing(run_jobs(jobs, runner, done=log.done)) as results:
        for result in results:
            if result.error is not None:
                raise ValueError(f"{result.id} could not be played: {result.error}")
            log.add(result.value)
            now = tally.count(log.pairs, config.pairs)
            yield now
            if now.decided:
                return
