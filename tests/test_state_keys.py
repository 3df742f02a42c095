"""The laws of `key_of`: the same key everywhere, another key for every other state."""

from __future__ import annotations

import copy
import os
import struct
import subprocess
import sys
from collections import OrderedDict
from dataclasses import dataclass, make_dataclass
from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

import state_samples
import tabiya
from state_samples import Board, Point, Rank, Right, Side
from tabiya import key_of
from tabiya.reference.state_key import key_of as plain_key_of

ROOT = Path(__file__).parent.parent


# ---- everywhere the same -----------------------------------------------------------------------------------


def snapshot() -> list[str]:
    return state_samples.SNAPSHOT.read_text().splitlines()[1:]


@pytest.mark.parametrize("implementation", [key_of, plain_key_of], ids=["native", "plain"])
def test_keys_never_change(implementation: Any) -> None:
    assert state_samples.lines(implementation) == snapshot()


@pytest.mark.parametrize("seed", ["0", "1", "4294967295"])
def test_keys_are_the_same_in_a_process_with_another_hash_seed(seed: str) -> None:
    program = str(ROOT / "tests" / "state_samples.py")
    done = subprocess.run(
        [sys.executable, program], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True
    )
    assert done.stdout.splitlines() == snapshot(), done.stderr


def other_pythons() -> list[Path]:
    """Interpreters beside the one that runs, as pyenv installs them: one per minor version, new enough."""
    newest: dict[int, Path] = {}
    for python in sorted(Path(sys.base_prefix).parent.glob("3.*/bin/python3")):
        minor = int(python.parent.parent.name.split(".")[1])
        if minor >= 11 and minor != sys.version_info.minor:
            newest[minor] = python
    return list(newest.values())


@pytest.mark.parametrize("python", other_pythons(), ids=lambda path: path.parent.parent.name)
def test_keys_are_the_same_in_other_versions_of_python(python: Path) -> None:
    """They run the sources, hence without a core, and may have no NumPy."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONHASHSEED": "random"}
    program = str(ROOT / "tests" / "state_samples.py")
    done = subprocess.run([python, program], env=environment, capture_output=True, text=True)
    told = done.stdout.splitlines()
    assert told, done.stderr
    assert set(told) <= set(snapshot())
    assert len(told) >= len([line for line in snapshot() if "np." not in line])


SPAWNED = """
import multiprocessing
from dataclasses import dataclass
from enum import Enum
from tabiya import key_of

class Colour(Enum):
    RED = 1

@dataclass(frozen=True)
class State:
    colour: Colour
    cells: frozenset

def work(state):
    return key_of(state)

