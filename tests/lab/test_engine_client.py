"""The client of other engines: how it reads them, and its errors when they misbehave."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from tabiya.match.engines import (
    EngineClient,
    EngineDied,
    EngineFlooded,
    EngineHung,
    EngineNotStarted,
    EngineSpec,
    check_engine,
)
from tabiya.match.engines.declared import declared_option, sent_value

FAKE = f"{shlex.quote(sys.executable)} {shlex.quote(str(Path(__file__).with_name('fake_engine.py')))}"


def fake(arguments: str = "", game: str = "chess") -> EngineSpec:
    return EngineSpec.parse(f"{FAKE} {arguments}", game)


def test_a_move_comes_with_what_was_said_of_it() -> None:
    with EngineClient(fake("name=Fake Hash=8"), "chess") as engine:
        engine.new_game()
        answer = engine.go("startpos", "nodes 1", 30)
    assert (answer.move, answer.cp, answer.depth, answer.nodes) == ("a2a3", 13, 1, 7)
    assert engine.name == "Fake"


@pytest.mark.parametrize(
    ("fault", "error", "sentence"),
    [
        ("crash", EngineDied, "it died by SIGABRT"),
        ("exit", EngineDied, "it ended with exit code 3"),
        ("hang", EngineHung, "it did not answer"),
        ("flood", EngineFlooded, "it wrote without end and gave no answer"),
        ("long-line", EngineFlooded, "it wrote without end and gave no answer"),
    ],
)
def test_faults_are_told_apart(fault: str, error: type[Exception], sentence: str) -> None:
    with EngineClient(fake(fault), "chess") as engine, pytest.raises(error, match=sentence):
        engine.go("startpos", "nodes 1", 2.0 if fault == "hang" else 60)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("no-such-engine-here", "there is no program 'no-such-engine-here'"),
        (f"{FAKE} mute", "it ended with exit code 0 and did not say 'uciok'"),
        (f"{FAKE} none Hesh=4", "it has no option 'Hesh'; did you mean 'Hash'"),
        (f"{FAKE} none Hash=many", "Hash must be a number, not 'many'"),
        (f"{FAKE} none Hash=0", "Hash must be between 1 and 64, not 0"),
        ("tabiya:layout=singel", "TTLayout cannot be 'singel'; did you mean 'single'"),
        ("tabiya:table=perhaps", "UseTT must be true or false, not 'perhaps'"),
        ("/etc/passwd", "there is no program '/etc/passwd'"),
        ("tabiya:hash=1,layot=single", "it has no option 'layot'; did you mean 'layout'"),
        ("tabiya:nul_move=off", "it has no option 'nul_move'; did you mean 'null_move'"),
    ],
)
def test_an_engine_that_does_not_start_says_why(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        check_engine(EngineSpec.parse(text, "chess"), "chess")


def test_an_engine_that_says_nothing_did_not_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabiya.match.engines.client.SECONDS_TO_START", 0.5)
    with pytest.raises(EngineNotStarted, match="it did not answer 'uci' with 'uciok'"):
        EngineClient(fake("silent"), "chess")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "an engine is 'tabiya', 'tabiya:option=value,…' or a command line, not empty"),
        ("tabiya:hash", "'hash' must be written as option=value"),
        ("tabiya:nodes=0", "nodes must be at least 1, not '0'"),
        ("tabiya:hash=1,hash=2", "'hash=2' sets an option twice"),
        ("tabiya:null_move=maybe", "null_move must be on or off, not 'maybe'"),
        ("tabiya:declaration=9", "declaration must be"),
        ("engine 'unclosed", "No closing quotation"),
    ],
)
def test_texts_that_name_no_engine_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        EngineSpec.parse(text, "chess")


def test_assignments_in_the_middle_of_a_command_are_its_own() -> None:
    spec = EngineSpec.parse("env A=1 program -u 'Skill Level=3'", "chess")
    assert spec.command == ("env", "A=1", "program", "-u")
    assert spec.options == {"Skill Level": "3"}
    assert EngineSpec.from_dict(spec.as_dict()) == spec


def test_hash_is_found_by_its_name_in_usi() -> None:
    with EngineClient(EngineSpec.parse("tabiya:hash=2", "shogi"), "shogi") as engine:
        assert engine.go("startpos", "nodes 50", 60).move


def test_infos_of_other_lines_and_free_text_do_not_count() -> None:
    from tabiya.match.engines.client import _read_info

    found: dict[str, int] = {}
    _read_info(["info", "depth", "5", "multipv", "1", "score", "cp", "20", "nodes", "9", "pv", "e2e4"], found)
    _read_info(["info", "depth", "6", "multipv", "2", "score", "cp", "90", "pv", "d2d4"], found)
    _read_info(["info", "string", "depth", "99", "score", "cp", "5"], found)
    assert found == {"depth": 5, "cp": 20, "nodes": 9}
    _read_info(["info", "depth", "7", "score", "mate", "-3"], found)
    assert found == {"depth": 7, "mate": -3, "nodes": 9}


@pytest.mark.parametrize(
    ("line", "text", "sent"),
    [
        ("option name Ponder type check default false", "ON", " value true"),
        (
            "option name Style type combo default Very Solid var Very Solid var Risky",
            "very solid",
            " value Very Solid",
        ),
        ("option name Depth type spin default 0", "-7", " value -7"),
        ("option name Log File type string default ", "x y", " value x y"),
        ("option name Clear Hash type button", "", ""),
        ("option name Odd type matrix default 0", "any", " value any"),
    ],
)
def test_values_are_sent_in_the_spelling_of_the_engine(line: str, text: str, sent: str) -> None:
    assert sent_value(declared_option(line), text) == sent


def test_what_an_engine_did_not_declare_is_not_sent() -> None:
    for line, text in (
        ("option name Clear Hash type button", "now"),
        ("option name Style type combo default A var A var B", "C"),
        ("option name Depth type spin default 0 min 0 max 9", "10"),
    ):
        with pytest.raises(ValueError, match=text):
            sent_value(declared_option(line), text)
