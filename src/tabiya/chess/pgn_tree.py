"""The nodes of a game in PGN: `Game`, `ChildNode`, their tags, and their text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from typing import TYPE_CHECKING

from .board import Board
from .notation import STARTING_FEN

if TYPE_CHECKING:
    from .move import Move

__all__ = ["TAG_ROSTER", "ChildNode", "Game", "GameNode", "Headers"]

TAG_ROSTER = ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
UNKNOWN = {"Date": "????.??.??", "Result": "*"}
CLOCK = re.compile(r"\[%clk\s+(\d+):(\d+):(\d+(?:\.\d*)?)\s*\]")
CHESS960 = ("chess960", "chess 960", "fischerandom", "fischer random", "fischerrandom")


class Headers(MutableMapping[str, str]):
    """The tags of a game. The seven tags that every game has come first, the others as they were set."""

    def __init__(self, tags: Mapping[str, str] | Iterable[tuple[str, str]] = (), **more: str) -> None:
        self._tags: dict[str, str] = {}
        self.update(dict(tags), **more)

    def board(self) -> Board:
        """Returns the first position."""
        chess960 = self.get("Variant", "").lower() in CHESS960
        return Board(self.get("FEN", STARTING_FEN), chess960=chess960)

    def __getitem__(self, name: str) -> str:
        return self._tags[name]

    def __setitem__(self, name: str, value: str) -> None:
        self._tags[name] = str(value)

    def __delitem__(self, name: str) -> None:
        del self._tags[name]

    def __iter__(self) -> Iterator[str]:
        yield from (name for name in TAG_ROSTER if name in self._tags)
        yield from (name for name in self._tags if name not in TAG_ROSTER)

    def __len__(self) -> int:
        return len(self._tags)

    def __repr__(self) -> str:
        return f"Headers({', '.join(f'{name}={value!r}' for name, value in self.items())})"


class GameNode:
    """A position of a game: the moves that were played or proposed there, and what was said about it."""

    starting_comment: str = ""

    def __init__(self, *, comment: str = "") -> None:
        self.comment = comment
        self.nags: set[int] = set()
        self.variations: list[ChildNode] = []

    @property
    def parent(self) -> GameNode | None:
        """The node before the move; None at the start of the game."""
        return None

    @property
    def move(self) -> Move | None:
        """The move that led here; None at the start of the game."""
        return None

    # ---- positions ---------------------------------------------------------------------------------

    def board(self) -> Board:
        """Returns the position, with the moves that led to it."""
        moves: list[Move] = []
        node: GameNode = self
        while node.parent is not None:
            assert node.move is not None
            moves.append(node.move)
            node = node.parent
        board = node.game().headers.board()
        for move in reversed(moves):
            board.push(move)
        return board

    def ply(self) -> int:
        """Returns the number of plies since the start of the game, from the number of the move."""
        return self.board().ply()

    def turn(self) -> bool:
        """Returns the side to move."""
        return self.board().turn

    # ---- other nodes -------------------------------------------------------------------------------

    def game(self) -> Game:
        """Returns the first node of the game."""
        node: GameNode = self
        while node.parent is not None:
            node = node.parent
        assert isinstance(node, Game)
        return node

    def next(self) -> ChildNode | None:
        """Returns the next node of the main line, None at its end."""
        return self.variations[0] if self.variations else None

    def end(self) -> GameNode:
        """Returns the last node of the main line from here on."""
        node: GameNode = self
        while node.variations:
            node = node.variations[0]
        return node

    def is_end(self) -> bool:
        """Returns whether no move follows."""
        return not self.variations

    def is_mainline(self) -> bool:
        """Returns whether this node is on the main line of the game."""
        node = self
        while node.parent is not None:
            if node.parent.variations[0] is not node:
                return False
            node = node.parent
        return True

    def starts_variation(self) -> bool:
        """Returns whether this node is the first of a variation, and not of the main line."""
        return self.parent is not None and self.parent.variations[0] is not self

    def mainline(self) -> Iterator[ChildNode]:
        """Iterates over the nodes of the main line behind this one."""
        node = self.next()
        while node is not None:
            yield node
            node = node.next()

    def mainline_moves(self) -> Mainline:
        """Returns the moves of the main line behind this node: iterate over it, or print it."""
        return Mainline(self)

    def variation(self, move: int | Move | GameNode) -> ChildNode:
        """Returns the node behind a move, or with a number. Raises KeyError if there is none."""
        for number, node in enumerate(self.variations):
            if move in (number, node.move) or move is node:
                return node
        raise KeyError(move)

    def __getitem__(self, move: int | Move | GameNode) -> ChildNode:
        return self.variation(move)

    def has_variation(self, move: int | Move | GameNode) -> bool:
        """Returns whether there is a node behind a move."""
        return any(move in (number, node.move) or move is node for number, node in enumerate(self.variations))

    __contains__ = has_variation

    # ---- changes -----------------------------------------------------------------------------------

    def add_variation(
        self, move: Move, *, comment: str = "", starting_comment: str = "", nags: Iterable[int] = ()
    ) -> ChildNode:
        """Adds a node behind a move and returns it."""
        node = ChildNode(self, move, comment=comment, starting_comment=starting_comment, nags=nags)
        self.variations.append(node)
        return node

    def add_main_variation(self, move: Move, *, comment: str = "", nags: Iterable[int] = ()) -> ChildNode:
        """Adds a node behind a move, makes it the main line, and returns it."""
        node = self.add_variation(move, comment=comment, nags=nags)
        self.variations.insert(0, self.variations.pop())
        return node

    def add_line(self, moves: Iterable[Move], *, comment: str = "", nags: Iterable[int] = ()) -> GameNode:
        """Adds nodes behind several moves and returns the last, which gets comment and glyphs."""
        node = self
        for move in moves:
            node = node.add_variation(move)
        node.comment = f"{node.comment} {comment}".strip()
        node.nags.update(nags)
        return node

    def remove_variation(self, move: int | Move | GameNode) -> None:
        """Removes the node behind a move."""
        self.variations.remove(self.variation(move))

    # ---- comments ----------------------------------------------------------------------------------

    def clock(self) -> float | None:
        """Returns the seconds on the clock after the move, from ``[%clk 0:04:59]``; None without one."""
        found = CLOCK.search(self.comment)
        return int(found[1]) * 3600 + int(found[2]) * 60 + float(found[3]) if found else None

    def __str__(self) -> str:
        from .pgn_text import text_of

        return text_of(self)


class ChildNode(GameNode):
    """A node behind a move."""

    def __init__(
        self, parent: GameNode, move: Move, *, comment: str, starting_comment: str, nags: Iterable[int]
    ) -> None:
        super().__init__(comment=comment)
        self._parent, self._move, self.starting_comment = parent, move, starting_comment
        self.nags.update(nags)

    @property
    def parent(self) -> GameNode:
        """The node before the move."""
        return self._parent

    @property
    def move(self) -> Move:
        """The move that led here."""
        return self._move

    def san(self) -> str:
        """Returns the move in standard algebraic notation."""
        return self.parent.board().san(self.move)

    def uci(self) -> str:
        """Returns the move in UCI notation."""
        return self.parent.board().uci(self.move)


class Game(GameNode):
    """The first node of a game, with its tags."""

    def __init__(self, headers: Mapping[str, str] | Iterable[tuple[str, str]] = ()) -> None:
        super().__init__()
        self.headers = Headers({name: UNKNOWN.get(name, "?") for name in TAG_ROSTER})
        self.headers.update(headers)
        self.errors: list[Exception] = []
        """Why moves of the file are missing."""

    @classmethod
    def from_board(cls, board: Board) -> Game:
        """Returns the game that a board has played, with its result."""
        game = cls()
        game.setup(board.root())
        game.add_line(board.move_stack)
        game.headers["Result"] = board.result()
        return game

    def setup(self, board: Board | str) -> None:
        """Sets the first position in the tags."""
        position = board if isinstance(board, Board) else Board(board)
        for name in ("FEN", "SetUp", "Variant"):
            self.headers.pop(name, None)
        if position.fen() != STARTING_FEN:
            self.headers["FEN"], self.headers["SetUp"] = position.fen(), "1"
        if position.chess960:
            self.headers["Variant"] = "Chess960"

    def __repr__(self) -> str:
        tags = {name: self.headers.get(name, "?") for name in ("White", "Black", "Date", "Site")}
        return f"<Game {tags['White']!r} vs. {tags['Black']!r}, {tags['Date']} at {tags['Site']}>"


class Mainline:
    """The moves of a main line."""

    def __init__(self, start: GameNode) -> None:
        self._start = start

    def __iter__(self) -> Iterator[Move]:
        for node in self._start.mainline():
            yield node.move

    def __reversed__(self) -> Iterator[Move]:
        return reversed(list(self))

    def __bool__(self) -> bool:
        return not self._start.is_end()

    def __str__(self) -> str:
        from .pgn_text import main_line_of

        return main_line_of(self._start)
