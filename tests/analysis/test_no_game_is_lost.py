"""``--annotate`` never replaces a file by less than it held: interrupted, with faults, in place."""

from __future__ import annotations

import io
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

from click.testing import CliRunner, Result
from games_to_analyse import KIF, OPENING, SCHOLARS_MATE

from tabiya.analysis import parse_games
from tabiya.analysis.run import Here
from tabiya.cli.app import app
from tabiya.jobs import Job, JobResult
from tabiya.storage.whole import partial_name

ILLEGAL = '[Event "Broken"]\n\n1. e4 e5 2. Ke3 {what was played after it} Nc6 3. Nf3 *\n\n'
VARIANT = '[Event "Other"]\n[Variant "Atomic"]\n\n1. Nf3 f6 2. Nd4 *\n\n'
UNCLOSED = '[Event "Unclosed"]\n\n1. e4 {this comment has no end\n\n'
ALL = SCHOLARS_MATE + ILLEGAL + OPENING + VARIANT + UNCLOSED


def annotate(source: Path, target: Path, *options: str) -> Result:
    arguments = ["analyse", source, "--annotate", target, "--nodes", "500", "--workers", "0", *options]
    return CliRunner().invoke(app, [str(each) for each in arguments])


def stop_in_the_second_game(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = Here.run

    def interrupted(self: Here, jobs: Iterator[Job]) -> Generator[JobResult, None, None]:
        found = searched(self, jobs)
        yield next(found)
        raise KeyboardInterrupt

    monkeypatch.setattr(Here, "run", interrupted)


def events(text: str) -> list[str]:
    return [record.tags.get("Event", "") for record in parse_games(text)]


def test_games_that_are_not_analysed_stay_as_they_are(tmp_path: Path) -> None:
    games = tmp_path / "games.pgn"
    games.write_text(ALL)
    result = annotate(games, games)
    assert result.exit_code == 1  # broken games are named
    after = games.read_text()
    assert events(after) == ["School", "Broken", "Club", "Other", "Unclosed"]
    for unchanged in (ILLEGAL, VARIANT, UNCLOSED):
        assert unchanged.strip() in after
    assert after.count("%eval") > 4


@pytest.mark.parametrize("through_a_link", [False, True])
def test_an_interrupt_keeps_the_file_and_names_the_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, through_a_link: bool
) -> None:
    games = tmp_path / "games.pgn"
    games.write_text(ALL)
    target = games
    if through_a_link:
        target = tmp_path / "link.pgn"
        target.symlink_to(games)
    stop_in_the_second_game(monkeypatch)
    result = annotate(games, target)
    assert result.exit_code == 130
    assert games.read_text() == ALL
    part = tmp_path / "games.partial.pgn"
    assert events(part.read_text())[0] == "School"
    assert str(part) in result.output.replace("\n", "")


def test_an_interrupt_in_the_first_game_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(self: Here, jobs: Iterator[Job]) -> Generator[JobResult, None, None]:
        next(jobs)
        raise KeyboardInterrupt
        yield

    games, target = tmp_path / "games.pgn", tmp_path / "out.pgn"
    games.write_text(ALL)
    monkeypatch.setattr(Here, "run", interrupted)
    assert annotate(games, target).exit_code == 130
    assert games.read_text() == ALL
    assert not target.exists()


def test_a_new_file_takes_the_part_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games, target = tmp_path / "games.pgn", tmp_path / "out.pgn"
    games.write_text(ALL)
    stop_in_the_second_game(monkeypatch)
    assert annotate(games, target).exit_code == 130
    assert events(target.read_text())[0] == "School"


def test_a_part_never_replaces_an_earlier_part(tmp_path: Path) -> None:
    target = tmp_path / "games.pgn"
    names = []
    for _ in range(3):
        names.append(Path(partial_name(target)).name)
        Path(partial_name(target)).touch()
    assert names == ["games.pgn", "games.partial.pgn", "games.partial2.pgn"]


def test_an_unreadable_end_of_the_file_stays(tmp_path: Path) -> None:
    games = tmp_path / "games.pgn"
    before = SCHOLARS_MATE + OPENING + '[Event "Zero"]\n\n1. e4 e5\n\0 2. Nf3 *\n\n' + SCHOLARS_MATE
    games.write_text(before)
    assert annotate(games, games).exit_code == 1
    after = games.read_text()
    assert "%eval" in after
    assert after.endswith(before[before.index('[Event "Zero"]') :])
    assert events(after[: after.index('[Event "Zero"]')]) == ["School", "Club"]


def test_what_stands_before_the_first_game_stays(tmp_path: Path) -> None:
    games = tmp_path / "games.pgn"
    games.write_text("% made by a program\n" + OPENING)
    annotate(games, games)
    assert games.read_text().startswith("% made by a program\n")


@pytest.mark.parametrize("line", ["1. e4 e5 1-0 1. Ke3 * 1. d4 *", "1. Ke3 * 1. d4 *", "1. d4 * 1. Ke3 *"])
def test_games_of_one_line_stay_together(tmp_path: Path, line: str) -> None:
    games = tmp_path / "games.pgn"
    games.write_text(line + "\n" + OPENING)
    annotate(games, games)
    after = games.read_text()
    assert after.startswith(line + "\n")
    assert "Two masters." in after


def test_a_game_of_kif_in_japanese_encoding_stays_readable(tmp_path: Path) -> None:
    games = tmp_path / "games.kif"
    broken = KIF.replace("３四歩(33)", "５五歩(33)").replace("Sato", "佐藤")
    games.write_bytes((KIF + broken).encode("cp932"))
    assert annotate(games, games).exit_code == 1
    after = games.read_text()  # UTF-8
    assert broken.strip() in after
    assert after.index("Sato") < after.index("佐藤")


def test_games_of_another_format_are_all_written(tmp_path: Path) -> None:
    source, target = tmp_path / "games.uci", tmp_path / "games.pgn"
    source.write_text("startpos moves e2e4 e7e5\nstartpos moves e2e4 e7e5 e1e3 g8f6\n")
    annotate(source, target)
    pgn: Any = pytest.importorskip("chess.pgn")
    stream = io.StringIO(target.read_text())
    lengths = []
    while (game := pgn.read_game(stream)) is not None:
        lengths.append(len(list(game.mainline_moves())))
    assert lengths == [2, 2]
