"""`tabiya analyse`: a position live, all positions of a file, or whole games."""

from __future__ import annotations

from typing import Any

import click

from .._utils.extras import need_core
from ..games import GAMES
from . import options
from .analyse_options import AnalyseOptions

__all__ = ["analyse"]


@click.command()
@click.argument(
    "position",
    required=False,
    help="A position (startpos, FEN, SFEN), a file of positions (.epd, .fen, .sfen), a file of games (.pgn, "
    ".kif, .csa, .usi, .uci), a pasted game, or - for standard input; by default the starting position.",
)
@click.option("--game", metavar=f"[{'|'.join(GAMES)}]", help="The game; by default inferred from the input.")
@click.option("--depth", type=int, help="Stop after this many plies, per position.")
@click.option(
    "--time",
    "seconds",
    type=float,
    help="Stop after this many seconds, per position. Without a limit: 5 s for one position, 1 s each for a "
    "file of positions, 250,000 nodes each for games.",
)
@click.option("--nodes", type=int, help="Stop after this many nodes, per position.")
@click.option("--infinite", is_flag=True, help="Search one position until Ctrl-C.")
@click.option("--multipv", type=click.IntRange(1, 500), default=1, help="Show this many best lines.")
@click.option(
    "--notation", metavar="[san|uci|kif|usi]", help="How to write moves; by default SAN, in shogi Japanese."
)
@click.option("--annotate", type=options.FILE, help="Write the analysed games: .pgn, in shogi .kif.")
@click.option("--plot", type=options.FILE, help="Write the graph of a game: .svg or .png.")
@click.option(
    "--resume", type=options.FILE, help="Keep analysed games in this file and continue from it after Ctrl-C."
)
@options.threads
@click.option(
    "--processes", type=click.IntRange(1, 256), default=1, help="Number of processes that share one table."
)
@options.hash_mb
@click.option("--hash-file", type=options.FILE, help="Keep the table in this file for the next analysis.")
@click.option("--no-table", is_flag=True, help="Search without a table.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON lines: per info, position or game.")
@options.workers
@options.dask
@options.scheduler
@click.option("--shared-table", is_flag=True, help="For files: all workers on this machine share one table.")
@click.option("--stats", is_flag=True, help="Show what the search stored and used, by bound and source.")
@click.option(
    "--trace", type=options.FILE, help="Write all probes and stores to this file, for `tabiya lab replay`."
)
def analyse(position: str | None, game: str | None, **given: Any) -> None:
    """Analyse a position live, all positions of a file, or whole games.

    Games are searched from their last position to their first on one table. The result is a table of moves
    with scores, better moves and what each mistake cost; --annotate writes it into the game.
    """
    need_core("analyse")
    from ..analysis.sources import GameSource, PositionFile, find_source

    asked = AnalyseOptions(**given)
    source = find_source(position, game)
    if isinstance(source, GameSource):
        from .analyse_games import analyse_game_file

        analyse_game_file(source, asked)
    elif isinstance(source, PositionFile):
        from .analyse_file import analyse_file

        analyse_file(source, asked)
    else:
        from .analyse_position import analyse_position

        analyse_position(source, asked)
