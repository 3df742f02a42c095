"""`tabiya play`: a game against the engine, in the terminal."""

from __future__ import annotations

from typing import Any

import click
from rich.console import Console
from rich.markup import escape

from .._utils.extras import need_core
from . import options

__all__ = ["play"]

HELP = """\
a move           {examples}
moves            the legal moves
hint             the move that the engine would play
undo             take back your last move and the reply
swap             swap sides with the engine
position         the position as text
resign, quit     end the game"""


@click.command()
@options.position
@options.game
@click.option("--second", is_flag=True, help="Let the engine move first.")
@click.option(
    "--time",
    "--seconds",
    "seconds",
    type=click.FloatRange(0.01),
    default=1.0,
    help="The engine's time per move, in seconds.",
)
@click.option("--level", type=click.IntRange(0, 20), default=20, help="Playing strength, 0 to 20.")
@options.threads
@options.hash_mb
def play(
    position: str | None, game: str, second: bool, seconds: float, level: int, threads: int, hash_mb: float
) -> None:
    """Play a game against the engine in the terminal."""
    need_core("the engine")
    Dialogue(position, game, second, seconds, level, threads, hash_mb).run()


class Dialogue:
    """The board, the engine and the dialogue with the player."""

    def __init__(
        self,
        position: str | None,
        game: str,
        second: bool,
        seconds: float,
        level: int,
        threads: int,
        hash_mb: float,
    ) -> None:
        from ..analysis.sources import read_board
        from ..engine.engine import Engine
        from ..games import game_spec
        from ..table.transposition import TranspositionTable

        self.console = Console()
        self.spec = game_spec(game)
        self.notation = self.spec.notation
        self.engine = Engine(game, threads=threads, table=TranspositionTable(hash_mb=hash_mb))
        self.board = read_board(position, game)
        self.side = self.board.turn if not second else not self.board.turn
        self.seconds, self.level = seconds, level
        self.over = False

    def run(self) -> None:
        """Plays until the game ends or the player leaves."""
        self.console.print("Type a move, or [bold]help[/].")
        while not self.over:
            self.show()
            ending = self.spec.rules.ending(self.board)
            if ending:
                self.console.print(f"[bold]{ending.kind}: {ending.result}[/]")
                return
            if self.board.turn == self.side:
                self.listen()
            else:
                self.answer()

    def show(self) -> None:
        """Prints the board."""
        self.console.print()
        self.console.print(escape(self.notation.draw(self.board)), highlight=False)

    def say(self, text: str) -> None:
        """Prints a text as it is. A position in it stays in one line, to be copied."""
        self.console.print(text, markup=False, highlight=False, soft_wrap=True)

    def listen(self) -> None:
        """Reads commands until one changes the board or ends the game."""
        commands = {
            "help": self.help, "moves": self.moves, "hint": self.hint, "undo": self.undo, "swap": self.swap,
            "position": self.position, "resign": self.leave, "quit": self.leave,
        }  # fmt: skip
        while True:
            try:
                text = self.console.input("your move: ").strip()
            except (EOFError, KeyboardInterrupt):
                text = "quit"
            if text in commands:
                if commands[text]():
                    return
            elif text and self.try_move(text):
                return

    def try_move(self, text: str) -> bool:
        """Makes a move. If it is illegal, prints why and returns False."""
        try:
            self.board.push(self.notation.parse_typed(self.board, text))
        except ValueError as error:
            self.say(f"{error}\n(help shows how a move is written)")
            return False
        return True

    def answer(self) -> None:
        """Makes the engine's move."""
        with self.console.status("thinking"):
            result = self.search()
        move, score = self.chosen(result)
        text = self.notation.shown(self.board, move)
        self.board.push(move)
        self.console.print(
            f"[bold]{escape(text)}[/]  ({score} at depth {result.depth}, {result.nodes:,} nodes)",
            highlight=False,
        )

    def search(self) -> Any:
        """Searches the position at the engine's level."""
        from ..protocols import strength

        return self.engine.search(self.board, **strength.limits(self.level, self.seconds))

    def chosen(self, result: Any) -> tuple[Any, Any]:
        """Returns the move that the engine plays at its level, and its score."""
        import random

        from ..protocols import strength

        return strength.move_of(result, self.level, random.Random())

    # ---- what the player can ask for; True where the board changed or the game ended --------------

    def help(self) -> bool:
        self.console.print(HELP.format(examples=self.notation.examples), highlight=False)
        return False

    def moves(self) -> bool:
        self.console.print(
            escape(" ".join(self.notation.shown(self.board, move) for move in self.board.legal_moves)),
            highlight=False,
        )
        return False

    def hint(self) -> bool:
        result = self.engine.search(self.board, time=self.seconds)
        self.console.print(
            escape(f"{self.notation.shown(self.board, result.best_move)}  ({result.score})"), highlight=False
        )
        return False

    def undo(self) -> bool:
        taken = min(2, len(self.board.move_stack))
        for _ in range(taken):
            self.board.pop()
        if not taken:
            self.console.print("there is no move to take back")
        return taken > 0

    def swap(self) -> bool:
        self.side = not self.side
        return True

    def position(self) -> bool:
        self.say(self.notation.position(self.board))
        return False

    def leave(self) -> bool:
        self.console.print("Thanks for the game.")
        self.over = True
        return True
