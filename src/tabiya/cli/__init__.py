"""The `tabiya` command: one file per subcommand."""

from __future__ import annotations

import sys

__all__ = ["main"]


def main() -> None:
    """Runs the command line. A user's mistake is one line and exit code 1, never a traceback."""
    try:
        from .app import app
    except ModuleNotFoundError as error:
        print(f"tabiya: the command line needs {error.name}: pip install {error.name}", file=sys.stderr)
        raise SystemExit(1) from None
    try:
        app(prog_name="tabiya")
    except (ValueError, OSError, MemoryError) as error:
        print(f"tabiya: {error}", file=sys.stderr)
        raise SystemExit(1) from None
