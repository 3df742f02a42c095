"""Connect Four, solved exactly in plain Python: with a dict first, then with a table of 1 MB.

    python examples/connect_four.py          six columns of four squares, a few seconds for each memory
    python examples/connect_four.py 4 4      another board: columns, rows

Many orders of moves reach the same position, and a search that does not remember positions solves each of
them again and again. A dict remembers all of them, until memory ends. A transposition table remembers the
most useful ones, in memory of a fixed size. The solver below asks two things of its memory, `probe` and
`store`, so that one line in `main` replaces the one by the other.

The solver is made for this game alone. The class at the end shows the short way: tell the rules, and
`tabiya.negamax` searches, as deep as there is time for, on boards that are too large to solve.
"""

from __future__ import annotations

import sys
import time
from typing import NamedTuple, Protocol

from tabiya import Bound, Entry, TranspositionTable, negamax

# ---- two memories -----------------------------------------------------------------------------------------


class Known(NamedTuple):
    """What the dict remembers of a position; the table's `Entry` has these fields and some more."""

    move: int
    score: int
    depth: int
    bound: Bound


class DictMemory(dict[int, Known]):
    """As most authors begin: a dict. It never forgets, and it never stops growing."""

    def probe(self, key: int, /) -> Known | None:
        return self.get(key)

    def store(self, key: int, *, move: int, score: int, depth: int, bound: Bound) -> None:
        self[key] = Known(move, score, depth, bound)

    def size(self) -> int:
        """Bytes of the dict, its keys and its tuples; Python shares the small numbers in the tuples."""
        return sys.getsizeof(self) + sum(sys.getsizeof(k) + sys.getsizeof(v) for k, v in self.items())


class Memory(Protocol):
    """What the solver needs; `TranspositionTable` has it without any wrapper."""

    def probe(self, key: int, /) -> Known | Entry | None: ...
    def store(self, key: int, *, move: int, score: int, depth: int, bound: Bound) -> None: ...


# ---- the solver -------------------------------------------------------------------------------------------


