"""The experiments: every module here with an `EXPERIMENT` is one."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from traceback import extract_tb

from ..._utils.arguments import did_you_mean
from ...jobs.job import load_module
from ..experiment import Experiment

__all__ = ["all_experiments", "find"]


@cache
def all_experiments() -> dict[str, Experiment]:
    """Returns all experiments by name.

    >>> all_experiments()["nodes_to_depth"].games
    ('chess', 'shogi')
    """
    found = {}
    for module in sorted(iter_modules(__path__), key=lambda module: module.name):
        experiment = getattr(import_module(f"{__name__}.{module.name}"), "EXPERIMENT", None)
        if experiment is not None:
            found[experiment.name] = experiment
    return found


def find(name: str) -> Experiment:
    """Returns the experiment with this name or in this file. ValueError suggests the nearest name.

    >>> find("nodes_to_deth")
    Traceback (most recent call last):
    ValueError: no experiment is called 'nodes_to_deth'; did you mean 'nodes_to_depth'?
    """
    if name.endswith(".py"):
        return _in_file(name)
    experiments = all_experiments()
    if name in experiments:
        return experiments[name]
    hint = did_you_mean(name, experiments.keys(), "; `tabiya lab list` shows them")
    raise ValueError(f"no experiment is called {name!r}{hint}")


def _line(error: Exception, path: str) -> int | None:
    """The line of a file that raised the error, or that Python could not read."""
    if isinstance(error, SyntaxError):
        return error.lineno
    lines = [frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == path]
    return lines[-1] if lines else None


def _in_file(name: str) -> Experiment:
    # The full path, so that the processes that measure its cells find the file too.
    path = str(Path(name).resolve())
    try:
        experiment = getattr(load_module(path), "EXPERIMENT", None)
    except Exception as error:
        if not Path(path).is_file():
            raise
        where = f"{name}, line {_line(error, path)}"
        raise ValueError(f"{where}: {type(error).__name__}: {getattr(error, 'msg', error)}") from error
    if not isinstance(experiment, Experiment):
        raise ValueError(f"{name} has no EXPERIMENT: docs/lab.md shows a file that has one")
    if experiment.name in all_experiments():
        raise ValueError(f"{name} has an experiment {experiment.name!r}, but tabiya has one too: rename it")
    return experiment
