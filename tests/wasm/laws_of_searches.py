"""The laws of the engine that need the native core, on one thread."""

from __future__ import annotations

import sys
from pathlib import Path

from given import refused

from tabiya import Engine, Info, TranspositionTable, chess, othello, shogi
from tabiya.engine.signature import node_counts

SIGNATURE = Path(__file__).parents[1] / "search" / "signature.txt"
MATE_IN_2 = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"


def law_a_search_visits_the_nodes_of_every_machine() -> None:
    """All of it is the same then: boards, evaluation, table, move ordering."""
    for line in SIGNATURE.read_text().splitlines():
        if not line.startswith("#"):
            game, depth, nodes = line.split()
            assert sum(node_counts(game, int(depth)).values()) == int(nodes), game


def law_mates_are_found() -> None:
    result = Engine("chess", hash_mb=1).search(chess.Board(MATE_IN_2), depth=6)
    assert (str(result.best_move), str(result.score)) == ("a1a6", "#2")
    result = Engine("shogi", hash_mb=1).search(shogi.Board("4k4/9/4P4/9/9/9/9/9/4K4 b G 1"), depth=3)
    assert (str(result.best_move), result.score.plies) == ("G*5b", 1)


def law_othello_is_solved_to_the_end() -> None:
    solution = othello.solve(othello.Board("X" * 61 + "O-- X"))
    assert (str(solution.best_move), solution.score) == ("g8", 64)


def law_a_second_search_remembers_the_first() -> None:
    table = TranspositionTable(hash_mb=4)
    first = Engine("chess", table=table).search(chess.Board(), depth=7)
    entry = table.probe(chess.Board().key)
    assert entry is not None
    assert entry.depth == 7
    again = Engine("chess", table=table).search(chess.Board(), depth=7)
    assert again.nodes < first.nodes / 2
    table.clear()
    assert table.probe(chess.Board().key) is None
    assert Engine("chess", table=table).search(chess.Board(), depth=7).nodes == first.nodes


def law_infos_are_told_during_the_search() -> None:
    engine, depths = Engine("chess", hash_mb=1), []

    def told(info: Info) -> None:
        depths.append(info.depth)
        if info.depth == 4:
            engine.stop()

    result = engine.search(chess.Board(), depth=12, on_info=told)
    assert depths[:4] == [1, 2, 3, 4]
    assert result.depth < 12


def law_an_error_of_a_listener_ends_the_search() -> None:
    engine = Engine("chess", hash_mb=1)

    def fail(info: Info) -> None:
        raise KeyError(info.depth)

    refused(KeyError, "1", engine.search, chess.Board(), depth=60, on_info=fail)
    assert engine.search(chess.Board(), depth=1).depth == 1


def law_a_search_keeps_its_limits() -> None:
    engine = Engine("shogi", hash_mb=1)
    assert engine.search(shogi.Board(), nodes=5000).nodes == 5000
    assert engine.search(shogi.Board(), time=0.05).time < 1


def law_what_needs_a_second_thread_is_refused_where_there_is_one() -> None:
    if sys.platform != "emscripten":
        return
    sentence = (
        "WebAssembly has one thread: use threads=1 for a search or perft, l2_background=False for a table"
    )
    refused(ValueError, sentence, Engine("chess", threads=2).search, chess.Board(), depth=2)
    refused(ValueError, sentence, chess.Board().perft, 3, threads=2)
    refused(ValueError, sentence, TranspositionTable, hash_mb=4, l2_mb=1, l2_background=True)
    sentence = "sync must not be 'bucket_locks': WebAssembly has one thread"
    refused(ValueError, sentence, TranspositionTable, hash_mb=1, sync="bucket_locks")
    assert TranspositionTable(hash_mb=1, sync="auto").sync == "one_thread"
    sentence = "WebAssembly has no memory to share or to map: use save and load"
    refused(NotImplementedError, sentence, TranspositionTable.open, "mapped.tabiya", hash_mb=1)
    refused(NotImplementedError, sentence, TranspositionTable.create_shared, "shared", hash_mb=1)