class Solver:
    """Alpha-beta on a board of `width` columns with `height` squares each.

    A bitboard is an int with `height + 1` bits a column, from the left column's lowest square upwards; the
    extra bit on top stays 0, so that lines do not run on from one column into the next. A position is two
    bitboards: the stones of the player to move, and all stones.

    The value of a position is the number of stones that the winner still has in hand when the game ends, the
    winning one included, and negative if the player to move loses: a faster win is worth more. A draw is 0.
    """

    def __init__(self, width: int, height: int, memory: Memory) -> None:
        self.width = width
        self.cells = width * height
        self.column_bits = height + 1
        self.column = (1 << self.column_bits) - 1
        self.bottom = sum(1 << i * self.column_bits for i in range(width))
        self.board = self.bottom * ((1 << height) - 1)
        # Stones in the middle belong to more lines: try the middle columns first.
        self.middle_first = sorted(range(width), key=lambda i: abs(2 * i - (width - 1)))
        self.memory = memory
        self.nodes = 0

    def solve(self) -> int:
        """The value of the empty board for the first player."""
        return self.search(0, 0, -self.cells, self.cells)

    def search(self, mine: int, stones: int, alpha: int, beta: int) -> int:
        """The value, if it lies between `alpha` and `beta`; if not, a bound that shows on which side."""
        self.nodes += 1
        empty = self.cells - stones.bit_count()
        if not empty:
            return 0
        # Adding a bit at the bottom of a column carries up to its first empty square.
        moves = stones + self.bottom & self.board
        if moves & self.winning_squares(mine, stones):
            return (empty + 1) // 2
        moves = self.not_losing_at_once(moves, mine, stones)
        if not moves:
            return -(empty // 2)

        # A position and its mirror image have the same value, so only one of them is searched and remembered.
        key = mine + stones  # no two positions have the same sum
        mirrored = self.mirror(key)
        if mirrored < key:
            key, mine, stones, moves = mirrored, self.mirror(mine), self.mirror(stones), self.mirror(moves)

        known = self.memory.probe(key)
        lowest, highest = self.limits(empty, known)
        if lowest >= beta or lowest == highest:
            return lowest
        if highest <= alpha:
            return highest

        low, high = max(alpha, lowest), min(beta, highest)
        best, best_move = -self.cells, 0
        for move in self.ordered(moves, mine, stones, known.move if known else 0):
            square = moves & self.column << (move - 1) * self.column_bits
            value = -self.search(stones ^ mine, stones | square, -high, -max(low, best))
            if value > best:
                best, best_move = value, move
            if best >= high:
                break  # the opponent will not let it come to this: the other moves do not matter

        # Compared with the window that the caller asked for, not with the narrower one that was searched: a
        # value that meets one of the limits is exact. The depth tells the table how much work an entry saves.
        bound = Bound.UPPER if best <= alpha else Bound.LOWER if best >= beta else Bound.EXACT
        self.memory.store(key, move=best_move, score=best, depth=empty, bound=bound)
        return best

    def limits(self, empty: int, known: Known | Entry | None) -> tuple[int, int]:
        """The lowest and the highest value that a position can have, before any search."""
        # The tests in `search` have shown that neither player wins with the next stone …
        lowest, highest = min(0, 1 - empty // 2), (empty - 1) // 2
        # … and an earlier visit may have found out more. An upper bound says nothing about the lowest value,
        # nor a lower bound about the highest. Depths do not matter here: every search went to the game's end.
        if known and known.bound is not Bound.UPPER:
            lowest = max(lowest, known.score)
        if known and known.bound is not Bound.LOWER:
            highest = min(highest, known.score)
        return lowest, highest

    def ordered(self, moves: int, mine: int, stones: int, known_move: int) -> list[int]:
        """The moves as numbers of columns from 1, the best first as far as one can tell.

        Alpha-beta lives on this order. First comes the move that was best when the position was seen before,
        even if its score decides nothing now; then moves that threaten to win on many squares.
        """
        ranked = []
        for i in self.middle_first:
            square = moves & self.column << i * self.column_bits
            if square:
                threats = self.winning_squares(mine | square, stones | square).bit_count()
                ranked.append((i + 1 != known_move, -threats, i + 1))
        ranked.sort(key=lambda rank: rank[:2])  # stable: equals stay in the order of the middle
        return [move for _, _, move in ranked]

    def not_losing_at_once(self, moves: int, mine: int, stones: int) -> int:
        """Those of the moves after which the opponent cannot win with the next stone."""
        threats = self.winning_squares(stones ^ mine, stones)
        forced = moves & threats
        if forced & forced - 1:
            return 0  # two threats: only one can be met
        return (forced or moves) & ~(threats >> 1)  # and never play below a square where the opponent wins

    def winning_squares(self, own: int, stones: int) -> int:
        """The empty squares, reachable now or later, that would complete a line of four."""
        squares = own << 1 & own << 2 & own << 3  # on top of three
        for step in (self.column_bits - 1, self.column_bits, self.column_bits + 1):
            pair = own << step & own << 2 * step
            squares |= pair & (own << 3 * step | own >> step)
            pair = own >> step & own >> 2 * step
            squares |= pair & (own >> 3 * step | own << step)
        return squares & (self.board ^ stones)

    def mirror(self, bits: int) -> int:
        """The columns in the opposite order."""
        mirrored = 0
        for _ in range(self.width):
            mirrored = mirrored << self.column_bits | bits & self.column
            bits >>= self.column_bits
        return mirrored


# ---- the short way: the rules for tabiya.negamax ----------------------------------------------------------


class ConnectFour(Solver):
    """The rules, with the solver's bitboards. Moves are columns from 0 on."""

    def __init__(self, width: int = 7, height: int = 6) -> None:
        super().__init__(width, height, DictMemory())
        self.past: list[tuple[int, int]] = []
        self.mine = self.stones = 0

    @property
    def key(self) -> int:
        return self.mine + self.stones

    def moves(self) -> list[int]:
        free = self.stones + self.bottom & self.board
        return [i for i in self.middle_first if free & self.column << i * self.column_bits]

    def push(self, move: int) -> None:
        square = self.stones + self.bottom & self.board & self.column << move * self.column_bits
        self.past.append((self.mine, self.stones))
        self.mine, self.stones = self.stones ^ self.mine, self.stones | square

    def pop(self) -> None:
        self.mine, self.stones = self.past.pop()

    def evaluate(self) -> int:
        """Squares on which either side would win, if it could play there."""
        mine, theirs = self.mine, self.stones ^ self.mine
        return 10 * (
            self.winning_squares(mine, self.stones).bit_count()
            - self.winning_squares(theirs, self.stones).bit_count()
        )

    def result(self) -> int | None:
        """The player who just moved may have completed a line; then the one to move has lost."""
        theirs = self.stones ^ self.mine
        for step in (1, self.column_bits - 1, self.column_bits, self.column_bits + 1):
            pairs = theirs & theirs >> step
            if pairs & pairs >> 2 * step:
                return -1
        return 0 if self.stones == self.board else None


def show_the_short_way(plies: int = 7) -> None:
    game = ConnectFour()
    without = negamax(game, plies)
    found = negamax(game, plies, table=TranspositionTable(hash_mb=4))
    print(
        f"negamax, {plies} plies ahead on 7 x 6: column {found.best_move + 1}, {found.nodes:,} nodes with a "
        f"table, {without.nodes:,} without"
    )


# ---- both, side by side -----------------------------------------------------------------------------------


def outcome(value: int, cells: int) -> str:
    """The value of an empty board in words."""
    if value == 0:
        return "a draw"
    if value > 0:
        return f"the first player wins with stone {2 * ((cells + 1) // 2 - value) + 1} of {cells}"
    return f"the second player wins with stone {2 * (cells // 2 + value + 1)} of {cells}"


def main(width: int = 6, height: int = 4) -> None:
    cells = width * height
    print(f"Connect Four on {width} x {height}, solved from the empty board")
    print(f"{'memory':<14}{'value':>6}{'nodes':>12}{'seconds':>9}{'entries':>11}{'bytes':>14}")

    def report(name: str, memory: DictMemory | TranspositionTable) -> int:
        solver = Solver(width, height, memory)
        begin = time.perf_counter()
        value = solver.solve()
        seconds = time.perf_counter() - begin
        size = memory.size() if isinstance(memory, DictMemory) else int(memory.memory_usage)
        print(f"{name:<14}{value:>6}{solver.nodes:>12,}{seconds:>9.2f}{len(memory):>11,}{size:>14,}")
        return value

    with_dict = report("dict", DictMemory())
    # The only line that changes. A table of this size compares 62 bits of a key, one of 4 MB all 64.
    with_table = report("table of 1 MB", TranspositionTable(hash_mb=1))

    if with_dict != with_table:
        raise SystemExit("the two disagree: this is a bug, please report it")
    show_the_short_way()
    print(f"Both say: {outcome(with_table, cells)}.")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
