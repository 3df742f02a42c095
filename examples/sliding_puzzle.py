"""IDA* with a memory, on the sliding puzzle: a dict and a table of a tenth of its size.

    python examples/sliding_puzzle.py          three 8-puzzles, the two hardest ones among them
    python examples/sliding_puzzle.py 4 40     4 x 4, shuffled by 40 random moves

A* as in aimacode/aima-python keeps every state that it ever reached. IDA* (Korf 1985) keeps none, and reaches
states again and again. A memory of what each state still costs at least makes it fast (Reinefeld and Marsland
1994): one byte for each state. Which states are remembered does not matter for the answer, so the memory may
be as small as you like.
"""

from __future__ import annotations

import random
import sys
from typing import Any

from tabiya import ValueTable, key_of

State = tuple[int, ...]


class DictMemory(dict[State, int]):
    def probe_state(self, state: State) -> int | None:
        return self.get(state)

    def store_state(self, state: State, bound: int) -> None:
        self[state] = bound

    def size(self) -> int:
        """Bytes of the dict and of the states, which nothing else keeps; Python shares the small numbers."""
        return sys.getsizeof(self) + sum(sys.getsizeof(state) for state in self)


class TableMemory:
    def __init__(self, megabytes: float) -> None:
        self.table = ValueTable("u1", megabytes, huge_pages=False)

    def probe_state(self, state: State) -> int | None:
        bound: int | None = self.table.probe(key_of(state))
        return bound

    def store_state(self, state: State, bound: int) -> None:
        self.table.store(key_of(state), bound, bound)  # what is far from the goal saves most


class Puzzle:
    """Tiles from 1 on, 0 is the gap; the goal has the gap first."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.goal: State = tuple(range(width * width))
        cells = range(width * width)
        self.neighbours = [[b for b in cells if self.steps(a, b) == 1] for a in cells]

    def steps(self, a: int, b: int) -> int:
        return abs(a % self.width - b % self.width) + abs(a // self.width - b // self.width)

    def distance(self, state: State) -> int:
        """The sum of the tiles' distances: never more than the moves that are needed."""
        return sum(self.steps(cell, tile) for cell, tile in enumerate(state) if tile)

    def moves(self, state: State) -> list[State]:
        gap = state.index(0)
        found = []
        for cell in self.neighbours[gap]:
            changed = list(state)
            changed[gap], changed[cell] = changed[cell], 0
            found.append(tuple(changed))
        return found

    def shuffled(self, moves: int, seed: int) -> State:
        rng, state = random.Random(seed), self.goal
        for _ in range(moves):
            state = rng.choice(self.moves(state))
        return state


class Solver:
    def __init__(self, puzzle: Puzzle, memory: Any) -> None:
        self.puzzle, self.memory = puzzle, memory
        self.visited = 0

    def solve(self, state: State) -> int:
        """The fewest moves to the goal."""
        bound = self.puzzle.distance(state)
        while (found := self.search(state, bound, None)) > bound:
            bound = found
        return bound

    def search(self, state: State, room: int, above: State | None) -> int:
        """At most `room` if the goal is that near; else how far it is at least."""
        self.visited += 1
        if state == self.puzzle.goal:
            return 0
        known = self.memory.probe_state(state)
        least = self.puzzle.distance(state) if known is None else known
        if least > room:
            return least
        best = 255
        for after in self.puzzle.moves(state):
            if after != above:
                best = min(best, 1 + self.search(after, room - 1, state))
                if best <= room:
                    return best
        # The way back was left out. Had the goal been near enough that way, an earlier round had found it.
        self.memory.store_state(state, min(best, room + 1))
        return best


HARDEST = [(8, 0, 6, 5, 4, 7, 2, 3, 1), (8, 7, 6, 0, 4, 1, 2, 5, 3)]
"""The 8-puzzles that take 31 moves."""


def main() -> None:
    puzzle = Puzzle(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
    states = [puzzle.shuffled(int(sys.argv[2]) if len(sys.argv) > 2 else 60, seed=1)]
    for state in states if puzzle.width > 3 else [*states, *HARDEST]:
        memory = DictMemory()
        with_dict = Solver(puzzle, memory)
        moves = with_dict.solve(state)
        tenth = memory.size() / 10
        small = TableMemory(tenth / 2**20)
        with_table = Solver(puzzle, small)
        assert with_table.solve(state) == moves
        print(f"{moves} moves")
        print(f"  a dict  {memory.size():>10,} bytes, {with_dict.visited:,} visits")
        print(f"  a table {small.table.memory_usage.slots:>10,} bytes, {with_table.visited:,} visits")


if __name__ == "__main__":
    main()
