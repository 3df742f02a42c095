"""The laws of the table in a plain form that needs nothing but the standard library and `tabiya`.

    python tests/wasm/laws.py            with whatever is installed
    python tests/wasm/laws.py --pure     and requires the table in plain Python
    python tests/wasm/laws.py --native   and requires the native core

`make wasm` runs it in WebAssembly, where there is no NumPy, no thread and no process. The tests beside this
folder say the same at greater length, with hypothesis; here each law is a function, in the modules
`laws_of_*` or in this one. Boards and searches need the native core.
"""

from __future__ import annotations

import logging
import sys
import traceback

import laws_of_arguments
import laws_of_entries
import laws_of_tables

import tabiya
from tabiya import Entry, ReferenceTable, TranspositionTable

IMPORTED = frozenset(sys.modules)
PURE = "--pure" in sys.argv
NATIVE = "--native" in sys.argv
MODULES = [laws_of_entries, laws_of_tables, laws_of_arguments]
if tabiya.HAS_CORE:
    import laws_of_boards
    import laws_of_searches

    MODULES += [laws_of_boards, laws_of_searches]


def law_importing_the_package_needs_nothing_else() -> None:
    assert not IMPORTED & {"numpy", "rich", "click", "cachetools", "multiprocessing", "mmap"}


def law_without_the_core_the_table_is_the_one_in_plain_python() -> None:
    assert (TranspositionTable is ReferenceTable) == (not tabiya.HAS_CORE)
    if PURE:
        assert tabiya.HAS_CORE is False
        assert Entry is tabiya.table.entry.PureEntry
    assert tabiya.HAS_CORE or not NATIVE


def main() -> int:
    logging.getLogger("tabiya").addHandler(logging.NullHandler())
    known = [*globals().items(), *(pair for module in MODULES for pair in vars(module).items())]
    laws = {name: law for name, law in known if name.startswith("law_")}
    failed = 0
    print(f"tabiya {tabiya.__version__}, Python {sys.version.split()[0]} on {sys.platform}: ", end="")
    print("the native table" if tabiya.HAS_CORE else "the table in plain Python")
    for name, law in laws.items():
        try:
            law()
        except Exception:
            failed += 1
            print(f"FAILED: {name.removeprefix('law_').replace('_', ' ')}")
            traceback.print_exc(file=sys.stdout)
    print(f"{len(laws) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
