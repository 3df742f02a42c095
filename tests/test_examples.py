"""The examples, run as a user runs them, and the Connect Four solver against brute force."""

from __future__ import annotations

import functools
import importlib.util
import random
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import tabiya
from tabiya import Bound, TranspositionTable, ValueTable

EXAMPLES = Path(__file__).parent.parent / "examples"


def output_of(name: str, *arguments: str) -> list[str]:
    """What an example prints, by line."""
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stderr == ""
    return run.stdout.splitlines()


def load(name: str) -> ModuleType:
    """An example as a module."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # so that the annotations of its classes find their names
    spec.loader.exec_module(module)
    return module


def test_every_example_is_tested_here() -> None:
    source = Path(__file__).read_text()
    assert [path.name for path in EXAMPLES.glob("*.py") if f'output_of("{path.name}"' not in source] == []


def test_quickstart() -> None:
    assert output_of("quickstart.py") == [
        "cut off: worth 35 or more, so move 1234 refutes; no search needed",
        "another position: None",
        f"<{TranspositionTable.__name__} 16 MB, cluster4, cascade, 1,048,576 slots> holds 1 entry",
        "1 hit in 2 probes",
    ]


@pytest.mark.skipif(not tabiya.HAS_CORE, reason="the native core is not built")
def test_threads() -> None:
    shared, head, stores, probes, unharmed = output_of("threads.py")
    assert shared == "one thread stored 10,000 positions, another found 10,000 of them"
    assert head.split() == ["a", "million", "1", "thread", "2", "threads", "ratio"]
    for line, name in ((stores, "stores"), (probes, "probes")):
        assert re.fullmatch(rf"{name} +[\d.]+ ms +[\d.]+ ms +[\d.]+", line)
    found, wrong = re.findall(r"([\d,]+) (?:are found|of those)", unharmed)
    assert int(found.replace(",", "")) > 990_000
    assert wrong == "0"


# ---- Connect Four -----------------------------------------------------------------------------------------


def connect_four_rows(lines: list[str]) -> dict[str, list[int]]:
    """Value, nodes, entries and bytes by memory: the output without the seconds."""
    rows = {}
    for line in lines[2:4]:
        name, *figures = re.split(r" {2,}", line)
        value, nodes, _, entries, size = (figure.replace(",", "") for figure in figures)
        rows[name] = [int(figure) for figure in (value, nodes, entries, size)]
    return rows


@pytest.mark.slow
def test_connect_four_with_a_dict_and_with_a_megabyte() -> None:
    lines = output_of("connect_four.py")
    rows = connect_four_rows(lines)
    # As published by C. Steininger (github.com/ChristopheSteininger/c4): with six columns of four squares the
    # second player wins, on move 24.
    assert lines[-1] == "Both say: the second player wins with stone 24 of 24."
    assert rows["dict"][0] == rows["table of 1 MB"][0] == -1
    _, dict_nodes, dict_entries, dict_bytes = rows["dict"]
    _, table_nodes, table_entries, table_bytes = rows["table of 1 MB"]
    assert table_entries <= 2**16 < dict_entries
    assert table_bytes < 1.1 * 2**20 < dict_bytes / 20
    assert table_nodes < 1.2 * dict_nodes


def test_connect_four_on_a_small_board_is_a_draw() -> None:
    assert output_of("connect_four.py", "4", "4")[-1] == "Both say: a draw."


def test_connect_four_the_short_way() -> None:
    (line,) = (line for line in output_of("connect_four.py", "4", "4") if line.startswith("negamax"))
    column, with_table, without = (
        int(figure.replace(",", ""))
        for figure in re.findall(r"column (\d+), ([\d,]+) nodes with a table, ([\d,]+) without", line)[0]
    )
    assert column == 4  # the middle, as everybody knows
    assert with_table < without / 2


WIDTH = HEIGHT = 4
Columns = tuple[str, ...]
EMPTY: Columns = ("",) * WIDTH


class BruteForce:
    """Every position of the small board, by brute force: no bitboards, bounds or move ordering."""

    def __init__(self) -> None:
        self.values: dict[Columns, int] = {}
        """Of the positions in which the game is on, for the player to move."""
        self.value(EMPTY)

    def value(self, columns: Columns) -> int:
        if columns not in self.values:
            played = sum(map(len, columns))
            results = []
            for i in range(WIDTH):
                if len(columns[i]) < HEIGHT:
                    after = (*columns[:i], columns[i] + "xo"[played % 2], *columns[i + 1 :])
                    if completes_a_line(after, i):
                        results.append((WIDTH * HEIGHT - played + 1) // 2)
                    else:
                        results.append(-self.value(after))
            self.values[columns] = max(results, default=0)
        return self.values[columns]


def completes_a_line(columns: Columns, i: int) -> bool:
    """Whether the topmost stone of column `i` is in a line of four."""
    stone, top = columns[i][-1], len(columns[i]) - 1

    def run(dx: int, dy: int) -> int:
        count, x, y = 0, i + dx, top + dy
        while 0 <= x < WIDTH and 0 <= y < len(columns[x]) and columns[x][y] == stone:
            count, x, y = count + 1, x + dx, y + dy
        return count

    return any(run(dx, dy) + 1 + run(-dx, -dy) >= 4 for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)))


def bitboards(columns: Columns) -> tuple[int, int]:
    """The stones of the player to move, and all stones, in the form of the example."""
    mover = "xo"[sum(map(len, columns)) % 2]
    squares = [
        (1 << x * (HEIGHT + 1) + y, stone)
        for x, column in enumerate(columns)
        for y, stone in enumerate(column)
    ]
    return sum(bit for bit, stone in squares if stone == mover), sum(bit for bit, _ in squares)


@pytest.fixture(scope="module")
def example() -> ModuleType:
    return load("connect_four")


@pytest.fixture(scope="module")
def truth() -> dict[Columns, int]:
    return BruteForce().values


def memories(example: ModuleType) -> dict[str, Any]:
    return {
        "dict": example.DictMemory(),
        "roomy": TranspositionTable(hash_mb=1),
        "tiny": TranspositionTable(entries=64),  # evicts all the time
        "one slot": TranspositionTable(entries=1, layout="single"),
    }


@pytest.mark.parametrize("name", ["dict", "roomy", "tiny", "one slot"])
def test_the_solver_agrees_with_brute_force(
    example: ModuleType, truth: dict[Columns, int], name: str
) -> None:
    solver = example.Solver(WIDTH, HEIGHT, memories(example)[name])
    assert solver.solve() == truth[EMPTY] == 0
    rng = random.Random(1)
    for columns in rng.sample(list(truth), 1000):
        alpha = rng.randint(-8, 7)
        beta = rng.randint(alpha + 1, 8)
        found, true = solver.search(*bitboards(columns), alpha, beta), truth[columns]
        if found <= alpha:
            assert true <= found
        elif found >= beta:
            assert true >= found
        else:
            assert true == found


@pytest.mark.parametrize("name", ["dict", "roomy", "tiny"])
def test_every_bound_that_the_solver_remembers_is_true(
    example: ModuleType, truth: dict[Columns, int], name: str
) -> None:
    memory = memories(example)[name]
    solver = example.Solver(WIDTH, HEIGHT, memory)
    solver.solve()
    kinds = dict.fromkeys(Bound, 0)
    for columns, true in truth.items():
        known = memory.probe(sum(bitboards(columns)))
        if known is not None:
            kinds[known.bound] += 1
            assert known.bound is Bound.LOWER or true <= known.score
            assert known.bound is Bound.UPPER or true >= known.score
    assert sum(kinds.values()) == len(memory)
    assert all(kinds[bound] > 0 for bound in (Bound.UPPER, Bound.LOWER, Bound.EXACT))


def rules_as_brute_force_has_them(example: ModuleType, columns: Columns) -> tuple[list[int], int | None]:
    """Moves and result of a position of the small board."""
    over = any(completes_a_line(columns, i) for i in range(WIDTH) if columns[i])
    free = [i for i in range(WIDTH) if len(columns[i]) < HEIGHT]
    return free, -1 if over else (None if free else 0)


def test_the_rules_for_negamax_are_those_of_brute_force(example: ModuleType) -> None:
    rng = random.Random(2)
    for _ in range(100):
        game, columns = example.ConnectFour(WIDTH, HEIGHT), EMPTY
        while True:
            free, result = rules_as_brute_force_has_them(example, columns)
            assert game.result() == result
            if result is not None:
                break
            assert sorted(game.moves()) == free
            i = rng.choice(free)
            stone = "xo"[sum(map(len, columns)) % 2]
            game.push(i)
            columns = (*columns[:i], columns[i] + stone, *columns[i + 1 :])
            assert (game.mine, game.stones) == bitboards(columns)
        while game.past:
            game.pop()
        assert (game.mine, game.stones) == (0, 0)


# ---- Othello ----------------------------------------------------------------------------------------------


def test_othello() -> None:
    *_, score, nodes = output_of("othello.py", "3")
    ours, theirs = map(int, re.findall(r"\(.\) (\d+)", score))
    assert ours > theirs
    assert ours + theirs <= 36
    figures = re.findall(r"(?:table|without) ([\d,]*\d)", nodes)
    with_table, without = (int(figure.replace(",", "")) for figure in figures)
    assert with_table <= without


def test_othello_takes_back_what_it_did() -> None:
    othello = load("othello")
    rng = random.Random(1)
    for _ in range(20):
        game, seen = othello.Othello(), []
        while game.result() is None:
            seen.append((list(game.board), game.player, game.key))
            game.push(rng.choice(game.moves()))
        assert len({key for _, _, key in seen}) == len(seen)
        while seen:
            game.pop()
            assert (game.board, game.player, game.key) == seen.pop()


# ---- An engine on python-chess, with a dict and with a table ----------------------------------------------


def values_and_nodes(lines: list[str]) -> dict[str, tuple[int, int]]:
    """By memory."""
    found = {}
    for line in lines[1:]:
        *name, value, nodes, _ = line.split()
        found[" ".join(name)] = int(value), int(nodes.replace(",", ""))
    return found


def test_the_engine_finds_the_same_value_in_fewer_nodes() -> None:
    pytest.importorskip("chess")
    found = values_and_nodes(output_of("adopt_engine.py", "3"))
    assert found["dict"][0] == found["table"][0]
    assert found["table"][1] < found["dict"][1]


def test_the_pool_finds_the_same_value() -> None:
    pytest.importorskip("chess")
    found = values_and_nodes(output_of("adopt_pool.py", "2"))
    assert found["Manager().dict()"][0] == found["shared table"][0]


def test_four_lines_change() -> None:
    marked = [line for line in (EXAMPLES / "adopt_engine.py").read_text().splitlines() if "  # " in line]
    assert [line.rsplit("# ", 1)[1] for line in marked] == [str(number) for number in range(1, 5)]


# ---- Values in place of dicts -----------------------------------------------------------------------------


def number_after(text: str, line: str) -> float:
    found = re.search(rf"{text} +([\d,.]+)", line)
    assert found is not None, line
    return float(found[1].replace(",", ""))


def test_one_table_takes_a_tenth_of_the_memory_of_six_dicts() -> None:
    dicts, table, ratio = output_of("alpha_zero_style.py", "2", "60")
    assert number_after("one table:", table) <= 0.1 * number_after("six dicts:", dicts)
    assert number_after("memory", ratio) <= 0.1


@pytest.mark.parametrize("kilobytes", [8, 14, 26, 71])
def test_a_tree_whose_positions_are_displaced_plays_on(kilobytes: int) -> None:
    example = load("alpha_zero_style")
    for seed in range(2):
        assert len(example.self_play(example.TableTree(kilobytes / 1024), 60, seed)) >= 7


def test_proof_numbers_find_who_wins_with_either_memory() -> None:
    lines = output_of("proof_numbers.py", "4", "4")
    assert lines[0] == "4 x 4: who begins wins"
    assert number_after("a table", lines[2]) < 0.2 * number_after("a dict", lines[1])


def test_proof_numbers_agree_with_brute_force() -> None:
    example = load("proof_numbers")
    for width in range(1, 5):
        for height in range(1, 5):
            game = example.Domineering(width, height)

            @functools.cache
            def wins(filled: int, left: bool, game: Any = game) -> bool:
                return any(not wins(after, not left) for after in game.moves(filled, left))

            solver = example.Solver(game, ValueTable(example.PROOF, entries=64))
            assert [solver.wins(0, left) for left in (True, False)] == [wins(0, True), wins(0, False)]


def test_the_sliding_puzzle_is_solved_in_a_tenth_of_the_memory() -> None:
    lines = output_of("sliding_puzzle.py")
    assert [line for line in lines if line.endswith("moves")][1:] == ["31 moves", "31 moves"]
    for dict_line, table_line in zip(lines[1::3], lines[2::3], strict=True):
        assert number_after("a table", table_line) <= 0.1 * number_after("a dict", dict_line)


def test_the_sliding_puzzle_needs_the_fewest_moves() -> None:
    """Against a search in breadth from the goal."""
    example = load("sliding_puzzle")
    puzzle = example.Puzzle(3)
    distances, frontier = {puzzle.goal: 0}, [puzzle.goal]
    for state in frontier:
        if distances[state] == 14:
            break
        for after in puzzle.moves(state):
            if after not in distances:
                distances[after] = distances[state] + 1
                frontier.append(after)
    for state in random.Random(1).sample(sorted(distances), 60):
        assert example.Solver(puzzle, example.TableMemory(0.01)).solve(state) == distances[state]
