"""Runs pyright over the package and over all code that a reader may copy.

    python tests/typed/check_types.py

The blocks of a page in docs/ are one module; each block of the README stands alone, as do the examples. In
``wrong.py`` pyright must find an error on each line marked ``# error``, so that the check itself can fail.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build" / "typed"
WRONG = Path(__file__).with_name("wrong.py")
FENCES = ("```python", "```")


def blocks(text: str) -> list[range]:
    """The line numbers, from 0 on, of each block of Python code in a page.

    >>> blocks("Text\\n```python\\na = 1\\n```\\n")
    [range(2, 3)]
    """
    found, begin = [], None
    for number, line in enumerate(text.splitlines()):
        if begin is None and line.strip() == FENCES[0]:
            begin = number + 1
        elif begin is not None and line.strip() == FENCES[1]:
            found.append(range(begin, number))
            begin = None
    return found


def module(text: str, kept: list[range]) -> str:
    """These blocks of a page as a module with the same line numbers as the page.

    >>> module("Text\\n```python\\na = 1\\n```\\n", [range(2, 3)])
    '\\n\\na = 1\\n\\n'
    """
    lines = text.splitlines()
    return "".join(f"{line if any(i in block for block in kept) else ''}\n" for i, line in enumerate(lines))


def write_modules() -> Iterator[tuple[Path, Path]]:
    """Writes the modules of all pages; yields each with its page."""
    BUILD.mkdir(parents=True, exist_ok=True)
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))):
        text = page.read_text()
        found = blocks(text)
        together = [[block] for block in found] if page.name == "README.md" else [found] if found else []
        for number, kept in enumerate(together, 1):
            path = BUILD / f"{page.stem}_{number}.py"
            path.write_text(module(text, kept))
            yield path, page


def diagnostics(*paths: Path) -> list[tuple[Path, int, str]]:
    """The errors of pyright: file, line and message."""
    options = ("--outputjson", "--project", str(ROOT), "--pythonpath", sys.executable)
    command = [sys.executable, "-m", "pyright", *options, *map(str, paths)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    try:
        found = json.loads(done.stdout)["generalDiagnostics"]
    except ValueError:
        raise SystemExit(f"pyright failed: {done.stdout}{done.stderr}") from None
    return [
        (Path(one["file"]), one["range"]["start"]["line"] + 1, one["message"])
        for one in found
        if one["severity"] == "error"
    ]


def marked() -> set[int]:
    """The lines of ``wrong.py`` that must be refused."""
    lines = enumerate(WRONG.read_text().splitlines(), 1)
    return {number for number, line in lines if line.endswith("# error")}


def check() -> list[str]:
    """The complaints, each with its page and line; none if all is well."""
    pages = dict(write_modules())
    paths = (ROOT / "src", ROOT / "examples", Path(__file__).parent, *pages)
    complaints, flagged = [], set()
    for path, line, message in diagnostics(*paths):
        if path == WRONG:
            flagged.add(line)
        else:
            complaints.append(f"{pages.get(path, path).relative_to(ROOT)}:{line}: {message}")
    name = WRONG.relative_to(ROOT)
    complaints += [f"{name}:{line}: pyright finds nothing wrong here" for line in sorted(marked() - flagged)]
    complaints += [f"{name}:{line}: pyright finds this wrong" for line in sorted(flagged - marked())]
    return complaints


if __name__ == "__main__":
    found = check()
    print("\n".join(found) or "pyright finds nothing wrong")
    sys.exit(1 if found else 0)
