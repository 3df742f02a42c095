"""The drawing of a board shows what is on the board, for every game."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree

import pytest

from tabiya.games import GAMES, GameSpec, game_spec
from tabiya.games.play import random_board
from tabiya.games.svg import drawing, shapes

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(params=GAMES)
def spec(request: pytest.FixtureRequest) -> GameSpec:
    return game_spec(request.param)


def test_every_piece_of_the_game_is_drawn(spec: GameSpec) -> None:
    assert spec.diagram is not None
    board = spec.board()
    assert set(spec.diagram.pieces) == set(type(board)._pieces)
    found = ElementTree.fromstring(f"<svg>{shapes(spec)}</svg>")
    assert {symbol.get("id") for symbol in found} == {
        f"{spec.name}-{symbol}" for symbol in spec.diagram.pieces
    }


@pytest.mark.parametrize("flipped", [False, True])
def test_a_drawing_has_every_piece_on_its_square_and_every_move_has_squares(
    spec: GameSpec, flipped: bool
) -> None:
    diagram = spec.diagram
    assert diagram is not None
    for seed in range(5):
        board = random_board(spec, Random(seed), 40)
        picture = ElementTree.fromstring(drawing(spec, board, flipped))
        squares = {
            each.get("data-square"): each for each in picture.iter(f"{SVG}rect") if each.get("data-square")
        }
        assert len(squares) == len(diagram.rows) * len(diagram.columns)
        placed = diagram.placed(board)
        men = {each.get("data-square"): each for each in picture.iter(f"{SVG}use") if each.get("data-square")}
        assert men.keys() & squares.keys() == placed.keys()
        assert all(
            (men[square].get("x"), men[square].get("y"))
            == (squares[square].get("x"), squares[square].get("y"))
            for square in placed
        )
        held = {f"{symbol}*" for symbol, count in diagram.held(board, bool(board.turn)).items() if count}
        assert men.keys() - squares.keys() == held
        for move in board.legal_moves:
            step = diagram.step(board, move)
            assert step.origin is None or step.origin in {*placed, *held}
            assert step.target is None or step.target in squares
            assert step.becomes is None or step.becomes in diagram.pieces


def test_moves_that_share_their_squares_differ_in_the_piece_that_arrives() -> None:
    for game, text in (
        ("chess", "8/P7/8/8/8/8/k7/2K5 w - - 0 1"),
        ("shogi", "4k4/9/4P4/9/9/9/9/9/4K4 b - 1"),
    ):
        spec = game_spec(game)
        assert spec.diagram is not None
        board = spec.board(text)
        steps = [spec.diagram.step(board, move) for move in board.legal_moves]
        assert len(set(steps)) == len(steps)
