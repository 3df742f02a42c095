"""The `tabiya` command: one file per subcommand."""

from __future__ import annotations

import io
import sys
from typing import NoReturn

__all__ = ["main"]


def main() -> None:
    """Runs the command line. User errors print one line and exit with code 1, without a traceback."""
    # A terminal may lack a character of a name or a board. That must not end the command.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    try:
        from .app import app

        app(prog_name="tabiya")
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package in ("", "tabiya"):
            raise
        _fail(f"this command needs {package}, which is not installed: pip install {package}")
    except KeyboardInterrupt:  # while modules are loaded; commands look after theirs
        raise SystemExit(130) from None
    except OSError as error:
        _fail(_sentence_of(error))
    except (ValueError, MemoryError) as error:
        _fail(error)


def _sentence_of(error: OSError) -> str:
    """The file and the reason, without the number that the system gives it."""
    reason = error.strerror or str(error)
    return reason if error.filename is None else f"{error.filename}: {reason}"


def _fail(sentence: object) -> NoReturn:
    print(f"tabiya: {sentence}", file=sys.stderr)
    raise SystemExit(1) from None
