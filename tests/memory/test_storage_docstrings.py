"""The examples in the docstrings of the storage modules run."""

from __future__ import annotations

import doctest
from importlib import import_module
from pkgutil import iter_modules

import pytest

from tabiya import storage


@pytest.mark.parametrize("name", [module.name for module in iter_modules(storage.__path__)])
def test_the_examples_of_a_storage_module_run(name: str) -> None:
    assert doctest.testmod(import_module(f"tabiya.storage.{name}")).failed == 0
