"""tools/engine_soak.py: conversations with engine processes that can be interrupted and continued."""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from core_programs import ROOT
from forms import sized

LIAR = """
import sys
for line in sys.stdin:
    word = line.split()[:1]
    if word in (["uci"], ["usi"]):
        print(word[0] + "ok", flush=True)
    elif word == ["isready"]:
        print("readyok", flush=True)
    elif word == ["go"]:
        print("bestmove {move}", flush=True)
        {then}
"""


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    yield importlib.import_module("engine_soak")
    for name in ("engine_soak", "soak"):
        sys.modules.pop(name, None)


def lying(tmp_path: Path, move: str, then: str = "pass") -> tuple[str, ...]:
    """An engine that always answers the same."""
    program = tmp_path / "liar.py"
    program.write_text(LIAR.format(move=move, then=then))
    return sys.executable, str(program)


def test_engines_survive_random_conversations(tool: ModuleType, tmp_path: Path) -> None:
    seconds = sized(1.0, 60.0)
    *_, pieces = tool.soak(tmp_path / "log", 2 * seconds, piece_seconds=seconds)
    assert {piece["game"] for piece in pieces[:2]} == {"chess", "shogi"}
    assert [piece["faults"] for piece in pieces] == [[]] * len(pieces)


def test_a_killed_engine_is_replaced_and_counted(tool: ModuleType, tmp_path: Path) -> None:
    piece = tool.Piece(1, "chess", tmp_path)
    engine = tool.Engine("chess")
    try:
        piece.move(engine)
        piece.kill(engine)
        assert piece.counts["kills"] == 1
        with pytest.raises(tool.EngineError, match="it died by SIGKILL"):
            engine.ask("isready", "readyok")
    finally:
        engine.process.close()


def test_an_interrupted_soak_continues_with_the_next_piece(tool: ModuleType, tmp_path: Path) -> None:
    log, command = tmp_path / "log", lying(tmp_path, "e2e5")
    soak = tool.soak(log, 1e9, piece_seconds=0.01, command=command)
    assert next(soak) == []
    next(soak)
    soak.close()  # Ctrl-C after the first piece
    first = json.loads(log.read_text())
    log.write_text(log.read_text() + '{"build": "a piece that was cut o')
    *_, pieces = tool.soak(log, first["seconds"] + 0.001, piece_seconds=0.01, command=command)
    assert pieces[0] == first
    assert [piece["seed"] for piece in pieces] == list(range(1, len(pieces) + 1))
    assert len(pieces) > 1


def test_an_illegal_move_is_a_fault_that_the_journal_keeps(tool: ModuleType, tmp_path: Path) -> None:
    piece = tool.Piece(1, "chess", tmp_path, lying(tmp_path, "e2e5"))
    record = piece.run(60)  # it ends with the tenth fault
    assert "chess: 'e2e5' is not legal after" in record["faults"][0]
    assert "10 faults" in tool.summary([{"seconds": 1, **record}])


@pytest.mark.parametrize("waited", [0.0, 60.0])
def test_an_answer_is_late_only_if_the_engine_did_not_wait_for_a_processor(
    tool: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, waited: float
) -> None:
    """A busy machine once made faults of engines that had no time to start."""

    class Waited:
        def look(self) -> float:
            return waited

    monkeypatch.setattr(tool, "PATIENCE", 0.05)
    monkeypatch.setattr(tool.LineProcess, "waiting", lambda process: Waited())
    slow = tmp_path / "slow.py"
    slow.write_text("import time\ninput()\ntime.sleep(1)\nprint('uciok')")
    if waited:
        tool.Engine("chess", (sys.executable, str(slow))).process.close()
    else:
        with pytest.raises(tool.Fault, match="did not answer to 'uci', its first command"):
            tool.Engine("chess", (sys.executable, str(slow)))


def test_descriptors_that_grow_are_a_fault(
    tool: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tool, "KILLS", 0)  # a killed engine is not measured at its end
    command = lying(tmp_path, "resign", then="globals().setdefault('kept', []).append(open('/dev/null'))")
    record = tool.Piece(1, "chess", tmp_path, command).run(0.5)
    assert any("it grew from" in fault for fault in record["faults"])
