"""The options of commands that run lists of jobs."""

from __future__ import annotations

from typing import Annotated

import typer

__all__ = ["Dask", "Scheduler", "Workers"]

Workers = Annotated[
    int | None, typer.Option("--workers", help="Processes that work; as many as cores if not given.", min=0)
]
Dask = Annotated[bool, typer.Option("--dask", help="Start a Dask cluster on this machine for it.")]
Scheduler = Annotated[
    str | None, typer.Option("--scheduler", help="Use the Dask cluster of this scheduler, tcp://host:8786.")
]
