"""Results as people see them: short texts, tables in notebooks, columns for data frames."""

from __future__ import annotations

import asyncio
import math
from contextlib import aclosing
from typing import Any
from xml.etree import ElementTree

import pytest

from tabiya import (
    Bound,
    Engine,
    Entry,
    Info,
    ReferenceTable,
    Result,
    Score,
    Source,
    TableStats,
    TranspositionTable,
    chess,
    negamax,
)
from tabiya.table.entry import PureEntry


def cells(html: str) -> list[list[str]]:
    """The rows of all tables, without heads and captions. The HTML is well formed."""
    rows = ElementTree.fromstring(f"<div>{html}</div>").iter("tr")
    found = [["".join(cell.itertext()) for cell in row if cell.tag == "td"] for row in rows]
    return [row for row in found if row]


def search() -> Result[chess.Move]:
    return Engine("chess", hash_mb=4).search(chess.Board(), nodes=20_000, multipv=3)


def test_the_texts_of_results_are_short() -> None:
    infos: list[Info[Any]] = []
    result = Engine("chess", hash_mb=4).search(chess.Board(), depth=9, on_info=infos.append)
    for shown in (result, *infos):
        assert len(repr(shown)) < 150
        assert len(str(shown)) < 100 + 5 * len(shown.pv)
        assert all(str(move) in str(shown) for move in shown.pv)
    assert repr(result).startswith(f"<Result {result.best_move} {result.score} (depth 9, ")
    long = Result("e2e4", Score(35), ("e2e4", "e7e5") * 5, nodes=10, time=0.5, depth=3)
    assert repr(long).endswith(": e2e4 e7e5 e2e4 e7e5 e2e4 e7e5 ...>")
    assert repr(infos[0]).startswith("<Info depth 1/")


def test_a_bound_is_shown() -> None:
    lower = Info(3, 5, Score(35), ("e2e4",), 10, 0.5, bound=Bound.LOWER)
    assert "≥+0.35" in str(lower)
    upper = Result("e2e4", Score(-20), ("e2e4",), nodes=10, time=0.5, depth=3, bound=Bound.UPPER)
    assert "≤-0.20" in str(upper)
    assert "≤-0.20" in repr(upper)
    assert cells(upper._repr_html_()) == [["≤-0.20", "3", "e2e4"]]


def test_a_notebook_shows_every_line_of_a_result() -> None:
    result = search()
    rows = cells(result._repr_html_())
    assert len(rows) == 3
    for row, line in zip(rows, result.lines, strict=True):
        assert row == [str(line).split()[0], str(line.depth), " ".join(map(str, line.pv))]
    assert f"{result.nodes:,} nodes" in result._repr_html_()


def test_an_entry_becomes_a_dict_of_plain_values() -> None:
    entries: list[tuple[Any, Any]] = [
        (kind(move=7, score=-3, eval=None, depth=2, bound=bound, source=source, pv=True), kind)
        for kind in (Entry, PureEntry)
        for bound in (Bound.UPPER, Bound.LOWER, Bound.EXACT)
        for source in Source
    ]
    for entry, kind in entries:
        fields = entry.as_dict()
        assert list(fields) == list(kind.__match_args__)
        assert (fields["bound"], fields["source"]) == (entry.bound.name, entry.source.name)
        assert {type(value) for value in fields.values()} <= {int, str, bool, type(None)}
        again = kind(**{**fields, "bound": Bound[fields["bound"]], "source": Source[fields["source"]]})
        assert again == entry
        assert cells(entry._repr_html_()) == [
            ["" if value is None else str(value) for value in fields.values()]
        ]


def test_statistics_show_what_is_not_zero() -> None:
    table = TranspositionTable(hash_mb=1, statistics=True)
    assert repr(table.stats) == "TableStats()"
    table.store(1, depth=2)
    table.probe(1)
    assert "probes=1" in repr(table.stats)
    assert len(repr(table.stats)) < 250
    shown = dict(cells(table.stats._repr_html_()))
    assert shown["probes"] == shown["stores"] == "1"
    assert shown["hit rate"] == "1"
    assert "collisions" not in shown
    assert "statistics are off" in TableStats(counting=False)._repr_html_()


