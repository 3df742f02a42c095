"""A game is one object: no module outside its folders (its own, and the laboratory's) knows it by name."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tabiya.games import GAMES, GameSpec, game_spec, spec_of

SOURCE = Path(__file__).parent.parent / "src" / "tabiya"
LIST = SOURCE / "games" / "__init__.py"
"""The one place that lists the games."""


def names_in(node: ast.AST) -> bool:
    """Whether an expression is a game's name or a collection that contains one."""
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return any(names_in(item) for item in node.elts)
    return isinstance(node, ast.Constant) and node.value in GAMES


def faults(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Where a module asks which game it is, with its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and any(map(names_in, [node.left, *node.comparators])):
            yield node.lineno, "compares with a game's name"
        elif isinstance(node, ast.MatchValue) and names_in(node.value):
            yield node.value.lineno, "matches a game's name"
        elif isinstance(node, ast.Dict) and any(key is not None and names_in(key) for key in node.keys):
            yield node.lineno, "keeps a dict keyed by games"
        elif isinstance(node, ast.Attribute) and node.attr.lower() in GAMES and node.attr.isupper():
            yield node.lineno, "asks for an enum of games"
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in ("startswith", "endswith") and any(map(names_in, node.args)):
                yield node.lineno, "looks for a game's name"
        elif isinstance(node, ast.For | ast.comprehension) and names_in(node.iter):
            line = node.lineno if isinstance(node, ast.For) else node.iter.lineno
            yield line, "lists the games"


def modules() -> list[Path]:
    folders = {SOURCE / folder / game for folder in ("", "lab/games") for game in GAMES}
    found = sorted(SOURCE.rglob("*.py"))
    return [path for path in found if path != LIST and not folders & set(path.parents)]


def test_no_module_outside_a_games_folder_knows_it_by_name() -> None:
    found = [
        f"{path.relative_to(SOURCE)}:{line} {fault}"
        for path in modules()
        for line, fault in faults(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "code",
    [
        'if game == "chess": pass',
        'if "shogi" != game: pass',
        'if game in ("chess", "shogi"): pass',
        'DEPTHS = {"chess": 11, "shogi": 10}',
        'match game:\n    case "chess": pass',
        "board = Game.CHESS.module().Board()",
        'if name.startswith("chess"): pass',
        'for game in ("chess", "shogi"): pass',
        'players = [Player(game) for game in ["chess", "shogi"]]',
    ],
)
def test_the_law_sees_every_way_to_ask(code: str) -> None:
    assert list(faults(ast.parse(code)))


@pytest.mark.parametrize(
    "code",
    [
        'def play(game: str = "chess"): pass',
        '"""chess"""',
        'Engine("chess")',
        'class Uci:\n    game = "chess"',
    ],
)
def test_a_game_may_be_named_where_it_is_chosen(code: str) -> None:
    assert not list(faults(ast.parse(code)))


# ---- the objects -------------------------------------------------------------------------------------------


@pytest.fixture(params=GAMES)
def spec(request: pytest.FixtureRequest) -> GameSpec:
    return game_spec(request.param)


def test_a_game_is_found_by_its_name_and_by_its_board(spec: GameSpec) -> None:
    assert game_spec(spec.name) is spec
    assert spec_of(spec.board()) is spec
    assert spec_of(object()) is None


@pytest.mark.parametrize(("name", "error"), [("checkers", ValueError), (1, TypeError), (None, TypeError)])
def test_an_unknown_game_is_answered_with_those_there_are(name: object, error: type[Exception]) -> None:
    with pytest.raises(error, match="game must be"):
        game_spec(name)


def test_texts_give_positions_and_moves_back(spec: GameSpec) -> None:
    board, notation = spec.board(), spec.notation
    move = next(iter(board.legal_moves))
    assert notation.parse(board, str(move)) == move
    assert notation.parse_typed(board, notation.shown(board, move)) == move
    board.push(move)
    other = spec.board()
    notation.set_full_text(other, notation.full_text(board))
    assert (other, other.key) == (board, board.key)
    assert spec.board(notation.position(board)) == board
    assert notation.read_line(notation.position(board)).board(spec.name) == board


def test_an_engine_and_the_search_take_the_games_boards(spec: GameSpec) -> None:
    from tabiya import Engine

    board = spec.board()
    assert isinstance(board.evaluate(), int)
    result = Engine(spec.name, hash_mb=1).search(board, nodes=200)
    assert spec.packed_move(board, result.best_move) == spec.packed_move(board, str(result.best_move))


def test_an_engine_loads_no_part_that_it_does_not_need(spec: GameSpec) -> None:
    code = f"""
import sys
import tabiya
assert not any(name.startswith("tabiya.{spec.name}") for name in sys.modules), "loaded with the package"
tabiya.Engine({spec.name!r}, hash_mb=1)
parts = ("records", "tuning")
assert not [part for part in parts if f"tabiya.{spec.name}.{{part}}" in sys.modules]
"""
    subprocess.run([sys.executable, "-c", code], check=True)
