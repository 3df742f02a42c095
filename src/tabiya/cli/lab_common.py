"""Helpers of the commands of `tabiya lab`."""

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
    """Raises ValueError if the native core is missing."""
    if not HAS_CORE:
        raise ValueError("the lab measures the native core, which this installation does not have")


def progress_bar(console: Console, nothing_to_do: bool = False) -> Progress:
    """Returns a progress bar with the remaining time."""
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
