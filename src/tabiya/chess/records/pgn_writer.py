"""The parts of PGN that all its writers share: tags, and text in lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

__all__ = ["pgn_tags", "pgn_text"]

WIDTH = 80
NEVER_FIRST = ("%", "[Event")
"""Words that would mean something else at the beginning of a line."""


def pgn_tags(tags: Mapping[str, str]) -> str:
    """The tags of a game, one per line.

    >>> print(pgn_tags({"White": 'The "Rook"'}), end="")
    [White "The \\"Rook\\""]
    """
    return "".join(f'[{name} "{_quoted(value)}"]\n' for name, value in tags.items())


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def pgn_text(words: Iterable[str]) -> str:
    """Words in lines of at most 80 characters. A longer word has its own line."""
    lines, line = [], ""
    for word in words:
        if line and len(line) + 1 + len(word) > WIDTH and not word.startswith(NEVER_FIRST):
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".lstrip()
    return "\n".join([*lines, line]) + "\n"
