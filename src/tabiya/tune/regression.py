"""Logistic regression: the weights that best explain the results of games.

The evaluation is linear in its weights, so the likelihood has one maximum and Newton's method finds it in a
few steps. The start values are a prior: a weight stays where it was if the games say little about it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .samples import Samples
from .weights import Pair

__all__ = ["Fit", "fit"]

Floats = NDArray[np.float64]

BLOCK = 8192
"""Rows per dense block."""
HELD_OUT = 10
"""One game in this many is held out to measure the loss."""
POSITIONS_FOR_ONE = 8.0
"""This many positions of a game count as one observation, because they share its result."""


@dataclass(frozen=True)
class Fit:
    """The result of a fit. Losses are mean cross-entropies on held-out games."""

    weights: list[Pair]
    positions: int
    unit: float
    """The change of the log-odds per centipawn."""
    loss_before: float
    loss_after: float
    steps: int


class _Problem:
    """The rows as a sparse matrix, two columns per weight: middle game, endgame."""

    def __init__(self, samples: Samples, weights: int) -> None:
        columns = samples.columns()
        self.weights = weights
        self.ends = np.cumsum(columns["sizes"].astype(np.int64))
        self.indices = columns["indices"].astype(np.int64)
        self.counts = columns["counts"].astype(np.float32)
        self.middle = columns["phases"] * columns["scales"]
        self.end = (1 - columns["phases"]) * columns["scales"]
        self.targets = columns["targets"].astype(np.float64)
        self.held_out = columns["games"] % HELD_OUT == 0
        if not self.held_out.any() or self.held_out.all():
            raise ValueError(f"too few games: tuning needs at least {HELD_OUT} games with quiet positions")

    def blocks(self) -> Iterator[tuple[slice, NDArray[np.float32]]]:
        """Yields the rows as dense blocks."""
        for first in range(0, len(self.ends), BLOCK):
            rows = slice(first, min(first + BLOCK, len(self.ends)))
            begin = self.ends[first - 1] if first else 0
            entries = slice(begin, self.ends[rows.stop - 1])
            sizes = np.diff(self.ends[rows], prepend=begin)
            row = np.repeat(np.arange(rows.stop - first), sizes)
            block = np.zeros((rows.stop - first, 2 * self.weights), np.float32)
            block[row, self.indices[entries]] = self.counts[entries] * np.repeat(self.middle[rows], sizes)
            block[row, self.weights + self.indices[entries]] = self.counts[entries] * np.repeat(
                self.end[rows], sizes
            )
            yield rows, block

    def scores(self, theta: Floats) -> Floats:
        """Returns the evaluation of every row, for the side that moves first."""
        return np.concatenate([block @ theta.astype(np.float32) for _, block in self.blocks()]).astype(float)

    def loss(self, scores: Floats, unit: float, rows: NDArray[np.bool_]) -> float:
        logits = unit * scores[rows]
        return float(np.mean(np.logaddexp(0, logits) - self.targets[rows] * logits))

    def best_unit(self, scores: Floats) -> float:
        """Returns the scale of scores that best explains the results, by golden-section search."""
        low, high = 0.0005, 0.02
        golden = (5**0.5 - 1) / 2
        seen = ~self.held_out
        for _ in range(40):
            a, b = high - golden * (high - low), low + golden * (high - low)
            if self.loss(scores, a, seen) < self.loss(scores, b, seen):
                high = b
            else:
                low = a
        return (low + high) / 2

    def newton_parts(self, theta: Floats, unit: float) -> tuple[Floats, Floats]:
        """Returns gradient and curvature of the loss over the rows that are not held out."""
        gradient = np.zeros(2 * self.weights)
        curvature = np.zeros((2 * self.weights, 2 * self.weights))
        for rows, whole in self.blocks():
            seen = ~self.held_out[rows]
            block = whole[seen]
            probability = 1 / (1 + np.exp(-unit * (block @ theta.astype(np.float32)).astype(float)))
            gradient += unit * (block.T @ (probability - self.targets[rows][seen]).astype(np.float32))
            spread = (unit * np.sqrt(probability * (1 - probability))).astype(np.float32)
            scaled = block * spread[:, None]
            curvature += scaled.T @ scaled
        return gradient / POSITIONS_FOR_ONE, curvature / POSITIONS_FOR_ONE


def fit(
    samples: Samples,
    start: list[Pair],
    *,
    prior: float = 20.0,
    fixed: Collection[int] = (),
    steps: int = 4,
    on_step: Callable[[int, float], None] | None = None,
) -> Fit:
    """Fits weights to samples.

    ``prior`` is the expected distance of a weight from its start value, in centipawns. Large weights (a
    queen) may move in proportion. Weights with ``fixed`` indices stay unchanged. ``on_step`` is called with
    the number and loss of each step.

    >>> samples = Samples()
    >>> for game in range(40):  # who has weight 0 wins three games of four, who has weight 1 every second
    ...     won = float(game % 4 > 0), float(game % 2)
    ...     samples.append(game=game, phase=1, scale=1, indices=[0], counts=[1], target=won[0])
    ...     samples.append(game=game, phase=1, scale=1, indices=[1], counts=[1], target=won[1])
    >>> [pair[0] for pair in fit(samples, [(100, 100), (100, 100)]).weights]
    [103, 97]
    """
    problem = _Problem(samples, len(start))
    theta = first = np.array([pair[0] for pair in start] + [pair[1] for pair in start], dtype=np.float64)
    width = prior + 0.1 * np.abs(first)
    width[[column for index in fixed for column in (index, len(start) + index)]] = 1e-3
    scores = problem.scores(theta)
    unit = problem.best_unit(scores)
    before = problem.loss(scores, unit, problem.held_out)
    after = before
    for step in range(1, steps + 1):
        gradient, curvature = problem.newton_parts(theta, unit)
        gradient += (theta - first) / width**2
        curvature[np.diag_indices_from(curvature)] += 1 / width**2
        theta = theta - np.linalg.solve(curvature, gradient)
        after = problem.loss(problem.scores(theta), unit, problem.held_out)
        if on_step is not None:
            on_step(step, after)
    rounded = np.rint(theta).astype(int).tolist()
    pairs = list(zip(rounded[: len(start)], rounded[len(start) :], strict=True))
    return Fit(pairs, len(samples), unit, before, after, steps)
