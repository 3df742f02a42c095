"""A native and a reference table that get the same calls and must give the same answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine

from tabiya import ReferenceTable, TranspositionTable, ValidationError

Call = Callable[[Any], Any]


class Pair:
    """One table twice. Every call goes to both, and both are compared after it."""

    def __init__(self, *tables: Any, **settings: Any) -> None:
        self.native, self.reference = tables or (TranspositionTable(**settings), ReferenceTable(**settings))

    def __call__(self, call: Call) -> Any:
        """Returns the answer of the call, if both tables agree; raises its exception."""
        answer = self.quick(call)
        self.check()
        return answer

    def quick(self, call: Call) -> Any:
        """The same without comparing memory."""
        native, reference = outcome(call, self.native), outcome(call, self.reference)
        assert native == reference
        return native

    def both(self, calls: Callable[[Any], Any]) -> Pair:
        """A new pair of what `calls` makes of each table."""
        return Pair(calls(self.native), calls(self.reference))

    def check(self) -> None:
        assert state(self.native) == state(self.reference)
        assert self.native._raw() == self.reference._raw()

    @property
    def config(self) -> Any:
        return self.native.config


def state(table: Any) -> dict[str, Any]:
    return {
        "config": table.config,
        "generation": table.generation,
        "enabled": table.enabled,
        "stats": table.stats,
    }


def outcome(call: Call, argument: Any) -> Any:
    """The answer, or the exception in a comparable form."""
    try:
        return call(argument)
    except ValidationError:
        return ValidationError  # each table names the damage in its own words
    except (TypeError, ValueError, BufferError, OverflowError) as error:
        return type(error), str(error)


def as_test_case(machine: type[RuleBasedStateMachine], examples: int, steps: int) -> type:
    """The machine as a test case."""
    case = machine.TestCase
    case.settings = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    return case
