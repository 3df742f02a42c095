"""Each rule about numbers has one home in the core and one in Python, and both say the same."""

from __future__ import annotations

import re
from math import inf
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tabiya import HAS_CORE, Bound, ReferenceTable, TranspositionTable
from tabiya._utils.mixing import mix, unmix
from tabiya.analysis import win_probability
from tabiya.engine.limits import MAX_SEARCH_DEPTH
from tabiya.games import GAMES, game_spec, mate_score
from tabiya.games.mate_score import LONGEST_WIN, LOWEST_WIN, MATE, MAX_PLY
from tabiya.games.score import Score
from tabiya.reference.layout import Geometry
from tabiya.table.windows import bound_in, decides

DOCS = Path(__file__).parent.parent / "docs"
BORDERS = sorted(
    {
        sign * (border + step)
        for border in (0, LOWEST_WIN, MATE, MATE - MAX_PLY, 499_999)
        for step in (-1, 0, 1)
        for sign in (1, -1)
    }
)
scores = st.one_of(st.sampled_from(BORDERS), st.integers(-500_000, 500_000))
plies = st.one_of(st.sampled_from([0, 1, MAX_PLY, LONGEST_WIN]), st.integers(0, LONGEST_WIN))
needs_core = pytest.mark.skipif(not HAS_CORE, reason="the native core is not built")
bounds = st.sampled_from([Bound.UPPER, Bound.LOWER, Bound.EXACT])


@needs_core
def test_mates_and_plies_are_the_same_numbers_in_the_core() -> None:
    from tabiya import _core

    for name in ("MATE", "MAX_PLY", "LONGEST_WIN"):
        assert getattr(_core, name) == getattr(mate_score, name), name


def test_the_two_ranges_of_mates_have_names_of_their_own() -> None:
    """The native search sees 246 plies. The games of `lookup` and `negamax` may be longer."""
    assert MAX_SEARCH_DEPTH < MAX_PLY < LONGEST_WIN
    assert [Score(MATE - distance).is_mate for distance in (MAX_PLY, MAX_PLY + 1)] == [True, False]
    far = Score(MATE - LONGEST_WIN, "plies", LONGEST_WIN)
    assert far.plies == LONGEST_WIN
    assert not Score(far.value - 1, "plies", LONGEST_WIN).is_mate


@needs_core
@given(scores, plies, plies)
@example(MATE, 0, LONGEST_WIN)
def test_core_and_python_adjust_mates_alike(score: int, stored_at: int, read_at: int) -> None:
    for table in (TranspositionTable(entries=4), ReferenceTable(entries=4)):
        table.record(1, 9, -inf, inf, score, ply=stored_at)
        entry = table.probe(1)
        assert entry is not None
        assert entry.score == mate_score.score_at_node(score, stored_at)
        found = table.lookup(1, 9, -inf, inf, ply=read_at).score
        assert found == mate_score.score_at_root(entry.score, read_at)


@needs_core
@given(bounds, st.integers(-4, 4), st.integers(-4, 4), st.integers(-4, 4))
def test_core_and_python_agree_when_a_bound_decides(bound: Bound, score: int, alpha: int, beta: int) -> None:
    if alpha >= beta:
        return
    for table in (TranspositionTable(entries=4), ReferenceTable(entries=4)):
        table.store(1, score=score, depth=5, bound=bound)
        expected = score if decides(bound, score, alpha, beta) else None
        assert table.lookup(1, 5, alpha, beta).score == expected
        table.record(2, 5, alpha, beta, score)
        entry = table.probe(2)
        assert entry is not None
        assert entry.bound is bound_in(score, alpha, beta)


@needs_core
@given(st.integers(0, 2**64 - 1))
def test_core_and_python_hash_a_key_alike(key: int) -> None:
    assert unmix(mix(key)) == key
    for random_keys in (False, True):
        table = TranspositionTable(entries=4 * 1000, random_keys=random_keys)
        clusters = Geometry(clusters=1000, ways=4)
        assert table._cluster(key)[0] == clusters.cluster_of(key if random_keys else mix(key))


@needs_core
def test_the_core_refuses_more_threads_than_it_says() -> None:
    from tabiya import Engine, _core, chess

    def message(most: int) -> str:
        return f"threads must be between 1 and {most}, not {most + 1}"

    with pytest.raises(ValueError, match=message(_core.MAX_THREADS)):
        Engine("chess", threads=_core.MAX_THREADS + 1)
    board, limits, search = chess.Board(), _core.SearchLimits(depth=1), _core.ChessSearch()
    config = _core.SearchConfig(threads=_core.MAX_THREADS + 1)
    with pytest.raises(ValueError, match=message(_core.MAX_THREADS)), search._claim() as claim:
        search._run(board, None, limits, config, None, claim)
    with pytest.raises(ValueError, match=message(_core.MAX_PERFT_THREADS)):
        board.perft(2, threads=_core.MAX_PERFT_THREADS + 1)
    with pytest.raises(ValueError, match=message(_core.MAX_PERFT_THREADS)):
        board._divide(2, None, _core.MAX_PERFT_THREADS + 1, True, False)


@needs_core
def test_the_documents_name_the_limit_of_threads() -> None:
    from tabiya import _core

    found = re.search(r"\| Threads \| 1 to ([\d,]+) \|", (DOCS / "protocols.md").read_text())
    assert found is not None
    assert int(found[1]) == _core.MAX_THREADS


@needs_core
@pytest.mark.parametrize("name", GAMES)
def test_win_probabilities_have_the_scale_of_the_game(name: str) -> None:
    spec = game_spec(name)
    assert spec.win_probability(spec.tenfold) == pytest.approx(10 / 11)
    assert spec.win_probability(-spec.tenfold) == pytest.approx(1 / 11)
    assert win_probability(Score(spec.tenfold), spec) == spec.win_probability(spec.tenfold)
