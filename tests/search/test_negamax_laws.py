"""`tabiya.negamax` equals brute force with any table or none, and its reports are true."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from small_games import GAMES, WIN, ConnectThree, Nim, TicTacToe, minimax, random_play

from tabiya import Bound, Game, PackedGame, ReferenceTable, TranspositionTable, negamax
from tabiya.games.mate_score import LOWEST_WIN, MATE, score_at_node, score_at_root

LAYOUTS = ("single", "cluster3", "cluster4", "dense")
CASES = [(name, depth) for name, (_, depths) in GAMES.items() for depth in depths]


def tables() -> dict[str, Callable[[], Any]]:
    made: dict[str, Callable[[], Any]] = {"none": lambda: None}
    for layout in LAYOUTS:
        made[f"native {layout}"] = lambda layout=layout: TranspositionTable(hash_mb=1, layout=layout)
        made[f"tiny {layout}"] = lambda layout=layout: TranspositionTable(entries=12, layout=layout)
    made["one slot"] = lambda: TranspositionTable(entries=1, layout="single")
    made["reference"] = lambda: ReferenceTable(entries=4096)
    for policy in ("always", "depth_preferred", "age_based", "depth_and_age", "exact_preferred"):
        made[policy] = lambda policy=policy: TranspositionTable(entries=64, policy=policy)
    return made


@pytest.fixture(scope="module")
def truths() -> dict[tuple[str, int], int]:
    return {(name, depth): minimax(GAMES[name][0](), depth) for name, depth in CASES}


@pytest.mark.parametrize("memory", tables())
def test_every_table_gives_the_value_of_brute_force(truths: dict[tuple[str, int], int], memory: str) -> None:
    for name, depth in CASES:
        result = negamax(GAMES[name][0](), depth, table=tables()[memory]())
        true = truths[name, depth]
        assert result.score.value == true, (name, depth)
        assert result.depth <= depth


def test_tic_tac_toe_is_a_draw_from_every_first_move() -> None:
    game, table = TicTacToe(), TranspositionTable(hash_mb=1)
    for square in range(9):
        game.push(square)
        assert negamax(game, 8, table=table).score.value == 0
        game.pop()
    assert negamax(game, 9).score.value == negamax(game, 9, table=table).score.value == 0


@pytest.mark.parametrize("entries", [4, 64, 65536])
def test_warm_tables_give_the_value_of_brute_force_from_every_position(entries: int) -> None:
    """One table for hundreds of searches, in any order of positions, to the end of the game."""
    rng, table = random.Random(7), TranspositionTable(entries=entries)
    for number in range(120):
        if number % 2:
            game: Any = random_play(TicTacToe(), rng, rng.randint(2, 7))
        else:
            game = random_play(Nim((3, 4, 2)), rng, rng.randint(0, 3))
            table.clear()  # the keys of another game
        position = game.position
        depth = 9
        assert negamax(game, depth, table=table).score.value == minimax(game, depth)
        assert game.position == position
        if not number % 2:
            table.clear()


def test_a_win_is_told_in_plies_from_any_path_and_any_table() -> None:
    """A win in n plies is a win in n + 1 from the position before, with a cold and a warm table."""
    rng, table = random.Random(3), TranspositionTable(hash_mb=1)
    wins = 0
    known: dict[Any, int] = {}
    for _ in range(60):
        game = random_play(ConnectThree(4, 3), rng, rng.randint(4, 8))
        cold, warm = negamax(game, 8), negamax(game, 8, table=table)
        assert cold.score == warm.score
        assert cold.score.value == minimax(game, 8, known)
        if (plies := warm.score.plies) is not None and plies > 0:
            wins += 1
            follow_the_line(game, warm.pv, plies)
    assert wins > 20


def follow_the_line(game: Any, pv: tuple[Any, ...], plies: int) -> None:
    """Plays the line to its end: the game is won after the reported number of plies."""
    assert len(pv) == plies
    for move in pv:
        assert game.result() is None
        assert move in game.moves()
        game.push(move)
    assert game.result() == (-1 if plies % 2 else 1)
    for _ in pv:
        game.pop()


def test_every_entry_that_a_search_leaves_is_true() -> None:
    table = TranspositionTable(hash_mb=4)
    depth = 9
    game = TicTacToe()
    negamax(game, depth, table=table)
    keys, kinds = dict(table.items()), dict.fromkeys(Bound, 0)
    known: dict[Any, int] = {}
    for seed in range(400):
        position = random_play(TicTacToe(), random.Random(seed), seed % 8)
        entry = keys.get(position.key)
        if entry is None:
            continue
        kinds[entry.bound] += 1
        true = minimax(position, entry.depth, known)
        assert entry.bound is Bound.LOWER or true <= entry.score
        assert entry.bound is Bound.UPPER or true >= entry.score
    assert all(kinds[bound] for bound in (Bound.LOWER, Bound.UPPER, Bound.EXACT))


def test_the_table_saves_nodes() -> None:
    without, with_table = (
        negamax(ConnectThree(4, 4), 7, table=table).nodes for table in (None, TranspositionTable(hash_mb=1))
    )
    assert with_table < without / 2


def test_the_root_is_never_answered_by_the_table() -> None:
    """A wrong entry for the root: its score is ignored, its move is tried first if legal."""
    for lie in (7, 1, 2**24 - 1):
        table = TranspositionTable(hash_mb=1)
        game = TicTacToe()
        table.store(game.key, move=lie, score=12_345, depth=255, bound=Bound.EXACT)
        result = negamax(game, 1, table=table)
        assert result.score.value == minimax(game, 1)
        assert result.stats["illegal_table_moves"] == (lie == 2**24 - 1)


def test_an_illegal_move_in_the_table_is_never_made() -> None:
    """Every entry has an impossible move and depth 0: it decides nothing."""
    table = TranspositionTable(hash_mb=1)
    for seed in range(500):
        game = random_play(TicTacToe(), random.Random(seed), seed % 8)
        table.store(game.key, move=1000 + seed, score=99_999, depth=0, bound=Bound.EXACT)
    assert negamax(TicTacToe(), 4, table=table).score.value == minimax(TicTacToe(), 4)


def test_wins_stay_wins_at_the_boundary() -> None:
    for score in (MATE, MATE - 1, LOWEST_WIN, LOWEST_WIN - 1, 0, -LOWEST_WIN, -MATE):
        for ply in (0, 1, 200, 255):
            kept, read = score_at_node(score, ply), score_at_root(score, ply)
            assert abs(kept) <= MATE
            assert (abs(kept) >= LOWEST_WIN) == (abs(read) >= LOWEST_WIN) == (abs(score) >= LOWEST_WIN)
            if abs(score) <= MATE - ply:
                assert score_at_root(kept, ply) == score


def test_lines_are_legal_to_the_last_move() -> None:
    rng, table = random.Random(11), TranspositionTable(entries=256)
    for _ in range(300):
        name, _ = rng.choice(CASES)
        game = random_play(GAMES[name][0](), rng, rng.randint(0, 4))
        table.clear()
        result = negamax(game, rng.randint(1, 5), table=table)
        assert result.pv[0] == result.best_move
        for move in result.pv:
            assert game.result() is None
            assert move in game.moves()
            game.push(move)


# ---- limits ------------------------------------------------------------------------------------------------


def test_limits_end_the_search_and_keep_what_was_found() -> None:
    game = ConnectThree(5, 5)
    by_nodes = negamax(game, nodes=2000)
    assert by_nodes.nodes <= 2000
    assert by_nodes.stopped
    assert by_nodes.best_move in game.moves()
    by_time = negamax(game, time=0.05)
    assert by_time.time < 1
    assert by_time.depth >= 1
    assert negamax(game, nodes=1).depth == 1
    assert len(game.past) == 1


def test_nothing_is_stored_after_a_stop() -> None:
    """The entries of a stopped search are as true as those of a completed one."""
    for nodes in range(50, 1500, 97):
        table = TranspositionTable(hash_mb=1)
        negamax(TicTacToe(), nodes=nodes, table=table)
        assert negamax(TicTacToe(), 9, table=table).score.value == 0


def test_a_proved_win_ends_the_search() -> None:
    result = negamax(Nim((5,)), 200)
    assert result.score.plies == 3
    assert result.depth == 3
    assert str(result.score) == "#3"


def test_infos_come_once_a_ply() -> None:
    infos: list[Any] = []
    result = negamax(TicTacToe(), 4, on_info=infos.append, table=TranspositionTable(hash_mb=1))
    assert [info.depth for info in infos] == [1, 2, 3, 4]
    assert infos[-1].pv == result.pv
    assert infos[-1].score == result.score


# ---- mistakes ----------------------------------------------------------------------------------------------


def test_small_games_are_games() -> None:
    assert isinstance(TicTacToe(), Game)
    assert isinstance(ConnectThree(), PackedGame)
    assert not isinstance(object(), Game)


class Raising(TicTacToe):
    def evaluate(self) -> int:
        raise KeyError("the author's mistake")


class Wrong(TicTacToe):
    def __init__(self, **answers: Any) -> None:
        super().__init__()
        for name, answer in answers.items():
            setattr(self, name, lambda answer=answer: answer)


def test_a_game_that_raises_is_left_as_it_was() -> None:
    game = Raising()
    with pytest.raises(KeyError, match="the author's mistake"):
        negamax(game, 3)
    assert len(game.past) == 1


@pytest.mark.parametrize(
    ("call", "error", "sentence"),
    [
        (lambda: negamax(TicTacToe()), TypeError, "needs a limit: depth=, nodes= or time="),
        (lambda: negamax(TicTacToe(), 0), ValueError, "depth must be between 1 and 255, not 0"),
        (lambda: negamax(TicTacToe(), nodes=0), ValueError, "nodes must be between 1 and"),
        (lambda: negamax(TicTacToe(), time=-1), ValueError, "time must be a positive number of seconds"),
        (lambda: negamax(object(), 1), TypeError, "object has no moves"),  # type: ignore[arg-type]
        (lambda: negamax(TicTacToe(), 1, table={}), TypeError, "table must be a table"),  # type: ignore[arg-type]
        (lambda: negamax(TicTacToe(), 1, on_info=3), TypeError, "on_info must be callable"),  # type: ignore
        (lambda: negamax(Nim((0,)), 1), ValueError, "the game is over"),
        (lambda: negamax(Wrong(result=2), 1), ValueError, "result.. must be None, 1, 0 or -1, not 2"),
        (lambda: negamax(Wrong(moves=[]), 1), ValueError, "moves.. is empty although result.. is None"),
        (lambda: negamax(Wrong(moves=["a"]), 1), TypeError, "moves.. must return integers, or .* got 'a'"),
        (lambda: negamax(Wrong(moves=[-1]), 1), ValueError, "a packed move must be between"),
        (lambda: negamax(Wrong(evaluate=WIN), 1), ValueError, "evaluate.. must be between -90000 and"),
        (lambda: negamax(Wrong(evaluate=0.5), 1), TypeError, "evaluate.. must be an integer, not float"),
    ],
)
def test_a_mistake_is_a_sentence(call: Callable[[], Any], error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        call()


class Watched(TicTacToe):
    """Notes how many moves each node has and how many of them were searched."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[list[int]] = [[9, 0]]
        self.nodes: list[list[int]] = []

    def push(self, move: int) -> None:
        self.open[-1] = [len(self.moves()), self.open[-1][1] + 1]
        super().push(move)
        self.open.append([0, 0])

    def pop(self) -> None:
        super().pop()
        node = self.open.pop()
        if node[1]:
            self.nodes.append(node)


