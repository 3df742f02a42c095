"""How a table is put together: a backend first, the public side over it, and nothing in between."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from tabiya import ReferenceTable, TranspositionTable, ValueTable
from tabiya.reference.values import ReferenceValueTable
from tabiya.storage.placed import Placed
from tabiya.table.backend import TableBackend
from tabiya.table.front import TableFront
from tabiya.values.backend import ValueBackend
from tabiya.values.front import ValueFront

TABLES = sorted({TranspositionTable, ReferenceTable}, key=str)
VALUE_TABLES = sorted({ValueTable, ReferenceValueTable}, key=str)


def code_of(member: Any) -> str:
    function = getattr(member, "fget", None) or getattr(member, "__func__", member)
    return inspect.getsource(function) if inspect.isfunction(function) else ""


def primitives(*owners: type) -> list[str]:
    return [
        name
        for owner in owners
        for name, member in vars(owner).items()
        if "NotImplementedError" in code_of(member)
        and name not in ("_map", "_check_mappable")  # which says where there is no memory to map
    ]


ASKED = [
    *((table, name) for table in TABLES for name in primitives(Placed, TableBackend)),
    *((table, name) for table in VALUE_TABLES for name in primitives(Placed, ValueBackend)),
]


def test_the_backends_have_primitives() -> None:
    assert {"_close", "_clear", "_scan", "_config", "probe"} <= set(primitives(Placed, TableBackend))
    assert {"_close", "_clear", "_scan", "_make", "probe"} <= set(primitives(Placed, ValueBackend))


@pytest.mark.parametrize(("table", "name"), ASKED)
def test_every_backend_provides_what_the_public_side_asks_of_it(table: type, name: str) -> None:
    owner = next(base for base in table.__mro__ if name in vars(base))
    assert owner not in (Placed, TableBackend, TableFront, ValueBackend, ValueFront)


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
