"""A setting is declared once, in `TableConfig`. Other places that spell it out are compared with it.

To write the table in docs/configuration.md anew: TABIYA_SNAPSHOTS=write pytest tests/test_settings_schema.py.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, get_args

import pytest
from click.testing import CliRunner

from tabiya import HAS_CORE, TableConfig, TranspositionTable
from tabiya.cli.app import app
from tabiya.storage.compression import Compression
from tabiya.storage.format import Contents, SavedTable
from tabiya.table import fields
from tabiya.table.choices import Coded, Eviction, Layout, Policy, Sync, Validation
from tabiya.table.config import SETTINGS, core_values
from tabiya.table.settings import (
    HugePages,
    Integer,
    Number,
    OneOf,
    PowerOfTwo,
    Setting,
    SettingType,
    Switch,
    shown,
)

PAGE = Path(__file__).parent.parent / "docs" / "configuration.md"
BEGIN, END = "<!-- settings -->\n", "<!-- /settings -->\n"
NAMES = [one.name for one in SETTINGS]
needs_core = pytest.mark.skipif(not HAS_CORE, reason="the native core is not built")


def another(one: Setting) -> Any:
    """A value of the setting that is not its default."""
    kind: SettingType = one.kind
    if isinstance(kind, Switch):
        return not one.default
    if isinstance(kind, OneOf):
        return next(member for member in (kind.offered or kind.enum) if member is not one.default)
    if isinstance(kind, HugePages):
        return False
    if isinstance(kind, PowerOfTwo):
        return one.default * 2
    if isinstance(kind, Integer | Number):
        return 2**18 if one.name == "entries" else 8 if one.name in ("hash_mb", "l2_mb") else one.default + 1
    raise AssertionError(f"tests/test_settings_schema.py: another() knows no {type(kind).__name__}")


def changed(one: Setting) -> TableConfig:
    """A configuration in which this setting has another value, and counts."""
    beside = {"l2_mb": 1} if one.name.startswith("l2_") else {}
    return TableConfig(**{**beside, one.name: another(one)})


# ---- what type checkers need spelled out ------------------------------------------------------------------


def test_type_checkers_know_every_setting() -> None:
    everything = set(fields.TableFields.__annotations__)
    differ = sorted(everything ^ set(NAMES))
    assert differ == [], f"src/tabiya/table/fields.py: TableFields and TableConfig differ in {differ}"
    own = {one.name for one in SETTINGS if one.scope == "own"}
    assert set(fields.OwnFields.__annotations__) == own, "src/tabiya/table/fields.py: OwnFields"
    behaviour = {one.name for one in SETTINGS if one.changed_by == "reconfigure"}
    assert set(fields.BehaviourFields.__annotations__) == behaviour, (
        "src/tabiya/table/fields.py: BehaviourFields"
    )


@pytest.mark.parametrize("enum", [Layout, Policy, Sync, Validation, Eviction])
def test_type_checkers_know_every_choice(enum: type[Coded]) -> None:
    alias = getattr(fields, f"{enum.__name__}Name")
    assert list(get_args(alias)) == list(enum), f"src/tabiya/table/fields.py: {enum.__name__}Name"


# ---- codes ------------------------------------------------------------------------------------------------


def test_codes_are_as_they_were() -> None:
    """Headers and files hold them: a new member gets a new code, and no code is ever used again."""
    codes = {
        enum.__name__: {str(member): member.code for member in enum}
        for enum in (Layout, Policy, Sync, Validation, Eviction, Compression)
    }
    assert codes == {
        "Layout": {"single": 0, "cluster3": 1, "cluster4": 2, "dense": 3},
        "Policy": {
            "cascade": 0,
            "always": 1,
            "depth_preferred": 2,
            "age_based": 3,
            "depth_and_age": 4,
            "exact_preferred": 5,
        },
        "Sync": {"lock_free": 0, "bucket_locks": 1, "one_thread": 2, "auto": 3},
        "Validation": {"release": 0, "debug": 1, "paranoid": 2},
        "Eviction": {"depth_and_age": 0, "lru": 1},
        "Compression": {"none": 0, "zlib": 1, "lzma": 2, "zstd": 3},
    }
    assert HugePages.CODES == ((False, 0), (True, 1), ("explicit", 2))
    assert {one.name: one.value for one in Contents} == {"ENTRIES": 0, "SLOTS": 1}
    assert {one.name: one.flag for one in SETTINGS if one.flag} == {
        "random_keys": ("flags", 0),
        "strict": ("flags", 1),
        "source_priority": ("flags", 2),
        "clamp_scores": ("flags", 3),
        "statistics": ("flags", 4),
        "prefetch": ("flags", 5),
        "power_of_two": ("flags", 6),
        "huge_pages": ("flags", 7),
        "replace_if_exact": ("flags", 9),
        "l2_evals": ("l2_flags", 0),
        "l2_background": ("l2_flags", 1),
    }
    assert {one.name: one.header_flag for one in SETTINGS if one.header_flag} == {
        "replace_if_exact": ("flags", 4)
    }


@needs_core
def test_the_core_has_the_same_codes() -> None:
    from tabiya import _core

    ours: dict[str, dict[str, int]] = {"huge_pages": {str(value): code for value, code in HugePages.CODES}}
    for one in SETTINGS:
        if isinstance(one.kind, OneOf):
            members = [member for member in one.kind.enum if member is not Sync.AUTO]  # resolved before
            ours[one.name] = {str(member): member.code for member in members}
    assert _core.setting_codes() == ours, "core/bindings/settings.cpp: all_codes()"


# ---- the core ---------------------------------------------------------------------------------------------


@needs_core
@pytest.mark.parametrize("one", SETTINGS, ids=NAMES)
def test_the_core_has_every_setting_with_the_same_default(one: Setting) -> None:
    from tabiya import _core

    if not one.core:
        return
    settings = _core.Settings()
    assert hasattr(settings, one.name), f"core/bindings/settings.cpp binds no {one.name}"
    default = core_values(TableConfig())[one.name]
    assert getattr(settings, one.name) == default, f"core/table/settings.hpp: the default of {one.name}"
    value = core_values(changed(one))[one.name]
    assert value != default
    setattr(settings, one.name, value)
    assert getattr(settings, one.name) == value


# ---- headers and files ------------------------------------------------------------------------------------


@pytest.mark.parametrize("one", SETTINGS, ids=NAMES)
def test_a_saved_file_keeps_every_setting(one: Setting) -> None:
    config = changed(one)
    header = SavedTable(config=config, generation=0, contents=Contents.ENTRIES, compression=Compression.NONE)
    head = header.to_bytes()
    assert SavedTable.from_bytes(head, len(head), "the file").config == config, (
        f"src/tabiya/storage/format.py: FIELDS has no {one.name}, and no flag holds it"
    )


@needs_core
@pytest.mark.parametrize("one", SETTINGS, ids=NAMES)
def test_the_header_of_a_mapped_file_keeps_what_users_share(one: Setting, tmp_path: Path) -> None:
    if one.scope != "shared":
        return
    path = tmp_path / "file.table"
    settings: dict[str, Any] = {"entries": 64, one.name: another(one)}
    TranspositionTable.open(path, **settings).close()
    with TranspositionTable.open(path) as table:
        assert getattr(table.config, one.name) == another(one), (
            f"core/table/header.cpp does not write {one.name}, or "
            f"src/tabiya/storage/header.py: FIELDS has no {one.name}"
        )


# ---- what people read -------------------------------------------------------------------------------------


def documented() -> str:
    lines = ["| setting | default | values | | changed by |", "| --- | --- | --- | --- | --- |"]
    for one in SETTINGS:
        page = one.see and one.see.removeprefix("configuration.md")
        see = f" ([more]({page}))" if page else ""
        default = f"`{one.default}`" if isinstance(one.default, str | bool) else shown(one.default)
        call = one.changed_by if " " in one.changed_by else f"`{one.changed_by}`"
        lines.append(f"| `{one.name}` | {default} | {one.kind.allowed} | {one.text}{see} | {call} |")
    return "\n".join(lines) + "\n"


def test_the_documentation_lists_every_setting() -> None:
    before, rest = PAGE.read_text().split(BEGIN)
    after = rest.split(END)[1]
    page = before + BEGIN + documented() + END + after
    if os.environ.get("TABIYA_SNAPSHOTS") == "write":
        PAGE.write_text(page)
    assert page == PAGE.read_text(), "docs/configuration.md: TABIYA_SNAPSHOTS=write writes the table anew"


def test_the_command_line_shows_every_setting() -> None:
    shown = json.loads(CliRunner().invoke(app, ["info", "--settings", "--json"]).stdout)
    assert [fact["setting"] for fact in shown] == NAMES
    text = CliRunner().invoke(app, ["info", "--settings"], env={"COLUMNS": "200"}).stdout
    assert all(name in text for name in NAMES)


@needs_core
def test_an_engine_offers_every_setting_that_has_an_option() -> None:
    from tabiya.protocols.engine_options import table_option
    from tabiya.protocols.uci import Uci

    engine = Uci()
    try:
        for one in SETTINGS:
            if one.option is not None:
                option = table_option(engine.table_manager, one.name)
                assert option.name == one.option
                option.set(option.shown(str(another(one)) if isinstance(one.kind, OneOf) else another(one)))
                assert engine.table_manager.wanted.settings[one.name] == another(one)
    finally:
        engine.close()
