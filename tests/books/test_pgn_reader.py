"""PGN as our reader sees it: what python-chess sees, with the faults of each game."""

from __future__ import annotations

import io
import re
import tracemalloc
from pathlib import Path
from random import Random
from typing import Any

import pytest
from book_samples import random_game

from forms import sized
from tabiya.books.lines import TextFile
from tabiya.books.record import RecordedGame
from tabiya.chess.records.pgn import read_pgn

SEEN_BY_ALL = '[Event "{}"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 1-0\n\n'


def games(text: str) -> list[RecordedGame]:
    return list(read_pgn(TextFile("x.pgn", stream=io.BytesIO(text.encode()))))


def annotated_game(seed: int, peer: Any, library: Any) -> Any:
    """A game with comments, glyphs and variations, as python-chess writes it."""
    rng = Random(seed)
    game = peer.Game()
    game.headers["White"] = 'Anna "The Rook" \\ Müller'
    node: Any = game
    game.comment = rng.choice(["", "before (the) first; move"])
    for move in random_game(seed, 40):
        if rng.random() < 0.2:
            side = node.add_variation(rng.choice(list(node.board().legal_moves)), comment="(sideline) $7")
            side.nags.add(6)
            if list(side.board().legal_moves):
                side.add_variation(next(iter(side.board().legal_moves)), starting_comment="nested {")
        node = node.add_main_variation(library.Move.from_uci(str(move)))
        if rng.random() < 0.3:
            node.comment = rng.choice(["[%clk 0:01:02]", "x " * 80, "1-0 [Event ; ("])
        if rng.random() < 0.2:
            node.nags.add(rng.randrange(1, 10))
    return game


def test_python_chess_finds_the_same_moves_and_comments() -> None:
    peer = pytest.importorskip("chess.pgn")
    theirs = [annotated_game(seed, peer, pytest.importorskip("chess")) for seed in range(sized(10, 200))]
    ours = games("\n\n".join(map(str, theirs)))
    assert len(ours) == len(theirs)
    for mine, other in zip(ours, theirs, strict=True):
        assert mine.fault is None
        assert [str(move) for move in mine.moves] == [move.uci() for move in other.mainline_moves()]
        assert mine.tags == dict(other.headers)
        for ply, node in enumerate([other, *other.mainline()]):
            mine_here = mine.notes.get(ply, ())
            comments = [" ".join(note[1:-1].split()) for note in mine_here if note.startswith("{")]
            shown = " ".join(node.comment.replace("{", "").replace("}", "").split())
            assert comments == ([shown] if shown else [])
            assert {int(note[1:]) for note in mine_here if note.startswith("$")} == node.nags
            side = node.parent.variations[1:] if node.parent and node.is_main_variation() else []
            assert sum(note.startswith("(") for note in mine_here) == len(side)


@pytest.mark.parametrize(
    ("broken", "plies", "sentence"),
    [
        ("1. e4 e5 2. Ke3 Nf6 *", 2, "x.pgn, line 6: 2. Ke3 is not a legal move"),
        ("1. e4 what 2. Nf3 *", 1, "x.pgn, line 6: 1... what is not a legal move"),
        ("1. e4 e5 2. Nf3 {never closed", 3, "x.pgn, line 6: the comment that begins here is never closed"),
        ("1. e4 e5 2. Nf3 (2. d4\n", 3, "x.pgn, line 6: the variation that begins here is never closed"),
        ("1. e4 } e5 *", 1, "x.pgn, line 6: '}' without its opening bracket"),
        ("1. e4 -- *", 1, "x.pgn, line 6: 1... -- is not a legal move"),
        ('[Variant "Atomic"]\n\n1. e4 *', 0, "x.pgn, line 8: the variant 'Atomic' is not supported"),
        ('[FEN "8/8 w"]\n\n1. e4 *', 0, "x.pgn, line 6: the first position of this game: invalid FEN"),
        ("1. e4 e5 2. N", 2, "x.pgn, line 6: 2. N is not a legal move"),
    ],
)
def test_a_broken_game_has_a_fault_and_the_others_go_on(broken: str, plies: int, sentence: str) -> None:
    first, middle, last = games(f"{SEEN_BY_ALL.format(1)}{broken}\n\n{SEEN_BY_ALL.format(2)}")
    assert len(middle.moves) == plies
    assert sentence in str(middle.fault)
    for whole in (first, last):
        assert whole.fault is None
        assert len(whole.moves) == 3


def test_a_game_needs_no_tags_no_result_and_no_line_of_its_own() -> None:
    assert [len(game.moves) for game in games("1.e4 e5 1-0 1. d4 d5 2. c4 1/2 1.c4")] == [2, 3, 1]
    assert [len(game.moves) for game in games("1. e4!! e5 ; rest of line )\n2. 0-0 *")] == [2]
    assert games("; a comment\n1. e4 $14 e5?! *")[0].notes == {
        0: ("{a comment}",),
        1: ("$14",),
        2: ("$6",),
    }


def test_bytes_that_are_no_text_lose_their_game_only(tmp_path: Path) -> None:
    path = tmp_path / "x.pgn"
    path.write_bytes(SEEN_BY_ALL.format(1).encode() + b"1. e4 \xff\xfe *\n" + SEEN_BY_ALL.format(2).encode())
    with TextFile(path, tolerant=True) as file:
        found = list(read_pgn(file))
    assert [len(game.moves) for game in found] == [3, 1, 3]
    assert re.search("line 6: .* is not a legal move", str(found[1].fault))


def test_memory_does_not_grow_with_the_number_of_games(tmp_path: Path) -> None:
    def peak(count: int) -> int:
        path = tmp_path / f"{count}.pgn"
        path.write_text(SEEN_BY_ALL.format("x") * count)
        with TextFile(path) as file:
            tracemalloc.start()
            assert sum(1 for _ in read_pgn(file)) == count
            most = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
        return most

    peak(10)
    kept = 500  # bytes per game, if they were kept
    many = sized(2_000, 20_000)
    assert peak(many) < peak(200) + many * kept / 4
