"""The games for the laws of all boards: the same questions with each game's data."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import chess_games
import pytest

from tabiya import _core, chess, othello
from tabiya.games import GameSpec, game_spec


@dataclass(frozen=True)
class Subject:
    """A game under test."""

    game: GameSpec
    start: str
    rich: str
    """A position with every kind of move."""
    over: str
    """A position without a legal move."""
    counts: dict[str | None, list[int]]
    """Perft by depth, from 0; None is the start."""
    shuffle: tuple[str, ...]
    """Four legal moves of the rich position."""
    first: str
    """A legal move of the start."""
    seed: bytes
    """The state in which the generator of the keys begins."""
    terms: int
    """How many of the keys a position is made of."""
    term_keys: Callable[[], list[int]]
    play: Callable[..., Iterator[Any]]
    """The boards of a random game, by its number."""
    deeper: tuple[int, int]
    """A depth of the start that takes some milliseconds to count, and its count."""
    rich_deeper: tuple[int, int]
    """The same of the rich position."""
    moves: tuple[str, ...]
    """Texts of moves, of which some are legal nowhere."""
    position_text: str
    """What the game calls the text of a position: a board has `set_` with this name."""
    move_text: str
    """What it calls the text of a move: a board has `parse_` with this name."""
    move_reader: str
    """The method of its moves that reads such a text."""
    oracle: str | None = None
    """The library that knows the game too."""

    @property
    def name(self) -> str:
        return self.game.name

    @property
    def module(self) -> Any:
        return import_module(f"tabiya.{self.name}")

    @property
    def Board(self) -> Any:
        return self.module.Board

    @property
    def Move(self) -> Any:
        return self.module.Move

    def text(self, board: Any) -> str:
        return str(board._text())

    def set(self, board: Any, text: str) -> None:
        getattr(board, f"set_{self.position_text}")(text)

    def parse(self, board: Any, text: str) -> Any:
        return getattr(board, f"parse_{self.move_text}")(text)

    def read_move(self, text: str) -> Any:
        return getattr(self.Move, self.move_reader)(text)

    def __str__(self) -> str:
        return self.name


def play_chess(number: int, plies: int = 120) -> Iterator[chess.Board]:
    for _, board in chess_games.play(number, plies=plies):
        yield board


def play_shogi(number: int, plies: int = 120) -> Iterator[Any]:
    shogi_games = pytest.importorskip("shogi_games", reason="needs cshogi")
    for game in shogi_games.play(number, plies):
        yield game.ours


def play_othello(number: int, plies: int = 120) -> Iterator[othello.Board]:
    board, chance = othello.Board(), random.Random(number)
    yield board
    while len(board.move_stack) < plies and any(board.legal_moves):
        board.push(chance.choice(list(board.legal_moves)))
        yield board


CHESS = Subject(
    game=game_spec("chess"),
    start="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    rich="r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    over="7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    counts={
        None: [1, 20, 400, 8902, 197281],
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1": [1, 48, 2039, 97862],
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1": [1, 6, 264, 9467, 422333],
    },
    shuffle=("e1g1", "e8g8", "g1h1", "g8h8"),
    first="e2e4",
    seed=b"tabiya01",
    terms=781,
    term_keys=_core.chess_term_keys,
    play=play_chess,
    deeper=(5, 4865609),
    rich_deeper=(4, 4085603),
    moves=("e2e4", "e7e8q", "e1g1", "0000", "a1a1", "h7h8n"),
    position_text="fen",
    move_text="uci",
    move_reader="from_uci",
    oracle="chess",
)
SHOGI = Subject(
    game=game_spec("shogi"),
    start="lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    rich="l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    over="4k4/4+R4/4L4/9/9/9/9/9/4K4 w - 1",
    counts={
        None: [1, 30, 900, 25470, 719731],
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1": [1, 207, 28684],
        "4k4/9/9/9/9/9/9/9/4K4 b RB2G2S2N2L9Prb2g2s2n2l9p 1": [1, 525, 251422],
    },
    shuffle=("6f7e", "R*9f", "G*8g", "1i1g"),
    first="7g7f",
    seed=b"tabiya02",
    terms=28 * 81 + 2 * 7 * 19 + 1,
    term_keys=_core.shogi_term_keys,
    play=play_shogi,
    deeper=(4, 719731),
    rich_deeper=(3, 4809015),
    moves=("7g7f", "8h2b+", "P*5e", "R*1a", "0000", "1a1a", "5a5b"),
    position_text="sfen",
    move_text="usi",
    move_reader="from_usi",
    oracle="cshogi",
)
OTHELLO = Subject(
    game=game_spec("othello"),
    start="---------------------------OX------XO--------------------------- X",
    rich="--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O",
    over="XXXX------------------------------------------------------------ O",
    counts={
        None: [1, 4, 12, 56, 244, 1396, 8200, 55092],
        "--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O": [1, 6, 84, 578, 7297, 55434],
        "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOX- X": [1, 1, 1, 0],
    },
    shuffle=("b1", "a1", "c7", "a2"),
    first="d3",
    seed=b"tabiya03",
    terms=129,
    term_keys=_core.othello_term_keys,
    play=play_othello,
    deeper=(9, 3005288),
    rich_deeper=(7, 5006038),
    moves=("d3", "pass", "0000", "a1", "h8", "e6"),
    position_text="position",
    move_text="move",
    move_reader="from_text",
)
SUBJECTS = (CHESS, SHOGI, OTHELLO)
every_game = pytest.mark.parametrize("subject", SUBJECTS, ids=str)
