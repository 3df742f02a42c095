"""Creates, attaches, opens, loads and pickles a `TranspositionTable` in shared memory and files."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from .._utils.arguments import check_path
from ..table.config import TableConfig, Validation, make_config
from . import checks
from .placed import JOINED, ORPHAN, MapInto, in_new_file, in_new_segment, joined

if TYPE_CHECKING:
    from .._utils.progress import OnProgress
    from ..table.figures import TableFigures
    from .header import TableHeader
    from .places import Place

__all__ = ["attach", "create_shared", "load", "open_file", "pickled"]

T = TypeVar("T", bound="TableFigures")


def create_shared(
    kind: type[T], name: str, config: TableConfig | None, mode: int, settings: Mapping[str, Any]
) -> tuple[T, Place]:
    """`TableFront.create_shared`: returns the table and the place whose file to keep."""
    from . import shared
    from .header import bytes_of

    kind._check_mappable()
    shared.check_name(name)
    config = make_config(config, settings)
    checks.check_shareable(config)
    shared.check_mode(mode)
    return in_new_segment(kind, name, bytes_of(config), mode, _mapper(config))


def attach(kind: type[T], name: str, own: Mapping[str, Any]) -> T:
    """`TableFront.attach`."""
    from . import shared
    from .header import read_header

    kind._check_mappable()
    checks.check_own(own)
    place, header = shared.attach(name, read_header)
    return _joined(kind, place, header, own, JOINED)


def open_file(
    kind: type[T],
    path: str | os.PathLike[str],
    config: TableConfig | None,
    shared: bool,
    settings: Mapping[str, Any],
) -> tuple[T, Place]:
    """`TableFront.open`: returns the table and the place whose file to keep."""
    from . import mapped
    from .header import bytes_of, read_header

    kind._check_mappable()
    wanted = make_config(config, settings)
    checks.check_places(wanted)
    if shared:
        checks.check_shareable(wanted)
    place, header = mapped.open_file(check_path(path), bytes_of(wanted), shared, read_header)
    if header is None:
        return in_new_file(kind, place, _mapper(wanted)), place
    try:
        checks.check_same(header, wanted, checks.asked_for(config, settings), str(place))
        own = {name: getattr(wanted, name) for name in checks.OWN_FIELDS}
        if shared:
            checks.check_shareable(header.config)
        return _joined(kind, place, header, own, ORPHAN if place.exclusive else JOINED), place
    except BaseException:
        place.release()
        raise


def _joined(kind: type[T], place: Place, header: TableHeader, own: Mapping[str, Any], opening: int) -> T:
    try:
        config = make_config(header.config, own)
    except BaseException:
        place.release()
        raise
    return joined(kind, place, opening, _mapper(config))


def _mapper(config: TableConfig) -> MapInto[Any]:
    """Maps a table of these settings into an open file."""
    from .header import bytes_of

    def map_into(table: Any, descriptor: int, opening: int) -> None:
        table._map(table._settings(config), descriptor, bytes_of(config), opening)

    return map_into


def load(
    kind: type[T], path: str | os.PathLike[str], progress: OnProgress | None, settings: Mapping[str, Any]
) -> T:
    """`TableFront.load`."""
    from .format import SavedTable
    from .loading import fill_table, open_saved

    with open_saved(check_path(path), SavedTable) as saved:
        config = checks.loaded_config(saved.header, settings, saved.what)
        # A validated table would be compared as a whole after every block.
        table = kind(config, validation=Validation.RELEASE)
        fill_table(table, saved, progress)
    if config.validation is not Validation.RELEASE:
        table._configure(table.config, table._settings(config))
    return table


def pickled(table: TableFigures) -> tuple[Any, ...]:
    """Pickles a table that other processes can reach by its name."""
    if table._home is None:
        raise TypeError(
            "a table in private memory cannot be pickled: threads can share it as it is; for another "
            "process, use create_shared, or send table.config and make a table there"
        )
    return table._pickled({name: getattr(table.config, name) for name in checks.OWN_FIELDS})
