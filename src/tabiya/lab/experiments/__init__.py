"""The experiments, one file each: a module here that has an `EXPERIMENT` is one."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from ...arguments import did_you_mean
from ..experiment import Experiment

__all__ = ["all_experiments", "find"]


@cache
def all_experiments() -> dict[str, Experiment]:
    """All experiments by name.

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
    """The experiment of that name; ValueError with the nearest name if there is none.

    >>> find("nodes_to_deth")
    Traceback (most recent call last):
    ValueError: no experiment is called 'nodes_to_deth'; did you mean 'nodes_to_depth'?
    """
    experiments = all_experiments()
    if name in experiments:
        return experiments[name]
    hint = did_you_mean(name, experiments.keys(), "; `tabiya lab list` shows them")
    raise ValueError(f"no experiment is called {name!r}{hint}")
