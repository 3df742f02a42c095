"""What only some features need, packages and the native core, and the error message if it is missing."""

from __future__ import annotations

from importlib.util import find_spec

from .._native import HAS_CORE, NO_CORE

__all__ = ["EXTRAS", "need_core", "require"]

EXTRAS = {
    "dask": ("dask", "distributed"),
    "parquet": ("pyarrow",),
    "web": ("starlette", "uvicorn", "wsproto"),
    "zstd": ("zstandard",),
}
"""The modules of each extra of pyproject.toml that a command can need."""


def require(extra: str, what: str) -> None:
    """Raises ValueError unless all packages of an extra are installed. Call it before any output.

    >>> require("zstd", "compression 'zstd'") if find_spec("zstandard") else None
    """
    missing = [name for name in EXTRAS[extra] if find_spec(name) is None]
    if missing:
        verb = "is" if len(missing) == 1 else "are"
        raise ValueError(
            f"{what} needs {' and '.join(missing)}, which {verb} not installed: pip install 'tabiya[{extra}]'"
        )


def need_core(what: str, verb: str = "needs") -> None:
    """Raises ValueError if this installation has no native core. Call it before any output."""
    if not HAS_CORE:
        raise ValueError(f"{what} {verb} {NO_CORE}")
