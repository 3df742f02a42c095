"""What an argument of `tabiya analyse` means."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from unittest.mock import patch

import pytest

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

from games_to_analyse import KIF, OPENING

from tabiya.analysis import read_games
from tabiya.analysis.sources import GameSource, PositionFile, PositionSource, find_source
from tabiya.books import BookError
from tabiya.games import GAMES, game_spec

LONG_LINE = " ".join(f"{number}. Nf3 Nf6 {number + 1}. Ng1 Ng8" for number in range(1, 100, 2))


@pytest.mark.parametrize("name", GAMES)
def test_a_position_is_found_in_its_game(name: str) -> None:
    board = game_spec(name).board()
    board.push(next(iter(board.legal_moves)))
    text = game_spec(name).notation.position(board)
    found = find_source(text)
    assert isinstance(found, PositionSource)
    assert (found.game, found.board) == (name, board)
    assert find_source(text, name) == found


@pytest.mark.parametrize(
    ("text", "game", "fields"),
    [
        ("startpos", "chess", "rnbqkbnr/"),
        ("startpos moves e2e4 e7e5", "chess", "rnbqkbnr/pppp1ppp"),
        ("position startpos moves 7g7f", "shogi", "lnsgkgsnl/"),
        ("position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1", "chess", "4k3/"),
        ("sfen 4k4/9/9/9/9/9/9/9/4K4 b 2P 1", "shogi", "4k4/"),
        ('6k1/5ppp/8/8/8/8/8/3R2K1 w - - bm Rd8#; id "back rank";', "chess", "6k1/"),
    ],
)
def test_positions_may_be_written_as_protocols_and_epd_do(text: str, game: str, fields: str) -> None:
    found = find_source(text)
    assert isinstance(found, PositionSource)
    assert found.game == game
    assert game_spec(game).notation.position(found.board).startswith(fields)


@pytest.mark.parametrize(
    ("text", "game"),
    [
        (OPENING, "chess"),
        ("1.e4", "chess"),
        (LONG_LINE, "chess"),
        (KIF, "shogi"),
        ("   1 ７六歩(77)", "shogi"),
        ("+7776FU\n-3334FU", "shogi"),
    ],
)
def test_a_pasted_game_is_a_game(text: str, game: str) -> None:
    found = find_source(text)
    assert isinstance(found, GameSource)
    assert found.spec.name == game
    with found.open() as file:
        (record,) = found.games(file)
    assert record.moves
    assert record.fault is None


def test_the_contents_decide_where_the_suffix_does_not(tmp_path: Path) -> None:
    contents = {
        "games.txt": ("startpos moves 7g7f 3c3d\n", GameSource),
        "chess.txt": ("startpos moves e2e4 e7e5\n", GameSource),
        "pgn.txt": (OPENING, GameSource),
        "kif.txt": (KIF, GameSource),
        "no_suffix": (OPENING, GameSource),
        "positions.txt": ("startpos\n", PositionFile),
        "positions.sfen": ("4k4/9/9/9/9/9/9/9/4K4 b 2P 1\n", PositionFile),
        "positions.epd": ("startpos moves e2e4 e7e5\n", PositionFile),
    }
    for name, (text, kind) in contents.items():
        (tmp_path / name).write_text(text)
        assert type(find_source(str(tmp_path / name))) is kind, name
    assert [len(game.moves) for game in read_games(tmp_path / "chess.txt")] == [2]
    assert [game.game.name for game in read_games(tmp_path / "kif.txt")] == ["shogi"]


def test_shift_jis_is_recognized(tmp_path: Path) -> None:
    path = tmp_path / "old.txt"
    path.write_bytes(KIF.encode("cp932"))
    (game,) = read_games(path)
    assert game.players == ("Sato", "Ito")


def test_a_slow_pipe_is_read_from_its_first_byte() -> None:
    whole = OPENING * 40  # more than is read to recognize it
    with patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(whole.encode()))):
        found = find_source("-")
        assert isinstance(found, GameSource)
        with found.open() as file:
            assert [len(game.moves) for game in found.games(file)] == [7] * 40


def test_other_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "letter.doc"
    path.write_text("Dear Sir or Madam\n")
    with pytest.raises(BookError, match="neither the suffix nor the contents are those of"):
        list(read_games(path))
    with pytest.raises(FileNotFoundError):
        list(read_games(tmp_path / "nowhere.pgn"))
