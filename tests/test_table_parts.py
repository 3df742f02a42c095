"""How a table is put together: a backend first, the public side over it, and nothing in between."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from tabiya import ReferenceTable, TranspositionTable
from tabiya.table_backend import TableBackend
from tabiya.table_front import TableFront

TABLES = sorted({TranspositionTable, ReferenceTable}, key=str)


def code_of(member: Any) -> str:
    function = getattr(member, "fget", None) or getattr(member, "__func__", member)
    return inspect.getsource(function) if inspect.isfunction(function) else ""


PRIMITIVES = [
    name
    for name, member in vars(TableBackend).items()
    if "NotImplementedError" in code_of(member) and name != "_map"  # `_check_mappable` says where it is not
]


def test_the_backend_has_primitives() -> None:
    assert {"_clear", "_scan", "_config", "probe"} <= set(PRIMITIVES)


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("name", PRIMITIVES)
def test_every_backend_provides_what_the_public_side_asks_of_it(table: type, name: str) -> None:
    owner = next(base for base in table.__mro__ if name in vars(base))
    assert owner not in (TableBackend, TableFront)


@pytest.mark.parametrize("table", TABLES)
def test_a_table_has_one_backend_and_one_public_side(table: Any) -> None:
    assert table.__bases__ == (table._backend, TableFront)


@pytest.mark.skipif(TranspositionTable is ReferenceTable, reason="there is no native core")
@pytest.mark.parametrize("name", ["probe", "store", "prefetch", "probe_with_prefetch"])
def test_no_python_code_stands_before_a_native_call(name: str) -> None:
    assert not hasattr(getattr(TranspositionTable, name), "__code__")
