"""The `tabiya` command: one file per subcommand."""

from __future__ import annotations

import sys
from typing import NoReturn

__all__ = ["main"]


def main() -> None:
    """Runs the command line. User errors print one line and exit with code 1, without a traceback."""
    try:
        from .app import app

        app(prog_name="tabiya")
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package in ("", "tabiya"):
            raise
        _fail(f"this command needs {package}, which is not installed: pip install {package}")
    except (ValueError, OSError, MemoryError) as error:
        _fail(error)


def _fail(sentence: object) -> NoReturn:
    print(f"tabiya: {sentence}", file=sys.stderr)
    raise SystemExit(1) from None
