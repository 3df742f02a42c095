"""The examples in the docstrings run."""

from __future__ import annotations

import doctest
from importlib import import_module
from pkgutil import iter_modules

import pytest

import tabiya

MODULES = [
    "tabiya",
    *(f"tabiya.{module.name}" for module in iter_modules(tabiya.__path__) if module.name != "_core"),
]


NATIVE = ("tabiya.batches", "tabiya.table")
"""Modules whose examples use the native table under its own name."""


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_run(name: str) -> None:
    if name in NATIVE and not tabiya.HAS_CORE:
        pytest.skip("the native core is not built")
    assert doctest.testmod(import_module(name)).failed == 0
