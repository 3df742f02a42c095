"""`Zobrist`: key material for games written in Python, with keys that each move updates by XOR."""

from __future__ import annotations

from collections.abc import Hashable, ItemsView, Iterable, KeysView, Sequence, Set
from itertools import islice
from typing import Any, SupportsIndex

from .._utils.arguments import check_int, did_you_mean
from .._utils.mixing import mix
from ..table.arguments import check_key
from ..table.entry_values import MAX_KEY

__all__ = ["Zobrist"]

GOLDEN = 0x9E3779B97F4A7C15
FIRST_EXTRA = 2**32
"""The number of the first extra, so that extras keep their keys when a game gets more pieces."""
MAX_TERMS = 2**24
"""Numbers of pieces on places: about a gigabyte."""
MAX_NAMES = 2**16


class Zobrist:
    """A random number for each piece on each place. The key of a board is the XOR of the numbers on it.

    `pieces` is the number of kinds, counted from 1, or the values themselves. `empty` is the value of an
    empty place. `extras` are the names of everything else that matters, such as the side to move. The numbers
    depend only on `seed` and the arguments. They are the same on every machine and do not change when pieces
    or extras are added at the end.

    >>> zobrist = Zobrist(9, "XO", empty=".", extras=["O to move"])
    >>> key = zobrist.key("X...O....")
    >>> key = zobrist.toggle(key, 8, "X")           # X goes to the last place
    >>> key = zobrist.flip(key, "O to move")
    >>> key == zobrist.key("X...O...X", "O to move")
    True
    """

    __slots__ = ("_extras", "_rows", "empty", "places", "seed")

    def __init__(
        self,
        places: SupportsIndex,
        pieces: SupportsIndex | Iterable[Hashable],
        *,
        seed: SupportsIndex = 0,
        empty: Hashable = 0,
        extras: Iterable[str] = (),
    ) -> None:
        self.places = check_int("places", places, 1, 2**24)
        self.seed = check_key(seed, "seed")
        self.empty = empty
        kinds: tuple[Any, ...] = (
            _names("pieces", pieces) if isinstance(pieces, Iterable) else _numbered(pieces)
        )
        if self.places * len(kinds) > MAX_TERMS:
            raise ValueError(
                f"places times pieces must be at most {MAX_TERMS:,} numbers, "
                f"not {self.places:,} x {len(kinds):,}"
            )
        if empty in kinds:
            raise ValueError(f"empty must be none of the pieces, not {empty!r}: choose another with empty=")
        self._rows = {
            piece: [self._term(number * self.places + place) for place in range(self.places)]
            for number, piece in enumerate(kinds)
        }
        if isinstance(extras, str):
            raise TypeError(f"extras must be a list of names, not str ({extras!r}): extras=[{extras!r}]")
        names = _names("extras", extras)
        self._extras = {name: self._term(FIRST_EXTRA + number) for number, name in enumerate(names)}

    def _term(self, number: int) -> int:
        """Returns a term of a SplitMix64 stream, as in ``core/zobrist/keys.hpp``."""
        return mix((self.seed + (number + 1) * GOLDEN) & MAX_KEY)

    @property
    def pieces(self) -> tuple[Hashable, ...]:
        """The pieces by their values on boards."""
        return tuple(self._rows)

    @property
    def extras(self) -> tuple[str, ...]:
        """The names of the extra keys."""
        return tuple(self._extras)

    def toggle(self, key: int, place: int, piece: Hashable) -> int:
        """Returns the key after a piece is put on a place or removed from it: the same XOR does both."""
        row = self._row(piece)
        try:
            if 0 <= place < self.places and type(key) is int and 0 <= key <= MAX_KEY:
                return key ^ row[place]
        except TypeError:
            pass  # the checks name the wrong argument
        return check_key(key) ^ row[check_int("place", place, 0, self.places - 1)]

    def flip(self, key: int, extra: str) -> int:
        """Returns the key after an extra is switched on or off."""
        try:
            number = self._extras[extra]
        except KeyError:
            if not self._extras:
                raise ValueError(f"no extra is known, so not {extra!r}: name it with extras=") from None
            hint = did_you_mean(str(extra), self._extras)
            raise ValueError(f"extra must be one of {', '.join(self._extras)}, not {extra!r}{hint}") from None
        return (key if type(key) is int and 0 <= key <= MAX_KEY else check_key(key)) ^ number

    def key(self, board: Iterable[Any], *extras: str) -> int:
        """Returns the key of a whole board: a sequence of its places, or an array of any shape.

        >>> import numpy as np
        >>> zobrist = Zobrist(4, pieces=[-1, 1])
        >>> zobrist.key(np.array([[0, 1], [-1, 0]])) == zobrist.key([0, 1, -1, 0])
        True
        """
        cells = _cells(board)
        if len(cells) != self.places:
            raise ValueError(f"board must have {self.places} places, not {len(cells)}")
        result = 0
        for place, piece in enumerate(cells):
            if piece != self.empty:
                result ^= self._row(piece)[place]
        for extra in extras:
            result = self.flip(result, extra)
        return result

    def keys_of(self, piece: Hashable) -> tuple[int, ...]:
        """Returns the numbers of one piece by place, for code with its own XORs."""
        return tuple(self._row(piece))

    def _row(self, piece: Hashable) -> list[int]:
        try:
            return self._rows[piece]
        except KeyError:
            known = ", ".join(map(repr, self._rows))
            raise ValueError(
                f"piece must be one of {known} (empty places: {self.empty!r}), not {piece!r}"
            ) from None

    def check(self) -> int:
        """Checks that no two to four numbers cancel. Returns their rank over GF(2), at most 64.

        ValueError if some cancel, because boards that differ in these terms would share a key: choose another
        `seed`. Time and memory grow with the square of the number of terms. Needs NumPy.

        >>> Zobrist(64, 12, extras=["black to move"]).check()
        64
        """
        import numpy as np

        terms = [key for row in self._rows.values() for key in row] + list(self._extras.values())
        keys = np.array(terms, np.uint64)
        pairs = (keys[i] ^ keys[i + 1 :] for i in range(len(keys)))
        # Four keys cancel if two pairs have the same XOR, three if a pair has a key's, two if they are equal.
        sums = np.concatenate([keys, *pairs])
        if len(np.unique(sums)) < len(sums):
            raise ValueError(f"up to four keys of seed {self.seed} cancel each other: choose another seed")
        return _rank(terms)

    def __repr__(self) -> str:
        more = f", extras={list(self._extras)}" if self._extras else ""
        return f"Zobrist({self.places}, {list(self._rows)}, seed={self.seed}, empty={self.empty!r}{more})"


