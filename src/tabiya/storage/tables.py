"""Creates, attaches, opens, loads, pickles and closes tables in shared memory and files.

A new segment or file is removed with its descriptor until `kept` is set. The public method sets it last, so
that an interrupt before that leaves nothing behind.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from ..config import TableConfig, Validation, make_config, under_new_names
from . import checks

if TYPE_CHECKING:
    from ..table_front import TableFront
    from .header import TableHeader
    from .places import Descriptor, Place
    from .saving import Progress

__all__ = ["attach", "close", "create_shared", "load", "open_file", "pickled", "unlink"]

FRESH, JOINED, ORPHAN = range(3)
"""The state in which a table finds its memory: `Table::Opening` of the core."""

T = TypeVar("T", bound="TableFront")


def create_shared(
    kind: type[T], name: str, config: TableConfig | None, mode: int, settings: Mapping[str, Any]
) -> tuple[T, Descriptor]:
    """`TableFront.create_shared`: returns the table and the descriptor to keep."""
    from . import header, shared

    kind._check_mappable()
    shared.check_name(name)
    config = make_config(config, settings)
    checks.check_shareable(config)
    shared.check_mode(mode)
    place = shared.create(name, header.bytes_of(config), mode)
    try:
        table = _at(kind, place, config, FRESH)
        place.creator = os.getpid()
        return table, place.file
    except BaseException:
        place.release()
        raise


def attach(kind: type[T], name: str, own: Mapping[str, Any]) -> T:
    """`TableFront.attach`."""
    from . import shared

    kind._check_mappable()
    checks.check_own(own)
    place, header = shared.attach(name)
    return _joined(kind, place, header, own, JOINED)


def open_file(
    kind: type[T],
    path: str | os.PathLike[str],
    config: TableConfig | None,
    shared: bool,
    settings: Mapping[str, Any],
) -> tuple[T, Descriptor]:
    """`TableFront.open`: returns the table and the descriptor to keep."""
    from . import mapped

    kind._check_mappable()
    given = under_new_names(settings)
    wanted = make_config(config, given)
    checks.check_places(wanted)
    if shared:
        checks.check_shareable(wanted)
    place, header = mapped.open_file(os.fspath(path), wanted, shared)
    if header is None:
        return _in_new_file(kind, place, wanted), place.file
    try:
        checks.check_same(header, wanted, checks.asked_for(config, given), str(place))
        own = {name: getattr(wanted, name) for name in checks.OWN_FIELDS}
        if shared:
            checks.check_shareable(header.config)
        return _joined(kind, place, header, own, ORPHAN if place.exclusive else JOINED), place.file
    except BaseException:
        place.release()
        raise


def _in_new_file(kind: type[T], place: Place, config: TableConfig) -> T:
    try:
        return _at(kind, place, config, FRESH)
    except BaseException:
        os.ftruncate(place.descriptor, 0)  # otherwise it would look like an unfinished table
        place.release()
        raise


def _joined(kind: type[T], place: Place, header: TableHeader, own: Mapping[str, Any], opening: int) -> T:
    try:
        return _at(kind, place, make_config(header.config, own), opening)
    except BaseException:
        place.release()
        raise


def _at(kind: type[T], place: Place, config: TableConfig, opening: int) -> T:
    from .header import bytes_of

    table = kind.__new__(kind)
    table._map(kind._settings(config), place.descriptor, bytes_of(config), opening)
    table._home = place
    place.settle()
    return table


def load(
    kind: type[T], path: str | os.PathLike[str], progress: Progress | None, settings: Mapping[str, Any]
) -> T:
    """`TableFront.load`."""
    from .loading import fill_table, open_saved

    with open_saved(os.fspath(path)) as saved:
        config = checks.loaded_config(saved.header, settings, saved.what)
        # A validated table would be compared as a whole after every block.
        table = kind(config, validation=Validation.RELEASE)
        fill_table(table, saved, progress)
    if config.validation is not Validation.RELEASE:
        table.reconfigure(validation=config.validation)
    return table


def unlink(table: TableFront) -> None:
    """`TableFront.unlink`."""
    home = table._home
    if home is None or home.kind != "shared":
        raise ValueError("only a table in named shared memory can be unlinked")
    if not home.remove_name():
        raise FileNotFoundError(f"{home} is already unlinked")
    home.creator = None


def pickled(table: TableFront) -> tuple[Any, ...]:
    """Pickles a table that other processes can reach by its name."""
    if table._home is None:
        raise TypeError(
            "a table in private memory cannot be pickled: threads can share it as it is; for another "
            "process, send table.config and make a table there"
        )
    table._check_open()
    function, arguments = table._home.sender()
    own = {name: getattr(table.config, name) for name in checks.OWN_FIELDS}
    return function, (type(table), own, *arguments)


def close(table: TableFront) -> None:
    """`TableFront.close`."""
    table._close()
    if table._home is not None:
        table._home.file.kept = True  # also inside a with statement, until its end
        table._home.release()


def enter(table: TableFront) -> None:
    """Enters a ``with`` statement: its end, by whatever way, removes the name."""
    if table._home is not None and table._home.creator == os.getpid():
        table._home.file.kept = False


def leave(table: TableFront) -> None:
    """Leaves a ``with`` statement."""
    table._close()
    home = table._home
    if home is not None:
        home.release()
        if home.creator == os.getpid() and home.is_still_there():
            table.unlink()
