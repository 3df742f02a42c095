"""Finds the native modules, `tabiya._core` and `tabiya._lab`, when the package is imported.

A build from source has them in the package, compiled for its machine. A wheel has one folder per level of
x86-64, in `_levels/`. The folder of the best level that the processor supports is added to the path of the
package. `TABIYA_CPU=x86-64-v2` selects a lower level.
"""

from __future__ import annotations

import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path

__all__ = ["HAS_CORE", "NO_CORE"]

NO_CORE = "the native core, which this installation does not have"
"""The end of a sentence about something that needs it."""

LEVELS = ("x86-64-v3", "x86-64-v2")
"""Best first. Wheels need at least the last one."""
FOLDER = Path(__file__).parent / "_levels"


def load_core() -> bool:
    """Makes `tabiya._core` importable. Returns False if this installation has none."""
    if not FOLDER.is_dir() and find_spec("tabiya._core") is None:
        return False
    check_machine()
    check_interpreter()
    if not FOLDER.is_dir():
        return True
    level = choose_level(os.environ.get("TABIYA_CPU", ""))
    folder = FOLDER / level.replace("-", "_")
    if any((folder / f"_core{suffix}").exists() for suffix in EXTENSION_SUFFIXES):
        sys.modules["tabiya"].__path__.append(str(folder))
        return True
    raise ImportError(f"tabiya has no native core for this version of Python in {FOLDER}")


def check_machine() -> None:
    """Raises ImportError unless the core runs here: 64-bit and little-endian, or WebAssembly."""
    if (sys.maxsize < 2**32 and sys.platform != "emscripten") or sys.byteorder != "little":
        raise ImportError(
            "tabiya's native core needs a 64-bit little-endian machine; TABIYA_PURE=1 builds without it"
        )


def check_interpreter() -> None:
    """Rejects subinterpreters. The core does so too, but Python 3.13 may not ask it twice."""
    try:
        import _interpreters as interpreters  # type: ignore[import-not-found]  # from Python 3.13 on
    except ImportError:
        return
    if interpreters.get_current()[0] != interpreters.get_main()[0]:
        raise ImportError("tabiya does not run in a subinterpreter: import it in the main interpreter")


def choose_level(wanted: str) -> str:
    """Returns the best level that the processor supports, at most `wanted`."""
    from ._cpu import supports

    if wanted and wanted not in LEVELS:
        raise ImportError(f"TABIYA_CPU must be one of {', '.join(LEVELS)}, not {wanted!r}")
    allowed = LEVELS[LEVELS.index(wanted) :] if wanted else LEVELS
    for level in allowed:
        if supports(level):
            return level
    raise ImportError(
        "this wheel of tabiya needs a processor with x86-64-v2 (SSE4.2 and POPCNT), which this one lacks; "
        "build it from source with pip install --no-binary tabiya tabiya"
    )


HAS_CORE = load_core()
"""Whether the native core is installed. Without it, `TranspositionTable` is in plain Python."""
