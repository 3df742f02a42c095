"""Games in PGN, parsed by python-chess and checked by `tabiya.chess.Board`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...books.lines import TextFile
from ...books.record import RecordedGame, legal_moves_of
from ..spec import SPEC

__all__ = ["read_pgn"]

POINTS = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}
STANDARD = ("", "standard", "chess", "normal", "from position", "chess960", "fischerandom", "fischer random")


def _library() -> Any:
    try:
        import chess.pgn
    except ImportError:
        raise ImportError(
            "PGN is read with python-chess, which is not installed: pip install chess"
        ) from None
    return chess.pgn


def read_pgn(file: TextFile) -> Iterator[RecordedGame]:
    """Yields the games one by one. A game ends before its first illegal move, which is counted.

    Other variants are skipped. A file without any game is an error.
    """
    library = _library()
    visitor = _visitor(library)
    found = False
    while (game := library.read_game(file, Visitor=visitor)) is not None:
        found = found or bool(game.headers) or bool(game.moves)
        if game.headers.get("Variant", "").lower() not in STANDARD:
            continue
        file.illegal += game.illegal
        record = _checked(file, game)
        if record.moves:
            yield record
    if not found:
        file.fail("the file contains no PGN game", line=1)


def _checked(file: TextFile, game: Any) -> RecordedGame:
    from ...errors import FenError

    start = game.headers.get("FEN")
    try:
        board = SPEC.board(start)
    except FenError as error:
        file.fail(f"in the game that ends here: {error}")
    moves = legal_moves_of(SPEC, board, game.moves, file)
    return RecordedGame(SPEC, start, moves, POINTS.get(game.headers.get("Result", "*")))


def _visitor(library: Any) -> Any:
    """A visitor that keeps headers and main line, without python-chess's tree of variations."""

    class MainLine(library.BaseVisitor):  # type: ignore[misc]
        def begin_game(self) -> None:
            self.headers: dict[str, str] = {}
            self.moves: list[str] = []
            self.illegal = 0

        def visit_header(self, name: str, value: str) -> None:
            self.headers[name] = value

        def begin_variation(self) -> Any:
            return library.SKIP

        def visit_move(self, board: Any, move: Any) -> None:
            self.moves.append(move.uci())

        def handle_error(self, error: Exception) -> None:
            self.illegal += 1

        def result(self) -> Any:
            return self

    return MainLine
