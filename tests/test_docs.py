"""The examples in all documents and docstrings run as written."""

from __future__ import annotations

import doctest
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import tabiya
from documents import DOCUMENTS, ROOT, fences, python_blocks

PACKAGE = Path(tabiya.__file__).parent
MODULES = [
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
    for path in sorted(PACKAGE.rglob("*.py"))
    if path.stem != "__main__"  # importing it would run the command
]

NATIVE = (
    "tabiya.table.batches",
    "tabiya.table.transposition",
    "tabiya.table.figures",
    "tabiya.table.front",
    "tabiya.values.front",
    "tabiya.values.table",
)
"""Modules whose examples show the native table; the others import it where they need it."""


@dataclass(frozen=True)
class Page:
    """How to run the code of a document."""

    names: Callable[[], dict[str, Any]] = dict
    """Variables that the page expects its reader to have."""
    instead: dict[str, str] = field(default_factory=dict)
    """Replacements in the code: less depth, less memory, files in the test's own directory."""
    prints: bool = False
    """Whether the comment after each `print` is its output."""


PAGES = {
    "README.md": Page(prints=True),
    "docs/chess.md": Page(
        names=lambda: {"chess_board": import_module("chess").Board()},
        instead={"board.perft(7, ": "board.perft(3, ", "hash_mb=512": "hash_mb=1"},
    ),
    "docs/memory.md": Page(instead={'"/tmp/': '"'}),
    "docs/table.md": Page(names=lambda: {"key": 0x9D39247E33776D41}),
}
"""Set-up by page; a page without an entry runs as it is. All run in an empty directory."""

LANGUAGES = {"", "bash", "console", "json", "python", "text", "toml"}
"""Languages of fenced blocks. Python under any other name would not run."""


class Examples(doctest.DocTestRunner):
    """Skips the test if an example needs a package that is not installed."""

    def report_unexpected_exception(self, out: Any, test: Any, example: Any, exc_info: Any) -> None:
        skip_if_missing(exc_info[1])
        super().report_unexpected_exception(out, test, example, exc_info)


def skip_if_missing(error: BaseException) -> None:
    """Skips for a missing optional dependency or a missing native core, never for a wrong name."""
    if isinstance(error, ImportError):
        missing = (error.name or "").partition(".")[0]
        if not tabiya.HAS_CORE or missing not in ("", "tabiya"):
            pytest.skip(str(error))


def run_doctest(test: doctest.DocTest) -> None:
    assert Examples().run(test, clear_globs=False).failed == 0


def run_block(code: str, scope: dict[str, Any], name: str) -> None:
    """Runs a block of a document: as a session if it has prompts, else as a program."""
    if ">>> " in code:
        run_doctest(doctest.DocTestParser().get_doctest(code, scope, name, name, 0))
    else:
        exec(compile(code, name, "exec"), scope)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_run(name: str) -> None:
    if name in NATIVE and not tabiya.HAS_CORE:
        pytest.skip("the native core is not built")
    try:
        module = import_module(name)
    except ImportError as error:
        skip_if_missing(error)
        raise
    for test in doctest.DocTestFinder(exclude_empty=True).find(module):
        run_doctest(test)


def promised_output(path: Path) -> list[str]:
    """The comment of each line that prints."""
    return re.findall(r"print\(.*\)  # (.*)$", "\n".join(python_blocks(path)), re.MULTILINE)


@pytest.mark.skipif(not tabiya.HAS_CORE, reason="the native core is not built")
@pytest.mark.parametrize("name", [name for name, path in DOCUMENTS.items() if python_blocks(path)])
def test_the_code_of_a_document_runs(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    page = PAGES.get(name, Page())
    try:
        scope = page.names()
        for code in python_blocks(DOCUMENTS[name]):
            for text, other in page.instead.items():
                code = code.replace(text, other)
            run_block(code, scope, name)
    except ImportError as error:
        skip_if_missing(error)
        raise
    if page.prints:
        assert capsys.readouterr().out.splitlines() == promised_output(DOCUMENTS[name])


def test_the_set_up_is_of_documents_that_exist() -> None:
    for name, page in PAGES.items():
        code = "".join(python_blocks(DOCUMENTS[name]))
        assert all(text in code for text in page.instead), name


@pytest.mark.parametrize("name", DOCUMENTS)
def test_no_python_hides_under_another_name(name: str) -> None:
    assert {language for language, _ in fences(DOCUMENTS[name])} <= LANGUAGES
    assert DOCUMENTS[name].read_text().count("```") == 2 * len(fences(DOCUMENTS[name]))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_no_link_of_a_document_is_dead(name: str) -> None:
    path = DOCUMENTS[name]
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", path.read_text()):
        assert (path.parent / target).exists(), target


@pytest.mark.parametrize("name", [name for name in DOCUMENTS if name != "README.md"])
def test_every_document_is_in_the_navigation_of_the_site(name: str) -> None:
    assert f" {name.removeprefix('docs/')}\n" in (ROOT / "mkdocs.yml").read_text()


def test_the_changelog_begins_with_this_version() -> None:
    (first, *_) = re.findall(r"^## (\S+)", DOCUMENTS["CHANGELOG.md"].read_text(), re.MULTILINE)
    assert first == tabiya.__version__


AIM = re.compile(r"^\|.*\baim\b.*\|\n\| ---", re.MULTILINE)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_table_with_aims_says_whose_they_are(name: str) -> None:
    text = DOCUMENTS[name].read_text()
    if AIM.search(text):
        assert "An *aim* is the bound that the project set itself" in text
