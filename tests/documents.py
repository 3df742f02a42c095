"""The project's documents and the code in them."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent

ROOT = Path(__file__).parent.parent
DOCUMENTS = {
    str(path.relative_to(ROOT)): path
    for path in (*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md")))
}
"""Every document by its name from the top of the repository."""

FENCE = re.compile(r"^( *)```([^\n]*)\n(.*?)^\1```$", re.DOTALL | re.MULTILINE)


def fences(path: Path) -> list[tuple[str, str]]:
    """Language and text of every fenced block."""
    return [(language.split(" ")[0], dedent(text)) for _, language, text in FENCE.findall(path.read_text())]


def python_blocks(path: Path) -> list[str]:
    return [text for language, text in fences(path) if language == "python"]
