"""How a table is put together: a backend first, the public side over it, and nothing in between."""

from __future__ import annotations

import inspect
from typing import Any, Protocol

import pytest

from tabiya import ReferenceTable, TranspositionTable, ValueTable
from tabiya.reference.values import ReferenceValueTable
from tabiya.storage.placed import Placed
from tabiya.table.backend import TableBackend
from tabiya.table.figures import TableFigures
from tabiya.table.front import TableFront
from tabiya.values.backend import ValueBackend
from tabiya.values.front import ValueFront

TABLES = sorted({TranspositionTable, ReferenceTable}, key=str)
VALUE_TABLES = sorted({ValueTable, ReferenceValueTable}, key=str)


def members(protocol: type) -> list[str]:
    """What a protocol and the protocols it extends ask for."""
    return [
        name
        for owner in protocol.__mro__
        if getattr(owner, "_is_protocol", False) and owner is not Protocol
        for name, member in vars(owner).items()
        if (inspect.isfunction(member) or isinstance(member, (property, classmethod)))
        and name not in ("__init__", "__subclasshook__")  # of every protocol
    ]


ASKED = [
    *((table, name) for table in TABLES for name in members(TableBackend)),
    *((table, name) for table in VALUE_TABLES for name in members(ValueBackend)),
]


def test_the_protocols_ask_for_something() -> None:
    assert {"_close", "_clear", "_scan", "_config", "probe"} <= set(members(TableBackend))
    assert {"_close", "_clear", "_scan", "_make", "probe"} <= set(members(ValueBackend))


@pytest.mark.parametrize(("table", "name"), ASKED)
def test_every_backend_provides_what_the_public_side_asks_of_it(table: type, name: str) -> None:
    owner = next(base for base in table.__mro__ if name in vars(base))
    assert owner not in (object, Placed, TableFigures, TableFront, ValueFront)


@pytest.mark.parametrize("table", [*TABLES, *VALUE_TABLES])
def test_protocols_are_for_type_checkers_only(table: type) -> None:
    assert not any(getattr(base, "_is_protocol", False) for base in table.__mro__)


@pytest.mark.parametrize("table", TABLES)
def test_a_table_has_one_backend_and_one_public_side(table: Any) -> None:
    assert table.__bases__ == (table._backend, TableFront)


@pytest.mark.parametrize("table", VALUE_TABLES)
def test_a_value_table_has_one_backend_and_one_public_side(table: Any) -> None:
    backend, front = table.__bases__
    assert front is ValueFront
    assert not issubclass(backend, ValueFront)


@pytest.mark.skipif(TranspositionTable is ReferenceTable, reason="there is no native core")
@pytest.mark.parametrize(
    ("table", "name"),
    [
        *((TranspositionTable, name) for name in ("probe", "store", "prefetch", "probe_with_prefetch")),
        *((ValueTable, name) for name in ("probe", "store", "add", "update", "prefetch")),
    ],
)
def test_no_python_code_stands_before_a_native_call(table: type, name: str) -> None:
    assert not hasattr(getattr(table, name), "__code__")
