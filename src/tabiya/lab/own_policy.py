"""Replacement policies of your own: a Python function that chooses the victim in a full line of a table.

``./my_policy.py:rule`` names a function in a file. It gets the entries of the line and the new one, and
returns the index of the victim, or None to refuse the new entry.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from ..jobs.job import load_module
from ..table.entry_values import NO_EVAL, Bound, Source

__all__ = ["Candidate", "Rule", "check_unchanged", "chooser", "digests", "is_own", "load_rule"]


class Candidate(NamedTuple):
    """An entry in a full line, or the new one."""

    key: int
    """The whole key of its position."""
    depth: int
    """0 for quiescence."""
    age: int
    """Generations since it was stored; the new entry has 0."""
    bound: Bound
    move: int
    """0: none."""
    source: Source
    pv: bool
    score: int
    eval: int | None


Rule: TypeAlias = Callable[[Sequence[Candidate], Candidate], int | None]
BOUNDS, SOURCES = tuple(Bound), tuple(Source)
_LOADED: dict[str, str] = {}
"""The digest of each file when it was loaded."""


def is_own(policy: str) -> bool:
    """Whether a policy is a function in a file.

    >>> is_own("./my_policy.py:rule"), is_own("cascade")
    (True, False)
    """
    return ".py" in policy


def load_rule(policy: str) -> Rule:
    """Returns the function of a policy, ``FILE.py:NAME``. ValueError says what is missing.

    >>> load_rule("./my_policy.py")
    Traceback (most recent call last):
    ValueError: policy './my_policy.py' must name a function: write FILE.py:NAME
    """
    file, name = _parts(policy)
    digest = _digest(policy)
    if _LOADED.get(str(file)) != digest:  # edited since; bytecode of the same second would be stale
        sys.modules.pop(str(file), None)
        Path(cache_from_source(str(file))).unlink(missing_ok=True)
        _LOADED[str(file)] = digest
    try:
        module = load_module(str(file))
    except ValueError:
        raise
    except (Exception, SystemExit) as error:
        raise ValueError(f"policy {policy!r} cannot be loaded: {type(error).__name__}: {error}") from error
    rule = getattr(module, name, None)
    if not callable(rule):
        raise ValueError(f"policy {policy!r}: {file.name} has no function {name!r}")
    return rule  # type: ignore[no-any-return]


def chooser(policy: str) -> Callable[[list[Any], Any], int]:
    """Returns what the core calls: plain values instead of candidates, -1 instead of None."""
    rule = load_rule(policy)

    def choose(line: list[Any], new: Any) -> int:
        victim = rule([_candidate(*values) for values in line], _candidate(*new))
        if victim is None:
            return -1
        if isinstance(victim, bool) or not isinstance(victim, int) or not 0 <= victim < len(line):
            raise ValueError(
                f"policy {policy!r} must return None or an index from 0 to {len(line) - 1}, not {victim!r}"
            )
        return victim

    return choose


def digests(policies: Iterable[str]) -> dict[str, str]:
    """Returns a digest of the file of each own policy, so that results of an older version are not reused."""
    return {policy: _digest(policy) for policy in policies if is_own(policy)}


def check_unchanged(known: dict[str, str]) -> None:
    """Raises ValueError if the file of a policy differs from its digest."""
    for policy, digest in known.items():
        if _digest(policy) != digest:
            raise ValueError(f"policy {policy!r}: its file has changed since the run began")


def _digest(policy: str) -> str:
    return hashlib.sha256(_parts(policy)[0].read_bytes()).hexdigest()[:16]


def _parts(policy: str) -> tuple[Path, str]:
    text, _, name = policy.rpartition(":")
    if not text or not name.isidentifier():
        raise ValueError(f"policy {policy!r} must name a function: write FILE.py:NAME")
    file = Path(text).expanduser().resolve()
    if not file.is_file():
        raise ValueError(f"policy {policy!r}: there is no file {text}")
    return file, name


def _candidate(
    key: int, depth: int, age: int, bound: int, move: int, source: int, pv: bool, score: int, eval: int
) -> Candidate:
    known = None if eval == NO_EVAL else eval
    return Candidate(key, depth, age, BOUNDS[bound], move, SOURCES[source], pv, score, known)
