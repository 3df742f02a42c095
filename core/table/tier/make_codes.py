"""Writes code_lengths.hpp: how many bits each symbol of the second tier's codes takes.

    python core/table/tier/make_codes.py dump.npy … > core/table/tier/code_lengths.hpp

A dump is what ``TranspositionTable.to_numpy()`` gives after a search (its records, saved by ``numpy.save``).
The classes below are those of codec.hpp; a change here or there is a change of the format.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

DEPTH_BITS = (0, 0, 0, 0, 1, 2, 3, 8)
MOVE_BITS = (6, 8, 10, 12, 24)  # after the class without a move
SCORE_BITS = (5, 7, 8, 9, 11, 20)
EVAL_BITS = (0, 6, 8, 9, 10, 16)  # after the class without an eval
ENTRY_SYMBOLS = 3 * 4 * len(DEPTH_BITS) * (len(MOVE_BITS) + 1)
MAX_ENTRY_LENGTH = 11
MAX_VALUE_LENGTH = 9
QUIESCENCE_WEIGHT = 0.3  # the second tier mostly keeps entries of depth 1 and more
MAIN, NULL_MOVE, QUIESCENCE, OTHER = range(4)
UPPER, LOWER, EXACT = range(3)
NO_EVAL = -32768


def class_of(values: Any, bits: tuple[int, ...]) -> Any:
    """The first class that holds the value; each begins where the one before it ends, the last is raw."""
    result = np.full(len(values), len(bits) - 1)
    end = np.cumsum([1 << width for width in bits[:-1]])
    for index in reversed(range(len(bits) - 1)):
        result[values < end[index]] = index
    return result


def zigzag(values: Any) -> Any:
    return np.where(values >= 0, 2 * values, -2 * values - 1)


def ranks(moves: Any) -> Any:
    """How many other moves were seen before a move was first seen."""
    seen: dict[int, int] = {}
    return np.array([seen.setdefault(move, len(seen)) if move else 0 for move in moves.tolist()])


def symbols(dump: Any) -> tuple[Any, Any, Any, Any]:
    """Of each entry: its symbol, whether it is of quiescence, its score's class, its eval's class."""
    score, evaluation, move = (dump[name].astype(np.int64) for name in ("score", "eval", "move"))
    source = dump["source"]
    kind = np.select(
        [dump["pv"] != 0, source == 4, source == 1, source == 0], [OTHER, MAIN, NULL_MOVE, QUIESCENCE], OTHER
    )
    move_class = np.where(move != 0, class_of(ranks(move), MOVE_BITS) + 1, 0)
    depth_class = class_of(dump["depth"].astype(np.int64), DEPTH_BITS)
    entry = (((dump["bound"] - 1) * 4 + kind) * len(DEPTH_BITS) + depth_class) * (
        len(MOVE_BITS) + 1
    ) + move_class
    eval_class = np.where(evaluation != NO_EVAL, class_of(zigzag(evaluation - score), EVAL_BITS) + 1, 0)
    return entry, kind == QUIESCENCE, class_of(zigzag(score), SCORE_BITS), eval_class


def limited_lengths(weights: Any, longest: int) -> list[int]:
    """The lengths of the best prefix code without a code word above `longest` bits (package-merge)."""
    coded = [index for index, weight in enumerate(weights) if weight > 0]
    leaves = sorted(((weights[index], (index,)) for index in coded), key=lambda leaf: leaf[0])
    packages: list[tuple[float, tuple[int, ...]]] = []
    for _ in range(longest):
        merged = sorted(leaves + packages, key=lambda package: package[0])
        packages = [
            (merged[i][0] + merged[i + 1][0], merged[i][1] + merged[i + 1][1])
            for i in range(0, len(merged) - 1, 2)
        ]
    lengths = [0] * len(weights)
    for _, members in packages[: len(coded) - 1]:
        for index in members:
            lengths[index] += 1
    return lengths


def train(dumps: list[Any]) -> dict[str, list[int]]:
    entry_weights = np.zeros(ENTRY_SYMBOLS + 1)
    kept = np.zeros((2, len(SCORE_BITS) * (len(EVAL_BITS) + 1)))
    dropped = np.zeros((2, len(SCORE_BITS)))
    for dump in dumps:
        entry, quiescence, score, evaluation = symbols(dump)
        weight = np.where(quiescence, QUIESCENCE_WEIGHT, 1.0) / len(dump)
        np.add.at(entry_weights, entry, weight)
        np.add.at(kept, (quiescence * 1, score * (len(EVAL_BITS) + 1) + evaluation), weight)
        np.add.at(dropped, (quiescence * 1, score), weight)
    # What is rarer is written raw; every value can be: its class must have a code, however rare.
    entry_weights[entry_weights < 2e-5] = 0
    entry_weights[-1] = 1e-3
    for bound in (UPPER, LOWER, EXACT):  # other games have more moves, and other users other entries
        first = (bound * 4 + MAIN) * len(DEPTH_BITS) * (len(MOVE_BITS) + 1)
        usual = entry_weights[first : first + len(DEPTH_BITS) * (len(MOVE_BITS) + 1)]
        np.maximum(usual, 1e-4, out=usual)
    return {
        "kEntryLengths": limited_lengths(entry_weights, MAX_ENTRY_LENGTH),
        "kKeptMainLengths": limited_lengths(kept[0] + 1e-4, MAX_VALUE_LENGTH),
        "kKeptQuiescenceLengths": limited_lengths(kept[1] + 1e-4, MAX_VALUE_LENGTH),
        "kDroppedMainLengths": limited_lengths(dropped[0] + 1e-4, MAX_VALUE_LENGTH),
        "kDroppedQuiescenceLengths": limited_lengths(dropped[1] + 1e-4, MAX_VALUE_LENGTH),
    }


def header(tables: dict[str, list[int]]) -> str:
    lines = [
        "// Written by make_codes.py: bits of each symbol's code word, 0 where it has none.",
        "#pragma once",
        "",
        "#include <cstdint>",
        "",
        "namespace tabiya::table::tier {",
        "",
        "// clang-format off",
    ]
    for name, lengths in tables.items():
        lines.append(f"inline constexpr std::uint8_t {name}[{len(lengths)}] = {{")
        lines += [
            "    " + " ".join(f"{length}," for length in lengths[i : i + 32])
            for i in range(0, len(lengths), 32)
        ]
        lines.append("};")
    return "\n".join([*lines, "// clang-format on", "", "}  // namespace tabiya::table::tier"])


if __name__ == "__main__":
    print(header(train([np.load(path) for path in sys.argv[1:]])))
