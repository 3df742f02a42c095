"""The examples in the docstrings and in the document of books run."""

from __future__ import annotations

import doctest
import re
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import pytest

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

import tabiya.books

NAMES = ["tabiya.books", *(f"tabiya.books.{module.name}" for module in iter_modules(tabiya.books.__path__))]
DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "books.md"


@pytest.mark.parametrize("name", NAMES)
def test_the_examples_of_a_module_of_books_run(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0


def test_the_code_in_the_document_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    scope: dict[str, Any] = {}
    blocks = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
    assert blocks
    for code in blocks:
        exec(compile(code, "docs/books.md", "exec"), scope)
