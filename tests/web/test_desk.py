"""A page has one engine: the newest search has it."""

from __future__ import annotations

import asyncio

import pytest

from tabiya import chess
from tabiya.web.desk import Desk
from tabiya.web.limits import MAX_HASH_MB
from tabiya.web.quota import Quota


def test_the_newest_search_ends_the_running_one_and_those_that_wait() -> None:
    async def scene() -> None:
        quota = Quota()
        desk = Desk(quota)
        first, second, third = (asyncio.create_task(desk.search("chess", chess.Board())) for _ in range(3))
        assert (await first).best_move
        await asyncio.wait([second], timeout=60)
        assert second.cancelled()
        while quota.searches == 0:
            await asyncio.sleep(0.01)
        assert not third.done()
        await desk.close()
        assert (await third).best_move
        assert quota == Quota()

    asyncio.run(scene())


def test_a_table_that_is_refused_leaves_the_old_one() -> None:
    async def scene() -> None:
        quota = Quota()
        desk = Desk(quota)
        await desk.configure("chess", hash_mb=1)
        for wrong in ({"hash_mb": MAX_HASH_MB + 1}, {"layout": "cluster5"}):
            with pytest.raises(ValueError, match=r"too large|layout"):
                await desk.configure("chess", **wrong)
            assert desk.table is not None
            assert (desk.settings, quota.hash_mb) == ({"hash_mb": 1}, 1)
        await desk.close()
        assert quota == Quota()

    asyncio.run(scene())
