"""Every option has its effect, and no other."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from spoken import Spoken

from tabiya.engine.options import SearchOptions
from tabiya.protocols import Uci, Usi
from tabiya.table.config import Layout, Policy, Sync, Validation

MIDDLE_GAME = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8"


@pytest.fixture(params=[Uci, Usi])
def spoken(request: pytest.FixtureRequest) -> Spoken:
    return Spoken(request.param)


def nodes_of(lines: list[str]) -> int:
    words = [line.split() for line in lines if " nodes " in line][-1]
    return int(words[words.index("nodes") + 1])


TABLE_OPTIONS: list[tuple[str, str, Callable[[Any], object], object]] = [
    ("TTLayout", "cluster3", lambda table: table.config.layout, Layout.CLUSTER3),
    ("UseClusteredTT", "false", lambda table: table.config.layout, Layout.SINGLE),
    ("TTPolicy", "depth_preferred", lambda table: table.config.policy, Policy.DEPTH_PREFERRED),
    ("TTSync", "bucket_locks", lambda table: table.config.sync, Sync.BUCKET_LOCKS),
    ("TTBuckets", "32", lambda table: table.config.buckets, 32),
    ("TTStatistics", "true", lambda table: table.config.statistics, True),
    ("TTValidation", "debug", lambda table: table.config.validation, Validation.DEBUG),
    ("TTReplaceIfExact", "true", lambda table: table.config.replace_if_exact, True),
    ("TTAgingInterval", "10000", lambda table: table.config.aging_interval, 10000),
    ("L2Hash", "8", lambda table: table.config.l2_mb, 8),
]


@pytest.mark.parametrize(("name", "value", "of", "expected"), TABLE_OPTIONS)
def test_an_option_of_the_table_reaches_the_table(
    spoken: Spoken, name: str, value: str, of: Callable[[Any], object], expected: object
) -> None:
    assert of(spoken.table) != expected
    spoken.do(f"setoption name {name} value {value}", "isready")
    assert of(spoken.table) == expected


@pytest.mark.parametrize(("name", "setting"), [("L2Evals", "l2_evals"), ("L2Background", "l2_background")])
def test_an_option_of_the_second_tier_reaches_it(spoken: Spoken, name: str, setting: str) -> None:
    spoken.do("setoption name L2Hash value 8", "isready")
    spoken.search("depth 5")
    entries = len(spoken.table)
    assert not getattr(spoken.table.config, setting)
    said = spoken.info(f"setoption name {name} value true", "isready")
    assert said == ["the entries of the second tier are lost"]
    assert getattr(spoken.table.config, setting)
    assert len(spoken.table) == entries > 0
    # Without a second tier the value is only remembered.
    spoken.do("setoption name L2Hash value 0", "isready")
    assert spoken.info(f"setoption name {name} value false", "isready") == []


def test_the_number_of_buckets_is_that_of_the_locks(spoken: Spoken) -> None:
    spoken.do("setoption name TTBuckets value 64", "isready")
    assert spoken.table.bucket_count == 0  # lock_free has no locks
    spoken.do("setoption name TTSync value bucket_locks", "isready")
    assert spoken.table.bucket_count == 64
    assert spoken.info("setoption name TTBuckets value 65") == [
        "TTBuckets must be a power of two between 1 and 4096, not 65"
    ]


@pytest.mark.parametrize("tier", ["release", "debug", "paranoid"])
def test_every_tier_of_validation_searches_alike(spoken: Spoken, tier: str) -> None:
    spoken.do("setoption name TTValidation value release")
    nodes = nodes_of(spoken.search("depth 4"))
    spoken.do(f"setoption name TTValidation value {tier}", "setoption name Clear Hash")
    spoken.do(spoken.engine.new_game_word)
    assert nodes_of(spoken.search("depth 4")) == nodes
    assert spoken.table.config.validation == tier
    spoken.table.verify()


def test_a_shadow_is_for_private_tables_and_a_single_tier(spoken: Spoken, tmp_path: Path) -> None:
    spoken.do("setoption name L2Hash value 8", "isready")
    said = spoken.info("setoption name TTValidation value paranoid", "isready")
    assert said[0] == (
        "there is no second tier: validation='paranoid' supports one tier only: l2_mb must be 0"
    )
    assert spoken.table.config.validation is Validation.PARANOID
    spoken.do("setoption name L2Hash value 0")
    said = spoken.info(f"setoption name HashFile value {tmp_path}/table", "isready")
    assert said[-1].endswith("keeps TTValidation debug: others may be using it")
    assert spoken.table.config.validation is Validation.DEBUG
    assert spoken.search("depth 3")[-1].startswith("bestmove")
    spoken.close()


def test_pondering_is_declared_and_waits_for_the_hit(spoken: Spoken) -> None:
    name = "Ponder" if isinstance(spoken.engine, Uci) else "USI_Ponder"
    assert spoken.info(f"setoption name {name} value true", "isready") == []
    spoken.engine.go("ponder movetime 10")
    assert spoken.engine.searching
    spoken.engine.ponderhit()
    assert spoken.engine.task is not None
    spoken.engine.task.wait()
    assert spoken.stream.getvalue().splitlines()[-1].startswith("bestmove")


def test_hash_resizes_and_keeps_what_is_there(spoken: Spoken) -> None:
    spoken.search("depth 5")
    entries = len(spoken.table)
    assert entries > 100
    spoken.do(f"setoption name {spoken.hash_name} value 32", "isready")
    assert spoken.table.config.hash_mb == 32
    assert len(spoken.table) == entries


@pytest.mark.parametrize(
    "line",
    [
        "L2Hash value 8",
        "Threads value 2",
        "MultiPV value 3",
        "TTPolicy value always",
        "TTSync value bucket_locks",
        "TTStatistics value true",
    ],
)
def test_other_options_never_clear_the_table(spoken: Spoken, line: str) -> None:
    spoken.search("depth 5")
    entries = len(spoken.table)
    spoken.do(f"setoption name {line}", "isready")
    assert len(spoken.table) == entries > 0


def test_a_second_tier_keeps_what_the_first_has_no_room_for(spoken: Spoken) -> None:
    spoken.do(f"setoption name {spoken.hash_name} value 4", "setoption name L2Hash value 16", "isready")
    spoken.search("nodes 400000")
    tier = spoken.table.second_tier
    assert tier.entries > 1000
    assert any(line.startswith("second tier: 16 MB; ") for line in spoken.info("debug tt"))
    # A new Hash keeps both tiers, a new L2Hash the first, and both say what goes.
    assert spoken.info(f"setoption name {spoken.hash_name} value 8", "isready") == []
    assert spoken.table.second_tier.entries == tier.entries
    said = spoken.info("setoption name L2Hash value 0", "isready")
    assert said == ["the entries of the second tier are lost"]
    assert spoken.table.second_tier is None
    assert len(spoken.table) > 1000


def test_a_second_tier_that_cannot_be_is_told_once(spoken: Spoken, tmp_path: Path) -> None:
    lines = ["setoption name L2Hash value 8", f"setoption name {spoken.hash_name} value 1", "isready"]
    said = spoken.info(*lines)
    assert len(said) == 1
    assert said[0].startswith("there is no second tier: l2_mb needs a first tier with full keys")
    assert spoken.info("isready") == []
    assert spoken.info(f"setoption name {spoken.hash_name} value 4", "isready") != []
    assert spoken.table.config.l2_mb == 8
    said = spoken.info(f"setoption name HashFile value {tmp_path}/table", "isready")
    assert said[-1].endswith("keeps L2Hash 0: others may be using it")
    spoken.close()


def test_the_table_is_made_once_whatever_the_order(spoken: Spoken) -> None:
    """Options come before isready: memory is allocated there, not at each option."""
    assert spoken.engine.table_manager.engine_table.table is None
    spoken.do(f"setoption name {spoken.hash_name} value 4", "setoption name TTLayout value single")
    assert spoken.engine.table_manager.engine_table.table is None
    spoken.do("isready")
    assert (spoken.table.config.hash_mb, spoken.table.config.layout) == (4, Layout.SINGLE)


def test_clear_hash_and_a_new_game_empty_the_table(spoken: Spoken) -> None:
    for line in ("setoption name Clear Hash", spoken.engine.new_game_word):
        spoken.search("depth 4")
        assert len(spoken.table) > 0
        spoken.do(line)
        assert len(spoken.table) == 0


def test_threads_reach_the_engine(spoken: Spoken) -> None:
    spoken.do("setoption name Threads value 2")
    assert spoken.search("depth 4")[-1].startswith("bestmove ")
    assert spoken.engine.engine.threads == 2


@pytest.mark.parametrize("value", ["1_0", "0x4", "4.0", "", "four", "９９９_", "4" * 30])
def test_a_number_is_written_in_digits(spoken: Spoken, value: str) -> None:
    before = spoken.engine.multipv
    (said,) = spoken.info(f"setoption name MultiPV value {value}")
    assert "MultiPV must be a number" in said
    assert spoken.engine.multipv == before


def test_multipv_shows_as_many_lines(spoken: Spoken) -> None:
    spoken.do("setoption name MultiPV value 3")
    lines = spoken.search("depth 3")
    assert {line.split(" multipv ")[1].split()[0] for line in lines if " multipv " in line} == {"1", "2", "3"}


def test_use_tt_switches_the_table_off_and_on(spoken: Spoken) -> None:
    spoken.do("setoption name UseTT value false")
    spoken.search("depth 4")
    assert len(spoken.table) == 0
    spoken.do("setoption name UseTT value true")
    spoken.search("depth 4")
    assert len(spoken.table) > 0


def test_the_move_overhead_reaches_the_clock(spoken: Spoken) -> None:
    spoken.do("setoption name Move Overhead value 700", "isready")
    assert spoken.engine.engine.overhead == 0.7


def test_a_low_skill_level_looks_at_less(spoken: Spoken) -> None:
    spoken.do("setoption name Skill Level value 0")
    assert nodes_of(spoken.search("movetime 2000")) <= 1000


def test_an_option_set_in_mid_search_takes_effect_once_afterwards(spoken: Spoken) -> None:
    spoken.engine.table_manager.prepare()
    spoken.engine.go("infinite")
    spoken.engine.set_option(f"name {spoken.hash_name} value 8")
    spoken.engine.set_option("name Clear Hash")
    assert spoken.engine.table_manager.engine_table.table.config.hash_mb == 16  # type: ignore[union-attr]
    spoken.engine.stop()
    said = spoken.stream.getvalue().splitlines()
    assert spoken.engine.table_manager.engine_table.table.config.hash_mb == 8  # type: ignore[union-attr]
    assert len(spoken.table) == 0
    assert len([line for line in said if "applied after the search" in line]) == 1
    assert [line for line in said if line.startswith("bestmove")]


def test_rule50_keys_are_other_keys() -> None:
    spoken = Spoken(Uci)
    spoken.do(f"position fen {MIDDLE_GAME.replace(' 0 8', ' 70 60')}")
    spoken.search("depth 4")
    board = spoken.engine.position.board
    assert board.key in {key for key, _ in spoken.table.items()}
    spoken.do("setoption name Rule50Keys value full", "isready")
    spoken.search("depth 4")
    keys = {key for key, _ in spoken.table.items()}
    assert board.key not in keys
    assert board.key_with("full") in keys


def test_chess960_castles_onto_the_rook() -> None:
    spoken = Spoken(Uci)
    spoken.do("position fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    assert spoken.search("depth 1 searchmoves e1g1")[-1].startswith("bestmove e1g1")
    spoken.do("setoption name UCI_Chess960 value true", "position fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    assert spoken.search("depth 1 searchmoves e1h1")[-1].startswith("bestmove e1h1")


def test_searchmoves_that_are_not_legal_are_said_and_left_out() -> None:
    spoken = Spoken(Uci)
    heard = spoken.search("depth 1 searchmoves foo a2a3 e2e5 0000")
    assert [line.split("'")[1] for line in heard if "go searchmoves: " in line] == ["foo", "e2e5", "0000"]
    assert heard[-1].startswith("bestmove a2a3")
    assert spoken.search("depth 1 searchmoves foo")[-1].startswith("bestmove ")


def test_the_declaration_rule_decides_what_a_declaration_is_worth() -> None:
    """By the 24-point rule, 24 points are a draw; 33 points win by both rules."""
    entered = "+P+P+P+P+P+P+P+P+P/K8/4+R4/9/9/9/9/8k/9 b {} 1"
    for rule, hand, wins in (("27", "RB", False), ("24", "RB", False), ("24", "R2B4G", True)):
        spoken = Spoken(Usi)
        spoken.do(f"setoption name DeclarationRule value {rule}", f"position sfen {entered.format(hand)}")
        assert (spoken.search("depth 1")[-1] == "bestmove win") is wins, (rule, hand)
        if not wins:
            assert spoken.engine.engine.options.declaration == int(rule)


def test_switches_of_the_search_are_set_and_set_back() -> None:
    spoken = Spoken(Uci)
    spoken.do("setoption name SearchSwitches value null_move=off rule50_keys=full", "isready")
    assert not spoken.engine.engine.options.null_move
    assert spoken.engine.engine.options.rule50_keys == "full"
    spoken.do("setoption name SearchSwitches value <empty>", "isready")
    assert spoken.engine.engine.options == SearchOptions()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("null_mov=off", "no search option is called 'null_mov'; did you mean 'null_move'?"),
        ("null_move", "'null_move' must be written as name=value"),
        ("null_move=perhaps", "null_move must be on or off, not 'perhaps'"),
        ("declaration=31", "declaration must be 27, 24 or 0, not 31"),
        ("table_mode=never", "table_mode must be 'use', 'probe_only' or 'read_only', not 'never'"),
    ],
)
def test_switches_that_are_none_change_nothing(text: str, sentence: str) -> None:
    spoken = Spoken(Uci)
    answers = spoken.do(f"setoption name SearchSwitches value {text}", "isready")
    assert f"SearchSwitches: {sentence}" in str(answers)
    assert spoken.engine.engine.options == SearchOptions()


HERE = Path(__file__)
TESTED_ELSEWHERE = {
    "SharedHash": "test_placed_tables.py",
    "HashFile": "test_placed_tables.py",
    "BookFile": "test_book_options.py",
    "PrefillOpeningBook": "test_book_options.py",
    "OpeningBookPrefillDepth": "test_book_options.py",
    "OpeningBookEntryDepth": "test_book_options.py",
    "PerftHash": "test_debug_commands.py",
}


def documented() -> set[str]:
    """The names in the table of options in docs/protocols.md."""
    page = (HERE.parents[2] / "docs/protocols.md").read_text()
    rows = page.split("| option | values | effect |\n")[1].split("\n\n")[0].splitlines()[1:]
    first = (row.split(" | ")[0].removeprefix("| ") for row in rows)
    return {re.sub(r" \(.*\)", "", name) for names in first for name in names.split(", ")}


def test_every_documented_option_is_offered_and_every_offered_one_documented() -> None:
    offered = {option.name for protocol in (Uci, Usi) for option in Spoken(protocol).engine.options}
    spaced = {name if "USI" in name or "UCI" in name else name.replace("_", " ") for name in offered}
    assert documented() == spaced


@pytest.mark.parametrize("name", sorted(documented()))
def test_every_documented_option_is_set_by_name_in_a_test(name: str) -> None:
    text = (HERE.parent / TESTED_ELSEWHERE.get(name, HERE.name)).read_text()
    set_by_name = f"setoption name {name}" in text or f'("{name}", ' in text
    assert set_by_name or name in ("Hash", "USI_Hash", "Ponder", "USI_Ponder")  # named by a variable
