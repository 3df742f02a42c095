"""An analysed game for the terminal: the moves, the summary of each side, the graph."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from .analyse_options import full_width

if TYPE_CHECKING:
    from ..analysis import AnalysedMove, GameAnalysis, Judgement
    from ..analysis.game import Side

__all__ = ["show_game"]

COLOURS = {"INACCURACY": "yellow", "MISTAKE": "dark_orange", "BLUNDER": "red"}
NARROW = 80


def show_game(number: int, analysis: GameAnalysis, form: str | None) -> None:
    """Prints a game. Lines are complete if the output is not a terminal."""
    from ..analysis.graph import terminal_graph, title_of

    console = full_width(Console(highlight=False))
    width = console.width if console.is_terminal else NARROW
    console.print(f"[bold]game {number}: {escape(title_of(analysis.record))}[/]")
    console.print(_moves(analysis, form))
    console.print()
    console.print(terminal_graph(analysis, width), markup=False)
    console.print()
    for first in (True, False):
        console.print(_summary(analysis.side(first)), markup=False)
    console.print()


def _moves(analysis: GameAnalysis, form: str | None) -> Table:
    table = Table(box=None, pad_edge=False)
    for column, justify in (("", "right"), ("move", "left"), ("score", "right"), ("best", "left")):
        table.add_column(column, justify=justify, no_wrap=True)  # type: ignore[arg-type]
    table.add_column("score", justify="right", no_wrap=True)
    table.add_column("loss", justify="right", no_wrap=True)
    board = analysis.record.game.board(analysis.record.start)
    found = {move.ply: move for move in analysis.moves}
    write = analysis.record.game.notation.write
    for ply, played in enumerate(analysis.record.moves, 1):
        if ply in found:
            move = found[ply]
            best = "" if move.best_move == move.move else write(board, move.best_move, form)
            table.add_row(*_cells(move, write(board, played, form), best))
        board.push(played)
    return table


def _cells(move: AnalysedMove, text: str, best: str) -> tuple[str, ...]:
    shown = escape(text)
    if move.judgement is not None:
        shown = f"[{COLOURS[move.judgement.name]}]{shown}{move.judgement.sign}[/]"
    lost = f"{move.loss:.0%}" if move.loss >= 0.005 else ""
    return move.number, shown, str(move.score), escape(best), str(move.best_score) if best else "", lost


def _summary(side: Side) -> str:
    """The figures of a side in a line."""
    if side.accuracy is None:
        return f"{side.name}: no moves"
    faults = ", ".join(_count(judgement, count) for judgement, count in side.judgements.items())
    loss = f"average loss {(side.centipawns or 0) / 100:.2f}"
    return f"{side.name + ':':<6} accuracy {side.accuracy:.0f}%, {loss}, {faults}"


def _count(judgement: Judgement, count: int) -> str:
    """
    >>> from tabiya.analysis import Judgement
    >>> _count(Judgement.INACCURACY, 2), _count(Judgement.BLUNDER, 1)
    ('2 inaccuracies', '1 blunder')
    """
    name = judgement.name.lower()
    if count == 1:
        return f"1 {name}"
    return f"{count} {name[:-1]}ies" if name.endswith("y") else f"{count} {name}s"
