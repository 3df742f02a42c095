"""A game in PGN as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .pgn_tree import ChildNode, Game, GameNode

if TYPE_CHECKING:
    from .board import Board

__all__ = ["main_line_of", "text_of"]


def text_of(node: GameNode) -> str:
    """Returns a game with its tags, or a move with all that follows it."""
    if isinstance(node, Game):
        tags = [f'[{name} "{_quoted(value)}"]\n' for name, value in node.headers.items()]
        words = [*_comment(node.comment), *_line(node, node.board(), True), node.headers.get("Result", "*")]
        return f"{''.join(tags)}\n{' '.join(words)}"
    assert isinstance(node, ChildNode)
    board = node.parent.board()
    words = [*_move(node, board, True)]
    board.push(node.move)
    return " ".join([*words, *_line(node, board, bool(node.comment))])


def main_line_of(node: GameNode) -> str:
    """Returns the moves behind a node with their comments, without variations."""
    board, numbered = node.board(), True
    words: list[str] = []
    for child in node.mainline():
        words += _move(child, board, numbered)
        numbered = bool(child.comment)
        board.push(child.move)
    return " ".join(words)


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _comment(text: str) -> list[str]:
    return [f"{{ {text.replace('}', '').strip()} }}"] if text else []


def _line(node: GameNode, board: Board, numbered: bool) -> Iterator[str]:
    """The moves behind a node. With `numbered`, a first move of black has its number."""
    made = 0
    while node.variations:
        main, *others = node.variations
        yield from _move(main, board, numbered)
        for other in others:
            yield "("
            yield from _move(other, board, True)
            board.push(other.move)
            yield from _line(other, board, bool(other.comment))
            board.pop()
            yield ")"
        numbered = bool(others or main.comment)
        board.push(main.move)
        made += 1
        node = main
    for _ in range(made):
        board.pop()


def _move(node: ChildNode, board: Board, numbered: bool) -> Iterator[str]:
    yield from _comment(node.starting_comment)
    if board.turn:
        yield f"{board.fullmove_number}."
    elif numbered:
        yield f"{board.fullmove_number}..."
    yield board.san(node.move)
    yield from (f"${nag}" for nag in sorted(node.nags))
    yield from _comment(node.comment)
