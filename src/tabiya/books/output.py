"""Files written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterable
from os import PathLike
from pathlib import Path

__all__ = ["write_file"]


def write_file(path: str | PathLike[str], parts: Iterable[bytes]) -> None:
    """Writes beside the file and moves it there at the end, so that a failure leaves the old one."""
    target = Path(path)
    beside = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        with beside.open("wb") as file:
            for part in parts:
                file.write(part)
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)