@pytest.mark.parametrize("kind", [TranspositionTable, ReferenceTable])
def test_a_table_shows_its_settings_and_entries(kind: type[Any]) -> None:
    table = kind(entries=2**18)
    settings = dict(cells(table._repr_html_()))
    assert settings["layout"] == "cluster4"
    assert settings["slots"] == f"{table.capacity:,}"
    for key in range(20):
        table.store(key, score=key, depth=3)
    rows = [row for row in cells(table._repr_html_()) if len(row) > 2]
    assert len(rows) == 10
    assert all(row[0] == f"{int(row[2]):016x}" for row in rows)
    small = kind(entries=64)
    small.store(1)
    assert len(cells(small._repr_html_())) == len(settings)


@pytest.mark.parametrize("kind", [TranspositionTable, ReferenceTable])
def test_columns_are_the_decoded_entries(kind: type[Any]) -> None:
    table = kind(entries=2**18)
    for key in range(60):
        table.store(
            key * 977,
            move=key,
            score=key - 30,
            eval=None if key % 2 else key,
            depth=key % 9,
            bound=Bound(1 + key % 3),
            source=Source(key % 5),
            pv=key % 7 == 0,
        )
    columns = table.to_columns()
    expected = dict(table.items())
    assert len(expected) == len(columns["key"]) == 60
    for row in range(60):
        found = {name: column[row].item() for name, column in columns.items()}
        entry = expected[found.pop("key")].as_dict()
        if math.isnan(found["eval"]):
            found["eval"] = None
        assert found == entry


def test_scores_are_in_the_unit_of_their_game() -> None:
    assert str(Score(35)) == "+0.35"
    assert (Score(2, unit=1).in_units, str(Score(2, unit=1)), str(-Score(2, unit=1))) == (2.0, "+2", "-2")
    assert Score(99_995, unit=1).in_units is None
    assert Score(2, unit=1) == Score(2)

    class Lead:
        """The game is over after two moves; the mover is two ahead."""

        margins = True

        def __init__(self) -> None:
            self.made = 0

        key = property(lambda self: self.made)

        def moves(self) -> list[int]:
            return [1]

        def push(self, move: int) -> None:
            self.made += move

        def pop(self) -> None:
            self.made -= 1

        def evaluate(self) -> int:
            return 0

        def result(self) -> int | None:
            return 2 if self.made == 2 else None

    result = negamax(Lead(), depth=4)
    assert result.score.in_units == 2.0
    assert " +2 (" in str(result)


# ---- analysis in asyncio -----------------------------------------------------------------------------------


def test_analysis_can_be_awaited() -> None:
    async def depths(**limits: Any) -> list[int]:
        engine = Engine("chess", hash_mb=4)
        told: list[Info[Any]] = []
        found = [info async for info in engine.analyse_async(chess.Board(), on_info=told.append, **limits)]
        assert found == told
        assert not engine.is_searching
        return [info.depth for info in found]

    assert asyncio.run(depths(depth=5)) == [1, 2, 3, 4, 5]


def test_an_endless_analysis_ends_with_its_loop() -> None:
    async def first() -> int:
        engine = Engine("chess", hash_mb=4)
        async with aclosing(engine.analyse_async(chess.Board())) as infos:
            async for info in infos:
                if info.depth == 4:
                    break
        assert not engine.is_searching
        return info.depth

    assert asyncio.run(asyncio.wait_for(first(), timeout=60)) == 4


def test_the_error_of_an_analysis_reaches_its_loop() -> None:
    async def failing(**arguments: Any) -> None:
        engine = Engine("chess", hash_mb=4)
        async for _ in engine.analyse_async(chess.Board(), **arguments):
            pass

    def refuse(info: Info[Any]) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        asyncio.run(failing(on_info=refuse))
    with pytest.raises(ValueError, match="depth must be"):
        asyncio.run(failing(depth=-1))
