"""Positions with the results of their games, as rows of a sparse matrix."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from ..storage.whole import write_whole

__all__ = ["Samples"]

Floats = NDArray[np.float64]

_COLUMNS = {
    "indices": np.uint16,
    "counts": np.int16,
    "sizes": np.uint16,
    "phases": np.float32,
    "scales": np.float32,
    "targets": np.float32,
    "games": np.uint32,
}


@dataclass
class Samples:
    """Rows of traces: the weights of a position and the result of its game.

    >>> samples = Samples()
    >>> samples.append(game=0, phase=1.0, scale=1.0, indices=[0, 2], counts=[1, -1], target=0.5)
    >>> len(samples)
    1
    """

    parts: dict[str, list[Any]] = field(default_factory=lambda: {name: [] for name in _COLUMNS})

    def __len__(self) -> int:
        return sum(len(part) for part in self.parts["sizes"])

    def append(
        self, *, game: int, phase: float, scale: float, indices: Any, counts: Any, target: float
    ) -> None:
        """Adds a position. ``phase`` is 1 in the middle game, ``target`` the first side's points."""
        row = {
            "indices": indices,
            "counts": counts,
            "sizes": [len(indices)],
            "phases": [phase],
            "scales": [scale],
            "targets": [target],
            "games": [game],
        }
        for name, values in row.items():
            self.parts[name].append(np.asarray(values, _COLUMNS[name]))

    def extend(self, other: Samples) -> None:
        """Adds the rows of other samples. Their games stay separate."""
        first = 1 + max((int(part.max()) for part in self.parts["games"]), default=-1)
        for name, parts in other.parts.items():
            self.parts[name] += [part + np.uint32(first) if name == "games" else part for part in parts]

    def columns(self) -> dict[str, NDArray[Any]]:
        """Returns one array per column."""
        return {
            name: np.concatenate(self.parts[name]) if self.parts[name] else np.empty(0, kind)
            for name, kind in _COLUMNS.items()
        }

    def save(self, path: Path) -> None:
        """Writes the rows as a NumPy archive, for another fit of the same games."""
        # To an open file: NumPy would add .npz to the name.
        write_whole(str(path), lambda file: np.savez_compressed(file, allow_pickle=False, **self.columns()))

    @classmethod
    def load(cls, path: Path) -> Samples:
        """Reads what :meth:`save` wrote."""
        try:
            # Opened here, because NumPy leaves a broken file open.
            with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
                return cls({name: [archive[name]] for name in _COLUMNS})
        except (AttributeError, EOFError, KeyError, ValueError, BadZipFile):
            raise ValueError(f"{path} is not a file of `tabiya tune --save`") from None
