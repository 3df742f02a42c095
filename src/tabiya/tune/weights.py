"""Weights as the core names them, and the C++ header that holds them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

__all__ = ["Pair", "grouped", "header"]

Pair = tuple[int, int]
"""A weight in the middle game and in the endgame."""

_HEADER = """\
// The weights of {game}'s evaluation: {{middle game, end game}}. evaluate_terms.hpp says what each is for.
// Written by `tabiya tune --game {game} --write`.
#pragma once

#include "games/{game}/evaluate_terms.hpp"

namespace tabiya::{game} {{

// clang-format off
inline constexpr Weights kWeights = {{
{groups}
}};
// clang-format on

}}  // namespace tabiya::{game}
"""


def grouped(weights: Iterable[tuple[str, int, int]]) -> dict[str, list[Pair]]:
    """Returns the weights of each group, in order.

    >>> grouped([("tempo", 20, 10), ("passed[0]", 0, 0), ("passed[1]", 5, 12)])
    {'tempo': [(20, 10)], 'passed': [(0, 0), (5, 12)]}
    """
    return {
        name: [(middle, end) for _, middle, end in members]
        for name, members in groupby(weights, key=lambda weight: weight[0].partition("[")[0])
    }


def header(game: str, groups: Mapping[str, Sequence[Pair]]) -> str:
    """Returns the text of core/games/<game>/weights.hpp.

    >>> print(header("chess", {"tempo": [(20, 10)]}).splitlines()[10])
        .tempo = {{20, 10}},
    """
    return _HEADER.format(game=game, groups="\n".join(_group(*item) for item in groups.items()))


def _group(name: str, pairs: Sequence[Pair]) -> str:
    texts = [f"{{{middle}, {end}}}" for middle, end in pairs]
    if len(texts) <= 5:
        return f"    .{name} = {{{', '.join(texts)}}},"
    width = next((width for width in (9, 7, 4, 5, 8) if len(texts) % width == 0), 6)
    cell = max(map(len, texts)) + 1
    rows = [texts[i : i + width] for i in range(0, len(texts), width)]
    lines = ["        " + " ".join(f"{text},".ljust(cell) for text in row).rstrip() for row in rows]
    return "\n".join([f"    .{name} = {{", *lines, "    },"])