if __name__ == "__main__":
    state = State(Colour.RED, frozenset({"a", "b"}))
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        print(pool.map(work, [state]) == [key_of(state)])
"""


def test_a_spawned_process_has_the_keys_of_the_script_that_spawned_it(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SPAWNED)
    done = subprocess.run([sys.executable, script], capture_output=True, text=True)
    assert done.stdout == "True\n", done.stderr


# ---- native and plain --------------------------------------------------------------------------------------

SCALAR_KINDS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-(2**200), 2**200)
    | st.floats()
    | st.text()
    | st.binary()
    | st.sampled_from([*Side, *Rank, *Right, Right(3), Point(1, 2), Board((1, 2))])
    | npst.from_dtype(np.dtype("i4"))
    | npst.from_dtype(np.dtype("f4"))
)


@st.composite
def scalars(draw: Any) -> Any:
    """By a short name: Hypothesis writes strategies out, and nested ones at great length."""
    return draw(SCALAR_KINDS)


SCALARS = scalars()
ARRAYS = npst.arrays(
    npst.boolean_dtypes()
    | npst.integer_dtypes(endianness="?")
    | npst.unsigned_integer_dtypes(endianness="?")
    | npst.floating_dtypes(endianness="?", sizes=(16, 32, 64)),
    npst.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=5),
)
HASHABLE = st.recursive(
    SCALARS,
    lambda inner: st.tuples(inner, inner) | st.frozensets(inner, max_size=4) | st.builds(Point, inner, inner),
    max_leaves=8,
)
STATES = st.recursive(
    HASHABLE | ARRAYS,
    lambda inner: (
        st.lists(inner, max_size=4) | st.lists(inner, max_size=4).map(tuple) | st.builds(Board, inner)
    ),
    max_leaves=8,
)


@given(STATES)
@example("é" * 9)
@example(-(2**90))
@example(-(2**64))
@example(2**63)
def test_native_and_plain_keys_are_equal(state: object) -> None:
    assert key_of(state) == plain_key_of(state)


@given(STATES)
def test_a_copy_has_the_key_of_its_original(state: object) -> None:
    assert key_of(copy.deepcopy(state)) == key_of(state)


@given(st.integers())
def test_an_int_has_one_key_however_it_came_about(number: int) -> None:
    assert key_of(number) == key_of(int(str(number))) == key_of((number + 2**100) - 2**100)


@given(ARRAYS)
def test_an_array_has_the_key_of_its_values_not_of_its_memory(array: Any) -> None:
    kinds = [array.copy(order="F"), array.astype(array.dtype.newbyteorder(">"))]
    kinds.append(np.repeat(array[..., np.newaxis], 2, axis=-1)[..., 0])  # with gaps between the items
    for same in kinds:
        assert key_of(same) == key_of(array)
    read_only = array.copy()
    read_only.flags.writeable = False
    assert key_of(read_only) == key_of(array)


@given(st.lists(st.integers() | st.text()))
def test_a_frozenset_has_no_order(elements: list[Any]) -> None:
    assert key_of(frozenset(elements)) == key_of(frozenset(reversed(elements)))


def test_a_string_has_one_key_whatever_its_memory() -> None:
    for text in ("ascii", "grün", "日本", "\U0001f600"):
        wide = (text + "\U0001f600")[:-1]
        assert key_of(wide) == key_of(text) == key_of("".join(list(text)))


# ---- told apart --------------------------------------------------------------------------------------------


def test_samples_have_different_keys_unless_they_are_meant_to_be_equal() -> None:
    same = [
        {"0.0", "-0.0"},
        {"np.int64(7)", "np.uint8(7)"},
        {"np.float32(0.5)", "np.float64(0.5)"},
        {"True", "np.True_"},
        {'"a"', 'np.str_("a")'},
    ]
    met: dict[str, set[str]] = {}
    for line in snapshot():
        key, expression = line.split(" ", 1)
        met.setdefault(key, set()).add(expression)
    assert [group for group in met.values() if len(group) > 1 and group not in same] == []


def test_types_are_told_apart() -> None:
    states = [1, 1.0, True, "1", b"1", (1,), [1], frozenset({1}), Rank.ONE, np.array(1), np.array([1])]
    assert len({key_of(state) for state in states}) == len(states)
    assert len({key_of(state) for state in [0, 0.0, False, None, "", b"", (), [], frozenset()]}) == 9


def test_nesting_is_told_apart() -> None:
    states = [(1, 2, 3), ((1, 2), 3), (1, (2, 3)), ((1,), 2, 3), ((1, 2, 3),), ((), 1, 2, 3), (1, 2, (3,))]
    assert len({key_of(state) for state in states}) == len(states)


def test_the_shape_and_type_of_an_array_are_told_apart() -> None:
    base = np.arange(6, dtype=np.int16)
    states = [base, base.reshape(2, 3), base.reshape(3, 2), base.astype(np.uint16), base.astype(np.int32)]
    states += [base.view(np.int8), base.astype(np.float16), base.reshape(1, 6)]
    assert len({key_of(state) for state in states}) == len(states)


def test_numbers_that_are_equal_but_for_their_sign_of_zero_share_a_key_and_so_do_all_nans() -> None:
    assert key_of(-0.0) == key_of(0.0)
    odd_nan = struct.unpack("<d", struct.pack("<Q", 0x7FF8_0000_0000_0123))[0]
    assert key_of(odd_nan) == key_of(float("nan")) == key_of(-float("nan"))
    assert key_of(np.array([-0.0])) != key_of(np.array([0.0]))  # arrays are read as bytes


def test_scalars_of_numpy_have_the_keys_of_pythons_values() -> None:
    for scalar, value in [
        (np.int8(-3), -3),
        (np.uint64(2**64 - 1), 2**64 - 1),
        (np.bool_(True), True),
        (np.float16(0.5), 0.5),
        (np.float64(0.1), 0.1),
        (np.str_("x"), "x"),
    ]:
        assert key_of(scalar) == key_of(value)
    assert key_of(tuple(np.arange(5))) == key_of(tuple(range(5)))


# ---- classes -----------------------------------------------------------------------------------------------


def make_enum(name: str, members: str) -> Any:
    return Enum(name, members)  # type: ignore[misc]


def test_a_member_of_an_enum_is_its_class_and_its_name() -> None:
    before = make_enum("Piece", "PAWN KING")
    renamed_class, renamed_member = make_enum("Man", "PAWN KING"), make_enum("Piece", "FOOT KING")
    reordered = make_enum("Piece", "KING PAWN")
    assert key_of(before.PAWN) == key_of(reordered.PAWN)  # another value, the same name
    assert len({key_of(one) for one in (before.PAWN, renamed_class.PAWN, renamed_member.FOOT)}) == 3
    assert key_of(before.PAWN) != key_of(before.KING)


def test_a_dataclass_is_its_class_its_fields_names_and_their_values() -> None:
    def made(name: str, *fields: str) -> Any:
        return make_dataclass(name, fields, frozen=True)(*range(len(fields)))

    base = key_of(made("State", "cells", "turn"))
    assert key_of(made("State", "cells", "turn")) == base  # another class of the same name and fields
    for other in (made("Position", "cells", "turn"), made("State", "cells", "mover"), made("State", "cells")):
        assert key_of(other) != base


def test_a_field_that_is_not_compared_is_no_part_of_the_key() -> None:
    assert key_of(Board((1,), note="one")) == key_of(Board((1,), note="other"))


def test_a_named_tuple_is_told_apart_from_a_tuple_and_from_others() -> None:
    class Other(NamedTuple):
        x: int
        y: int

    assert len({key_of(state) for state in (Point(1, 2), (1, 2), Other(1, 2))}) == 3


# ---- no key ------------------------------------------------------------------------------------------------


class Square(int):
    pass


class Cells(tuple):  # type: ignore[type-arg]
    pass


class Opaque:
    pass


@dataclass
class Mutable:
    x: int


@pytest.mark.parametrize("implementation", [key_of, plain_key_of], ids=["native", "plain"])
@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        ({1}, "set has no stable key: frozenset(x)"),
        ({1: 2}, "dict has no stable key: frozenset(x.items())"),
        (bytearray(b"x"), "bytearray has no stable key: bytes(x)"),
        (OrderedDict(), "OrderedDict has no stable key: pass what distinguishes"),
        (Opaque(), "Opaque has no stable key: pass what distinguishes its states as a tuple"),
        (Square(3), "Square has no stable key: int(x)"),
        (Cells((1,)), "Cells has no stable key: tuple(x)"),
        (Mutable(1), "Mutable has no stable key: declare the dataclass with frozen=True"),
        (Decimal(1), "Decimal has no stable key"),
        (range(3), "range has no stable key: tuple(x)"),
        (1j, "complex has no stable key: the tuple (x.real, x.imag)"),
        (np.array([None]), "an array of dtype object has no stable key"),
        (np.array(["2026-01-01"], "M8[D]"), "an array of dtype datetime64[D] has no stable key"),
        (np.zeros(2, np.longdouble), "has no stable key"),
        (np.zeros(2, np.complex128), "an array of dtype complex128 has no stable key"),
        (np.zeros(2, [("a", "i4")]), "has no stable key"),
        (np.longdouble(1), "has no stable key"),
        (np.timedelta64(1), "timedelta64 has no stable key"),
        (np.ma.array([1, 2]), "MaskedArray has no stable key: numpy.asarray(x)"),
        ((1, [2, {3}]), "set has no stable key"),
    ],
    ids=lambda value: value.split(":")[0] if isinstance(value, str) else type(value).__name__,
)
def test_a_type_without_a_stable_key_is_refused_with_a_way_out(
    implementation: Any, state: Any, sentence: str
) -> None:
    with pytest.raises(TypeError) as refusal:
        implementation(state)
    assert sentence in str(refusal.value)


@pytest.mark.parametrize("implementation", [key_of, plain_key_of], ids=["native", "plain"])
def test_a_state_that_is_nested_too_deep_is_refused(implementation: Any) -> None:
    state: Any = ()
    for _ in range(199):
        state = (state,)
    implementation(state)
    for deeper in ((state,), [state], frozenset({state}), Board(state)):
        with pytest.raises(ValueError, match="nested 200 deep"):
            implementation(deeper)
    circle: list[Any] = []
    circle.append(circle)
    with pytest.raises(ValueError, match="nested 200 deep"):
        implementation(circle)


def test_an_error_of_a_states_own_code_comes_through() -> None:
    @dataclass(frozen=True)
    class Broken:
        x: int

        def __getattribute__(self, name: str) -> Any:
            if name == "x":
                raise KeyError("broken")
            return super().__getattribute__(name)

    with pytest.raises(KeyError, match="broken"):
        key_of(Broken(1))


def test_a_list_that_changes_while_it_is_read_is_read_as_it_was() -> None:
    state: list[Any] = [1, 2, 3]

    @dataclass(frozen=True)
    class Clears:
        x: int

        def __getattribute__(self, name: str) -> Any:
            state.clear()
            return super().__getattribute__(name)

    state.insert(0, Clears(1))
    expected = key_of([Clears(1), 1, 2, 3])
    state[:] = [Clears(1), 1, 2, 3]
    assert key_of(state) == expected
    assert state == []


@pytest.mark.skipif(not tabiya.HAS_CORE, reason="the native core is not built")
def test_key_of_is_native_where_there_is_a_core() -> None:
    from tabiya import _core

    assert key_of is _core.key_of


def test_true_is_true_whatever_its_byte() -> None:
    odd = np.array([[0, 1, 2], [255, 0, 1]], np.uint8).view(np.bool_)
    plain = np.array([[0, 1, 1], [1, 0, 1]], np.bool_)
    assert (odd == plain).all()
    for one, other in ((odd, plain), (odd.T, plain.T), (odd[:, ::2], plain[:, ::2])):
        for key in (key_of, plain_key_of):
            assert key(one) == key(other)
    assert key_of(odd) == plain_key_of(odd)


class Alike(type):
    """Says that all its classes are equal."""

    def __eq__(cls, other: object) -> bool:
        return isinstance(other, Alike)

    def __hash__(cls) -> int:
        return 1


def test_classes_that_claim_to_be_equal_are_told_apart() -> None:
    def make(name: str, field: str) -> Any:
        body = {"__annotations__": {field: int}, "__qualname__": name}
        return dataclass(frozen=True)(Alike(name, (), body))

    first, second = make("First", "x"), make("Second", "y")
    for key in (key_of, plain_key_of):
        assert key(first(1)) != key(second(1))
    assert key_of(second(1)) == plain_key_of(second(1))


def test_a_tuple_whose_fields_are_not_its_elements_is_refused() -> None:
    class Nameless(tuple):  # type: ignore[type-arg]
        _fields = ()

    for key in (key_of, plain_key_of):
        with pytest.raises(TypeError, match=r"Nameless has no stable key: its _fields name 0 of 2 elements"):
            key(Nameless((1, 2)))
        assert key(Nameless()) == key_of(Nameless())
