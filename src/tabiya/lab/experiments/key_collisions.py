"""How many different positions share a key, counted over tens of millions of them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...plots.plot import Plot
from ...stats.exact import count_interval
from ..experiment import Cells, Experiment, Figures, Plots, Rows, Scale, cell, depth_of
from ..searching import middlegame, middlegame_numbers

WIDTHS = (32, 40, 48, 64)
CHECKED = 40
"""The widest keys that collide often enough here to be compared with chance."""
CLAIMED = 100e6
PAIR = np.dtype([("key", np.uint64), ("text", np.uint64)])


def distinct_positions(game: str, position: int, plies: int, most: int) -> NDArray[Any]:
    """Returns the keys of the different positions `plies` plies below a middlegame, of the first `most`.

    Positions differ if their keys or the hashes of their texts do. The two hashes share nothing.
    """
    board = middlegame(game, position)
    keys, texts = np.empty(most, np.uint64), np.empty(most, np.uint64)
    count = board._leaf_keys(plies, keys, texts)
    order = np.lexsort((texts[:count], keys[:count]))
    keys, texts = keys[order], texts[order]
    new = np.ones(count, bool)
    new[1:] = (keys[1:] != keys[:-1]) | (texts[1:] != texts[:-1])
    found = np.empty(int(new.sum()), PAIR)
    found["key"], found["text"] = keys[new], texts[new]
    return found


def shared_keys(*, game: str, roots: int, plies: int, most: int) -> dict[str, Any]:
    """Counts the positions below several middlegames whose key another position has, by width of the key."""
    parts = [distinct_positions(game, number, plies, most) for number in middlegame_numbers(roots)]
    pairs = np.concatenate(parts)
    del parts
    return count_shared(pairs["key"], pairs["text"])


def count_shared(keys: NDArray[np.uint64], texts: NDArray[np.uint64]) -> dict[str, Any]:
    """Returns the number of positions, and by width how many more there are than keys.

    >>> keys, texts = np.array([1, 1, 1 + 2**60], np.uint64), np.array([7, 8, 9], np.uint64)
    >>> count_shared(keys, texts)["shared"]
    {'32': 2, '40': 2, '48': 2, '64': 1}
    """
    order = np.lexsort((texts, keys))
    keys, texts = keys[order], texts[order]
    same_key = keys[1:] == keys[:-1]
    twice = same_key & (texts[1:] == texts[:-1])  # the same position below two roots
    positions = len(keys) - int(twice.sum())
    shared = {"64": int((same_key & ~twice).sum())}
    whole = keys[np.concatenate(([True], ~same_key))]
    for width in WIDTHS[:-1]:
        part = np.sort(whole & np.uint64((1 << width) - 1))
        shared[str(width)] = shared["64"] + int((part[1:] == part[:-1]).sum())
    return {"positions": positions, "shared": {str(width): shared[str(width)] for width in WIDTHS}}


def cells(scale: Scale, game: str) -> Cells:
    roots, most = scale.pick((2, 20_000), (4, 200_000), (64, 2_000_000))
    plies = depth_of("key_collisions", game, scale)
    yield cell(shared_keys, game=game, roots=roots, plies=plies, most=most)


def by_chance(positions: float, width: int) -> float:
    """Returns the collisions that random keys of this width would have: the birthday problem.

    >>> round(by_chance(40e6, 48), 2)
    2.84
    """
    return float(positions * (positions - 1) / 2 ** (width + 1))


def figures(rows: Rows) -> Figures:
    found = rows[0].value
    positions = found["positions"]
    counted = {width: found["shared"][str(width)] for width in WIDTHS}
    over_chance = count_interval(counted[CHECKED]).scaled(1 / by_chance(positions, CHECKED))
    return {
        "positions": float(positions),
        **{f"collisions{width}": float(count) for width, count in counted.items()},
        **{f"by_chance{width}": by_chance(positions, width) for width in WIDTHS},
        "over_chance": over_chance,
        "chance_at_100_million": over_chance.scaled(100 * by_chance(CLAIMED, 64)),
    }


def plots(game: str, rows: Rows) -> Plots:
    positions, shared = rows[0].value["positions"], rows[0].value["shared"]
    lines = {
        "counted": [(width, float(shared[str(width)])) for width in WIDTHS if shared[str(width)]],
        "random keys": [(width, by_chance(positions, width)) for width in WIDTHS],
    }
    return [Plot(f"Positions that share a key, {game}", "bits of the key", "positions", lines, log_y=True)]


EXPERIMENT = Experiment(
    name="key_collisions",
    title="How many different positions share a key?",
    varies="the bits of the key that count: 32, 40, 48 or all 64",
    measures="different positions with the same key, told apart by a second hash of their texts; "
    "vs random keys",
    unit="a position some plies below a middlegame",
    sample="the first 2 million positions five (shogi: four) plies below each of 64 middlegames, "
    "duplicates removed: tens of millions per game",
    power="counted exactly; one collision would be seen, and none means fewer than 3 in as many positions",
    cells=cells,
    figures=figures,
    plots=plots,
)
