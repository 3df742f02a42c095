"""The examples in the docstrings of jobs, engines and matches run."""

from __future__ import annotations

import doctest
from importlib import import_module
from pkgutil import walk_packages

import pytest

import tabiya.lab

PACKAGES = ("stats", "jobs", "engines", "openings", "match", "strength", "analysis")
MODULES = [
    module.name
    for module in walk_packages(tabiya.lab.__path__, "tabiya.lab.")
    if module.name.split(".")[2] in PACKAGES
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_run(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0
