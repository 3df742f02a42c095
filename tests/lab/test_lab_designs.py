"""Laws of the lab's designs: ours equal our table node for node; the field's follow their publications."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

from tabiya import (
    Bound,
    Engine,
    Layout,
    Policy,
    SearchOptions,
    Source,
    TranspositionTable,
    chess,
    shogi,
)
from tabiya._utils.mixing import mix
from tabiya.lab.designs import LAYOUTS, SAME_KEY, Design, Hosted, variants

BOARDS = {"chess": chess.Board, "shogi": shogi.Board}
SETTINGS = [{"policy": str(policy)} for policy in Policy] + [
    {"source_priority": False},
    {"policy": "depth_preferred", "strict": True},
    {"policy": "depth_and_age", "depth_weight": 0.5, "age_weight": 2.0},
    {"policy": "age_based", "max_age": 4},
]


def nodes_of(game: str, table: TranspositionTable) -> list[int]:
    """Of searches of growing depth with one table, so that it fills and ages."""
    engine = Engine(game, table=table)
    return [engine.search(BOARDS[game](), depth=depth).nodes for depth in (5, 6, 7)]


@pytest.mark.parametrize("game", ["chess", "shogi"])
@pytest.mark.parametrize("layout", list(Layout))
@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_our_designs_search_the_nodes_of_our_table(game: str, layout: Layout, settings: Any) -> None:
    ours = TranspositionTable(entries=240, layout=layout, statistics=True, **settings)
    size = ours.config.clusters * LAYOUTS[str(layout)].bytes
    with Design(layout=str(layout), **settings).open(size) as hosted:
        assert nodes_of(game, hosted.table) == nodes_of(game, ours)
        counts, stats = hosted.counts, ours.stats
        assert counts["stores"] == stats.stores
        assert counts["hits"] == stats.hits
        assert counts["prevented"] == stats.prevented
        assert counts["refused"] == stats.refused
        assert counts["collisions"] == stats.collisions
        assert hosted.rival.live == len(ours)


# ---- the field's table -----------------------------------------------------------------------------


def keys_of_one_line(count: int, lines: int) -> list[int]:
    """Keys that share a line, no two with the same lowest 16 bits."""
    random = Random(1)
    found: dict[int, int] = {}
    while len(found) < count:
        key = random.getrandbits(64)
        if mix(key) * lines >> 64 == 0:
            found.setdefault(mix(key) & 0xFFFF, key)
    return list(found.values())


def depths_held(hosted: Hosted, keys: list[int]) -> list[int | None]:
    entries = [hosted.table.probe(key) for key in keys]
    return [None if entry is None else entry.depth for entry in entries]


def test_the_field_has_three_entries_in_32_bytes() -> None:
    field, ours = Design.parse("field"), Design.parse("cluster4")
    assert field.entries(64_000) == 6000
    assert ours.entries(64_000) == 4000
    with field.open(64_000) as hosted:
        assert hosted.rival.slots == 6000


def test_the_field_evicts_the_least_depth_less_eight_times_the_age() -> None:
    keys = keys_of_one_line(5, 1)
    with Design.parse("field").open(32) as hosted:
        for key, depth in zip(keys, (9, 5, 7), strict=False):
            hosted.table.store(key, depth=depth)
        hosted.table.store(keys[3], depth=1)  # shallower than all: nothing is refused
        assert depths_held(hosted, keys) == [9, None, 7, 1, None]
        hosted.table.new_search()
        hosted.table.store(keys[3], depth=2)
        hosted.table.store(keys[4], depth=3)  # 9 - 8, 7 - 8 and 2: the second is the least
        assert depths_held(hosted, keys) == [9, None, None, 2, 3]


@pytest.mark.parametrize(
    ("old", "new", "kept"),
    [
        ({"depth": 10}, {"depth": 7}, 7),  # not more than 4 plies shallower
        ({"depth": 10}, {"depth": 6}, 10),
        ({"depth": 10}, {"depth": 5, "pv": True}, 5),
        ({"depth": 10}, {"depth": 4, "pv": True}, 10),
        ({"depth": 10}, {"depth": 1, "bound": Bound.EXACT}, 1),
        ({"depth": 10, "bound": Bound.EXACT}, {"depth": 7}, 7),
    ],
)
def test_the_field_overwrites_its_own_key_unless_much_shallower(old: Any, new: Any, kept: int) -> None:
    with Design.parse("field").open(32) as hosted:
        hosted.table.store(1, **{"bound": Bound.LOWER, **old})
        hosted.table.store(1, **{"bound": Bound.LOWER, **new})
        assert depths_held(hosted, [1]) == [kept]


def test_the_field_overwrites_older_generations_and_keeps_moves() -> None:
    with Design.parse("field").open(32) as hosted:
        hosted.table.store(1, depth=20, move=77, bound=Bound.LOWER)
        hosted.table.new_search()
        hosted.table.store(1, depth=2, bound=Bound.LOWER)
        entry = hosted.table.probe(1)
        assert entry is not None
        assert (entry.depth, entry.move) == (2, 77)


def test_the_field_forgets_what_ten_bytes_do_not_hold() -> None:
    """Sources go, generations wrap after 32; mates, evaluations and moves stay."""
    with Design.parse("field").open(3200) as hosted:
        for key, score in enumerate((99_990, -99_850, 20_000, -20_000, 0)):
            hosted.table.store(key, score=score, move=(1 << 23) - 5, eval=-321, depth=200)
            entry = hosted.table.probe(key)
            assert entry is not None
            assert (entry.score, entry.move, entry.eval, entry.depth) == (score, (1 << 23) - 5, -321, 200)


@pytest.mark.parametrize(
    ("depth", "victim"), [(9, 1), (8, 0), (5, 0), (2, 0)], ids=["deeper", "equal", "shallower", "shallow"]
)
def test_a_null_move_takes_the_effort_of_three_plies_less(depth: int, victim: int) -> None:
    """Against a main entry of depth 5. In a tie, the slot that the signature picks goes."""
    keys = [key for key in keys_of_one_line(40, 1) if mix(key) % 4 == 0][:5]
    with Design.parse("cluster4:victims=effort,source_priority=off").open(64) as hosted:
        hosted.table.store(keys[0], depth=depth, bound=Bound.LOWER, source=Source.NULL_MOVE)
        for key, other in zip(keys[1:4], (5, 9, 9), strict=True):
            hosted.table.store(key, depth=other, bound=Bound.LOWER)
        hosted.table.store(keys[4], depth=1)
        assert [key for key in keys[:4] if hosted.table.probe(key) is None] == [keys[victim]]


@pytest.mark.parametrize("layout", list(LAYOUTS))
def test_false_hits_are_counted_by_whole_keys(layout: str) -> None:
    """16 bits of a key beside few lines answer for others; 32 and 48 bits do not."""
    random = Random(3)
    known = [random.getrandbits(64) for _ in range(2000)]
    with Design.parse(layout).open(LAYOUTS[layout].bytes * 100) as hosted:
        for key in known:
            hosted.table.store(key, depth=3)
        asked = [random.getrandbits(64) for _ in range(60_000)]
        hits = sum(hosted.table.probe(key) is not None for key in asked)
        counts = hosted.counts
    assert (counts["probes"], counts["hits"]) == (len(asked), hits)
    assert counts["false_hits"] == hits  # none of these keys was stored
    expected = 3 / 2**16 * len(asked)
    assert hits == 0 if layout != "field" else expected / 3 < hits < expected * 3


def test_another_seed_is_another_place() -> None:
    with Design(seed=5).open(640) as one, Design(seed=6).open(640) as other:
        for hosted in (one, other):
            for key in range(200):
                hosted.table.store(key, depth=key % 7)
        held = [[hosted.table.probe(key) is not None for key in range(200)] for hosted in (one, other)]
    assert held[0] != held[1]
    assert sum(held[0]) == sum(held[1]) == 40


@pytest.mark.parametrize("same_key", SAME_KEY)
def test_rules_for_the_same_key_differ_in_what_they_promise(same_key: str) -> None:
    """A shallower bound of the same key: who stays."""
    keys = keys_of_one_line(5, 1)
    with Design(same_key=same_key).open(64) as hosted:
        hosted.table.store(keys[0], depth=9, bound=Bound.LOWER)
        hosted.table.store(keys[0], depth=7, bound=Bound.UPPER)
        assert depths_held(hosted, keys[:1]) == [7 if same_key in ("latest", "field") else 9]


@pytest.mark.parametrize("same_key", SAME_KEY)
def test_rules_for_the_same_key_differ_in_what_they_do_to_older_generations(same_key: str) -> None:
    keys = keys_of_one_line(5, 1)
    with Design(same_key=same_key).open(64) as hosted:
        hosted.table.store(keys[0], depth=9, bound=Bound.LOWER)
        hosted.table.new_search()
        hosted.table.store(keys[0], depth=7, bound=Bound.UPPER)
        assert depths_held(hosted, keys[:1]) == [9 if same_key.startswith("deeper") else 7]
        for key in keys[1:]:  # four more: what is old goes, however deep
            hosted.table.store(key, depth=1)
        assert (depths_held(hosted, keys[:1]) == [None]) == (same_key == "deeper_keep_age")


def test_a_guest_needs_a_table_that_checks() -> None:
    with Design().open(640) as hosted:
        guest = hosted.rival.guest()
    with pytest.raises(ValueError, match="validation='debug'"):
        TranspositionTable(entries=4)._host(guest)
    table = TranspositionTable(entries=4, validation="debug")
    table._host(guest)
    table.store(7, depth=3)
    assert len(table) == 0
    table._host(None)
    assert table.probe(7) is None
    with pytest.raises(ValueError, match="Capsule"):
        table._host(3)


def test_clearing_the_host_clears_the_guest() -> None:
    with Design().open(640) as hosted:
        hosted.table.store(7)
        hosted.table.clear()
        assert hosted.table.probe(7) is None
        assert hosted.rival.live == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("feild", "did you mean 'field'"),
        ("cluster4:polcy=always", "did you mean 'policy'"),
        ("cluster4:policy=lru", "policy must be one of cascade"),
        ("cluster4:seed=x", "seed must be a number"),
        ("cluster4:strict=1", "strict must be on or off"),
        ("cluster4:strict", "must be written as name=value"),
        ("cluster4:max_age=500", "max_age"),
    ],
)
def test_a_wrong_design_is_named(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Design.parse(text)


def test_variants_of_a_command_line() -> None:
    assert variants(["field", "cluster4"], []) == ("field", "cluster4")
    assert variants(["single"], []) == ("cluster4", "single")
    assert variants([], ["always", "cascade"]) == ("cluster4:policy=always", "cluster4:policy=cascade")


def test_a_comparable_search_only_stops_rewarding_forgetting() -> None:
    changed = {
        name
        for name in SearchOptions.__dataclass_fields__
        if getattr(SearchOptions(), name) != getattr(SearchOptions.comparable(), name)
    }
    assert changed == {"iir", "singular_extension"}
    assert SearchOptions.comparable(iir=True, lmr=False) == SearchOptions(singular_extension=False, lmr=False)
