"""The HTML of the page. The board is in it before any script runs."""

from __future__ import annotations

from functools import cache
from html import escape
from importlib.resources import files
from string import Template
from typing import NamedTuple

from .. import __version__
from ..games import GAMES, GameSpec, game_spec
from ..games.svg import drawing, shapes
from .limits import MAX_THREADS

__all__ = ["VIEWS", "View", "games", "html", "static_files"]


class View(NamedTuple):
    """A tab of the page."""

    name: str
    """The module is ``static/views/NAME.js``."""
    title: str


VIEWS = (
    View("board", "Board"),
    View("table", "Table"),
    View("entry", "Entry"),
    View("glass", "Glass search"),
    View("lab", "Lab"),
)
"""The tabs, from the left. The first is shown at once."""

TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}


def games() -> tuple[GameSpec, ...]:
    """The games that have a drawing."""
    specs = map(game_spec, GAMES)
    return tuple(spec for spec in specs if spec.diagram is not None)


@cache
def html() -> str:
    """The page, with the first game's starting position."""
    known = games()
    template = Template(files("tabiya.web").joinpath("page.html").read_text(encoding="utf-8"))
    return template.substitute(
        version=__version__,
        threads=MAX_THREADS,
        tabs="".join(map(_tab, VIEWS)),
        sections="".join(map(_section, VIEWS[1:])),
        games="".join(f'<option value="{spec.name}">{_title(spec.name)}</option>' for spec in known),
        shapes="".join(map(shapes, known)),
        board=drawing(known[0], known[0].board()),
    )


def _tab(view: View) -> str:
    first = view is VIEWS[0]
    return (
        f'<button role="tab" id="tab-{view.name}" aria-controls="view-{view.name}" data-view="{view.name}" '
        f'aria-selected="{str(first).lower()}"{"" if first else " tabindex=-1"}>{escape(view.title)}</button>'
    )


def _section(view: View) -> str:
    return (
        f'<section class="view" id="view-{view.name}" role="tabpanel" aria-labelledby="tab-{view.name}" '
        "hidden></section>"
    )


def _title(name: str) -> str:
    return escape(name.capitalize())


@cache
def static_files() -> dict[str, tuple[bytes, str]]:
    """All files that the server may send, by address: contents and type.

    They are read once. A request chooses among these names and never reaches the file system.
    """
    folder = files("tabiya.web").joinpath("static")
    found = {}
    for prefix, place in (("", folder), ("views/", folder.joinpath("views"))):
        for file in place.iterdir():
            suffix = file.name.rpartition(".")[2]
            if file.is_file() and suffix in TYPES:
                found[prefix + file.name] = (file.read_bytes(), f"{TYPES[suffix]}; charset=utf-8")
    return found
