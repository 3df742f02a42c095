"""One interpreter per process: others get an error, and the main one continues."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

PROGRAM = """
import sys
import tabiya
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
code = '''
import sys
sys.path[:] = {path!r}
try:
    import tabiya
except ImportError as error:
    assert "subinterpreter" in str(error), error
else:
    raise AssertionError("tabiya was imported")
'''.format(path=sys.path)
if sys.argv[1] == "isolated" or sys.version_info < (3, 12):
    made = interpreters.create()
elif sys.version_info < (3, 13):
    made = interpreters.create(isolated=False)
else:
    made = interpreters.create("legacy")
failed = interpreters.run_string(made, code)
assert failed is None, failed
interpreters.destroy(made)
table = tabiya.TranspositionTable(entries=64)
table.store(5, depth=7)
assert table.probe(5).depth == 7
try:
    table.store("five")
except TypeError:
    print("goes on")
"""


@pytest.mark.parametrize("kind", ["legacy", "isolated"])
def test_a_subinterpreter_is_refused_and_the_main_one_goes_on(kind: str) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", PROGRAM, kind],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "goes on\n"), done.stderr
