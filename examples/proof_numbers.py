"""Df-pn, depth-first proof-number search, with a dict and with a table: who wins Domineering?

    python examples/proof_numbers.py          the board of 5 x 4 and smaller ones
    python examples/proof_numbers.py 5 5      columns, rows (a minute)

Df-pn (Nagai 2002) is how solvers of tsume shogi prove mates of a thousand plies, komori-n/KomoringHeights
among them. It goes down to the position that is cheapest to prove or to disprove, and depends on its memory:
two numbers for each position, how many leaves are still to be proved, or disproved. In a dict they take
125 bytes, in a `ValueTable` 16. A table that is too small makes the solver slower and never wrong.

Left places dominoes upright, Right lengthwise; who cannot move has lost.
"""

from __future__ import annotations

import sys
from typing import Any

from tabiya import ValueTable

PROOF = [("pn", "u4"), ("dn", "u4")]
INFINITE = 2**31
Numbers = tuple[int, int]


class DictMemory(dict[int, Numbers]):
    """As most authors begin."""

    def probe(self, key: int, /) -> Numbers | None:
        return self.get(key)

    def store(self, key: int, value: Numbers) -> None:
        self[key] = value

    def size(self) -> int:
        parts = sum(sys.getsizeof(key) + sys.getsizeof(value) for key, value in self.items())
        return sys.getsizeof(self) + parts


class Domineering:
    """Squares as bits; for each player all dominoes."""

    def __init__(self, width: int, height: int) -> None:
        square = [[1 << y * width + x for x in range(width)] for y in range(height)]
        self.upright = [square[y][x] | square[y + 1][x] for y in range(height - 1) for x in range(width)]
        self.lengthwise = [square[y][x] | square[y][x + 1] for y in range(height) for x in range(width - 1)]

    def moves(self, filled: int, left: bool) -> list[int]:
        return [
            filled | domino for domino in (self.upright if left else self.lengthwise) if not filled & domino
        ]


class Solver:
    """Proves that the player to move wins, or that he does not."""

    def __init__(self, game: Domineering, memory: Any) -> None:
        self.game, self.memory = game, memory
        self.visited = 0

    def wins(self, filled: int, left: bool) -> bool:
        return self.search(filled, left, INFINITE, INFINITE)[0] == 0

    def numbers(self, filled: int, left: bool) -> Numbers:
        """What is known: 0 proof numbers are a proof, 0 disproof numbers the opposite."""
        known = self.memory.probe(filled << 1 | left)
        return (1, 1) if known is None else (known[0], known[1])

    def search(self, filled: int, left: bool, limit_pn: int, limit_dn: int) -> Numbers:
        """Works on a position until one of its numbers reaches its limit."""
        self.visited += 1
        key = filled << 1 | left
        children = self.game.moves(filled, left)
        if not children:
            self.memory.store(key, (INFINITE, 0))  # nothing to move: lost
            return INFINITE, 0
        known = {child: self.numbers(child, not left) for child in children}
        while True:
            # A move wins if it leads to a loss of the opponent, and the cheapest proof is the next to try.
            order = sorted(children, key=lambda child: known[child][1])
            pn = known[order[0]][1]
            dn = min(INFINITE, sum(numbers[0] for numbers in known.values()))
            if pn >= limit_pn or dn >= limit_dn or pn == 0:
                self.memory.store(key, (pn, 0 if pn >= INFINITE else INFINITE if pn == 0 else dn))
                return pn, dn
            best = order[0]
            second = known[order[1]][1] if len(order) > 1 else INFINITE
            others = dn - known[best][0]
            known[best] = self.search(
                best, not left, min(INFINITE, limit_dn - others), min(limit_pn, second + 1)
            )


def main() -> None:
    sizes = [(4, 4), (5, 4), (4, 5)]
    if len(sys.argv) > 2:
        sizes = [(int(sys.argv[1]), int(sys.argv[2]))]
    for width, height in sizes:
        game, memory = Domineering(width, height), DictMemory()
        solver = Solver(game, memory)
        wins = [solver.wins(0, left) for left in (True, False)]
        megabytes = 20 * len(memory) / 2**20  # little more than a slot for each entry of the dict
        with ValueTable(PROOF, megabytes) as table:
            again = Solver(game, table)
            assert [again.wins(0, left) for left in (True, False)] == wins
            size = table.memory_usage.slots
        who = {(True, True): "who begins", (False, False): "who does not begin"}
        winner = who.get((wins[0], wins[1]), "Left" if wins[0] else "Right")
        print(f"{width} x {height}: {winner} wins")
        print(f"  a dict  {memory.size():>10,} bytes, {solver.visited:,} visits")
        print(f"  a table {size:>10,} bytes, {again.visited:,} visits")


if __name__ == "__main__":
    main()
