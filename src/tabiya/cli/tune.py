"""`tabiya tune`: fits the weights of the evaluation to the results of self-play."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from .._utils.extras import need_core
from ..storage.whole import check_target, partial_name, write_text
from . import options
from .group import end_interrupted

if TYPE_CHECKING:
    from ..games import GameSpec
    from ..tune import Fit, Samples

__all__ = ["tune"]

MOST_CHANGED = 12
"""Number of weight groups in the summary."""


@click.command()
@options.game
@click.option("--games", type=click.IntRange(0), default=1000, help="Games to play.")
@click.option("--nodes", type=click.IntRange(100), default=2000, help="Nodes per move.")
@click.option("--seed", default=1, help="Random seed. The same seed plays the same games.")
@click.option(
    "--blend",
    type=click.FloatRange(0, 1),
    default=0.5,
    help="Weight of the search's score vs the game's result.",
)
@click.option(
    "--prior",
    type=click.FloatRange(0.1),
    default=20.0,
    help="Expected change of a weight, in centipawns.",
)
@click.option("--from-start", is_flag=True, help="Start from the formulas instead of the current weights.")
@click.option("--load", type=options.FILE, multiple=True, help="Also use these saved positions; repeatable.")
@click.option("--save", type=options.FILE, help="Save the positions for another fit.")
@click.option("--write", is_flag=True, help="Write weights.hpp. Rebuild afterwards.")
@click.option("--output", type=options.FILE, help="Write the weights to this file instead.")
@options.as_json
def tune(
    game: str,
    games: int,
    nodes: int,
    seed: int,
    blend: float,
    prior: float,
    from_start: bool,
    load: tuple[Path, ...],
    save: Path | None,
    write: bool,
    output: Path | None,
    as_json: bool,
) -> None:
    """Tune the weights of the evaluation on self-play games."""
    need_core("tune")
    from ..games import game_spec
    from ..tune import fit, grouped, header
    from ..tune.selfplay import tuning_of

    spec = game_spec(game)
    tuning = tuning_of(spec)
    target = output or (_weights_file(game) if write else None)
    present = tuning.weights()
    begin = [pair for pairs in tuning.start().values() for pair in pairs] if from_start else None
    console = Console(stderr=True)
    started = time.perf_counter()
    for path in (save, target):
        if path is not None:
            check_target(path)
    samples, whole = _samples(spec, games, nodes, seed, blend, load, console)
    if not whole:  # a part never replaces a file
        save, target = (None if path is None else Path(partial_name(path)) for path in (save, target))
    if save is not None:
        samples.save(save)
        if not whole:
            console.print(f"the positions so far are in {save}", highlight=False)
    with console.status("fitting …"):
        fixed = [i for i, (name, _, _) in enumerate(present) if name.partition("[")[0] in tuning.fixed]
        found = fit(samples, begin or [(middle, end) for _, middle, end in present], prior=prior, fixed=fixed)
    named = [(name, *pair) for (name, _, _), pair in zip(present, found.weights, strict=True)]
    if target is not None:
        write_text(target, header(game, grouped(named)))
    _show(found, present, named, target, time.perf_counter() - started, as_json)
    if not whole:
        end_interrupted()


def _samples(
    spec: GameSpec,
    games: int,
    nodes: int,
    seed: int,
    blend: float,
    load: tuple[Path, ...],
    console: Console,
) -> tuple[Samples, bool]:
    """Returns the positions of the games, and whether all were played."""
    from ..tune import Samples
    from ..tune.selfplay import play_game, sample

    samples, whole = Samples(), True
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("games", total=games)
        try:
            for number in range(games):
                # Runs with different seeds share no game seeds.
                sample(spec, play_game(spec, nodes, seed * 1_000_003 + number), number, blend, samples)
                progress.update(task, advance=1, description=f"games ({len(samples):,} positions)")
        except KeyboardInterrupt:
            whole = False
            progress.console.print("stopped: fitting to the games so far (Ctrl-C again cancels)")
    for path in load:
        samples.extend(Samples.load(path))
    return samples, whole


def _weights_file(game: str) -> Path:
    path = Path(__file__).parents[3] / "core" / "games" / game / "weights.hpp"
    if not path.exists():
        raise ValueError(f"--write needs the sources: {path} does not exist; use --output")
    return path


def _show(
    found: Fit,
    old: list[tuple[str, int, int]],
    new: list[tuple[str, int, int]],
    target: Path | None,
    seconds: float,
    as_json: bool,
) -> None:
    result: dict[str, Any] = {
        "positions": found.positions,
        "seconds": seconds,
        "loss_before": found.loss_before,
        "loss_after": found.loss_after,
        "odds_per_centipawn": found.unit,
        "written": str(target) if target else None,
        "weights": {name: pair for name, *pair in new},
    }
    if as_json:
        print(json.dumps(result, indent=1))
        return
    import numpy as np

    from ..tune import grouped

    console = Console()
    console.print(f"{found.positions:,} positions in {seconds:.0f} s")
    console.print(f"loss on held-out games: {found.loss_before:.6f} before, {found.loss_after:.6f} after")
    before, after = grouped(old), grouped(new)
    changes = {name: np.abs(np.subtract(after[name], before[name])).max() for name in before}
    table = Table("group", "values", title="largest changes", title_justify="left", title_style="bold")
    for name in sorted(changes, key=lambda name: -changes[name])[:MOST_CHANGED]:
        table.add_row(name, f"{_brief(before[name])}  →  {_brief(after[name])}")
    console.print(table)
    console.print(f"written to {target}: rebuild" if target else "not written: use --write")


def _brief(pairs: list[tuple[int, int]]) -> str:
    shown = " ".join(f"{middle}/{end}" for middle, end in pairs[:5])
    return shown if len(pairs) <= 5 else f"{shown} …"
