"""`tabiya.chess.pgn` reads and writes games as python-chess does."""

from __future__ import annotations

import io
from typing import Any

import chess.pgn as peer
import pytest
from chess_games import play

from tabiya import chess
from tabiya.chess import pgn

TEXTS = (
    "",
    "\n\n",
    '[Event "x"]\n\n*\n',
    '[Event "x"]\n\n\n1. e4 *',
    "1. e4 e5\n2. Nf3\n\n1. d4",
    "%escaped\n1. e4 {a\n\nb} e5 1-0\n\n2. d4",
    '[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]\n\n1. O-O Kd7 0-1',
    "1. e4 1-0 1. d4",
    '[White "A"]\n[Zeta "z"]\n[Alpha "a"]\n\n1. e4',
    "1. e4 e5 2. Ke2?! Ke7!? 3. Ke1 -- 4. d4 *",
    "1. zz e5",
    "1. e4) e5 ( 2. x",
    '[Event "a"]\n[Event "b"]\n1. e4',
    "1. e2e4 e7-e5",
    "{start} 1. e4 {first} {second} e5 (1... c5 2. Nf3 {sic} ({before} 2. c3 $5) d6) 2. Nf3! $14 ; rest\nNc6",
    "1. d4 (1. c4 c5 (1... e5) 2. Nc3 Nc6) (1. e4) 1... d5 {x [%clk 1:02:03.5]} 2. c4 e6 1/2-1/2\n\n1. e4 *",
    '[Variant "Chess960"]\n[FEN "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"]\n\n1. O-O-O *',
)


def read(module: Any, text: str) -> list[Any]:
    handle = io.StringIO(text)
    games = []
    while (game := module.read_game(handle)) is not None:
        games.append(game)
    return games


@pytest.mark.parametrize("text", TEXTS)
def test_a_game_is_read_as_python_chess_reads_it(text: str) -> None:
    theirs, ours = read(peer, text), read(pgn, text)
    assert [str(game) for game in ours] == [str(game) for game in theirs]
    for expected, found in zip(theirs, ours, strict=True):
        assert list(found.headers.items()) == list(expected.headers.items())
        assert len(found.errors) == len(expected.errors)
        assert found.comment == expected.comment
        assert found.end().board().fen() == expected.end().board().fen()
        assert str(found.mainline_moves()) == str(expected.mainline_moves())
        for mine, node in zip(found.mainline(), expected.mainline(), strict=True):
            for name in ("san", "uci", "ply", "turn", "clock", "is_end", "is_mainline", "starts_variation"):
                assert getattr(mine, name)() == getattr(node, name)(), name
            assert (mine.comment, mine.nags, len(mine.variations)) == (
                node.comment,
                node.nags,
                len(node.variations),
            )
            assert str(mine) == str(node)
            assert mine.game() is found
    headers, expected_headers = io.StringIO(text), io.StringIO(text)
    assert str(pgn.read_headers(headers)) == str(peer.read_headers(expected_headers))
    assert pgn.skip_game(headers) == peer.skip_game(expected_headers)


def test_quotes_in_a_tag_are_escaped_as_the_standard_says() -> None:
    (game,) = read(pgn, r'[White "A \"B\" \\ C"] ')
    assert game.headers["White"] == 'A "B" \\ C'
    assert r'[White "A \"B\" \\ C"]' in str(game)


def test_the_game_of_a_board_is_that_of_python_chess() -> None:
    for number in range(12):
        theirs, ours = list(play(number, plies=40))[-1]
        assert str(pgn.Game.from_board(ours)) == str(peer.Game.from_board(theirs))


def test_a_tree_grows_and_shrinks_as_in_python_chess() -> None:
    def grow(module: Any, move: Any) -> str:
        game = module.Game()
        game.headers["White"] = "A"
        first = game.add_variation(move("e2e4"), comment="good", nags=[1])
        other = game.add_main_variation(move("d2d4"))
        assert game.variation(move("e2e4")) is first is game[1]
        assert game.has_variation(move("e2e4"))
        assert other.parent is game
        assert first.starts_variation()
        first.add_line([move("c7c5"), move("g1f3")], comment="Sicilian")
        other.add_variation(move("d7d5"))
        other.add_variation(move("g8f6"), starting_comment="Indian")
        other.remove_variation(move("d7d5"))
        assert not other.has_variation(move("d7d5"))
        with pytest.raises(KeyError):
            other.variation(move("d7d5"))
        return str(game)

    import chess as library

    assert grow(pgn, chess.Move.from_uci) == grow(peer, library.Move.from_uci)
    position = pgn.Game()
    position.setup("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    assert (position.headers["FEN"], position.headers["SetUp"]) == ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "1")
    position.setup(chess.Board())
    assert "FEN" not in position.headers
