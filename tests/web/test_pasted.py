"""A pasted text is told apart by itself."""

from __future__ import annotations

import pytest

from tabiya.web.pasted import MAX_GAMES, read_text

MATE = "1. f3 e5 2. g4 Qh4#"
KIF = "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 ３四歩(33)\n"
CSA = "V2.2\nPI\n+\n+7776FU\n-3334FU\n"
SFEN = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2"
FEN = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
OTHELLO = "---------------------------OX------XO--------------------------- X"


@pytest.mark.parametrize(
    ("text", "game", "moves"),
    [
        (MATE, "chess", ["f2f3", "e7e5", "g2g4", "d8h4"]),
        (f'[White "A"]\n[Black "B"]\n\n{MATE} 0-1\n', "chess", ["f2f3", "e7e5", "g2g4", "d8h4"]),
        ("e4 e5 Nf3", "chess", ["e2e4", "e7e5", "g1f3"]),
        ("e2e4 e7e5", "chess", ["e2e4", "e7e5"]),
        ("startpos moves e2e4 e7e5", "chess", ["e2e4", "e7e5"]),
        ("position startpos moves 7g7f 3c3d", "shogi", ["7g7f", "3c3d"]),
        (KIF, "shogi", ["7g7f", "3c3d"]),
        (CSA, "shogi", ["7g7f", "3c3d"]),
        ("d3 c3", "othello", ["d3", "c3"]),
    ],
)
@pytest.mark.parametrize("on_board", ["chess", "shogi", "othello"])
def test_games_are_read_whatever_is_on_the_board(
    text: str, game: str, moves: list[str], on_board: str
) -> None:
    (found,) = read_text(text, on_board)
    assert (found["game"], found["moves"], found["fault"]) == (game, moves, None)


@pytest.mark.parametrize(
    ("text", "game"),
    [
        (FEN, "chess"),
        (f"position fen {FEN}", "chess"),
        (SFEN, "shogi"),
        (f"sfen {SFEN}", "shogi"),
        (OTHELLO, "othello"),
    ],
)
def test_positions_are_read_whatever_is_on_the_board(text: str, game: str) -> None:
    for on_board in ("chess", "shogi", "othello"):
        (found,) = read_text(f"  {text}\n", on_board)
        assert (found["game"], found["moves"]) == (game, [])
        assert found["start"] is not None


def test_headers_and_faults_are_kept_and_games_counted() -> None:
    (found,) = read_text('[White "Morphy"]\n\n1. e4 e5 2. Ke7 *', "chess")
    assert found["headers"]["White"] == "Morphy"
    assert found["moves"] == ["e2e4", "e7e5"]
    assert "Ke7" in found["fault"]
    many = "\n".join(f'[Event "{number}"]\n\n1. e4 *\n' for number in range(MAX_GAMES + 50))
    assert len(read_text(many, "chess")) == MAX_GAMES


@pytest.mark.parametrize("text", ["", "   \n", "hello world", "8/8/8/8", "\ud800", "e4 e5 Ke7", "[" * 5000])
def test_other_texts_are_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"the text|this text"):
        read_text(text, "chess")
