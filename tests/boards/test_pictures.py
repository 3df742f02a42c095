"""`board.svg()` shows what is on the board, square by square, in every game."""

from __future__ import annotations

import re
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from tabiya import chess, othello, shogi
from tabiya.games import GAMES, GameSpec, game_spec
from tabiya.games.play import random_board
from tabiya.games.svg import CELL

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(params=GAMES)
def spec(request: pytest.FixtureRequest) -> GameSpec:
    return game_spec(request.param)


def parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def corners(picture: ElementTree.Element) -> dict[str, tuple[float, float]]:
    return {
        str(each.get("data-square")): (float(each.get("x", 0)), float(each.get("y", 0)))
        for each in picture.iter(f"{SVG}rect")
        if each.get("data-square")
    }


def marks(picture: ElementTree.Element, kind: str) -> set[str]:
    """The marked squares, which must lie where their mark lies."""
    places, found = corners(picture), set()
    for each in picture.iter(f"{SVG}rect"):
        if each.get("class") == f"mark {kind}":
            square = str(each.get("data-mark"))
            assert places[square] == (float(each.get("x", 0)), float(each.get("y", 0)))
            found.add(square)
    return found


@pytest.mark.parametrize("orientation", [True, False])
def test_every_piece_is_on_its_square(spec: GameSpec, orientation: bool) -> None:
    assert spec.diagram is not None
    for seed in range(4):
        board = random_board(spec, Random(seed), 30)
        picture = parsed(board.svg(orientation=orientation))
        places = corners(picture)
        shapes = {each.get("id") for each in picture.iter(f"{SVG}symbol")}
        men = {}
        for man in picture.iter(f"{SVG}use"):
            assert str(man.get("href")).removeprefix("#") in shapes
            at = (float(man.get("x", 0)), float(man.get("y", 0)))
            if at in places.values():
                men[next(square for square, place in places.items() if place == at)] = man.get("href")
        placed = spec.diagram.placed(board)
        assert men.keys() == placed.keys()
        if not spec.diagram.pointed or orientation:
            assert men == {square: f"#{spec.name}-{symbol}" for square, symbol in placed.items()}
        first, last = spec.diagram.rows[0][0], spec.diagram.rows[-1][-1]
        assert (places[first] < places[last]) == orientation


def test_the_last_move_is_marked(spec: GameSpec) -> None:
    assert spec.diagram is not None
    for seed in range(4):
        board = random_board(spec, Random(seed), 25)
        assert marks(parsed(board.svg(mark_last=False)), "last") == set()
        last = board.peek()
        before = board.copy()
        before.pop()
        step = spec.diagram.step(before, last) if last else None
        squares = {step.origin, step.target} & set(corners(parsed(board.svg()))) if step else set()
        assert marks(parsed(board.svg()), "last") == squares
        assert marks(parsed(board.copy(stack=False).svg()), "last") == set()


def test_a_king_in_check_is_marked() -> None:
    board = chess.Board("4k3/8/8/8/8/8/8/4RK2 b - - 0 1")
    assert marks(parsed(board.svg()), "check") == {"e8"}
    assert marks(parsed(chess.Board().svg()), "check") == set()
    problem = shogi.Board("4k4/9/4R4/9/9/9/9/9/9 w - 1")
    assert marks(parsed(problem.svg()), "check") == {"5a"}


def test_an_impossible_board_has_a_picture() -> None:
    assert marks(parsed(chess.Board.empty().svg()), "check") == set()


@pytest.mark.parametrize(
    ("board", "squares", "names"),
    [
        (chess.Board(), ["e4", chess.A1], {"e4", "a1"}),
        (shogi.Board(), ["5e", 80], {"5e", "9i"}),
        (othello.Board(), ["h8", 1], {"h8", "b1"}),
    ],
)
def test_squares_are_marked_by_name_or_number(board: Any, squares: list[int | str], names: set[str]) -> None:
    assert marks(parsed(board.svg(squares=squares)), "chosen") == names


