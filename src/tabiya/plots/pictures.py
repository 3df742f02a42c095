"""Writes plots to files: SVG directly, PNG with a browser."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path

from ..storage.whole import write_bytes, write_text
from .plot import Plot
from .svg import HEIGHT, WIDTH, draw

__all__ = ["BROWSERS", "browser", "check_picture", "slug", "write_plot", "write_plots"]

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
PNG_SCALE = 2


def browser() -> str | None:
    """Returns a Chromium on the PATH, if any."""
    return next((path for name in BROWSERS if (path := shutil.which(name))), None)


def slug(title: str) -> str:
    """
    >>> slug("Depth by time, chess")
    'depth-by-time-chess'
    """
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def write_plots(plots: Iterable[Plot], folder: Path, png: bool = False) -> list[Path]:
    """Writes each plot to the folder. Raises ValueError if PNG is requested and there is no browser."""
    program = _needed_browser() if png else None
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for plot in plots:
        path = folder / f"{slug(plot.title)}.svg"
        write_text(path, draw(plot))
        written.append(path)
        if program is not None:
            written.append(_photograph(program, path))
    return written


def check_picture(path: Path) -> None:
    """Raises ValueError if `write_plot` cannot write such a file. Call it before hours of measuring."""
    if path.suffix not in (".svg", ".png"):
        raise ValueError(f"--plot writes .svg or .png, not {str(path)!r}")
    if path.suffix == ".png":
        _needed_browser()


def write_plot(plot: Plot, path: Path) -> None:
    """Writes one plot as SVG or PNG, by the file's suffix. ValueError if PNG lacks a browser."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix != ".png":
        write_text(path, draw(plot))
        return
    program = _needed_browser()
    with tempfile.TemporaryDirectory() as folder:
        svg = Path(folder) / "plot.svg"
        svg.write_text(draw(plot), encoding="utf-8")
        picture = _photograph(program, svg).read_bytes()
    write_bytes(path, picture)


def _needed_browser() -> str:
    program = browser()
    if program is None:
        raise ValueError(f"PNG needs one of {', '.join(BROWSERS)}: apt-get install chromium")
    return program


def _photograph(program: str, svg: Path) -> Path:
    picture = svg.with_suffix(".png")
    with tempfile.TemporaryDirectory() as profile:
        done = subprocess.run(
            [
                program,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
                f"--user-data-dir={profile}",
                f"--force-device-scale-factor={PNG_SCALE}",
                f"--window-size={WIDTH},{HEIGHT}",
                f"--screenshot={picture.absolute()}",
                svg.absolute().as_uri(),
            ],
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
    if not picture.exists():
        raise OSError(f"{program} drew no picture of {svg}: {done.stderr.strip()[-200:]}")
    return picture
