"""The number of search threads has one limit, the core's, and nothing is cut to it in silence."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from click.testing import CliRunner

from tabiya import Engine, _core, chess
from tabiya.cli.app import app
from tabiya.protocols.protocol import Protocol
from tabiya.protocols.uci import Uci
from tabiya.protocols.usi import Usi

MOST = _core.MAX_THREADS


def test_an_engine_refuses_more_threads_than_the_core_has() -> None:
    sentence = f"threads must be between 1 and {MOST}, not {MOST + 1}"
    with pytest.raises(ValueError, match=sentence):
        Engine("chess", threads=MOST + 1)
    engine = Engine("chess", hash_mb=1, threads=MOST)
    with pytest.raises(ValueError, match=sentence):
        engine.threads = MOST + 1
    assert engine.threads == MOST


def test_the_core_refuses_them_too() -> None:
    engine = Engine("chess", hash_mb=1)
    engine._threads = MOST + 1
    with pytest.raises(ValueError, match=f"threads must be between 1 and {MOST}, not {MOST + 1}"):
        engine.search(chess.Board(), depth=1)


@pytest.mark.parametrize("make", [Uci, Usi])
def test_the_option_ends_at_the_limit_of_the_core(make: type[Protocol]) -> None:
    stream = io.StringIO()
    engine = make(stream)
    try:
        engine.hello("")
        engine.set_option(f"name Threads value {MOST}")
        assert f"option name Threads type spin default 1 min 1 max {MOST}\n" in stream.getvalue()
        with pytest.raises(ValueError, match=f"Threads must be between 1 and {MOST}, not {MOST + 1}"):
            engine.set_option(f"name Threads value {MOST + 1}")
        assert engine.table_manager.threads == MOST
    finally:
        engine.close()


@pytest.mark.parametrize("command", [["analyse", "startpos"], ["play"]])
def test_a_command_refuses_them(command: list[str]) -> None:
    done = CliRunner().invoke(app, [*command, "--threads", str(MOST + 1)])
    assert str(done.exception) == f"--threads must be between 1 and {MOST}, not {MOST + 1}"
    assert done.stdout == ""


def test_the_documentation_names_the_limit() -> None:
    page = Path(__file__).parents[2] / "docs" / "protocols.md"
    assert f"| Threads | 1 to {MOST} |" in page.read_text()
