"""`help()` and editors see what a call takes: every public callable has a signature."""

from __future__ import annotations

import inspect
import pydoc
from collections.abc import Iterator
from enum import Enum
from importlib import import_module
from typing import Any

import pytest

import tabiya
from tabiya import ReferenceTable, TranspositionTable, ValueTable
from tabiya.games import GAMES
from tabiya.reference.values import ReferenceValueTable

pytestmark = pytest.mark.skipif(not tabiya.HAS_CORE, reason="the native core is not built")


def public_callables() -> Iterator[tuple[str, Any]]:
    """The functions, classes and methods of the public modules, except those of Python itself."""
    from tabiya import chess

    for module in (tabiya, *(import_module(f"tabiya.{game}") for game in GAMES)):
        for name in module.__all__:
            thing, path = getattr(module, name), f"{module.__name__}.{name}"
            if inspect.isclass(thing):
                if issubclass(thing, Enum | Exception) or thing.__module__ == "builtins":
                    continue
                yield from methods(path, thing)
            if callable(thing) and thing is not chess.LegalMoves:  # made by boards alone
                yield path, thing


def methods(prefix: str, owner: type) -> Iterator[tuple[str, Any]]:
    for name in dir(owner):
        if not name.startswith("_") and callable(getattr(owner, name)):
            yield f"{prefix}.{name}", getattr(owner, name)


def parameters(function: Any) -> list[tuple[str, Any, Any]]:
    """Name, kind and default of each parameter; a native method's own `self` is positional."""
    found = inspect.signature(function).parameters.values()
    return [(one.name, one.kind, one.default) for one in found if one.name != "self"]


def test_every_public_callable_has_a_signature() -> None:
    silent = []
    for name, function in public_callables():
        try:
            inspect.signature(function)
        except (TypeError, ValueError) as error:
            silent.append((name, str(error)))
    assert silent == []


def test_native_and_reference_table_take_the_same_arguments() -> None:
    shared = [name for name, _ in methods("", ReferenceTable)]
    assert shared == [name for name, _ in methods("", TranspositionTable)]
    for name in (name.removeprefix(".") for name in shared):
        native = parameters(getattr(TranspositionTable, name))
        reference = parameters(getattr(ReferenceTable, name))
        if name == "probe_many":  # only arrays can be filled again
            assert native.pop()[0] == "out"
        assert native == reference, name


def test_native_and_reference_value_table_take_the_same_arguments() -> None:
    shared = [name for name, _ in methods("", ReferenceValueTable)]
    assert shared == [name for name, _ in methods("", ValueTable)]
    for name in (name.removeprefix(".") for name in shared):
        native, reference = (parameters(getattr(owner, name)) for owner in (ValueTable, ReferenceValueTable))
        assert native == reference, name


def test_native_and_pure_entry_take_the_same_arguments() -> None:
    from tabiya.table.entry import PureEntry

    assert parameters(tabiya.Entry) == parameters(PureEntry)


def test_help_shows_the_arguments_of_a_native_method() -> None:
    text = " ".join(pydoc.plain(pydoc.render_doc(TranspositionTable.store)).split())  # 3.13 breaks the line
    assert "self, /, key, move=0, score=0, eval=None, depth=0, bound=<Bound.EXACT: 3>" in text
