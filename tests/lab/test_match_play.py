"""Matches: every game has a result whatever the engines do, and a resumed match equals a complete one."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from test_engine_client import FAKE

from processes import child, wait_until
from tabiya.books.files import GameFile
from tabiya.games import GAMES
from tabiya.games.openings import Opening, built_in, read_openings
from tabiya.jobs import Inline, LocalPool
from tabiya.match import MatchConfig, Rules, Standing, play_match
from tabiya.match.clock import GameClock
from tabiya.match.engines import EngineSpec
from tabiya.match.export import export_games
from tabiya.match.log import MatchLog
from tabiya.stats import Sprt, SprtState


def config(
    first: str, second: str, game: str = "chess", games: int = 2, sprt: Any = None, **rules: Any
) -> MatchConfig:
    limits = {"nodes": 200} if not {"tc", "movetime", "nodes"} & rules.keys() else {}
    engines = tuple(EngineSpec.parse(text, game) for text in (first, second))
    made = Rules(game, **{**limits, **rules})
    return MatchConfig(engines, made, tuple(built_in(game)), games, sprt)  # type: ignore[arg-type]


def played(
    match: MatchConfig, runner: Any = None, path: Path | None = None
) -> tuple[Standing, dict[int, dict[str, Any]]]:
    log = MatchLog(path, match)
    standing = Standing()
    for standing in play_match(match, runner or Inline(), log):  # noqa: B007
        pass
    return standing, log.pairs


GOOD = f"{FAKE} none name=good nodes=1"
"""Has no clock, and so loses no game when the machine is busy."""
FAULTY = [
    ("crash", "crash", "bad: it died by SIGABRT"),
    ("exit", "crash", "bad: it ended with exit code 3"),
    ("flood", "flood", "bad: it wrote without end and gave no answer"),
    ("illegal", "illegal move", "bad played 'e9e4'"),
    ("hang", "hang", "bad: it did not answer"),
]


@pytest.mark.parametrize(("fault", "ending", "reason"), FAULTY)
def test_a_fault_loses_the_game_and_the_match_goes_on(fault: str, ending: str, reason: str) -> None:
    limits: dict[str, Any] = {"movetime": 0.2, "margin": 5.0, "patience": -4.5} if fault == "hang" else {}
    match = config(GOOD, f"{FAKE} {fault} 9 name=bad", **limits)
    standing, pairs = played(match)
    games = pairs[0]["games"]
    assert [game["result"] for game in games] == ["1-0", "0-1"]
    assert [game["ending"] for game in games] == [ending] * 2
    assert [game["reason"] for game in games] == [reason] * 2
    assert standing.faults == {"bad": {ending: 2}}
    assert (standing.results.wins, standing.results.losses) == (2, 0)


def test_overstepping_the_time_loses() -> None:
    match = config(GOOD, f"{FAKE} slow 9 name=late", tc="0.3+0.1")
    standing, pairs = played(match)
    assert standing.faults == {"late": {"time forfeit": 2}}
    assert re.fullmatch(r"late took 0\.\d+ s for its move, but had 0\.310 s", pairs[0]["games"][0]["reason"])


@pytest.mark.skipif(not Path("/proc/self/schedstat").exists(), reason="nobody counts how long threads wait")
@pytest.mark.parametrize(("fault", "lost"), [("busy", False), ("slow", True)])
def test_a_busy_machine_loses_nobody_a_game(fault: str, lost: bool) -> None:
    """The engine shares a processor with three others. One works for 0.2 s, which take 0.8 s: it is not late
    by its own fault. Another sleeps 0.5 s, and has 0.3 s."""
    processor = min(os.sched_getaffinity(0))
    spin = ["taskset", "-c", str(processor), sys.executable, "-c", "while True: pass"]
    match = config(GOOD, f"taskset -c {processor} {FAKE} {fault} 9 name=it", tc="0.3+0.3", longest=8)
    with child(spin), child(spin), child(spin):
        standing, pairs = played(match)
    games = pairs[0]["games"]
    if lost:
        assert standing.faults == {"it": {"time forfeit": 2}}
    else:
        assert not standing.faults, games
        assert standing.excused == sum(game["excused"] for game in games) > 0


def test_an_engine_that_no_longer_starts_loses(tmp_path: Path) -> None:
    script = tmp_path / "once"
    script.write_text(f"#!/bin/sh\nmv {tmp_path}/once {tmp_path}/gone\nexec {FAKE} crash 9\n")
    script.chmod(0o755)
    match = config(f"{FAKE} none name=good", f"{script} name=once")
    standing, pairs = played(match)
    assert [game["ending"] for game in pairs[0]["games"]] == ["crash", "not started"]
    assert standing.results.wins == 2


def test_in_shogi_an_engine_may_resign_and_not_declare_what_it_has_not() -> None:
    resigning = config(f"{FAKE} none 0 shogi name=good", f"{FAKE} resign 9 shogi name=bad", "shogi")
    _, pairs = played(resigning)
    assert [(game["result"], game["ending"]) for game in pairs[0]["games"]] == [
        ("1-0", "resigned"),
        ("0-1", "resigned"),
    ]
    boasting = config(f"{FAKE} none 0 shogi name=good", f"{FAKE} win 9 shogi name=bad", "shogi")
    _, pairs = played(boasting)
    assert [game["ending"] for game in pairs[0]["games"]] == ["illegal move"] * 2


@pytest.mark.parametrize("game", GAMES)
def test_our_engine_plays_whole_games(game: str) -> None:
    match = config("tabiya:hash=1,name=a", "tabiya:hash=1,table=off,name=b", game, nodes=300)
    standing, pairs = played(match)
    assert standing.results.games == 2
    assert not standing.faults
    assert pairs[0]["games"][0]["first"] == 0
    assert pairs[0]["games"][1]["first"] == 1


@pytest.mark.parametrize(("game", "program"), [("chess", "tabiya-uci"), ("shogi", "tabiya-usi")])
def test_another_build_plays_by_the_path_of_its_program(game: str, program: str) -> None:
    build = Path(sys.executable).with_name(program)
    standing, pairs = played(config("tabiya:hash=1", f"{build} Hash=1 name=old", game))
    assert standing.results.games == 2
    assert not any(game["reason"].startswith("old") for game in pairs[0]["games"])


# ---- the record -----------------------------------------------------------------------------------


def moves_of(pairs: dict[int, dict[str, Any]]) -> list[Any]:
    return [[(game["result"], game["moves"]) for game in pair["games"]] for _, pair in sorted(pairs.items())]


def test_a_killed_and_resumed_match_equals_an_unbroken_one(tmp_path: Path) -> None:
    names = [f"tabiya:hash=1,name={name},nodes={nodes}" for name, nodes in (("a", 400), ("b", 100))]
    options = ["--games", "8", "--nodes", "1", "--max-moves", "20", "--sprt", "elo0=0", "elo1=400"]
    command = [sys.executable, "-c", "from tabiya.cli import main; main()", "match", *names, *options]
    killed = tmp_path / "killed.jsonl"
    running = [*command, "--concurrency", "2", "--resume", str(killed)]
    with child(running, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL):
        wait_until(lambda: killed.exists() and killed.read_bytes().count(b"\n") >= 3)
    lines = killed.read_bytes().splitlines(keepends=True)
    assert 3 <= len(lines) < 5  # else nothing was interrupted
    with killed.open("ab") as file:
        file.write(lines[1][: len(lines[1]) // 2])  # as if it had been killed while it wrote
    whole = tmp_path / "whole.jsonl"
    answers = [
        json.loads(subprocess.run([*command, "--json", "--resume", path], stdout=subprocess.PIPE).stdout)
        for path in (killed, whole)
    ]
    assert answers[0] == answers[1]
    assert answers[0]["games"] > 0
    records = [[json.loads(line) for line in path.read_text().splitlines()] for path in (killed, whole)]
    played_pairs = answers[0]["games"] // 2
    first, second = ({line["pair"]: line for line in lines[1:]} for lines in records)
    assert len(first) == len(records[0]) - 1  # no pair twice
    for pair in range(played_pairs):
        assert moves_of({0: first[pair]}) == moves_of({0: second[pair]})


def test_half_a_line_at_the_end_of_a_record_is_lost_and_no_more(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    match = config("tabiya:hash=1", "tabiya:hash=2", games=6)
    pairs = [{"pair": number, "games": [], "opening": {"start": None, "moves": ["é"]}} for number in range(3)]
    log = MatchLog(path, match)
    for pair in pairs:
        log.add(pair)
    whole = path.read_bytes()
    after_two = len(b"".join(whole.splitlines(keepends=True)[:3]))
    for cut in range(after_two, len(whole)):
        path.write_bytes(whole[:cut])
        resumed = MatchLog(path, match)
        assert resumed.done == {"pair 0", "pair 1"}
        resumed.add(pairs[2])
        assert path.read_bytes() == whole


def test_a_record_of_another_match_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    MatchLog(path, config("tabiya:hash=1", "tabiya:hash=2"))
    with pytest.raises(ValueError, match="is the record of another match: engines were"):
        MatchLog(path, config("tabiya:hash=1", "tabiya:hash=4"))
    with pytest.raises(ValueError, match="is the record of another match: seed were"):
        MatchLog(path, replace(config("tabiya:hash=1", "tabiya:hash=2"), seed=12345))
    path.write_text("{}\n")
    with pytest.raises(ValueError, match="is not a record of a match"):
        MatchLog(path, config("tabiya:hash=1", "tabiya:hash=2"))


def test_more_games_go_on_from_a_record(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    arguments = (f"{FAKE} none name=good", f"{FAKE} illegal 9 name=bad")
    played(config(*arguments, games=2), path=path)
    before = path.read_text()
    standing, _ = played(config(*arguments, games=4), path=path)
    assert standing.results.wins == 4
    assert path.read_text().startswith(before)


def test_a_test_ends_the_match() -> None:
    arguments = (f"{FAKE} none name=good", f"{FAKE} illegal 9 name=bad")
    match = config(*arguments, games=200, sprt=Sprt(0, 600))
    standing, pairs = played(match, LocalPool(2))
    assert standing.state is SprtState.H1
    assert 3 <= len(pairs) < 20
    again, _ = played(match, Inline())
    assert again == standing  # whoever ended first


def test_games_that_were_played_before_do_not_count_again() -> None:
    """Nodes decide each move, so an opening that comes again gives the same games again."""
    arguments = (f"{FAKE} none name=good", f"{FAKE} illegal 9 name=bad")
    match = config(*arguments, games=8)
    twice = MatchConfig(match.engines, match.rules, match.openings[:2], match.games)
    standing, pairs = played(twice)
    assert len(pairs) == standing.counted == 4
    assert (standing.copies, standing.pairs.pairs, standing.results.wins) == (2, 2, 4)
    whole, _ = played(match)
    assert (whole.copies, whole.results.wins) == (0, 8)


# ---- rules ----------------------------------------------------------------------------------------


def test_clocks_are_told_to_the_right_sides() -> None:
    clock = GameClock(Rules("shogi", tc="5+1"))
    assert clock.spend(True, 2.0)
    assert clock.limits(False) == "wtime 5000 btime 4000 winc 1000 binc 1000"
    assert not clock.spend(False, 5.1)
    assert GameClock(Rules(nodes=5)).limits(True, 7) == "nodes 7"
    assert GameClock(Rules(movetime=0.05)).limits(True) == "movetime 50"


def test_games_are_called_off_only_when_both_agree() -> None:
    won = Rules(nodes=1).adjudicator()
    for _ in range(3):
        won.take(True, 1500)
        won.take(False, -1200)
    ending = won.ending(20)
    assert ending is not None
    assert ending.winner is True
    disputed = Rules(nodes=1).adjudicator()
    for _ in range(10):
        disputed.take(True, 1500)
        disputed.take(False, 0)
    assert disputed.ending(20) is None
    drawn = Rules(nodes=1).adjudicator()
    for _ in range(16):
        drawn.take(True, 0)
    assert drawn.ending(79) is None
    assert drawn.ending(80) is not None
    assert Rules(nodes=1, longest=10).adjudicator().ending(20) is not None
    off = Rules(nodes=1, resign=0, draw=0).adjudicator()
    for _ in range(20):
        off.take(True, 0)
    assert off.ending(100) is None


@pytest.mark.parametrize("limits", [{}, {"tc": "1+0", "nodes": 5}])
def test_a_match_has_one_limit(limits: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="one of --tc, --nodes and --time"):
        Rules(**limits)


# ---- openings and files ---------------------------------------------------------------------------


def test_openings_are_read_from_files(tmp_path: Path) -> None:
    path = tmp_path / "openings.epd"
    path.write_text(
        "# a comment\n"
        'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - id "one";\n'
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n"
        "startpos moves e2e4\n"
    )
    boards = [opening.board("chess") for opening in read_openings(path, "chess")]
    assert len({board.key for board in boards}) == 1
    path.write_text("startpos moves e2e5\n")
    with pytest.raises(ValueError, match=r"openings\.epd, line 1: illegal move: 'e2e5'"):
        read_openings(path, "chess")
    shogi = Opening.parse("lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2", "shogi")
    assert shogi.board("shogi").key == Opening(None, ("7g7f",)).board("shogi").key


@pytest.mark.parametrize(("game", "suffix"), [("chess", "pgn"), ("shogi", "csa"), ("shogi", "kif")])
@pytest.mark.parametrize("setup", [False, True])
def test_games_are_written_for_others_to_read(tmp_path: Path, game: str, suffix: str, setup: bool) -> None:
    match = config(f"{FAKE} none 0 {game} name=a", f"{FAKE} none 0 {game} name=b", game, longest=30)
    if setup:
        board = match.openings[0].board(game)
        text = board.fen() if game == "chess" else board.sfen()
        openings = (Opening.parse(text, game),)
        match = MatchConfig(match.engines, match.rules, openings, match.games)
    _, pairs = played(match)
    path = tmp_path / f"games.{suffix}"
    assert export_games(path, match, pairs) == 2
    if game == "chess":
        pytest.importorskip("chess", reason="reading PGN needs python-chess")
    with GameFile(path) as file:
        read = list(file)
    opening = [] if setup else pairs[0]["opening"]["moves"]
    assert [list(map(str, found.moves)) for found in read] == [
        [*opening, *played_game["moves"]] for played_game in pairs[0]["games"]
    ]
