"""After Ctrl-C at any moment of a conversation, closing the engine leaves nothing behind."""

from __future__ import annotations

import io
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from storms import NAME, WARNINGS, storm
from tabiya.protocols import Uci, Usi

pytestmark = WARNINGS
TALKS: dict[str, tuple[Any, str]] = {
    "uci": (
        Uci,
        "uci\nsetoption name Hash value 1\nisready\nposition startpos moves e2e4\ngo depth 1\nstop\n",
    ),
    "uci, endless": (Uci, "setoption name Hash value 1\ngo infinite\nstop\nucinewgame\n"),
    "uci, shared": (Uci, f"setoption name Hash value 1\nsetoption name SharedHash value {NAME}\nisready\n"),
    "usi": (Usi, "usi\nsetoption name USI_Hash value 1\nisready\ngo depth 1\nstop\n"),
    "usi, a problem": (
        Usi,
        "setoption name USI_Hash value 1\nposition sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1\ngo mate 2000\nstop\n",
    ),
}


@pytest.mark.parametrize("name", TALKS)
def test_an_interrupted_conversation_leaves_nothing_behind(name: str, folder: Path) -> None:
    protocol, lines = TALKS[name]
    engines: list[Any] = []

    def talk() -> None:
        engines.append(protocol(io.StringIO()))
        engines[-1].run(io.BytesIO(lines.encode()))

    def close(_: object) -> None:
        while engines:
            engines.pop().close()

    storm(folder, partial(talk), check=close, undo=close)