def _numbered(count: Any) -> tuple[int, ...]:
    return tuple(range(1, check_int("pieces", count, 1, MAX_NAMES) + 1))


def _names(what: str, given: Iterable[Any]) -> tuple[Any, ...]:
    """Returns names in their order, which decides their numbers."""
    if isinstance(given, Set) and not isinstance(given, (KeysView, ItemsView)):
        shown = f"{type(given).__name__} ({given!r})"
        raise TypeError(f"{what} must have an order, not {shown}: sorted(x) has one")
    names = tuple(islice(given, MAX_NAMES + 1))
    if len(names) > MAX_NAMES:
        raise ValueError(f"{what} must be at most {MAX_NAMES}")
    seen = set()
    for name in names:
        if name in seen:
            raise ValueError(f"{what} must differ from each other, but {name!r} is there twice")
        seen.add(name)
    return names


def _cells(board: Any) -> Sequence[Any]:
    if hasattr(board, "ravel"):  # an array of any shape
        cells: list[Any] = board.ravel().tolist()
        return cells
    return board if isinstance(board, Sequence) else list(board)


def _rank(keys: Iterable[int]) -> int:
    """Returns the number of independent keys over GF(2)."""
    basis: dict[int, int] = {}
    for key in keys:
        while key:
            pivot = key.bit_length()
            if pivot not in basis:
                basis[pivot] = key
                break
            key ^= basis[pivot]
    return len(basis)
