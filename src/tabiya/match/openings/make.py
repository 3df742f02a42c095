"""Makes a list of openings from named ones: those that are even, and continuations that a search plays.

python -m tabiya.match.openings.make chess --count 3000 --output src/tabiya/chess/data/openings.txt
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ...engine.engine import Engine
from ...games import GAMES, game_spec
from ...games.openings import Opening, built_in, read_openings
from ...storage.whole import write_text

__all__ = ["Maker", "document", "head_of"]

FEWEST_KEPT = 6
"""Plies of a named opening that a continuation keeps at least."""
MORE = (2, 4)
"""Fewest and most plies that a search plays from there."""
CHOICES, MOST_LOST = 4, 20
"""One of this many best moves is played, if it loses at most this many centipawns."""
QUICK = 5
"""Moves are chosen with a fifth of the nodes that judge a position. Fewer nodes give moves that people do not
play."""


class Maker:
    """Judges positions with one engine, each with an empty table."""

    def __init__(self, game: str, nodes: int) -> None:
        self.game = game
        self.nodes = nodes
        self.even = game_spec(game).matches.even
        self._engine = Engine(game, hash_mb=16)

    def is_even(self, board: Any) -> bool:
        """Whether neither side is ahead by more than the game's `Matches.even`."""
        return not board.is_game_over() and abs(self._search(board, self.nodes).score.value) <= self.even

    def extended(self, named: list[Opening], seed: int) -> Iterator[Opening]:
        """Yields endless even openings that leave a named one somewhere. All end in different positions."""
        rng = random.Random(seed)
        seen = {opening.board(self.game).key for opening in named}
        while True:
            origin = rng.choice(named)
            kept = rng.randint(FEWEST_KEPT, len(origin.moves))
            board = Opening(origin.start, origin.moves[:kept]).board(self.game)
            self._play_on(board, rng.randint(*MORE), rng)
            if board.key not in seen and self.is_even(board):
                seen.add(board.key)
                yield Opening(origin.start, tuple(map(str, board.move_stack)))

    def _play_on(self, board: Any, plies: int, rng: random.Random) -> None:
        for _ in range(plies):
            if board.is_game_over():
                return
            lines = self._search(board, self.nodes // QUICK, multipv=CHOICES).lines
            best = lines[0].score.value
            board.push(rng.choice([line.pv[0] for line in lines if line.score.value >= best - MOST_LOST]))

    def _search(self, board: Any, nodes: int, **limits: Any) -> Any:
        self._engine.new_game()
        assert self._engine.table is not None
        self._engine.table.clear()
        return self._engine.search(board, nodes=nodes, **limits)


def document(openings: Iterable[Opening], head: str) -> Iterator[str]:
    """Yields the lines of a file."""
    yield from (f"# {line}" for line in head.splitlines())
    for opening in openings:
        start = "startpos" if opening.start is None else opening.start
        yield f"{start} moves {' '.join(opening.moves)}{f' # {opening.name}' if opening.name else ''}"


HEAD = """\
Openings of {game} for matches. Those with a name are openings that people play. The others leave one of them
after {kept} plies or more and go on for {more[0]} to {more[1]} plies, with one of the {choices} best moves
within {lost} centipawns for a search of {quick} nodes. All are within {even} centipawns for a search of
{nodes} nodes.
Made from the named ones by
python -m tabiya.match.openings.make {game} --count {count} --seed {seed} --nodes {nodes} --output FILE
"""


def head_of(game: str, count: int, seed: int, nodes: int) -> str:
    """Returns the header of a list."""
    return HEAD.format(
        game=game,
        kept=FEWEST_KEPT,
        more=MORE,
        choices=CHOICES,
        lost=MOST_LOST,
        quick=nodes // QUICK,
        even=game_spec(game).matches.even,
        nodes=nodes,
        count=count,
        seed=seed,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--count", type=int, default=3000, help="number of openings")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=50_000, help="nodes of the judging search")
    parser.add_argument("--lines", type=Path, help="file with named openings (default: those of the list)")
    parser.add_argument("--output", type=Path, required=True)
    options = parser.parse_args()
    known = read_openings(options.lines, options.game) if options.lines else built_in(options.game)
    maker = Maker(options.game, options.nodes)
    openings = []
    for opening in (opening for opening in known if opening.name):
        if maker.is_even(opening.board(options.game)):
            openings.append(opening)
        else:
            print("not even:", opening.name, file=sys.stderr, flush=True)
    extended = maker.extended(openings.copy(), options.seed)
    while len(openings) < options.count:
        openings.append(next(extended))
        if len(openings) % 100 == 0:
            print(f"{len(openings)} of {options.count}", file=sys.stderr, flush=True)
    head = head_of(options.game, options.count, options.seed, options.nodes)
    write_text(options.output, "\n".join(document(openings, head)) + "\n")


if __name__ == "__main__":
    main()
