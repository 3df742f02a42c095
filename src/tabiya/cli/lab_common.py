"""What the commands of `tabiya lab` have in common."""

from __future__ import annotations

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from .. import HAS_CORE

__all__ = ["need_core", "progress_bar"]


def need_core() -> None:
    """ValueError if there is nothing to measure."""
    if not HAS_CORE:
        raise ValueError("the lab measures the native core, which this installation does not have")


def progress_bar(console: Console, nothing_to_do: bool = False) -> Progress:
    """A bar with the time that is left."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("about"),
        TimeRemainingColumn(),
        TextColumn("left"),
        console=console,
        disable=nothing_to_do,
    )
