"""Type checkers and editors see what is really there."""

from __future__ import annotations

import doctest
import runpy
import subprocess
import sys
from dataclasses import fields
from enum import StrEnum
from typing import Any, Literal, SupportsIndex, get_type_hints

import check_types
import pytest

import tabiya
from tabiya import TableConfig
from tabiya.table.fields import TableFields

pytestmark = pytest.mark.skipif(not tabiya.HAS_CORE, reason="the native core is not built")


def widened(kind: Any) -> Any:
    """The type of a setting as a caller may give it: members by name, any kind of integer."""
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return kind | Literal[tuple(map(str, kind))]
    return {int: SupportsIndex, int | None: SupportsIndex | None}.get(kind, kind)


def test_the_keywords_of_a_table_are_the_fields_of_its_configuration() -> None:
    kinds = {name: widened(kind) for name, kind in get_type_hints(TableConfig).items()}
    assert get_type_hints(TableFields) == kinds


def test_the_keywords_of_an_engine_are_the_search_options() -> None:
    from tabiya.engine.options import SearchFields, SearchOptions

    assert get_type_hints(SearchFields) == get_type_hints(SearchOptions)


def test_the_keywords_of_a_search_are_its_limits() -> None:
    from tabiya.engine.limits import Limits, SearchArguments

    limits = [field.name for field in fields(Limits)]
    assert list(SearchArguments.__annotations__) == limits


def test_what_type_checkers_accept_runs() -> None:
    runpy.run_path(str(check_types.WRONG.with_name("right.py")))


def test_the_lines_of_a_page_keep_their_numbers() -> None:
    assert doctest.testmod(check_types).failed == 0


@pytest.mark.slow  # `make lint` runs it too
def test_pyright_accepts_what_readers_copy_and_refuses_what_is_wrong() -> None:
    pytest.importorskip("pyright")
    assert check_types.check() == []


def test_mypy_refuses_the_same_calls() -> None:
    pytest.importorskip("mypy")
    files = (check_types.WRONG.with_name("right.py"), check_types.WRONG)
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", *map(str, files)]
    said = subprocess.run(command, cwd=check_types.ROOT, capture_output=True, text=True, check=False).stdout
    found = [line.split(":")[:2] for line in said.splitlines() if ": error:" in line]
    name = str(check_types.WRONG.relative_to(check_types.ROOT))
    assert found
    assert {(file, int(line)) for file, line in found} == {(name, line) for line in check_types.marked()}