def test_cutoffs_are_counted_where_moves_are_left_out() -> None:
    """The last move of a node cuts off without leaving one out, so each count has a range."""
    game = Watched()
    stats = negamax(game, depth=5).stats
    cut = sum(searched < moves for moves, searched in game.nodes)
    assert 0 < cut <= stats["beta_cutoffs"] < len(game.nodes)
    by_first = sum(searched == 1 < moves for moves, searched in game.nodes)
    single = sum(moves == 1 for moves, _ in game.nodes)
    assert 0 < by_first <= stats["first_move_cutoffs"] <= by_first + single
    assert by_first < cut


def test_a_table_is_asked_and_told_as_often_as_it_is_counted() -> None:
    table = ReferenceTable(entries=4096, statistics=True)
    negamax(TicTacToe(), depth=4, table=table)
    before = table.stats
    found = negamax(TicTacToe(), depth=4, table=table).stats
    assert found["stores"] == table.stats.stores - before.stores
    # Probes that extend the line come on top: after each of 4 iterations, at most one per ply.
    assert 0 < found["probes"] <= table.stats.probes - before.probes <= found["probes"] + 4 * 4
    assert found["hits"] >= found["deep_hits"] >= found["cutoffs"] > 0
    assert found["probes"] >= found["hits"] >= found["table_moves_first"] > 0
    # Every node whose entry does not decide begins with the entry's move.
    assert found["table_moves_first"] == found["hits"] - found["cutoffs"]
