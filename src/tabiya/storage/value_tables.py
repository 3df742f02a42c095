"""Creates, attaches, opens, loads and pickles a `ValueTable` in shared memory and files."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeVar

from .._utils.arguments import check_path
from ..table.arguments import check_huge_pages
from ..table.entry_values import FULL_KEY_CLUSTERS
from ..values.packing import check_dtype
from ..values.shape import ValueShape
from .placed import JOINED, ORPHAN, MapInto, in_new_file, in_new_segment, joined

if TYPE_CHECKING:
    from .._utils.progress import OnProgress
    from ..values.front import ValueFront
    from .header import ValueHeader
    from .places import Place

__all__ = ["attach", "create_shared", "load", "open_file", "pickled"]

T = TypeVar("T", bound="ValueFront")


def create_shared(
    kind: type[T], name: str, shape: ValueShape, mode: int, huge_pages: bool
) -> tuple[T, Place]:
    """`ValueFront.create_shared`: returns the table and the place whose file to keep."""
    from . import shared
    from .header import bytes_of

    kind._check_mappable()
    shared.check_name(name)
    shared.check_mode(mode)
    check_huge_pages(huge_pages)
    return in_new_segment(kind, name, bytes_of(shape), mode, _mapper(shape, huge_pages))


def attach(kind: type[T], name: str, dtype: Any, huge_pages: bool) -> T:
    """`ValueFront.attach`."""
    from . import shared
    from .header import read_value_header

    kind._check_mappable()
    check_huge_pages(huge_pages)
    place, header = shared.attach(name, read_value_header)
    return _joined(kind, place, header, {"dtype": dtype}, huge_pages, JOINED)


def open_file(
    kind: type[T],
    path: str | os.PathLike[str],
    wanted: ValueShape | None,
    given: Mapping[str, Any],
    shared: bool,
    huge_pages: bool,
) -> tuple[T, Place]:
    """`ValueFront.open`: returns the table and the place whose file to keep.

    `wanted` is the shape of a new table, if there is a dtype for one. A table that is there must agree with
    what is in `given` and not None: dtype, key_bits, and size as a pair of megabytes and entries.
    """
    from . import mapped
    from .header import bytes_of, read_value_header

    kind._check_mappable()
    check_huge_pages(huge_pages)
    path = check_path(path)
    if wanted is None and (not os.path.exists(path) or os.path.getsize(path) == 0):
        raise ValueError(f"{path!r} holds no table yet: a new one needs a dtype")
    size = 0 if wanted is None else bytes_of(wanted)
    place, header = mapped.open_file(path, size, shared, read_value_header)
    if header is None:
        assert wanted is not None
        return in_new_file(kind, place, _mapper(wanted, huge_pages)), place
    return _joined(kind, place, header, given, huge_pages, ORPHAN if place.exclusive else JOINED), place


def _joined(
    kind: type[T],
    place: Place,
    header: ValueHeader,
    given: Mapping[str, Any],
    huge_pages: bool,
    opening: int,
) -> T:
    try:
        _check_same(header.shape, given, str(place))
    except BaseException:
        place.release()
        raise
    return joined(kind, place, opening, _mapper(header.shape, huge_pages))


def _mapper(shape: ValueShape, huge_pages: bool) -> MapInto[Any]:
    """Maps a table of this shape into an open file."""
    from .header import bytes_of

    def map_into(table: ValueFront, descriptor: int, opening: int) -> None:
        table._make(shape, huge_pages, descriptor, bytes_of(shape), opening)

    return map_into


def load(
    kind: type[T],
    path: str | os.PathLike[str],
    dtype: Any,
    hash_mb: float | None,
    entries: SupportsIndex | None,
    progress: OnProgress | None,
    huge_pages: bool,
) -> T:
    """`ValueFront.load`."""
    from .format import Contents, SavedValues
    from .loading import fill, open_saved

    with open_saved(check_path(path), SavedValues) as saved:
        shape: ValueShape = saved.header.shape
        _check_same(shape, {"dtype": dtype}, saved.what)
        size = shape.bytes / 2**20 if hash_mb is None else hash_mb
        table = kind(shape.dtype, size, entries=entries, key_bits=shape.key_bits, huge_pages=huge_pages)
        if saved.header.contents is Contents.SLOTS and table._shape.clusters != shape.clusters:
            raise ValueError(
                f"{saved.what} holds slots without whole keys, as tables below {FULL_KEY_CLUSTERS} "
                f"clusters have: only {shape.clusters} clusters can load it"
            )
        fill(table, saved, progress)
    return table


def pickled(table: ValueFront) -> tuple[Any, ...]:
    """Pickles a table that other processes can reach by its name."""
    if table._home is None:
        raise TypeError(
            "a table in private memory cannot be pickled: threads can share it as it is; for another "
            "process, use create_shared"
        )
    return table._pickled({})


def _check_same(shape: ValueShape, given: Mapping[str, Any], what: str) -> None:
    """Raises ValueError if the table differs from what the caller asked for."""
    for name, wanted in given.items():
        if wanted is None:
            continue
        if name == "dtype":
            wanted = check_dtype(wanted)
        elif name == "size":
            megabytes, entries = wanted
            wanted = ValueShape.make(shape.dtype, megabytes, entries, shape.key_bits).clusters
            name = "clusters"
        known = getattr(shape, name)
        if known != wanted:
            raise ValueError(f"{what} has {name}={known}, not the {wanted} asked for")