@pytest.mark.parametrize("orientation", [True, False])
@pytest.mark.parametrize(
    ("board", "arrow", "ends"),
    [
        (chess.Board(), "g1f3", ("g1", "f3")),
        (chess.Board(), chess.Move.from_uci("e2e4"), ("e2", "e4")),
        (chess.Board(), (chess.A8, "h1"), ("a8", "h1")),
        (shogi.Board(), "2g2f", ("2g", "2f")),
        (shogi.Board(), ("9i", "1a"), ("9i", "1a")),
    ],
)
def test_an_arrow_leads_from_its_square_to_the_other(
    board: Any, arrow: Any, ends: tuple[str, str], orientation: bool
) -> None:
    picture = parsed(board.svg(arrows=[arrow], orientation=orientation))
    (path,) = (each for each in picture.iter(f"{SVG}path") if each.get("class") == "arrow")
    assert (path.get("data-from"), path.get("data-to")) == ends
    numbers = [float(text) for text in re.findall(r"-?[\d.]+", str(path.get("d")))]
    points = list(zip(numbers[::2], numbers[1::2], strict=True))
    places = corners(picture)
    tail = [(a + b) / 2 for a, b in zip(points[0], points[-1], strict=True)]
    for (x, y), square in ((tail, ends[0]), (points[3], ends[1])):
        left, top = places[square]
        assert left < x < left + CELL
        assert top < y < top + CELL


def test_a_piece_from_the_hand_or_a_disc_gets_a_ring() -> None:
    drop = shogi.Board("4k4/9/9/9/9/9/9/9/4K4 b G 1")
    for board, arrow, target in ((drop, "G*5e", "5e"), (othello.Board(), "d3", "d3")):
        picture = parsed(board.svg(arrows=[arrow]))
        (ring,) = (each for each in picture.iter(f"{SVG}circle") if each.get("class") == "ring")
        left, top = corners(picture)[target]
        assert (ring.get("data-to"), ring.get("cx"), ring.get("cy")) == (
            target,
            str(left + CELL / 2),
            str(top + CELL / 2),
        )


def test_a_picture_stands_alone(spec: GameSpec) -> None:
    board = random_board(spec, Random(2), 20)
    picture = parsed(board._repr_svg_())
    assert picture.get("width") == "390"
    assert parsed(board.svg()).get("width") is None
    (style,) = picture.iter(f"{SVG}style")
    rules = set(re.findall(r"\.([a-z]+)(?=\{)", str(style.text)))
    classes = {name for each in picture.iter() for name in str(each.get("class", "")).split()}
    drawn = classes - {"tabiya", "piece", "first", "second", "mark", "man", "square", spec.name}
    assert drawn <= rules | {"mark"}
    # What several pictures on one page share must not color anything else there.
    scopes = re.findall(r"(?:^|\})(\.\w+\.\w+)", str(style.text))
    assert len(scopes) == str(style.text).count("{")
    assert set(scopes) == {f".tabiya.{spec.name}", f".piece.{spec.name}"}


@pytest.mark.parametrize(
    ("arguments", "error", "reason"),
    [
        ({"squares": ["i9"]}, ValueError, "squares must be squares from a1 to h8, not 'i9'"),
        ({"squares": [64]}, ValueError, "squares must be between 0 and 63, not 64"),
        ({"arrows": [("e2", "e2")]}, ValueError, "an arrow must lead to another square, not from e2 to e2"),
        ({"arrows": ["e2e5"]}, chess.IllegalMoveError, "illegal move: 'e2e5'"),
        ({"arrows": [7]}, TypeError, "move must be a Move, not int"),
        ({"size": 3}, ValueError, "size must be between 16 and 16384, not 3"),
    ],
)
def test_what_cannot_be_drawn_is_named(arguments: Any, error: type[Exception], reason: str) -> None:
    with pytest.raises(error, match=reason):
        chess.Board().svg(**arguments)
