"""Native and reference value tables give the same answers and bytes for every sequence of operations."""

from __future__ import annotations

import pytest

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

from forms import sized
from side_by_side import as_test_case
from value_machine import ValuesSideBySide, ValuesSideBySideWithFullKeys

EXAMPLES = sized(40, 3000)


TestSmallTables = as_test_case(ValuesSideBySide, EXAMPLES, steps=40)
TestTablesWithFullKeys = as_test_case(ValuesSideBySideWithFullKeys, EXAMPLES // 5, steps=15)
