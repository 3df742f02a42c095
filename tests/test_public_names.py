"""`import tabiya` loads no game, but has all of them; `dir` shows the public names."""

from __future__ import annotations

import subprocess
import sys

import pytest

import tabiya
from tabiya.games import GAMES

pytestmark = pytest.mark.skipif(not tabiya.HAS_CORE, reason="the native core is not built")


@pytest.mark.parametrize("game", GAMES)
def test_a_game_loads_when_it_is_used(game: str) -> None:
    program = (
        "import sys, tabiya\n"
        f"assert not any(name.startswith('tabiya.{game}') for name in sys.modules)\n"
        f"assert tabiya.{game}.Board().perft(1) > 0\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)


def test_dir_shows_the_public_names() -> None:
    assert sorted(dir(tabiya)) == sorted({*tabiya.__all__, *GAMES})
    assert all(hasattr(tabiya, name) for name in dir(tabiya))


def test_another_name_does_not_exist() -> None:
    with pytest.raises(AttributeError, match="module 'tabiya' has no attribute 'checkers'"):
        tabiya.checkers  # type: ignore[attr-defined]  # noqa: B018
