"""How far the policies are from a table that knows the future."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...config import Policy
from ...games import game_spec
from ..experiment import Experiment, Plot, Row, Scale, cell
from ..gaming import game_moves
from ..jobs import Job
from ..traces import belady, record_game, replay


def replayed(*, game: str, seed: int, moves: int, nodes: int, hash_mb: float) -> dict[str, Any]:
    """Hits of each policy, and of the optimum, on one trace of a few moves of a game."""
    board = game_spec(game).board()
    boards = []
    for ply, move in enumerate(game_moves(game, seed, 16 + 2 * moves)):
        if ply >= 16 and ply % 2 == 0:
            boards.append(board.copy())
        board.push(move)
    trace = record_game(game, boards[:moves], nodes=nodes, table={"hash_mb": hash_mb})
    size = {"hash_mb": hash_mb}
    found = {str(policy): replay(trace, {**size, "policy": str(policy)}).hits for policy in Policy}
    found["unlimited"] = belady(trace, {"hash_mb": 4096})
    found["optimum"] = belady(trace, size)
    found["optimum_anywhere"] = belady(trace, size, fully_associative=True)
    return {"probes": trace.probes, "operations": len(trace), "hits": found}


def cells(scale: Scale, game: str) -> Iterator[Job]:
    for seed in range(scale.pick(1, 1, 2)):
        yield cell(
            replayed,
            game=game,
            seed=seed,
            moves=scale.pick(2, 3, 6),
            nodes=scale.pick(2_000, 20_000, 150_000),
            hash_mb=scale.pick(0.0625, 0.25, 1),
        )


def rates(rows: Sequence[Row]) -> dict[str, float]:
    probes = sum(row.value["probes"] for row in rows)
    return {
        name: 100 * sum(row.value["hits"][name] for row in rows) / probes for name in rows[0].value["hits"]
    }


def figures(rows: Sequence[Row]) -> dict[str, float]:
    found = rates(rows)
    best = max(found[str(policy)] for policy in Policy)
    return {**found, "best_policy_of_optimum": 100 * best / found["optimum"]}


def plots(game: str, rows: Sequence[Row]) -> list[Plot]:
    return [
        Plot(
            f"Policies beside Belady's optimum, {game}",
            "",
            "% of probes",
            {"hits": list(rates(rows).items())},
        )
    ]


EXPERIMENT = Experiment(
    name="belady",
    title="How far are the policies from a table that knows the future?",
    varies="the policy, on one recorded trace; vs the optimum in the same clusters, anywhere and unlimited",
    measures="the percentage of probes that hit",
    cells=cells,
    figures=figures,
    plots=plots,
)
