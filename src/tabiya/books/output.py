"""Books written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterable
from os import PathLike
from typing import BinaryIO

from ..storage.whole import write_whole

__all__ = ["write_file"]


def write_file(path: str | PathLike[str], parts: Iterable[bytes]) -> None:
    """Writes beside the file and moves it there at the end, so that a failure leaves the old one."""

    def write(file: BinaryIO) -> None:
        with open(os.dup(file.fileno()), "wb") as buffered:
            buffered.writelines(parts)

    write_whole(os.fspath(path), write)
