"""Native and reference value tables give the same answers and bytes for every sequence of operations."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

from forms import sized
from value_machine import ValuesSideBySide, ValuesSideBySideWithFullKeys

EXAMPLES = sized(60, 3000)


def run(machine: type[RuleBasedStateMachine], examples: int, steps: int) -> type:
    case = machine.TestCase
    case.settings = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    return case


TestSmallTables = run(ValuesSideBySide, EXAMPLES, steps=40)
TestTablesWithFullKeys = run(ValuesSideBySideWithFullKeys, EXAMPLES // 5, steps=15)
