"""Small tables in HTML, for notebooks."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["html_table"]


def html_table(rows: Iterable[Iterable[object]], head: Iterable[object] = (), caption: str = "") -> str:
    """Returns rows of texts and numbers as an HTML table. Numbers are aligned to the right.

    >>> html_table([["depth", 9]], caption="<best>")
    '<table><caption>&lt;best&gt;</caption><tr><td>depth</td><td style="text-align:right">9</td></tr></table>'
    """
    from html import escape

    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    names = "".join(f"<th>{escape(str(name))}</th>" for name in head)
    lines = [f"<tr>{names}</tr>"] if names else []
    lines += [f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows]
    return f"<table>{title}{''.join(lines)}</table>"


def _cell(value: object) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return f'<td style="text-align:right">{value:,}</td>'
    from html import escape

    return f"<td>{escape(str(value))}</td>"
