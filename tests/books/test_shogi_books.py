"""Books and games of shogi: YaneuraOu's, SFEN lists, KIF and CSA."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from book_samples import DATA, texts

from tabiya.books import BookBuilder, BookError, BookMove, GameFile, RecordedGame, open_book, write_book

shogi = pytest.importorskip("tabiya.shogi", exc_type=ImportError)

HEAD = "#YANEURAOU-DB2016 1.00\n"
START = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n"


def played(*moves: str) -> Any:
    board = shogi.Board()
    for move in moves:
        board.push(move)
    return board


def random_game(seed: int, plies: int = 60) -> tuple[Any, ...]:
    choice = random.Random(seed)
    board = shogi.Board()
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(choice.choice(moves))
    return tuple(board.move_stack)


def refused(tmp_path: Path, name: str, content: str) -> str:
    (tmp_path / name).write_text(content)
    with pytest.raises(BookError) as caught:
        open_book(tmp_path / name)
    return str(caught.value).removeprefix(str(tmp_path / name))


class TestYaneuraou:
    def test_moves_scores_depths_and_counts_are_read(self) -> None:
        book = open_book(DATA / "book.db")
        assert (len(book), book.illegal) == (2, 1)
        first, second = book.moves(shogi.Board())
        assert (str(first.move), first.weight, first.score, first.depth) == ("7g7f", 12, 45, 32)
        assert (str(second.move), second.weight, second.score, second.depth) == ("2g2f", 7, 50, 30)
        assert book.best(shogi.Board()) == second
        unscored, mated = book.moves(played("7g7f"))
        assert (unscored.weight, unscored.score, unscored.depth) == (1, None, None)
        assert (mated.weight, mated.score, mated.depth) == (1, -30000, 20)

    def test_a_book_written_and_read_is_the_same(self, tmp_path: Path) -> None:
        builder = BookBuilder("shogi", max_ply=30)
        for seed in range(30):
            builder.add_game(RecordedGame(builder.game, None, random_game(seed, 30)))
        board = shogi.Board()
        builder.add_move(board, board.parse_usi("7g7f"), 5, score=-120, depth=18)
        book = builder.book()
        write_book(tmp_path / "book.db", book)
        again = open_book(tmp_path / "book.db")
        assert dict(again.entries()) == dict(book.entries())
        plies = {position.key: position.ply for position in book.positions()}
        assert {position.key: position.ply for position in again.positions()} == plies  # type: ignore[attr-defined]
        sfens = [line for line in (tmp_path / "book.db").read_text().splitlines() if line.startswith("sfen")]
        assert sfens == sorted(sfens)

    def test_moves_that_only_lost_are_not_written(self, tmp_path: Path) -> None:
        builder = BookBuilder("shogi")
        builder.add_line(["7g7f", "3c3d"], points=1)
        write_book(tmp_path / "book.db", builder.book())
        assert len(open_book(tmp_path / "book.db")) == 1

    @pytest.mark.parametrize(
        ("content", "sentence"),
        [
            ("hello\n", ", line 1: a YaneuraOu book must begin with #YANEURAOU-DB2016, not with 'hello'"),
            (HEAD, ", line 1: the file contains no position"),
            (HEAD + "7g7f none 0 0\n", ", line 2: a move precedes the first position"),
            (HEAD + "sfen 9/9 b - 1\n", ", line 2: "),
            (HEAD + START + "7g7f none much 0\n", ", line 3: the score must be a number, not 'much'"),
            (HEAD + START + "7g7f none 0 deep\n", ", line 3: the depth must be a number, not 'deep'"),
            (HEAD + START + "7g7f none 0 1 -2\n", ", line 3: depth and count of a move must not be negative"),
            (HEAD + START + "7g7f none 99999999999\n", ", line 3: the number 99999999999 is too large"),
            (
                HEAD + START + "7g7f none 45 3",
                ", line 3: the last line has no newline: the file is truncated",
            ),
            (HEAD + START + "7g7f none 45 3\n" + START[:-1], ", line 4: the last line has no newline"),
        ],
    )
    def test_a_broken_file_is_refused_with_its_line(
        self, tmp_path: Path, content: str, sentence: str
    ) -> None:
        assert refused(tmp_path, "x.db", content).startswith(sentence)


class TestSfenLists:
    def test_lines_become_a_book(self) -> None:
        book = open_book(DATA / "lines.sfen")
        assert [(str(known.move), known.weight) for known in book.moves(shogi.Board())] == [("7g7f", 2)]
        answers = book.moves(played("7g7f"))
        assert [(str(known.move), known.weight) for known in answers] == [("3c3d", 2), ("8c8d", 1)]
        assert book.illegal == 1

    @pytest.mark.parametrize(
        ("content", "sentence"),
        [
            ("# only a comment\n", ", line 1: the file contains no position"),
            ("start moves 7g7f\n", ", line 1: a line must have 'startpos' or a position, then"),
            ("startpos\nsfen 9/9 b - 1\n", ", line 2: "),
        ],
    )
    def test_a_broken_file_is_refused_with_its_line(
        self, tmp_path: Path, content: str, sentence: str
    ) -> None:
        assert refused(tmp_path, "x.sfen", content).startswith(sentence)


KIF_HEAD = "手合割：平手\n手数----指手---------消費時間--\n"


class TestKif:
    def test_games_come_with_moves_results_and_starts(self) -> None:
        with GameFile(DATA / "games.kif") as file:
            games = list(file)
            assert file.illegal == 1
        lines = [[str(move) for move in game.moves] for game in games]
        assert lines == [["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e"], ["3c3d", "7g7f"], ["R*6b", "G*5b"]]
        assert [game.points for game in games] == [1.0, 0.5, None]
        assert games[1].start == "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"
        assert games[2].start == "4k4/9/4P4/9/9/9/9/7+B1/4K4 w G12Pr2p 1"

    def test_shift_jis_is_read_as_well(self, tmp_path: Path) -> None:
        text = (DATA / "games.kif").read_text(encoding="utf-8")
        (tmp_path / "old.kif").write_bytes(text.encode("cp932"))
        with GameFile(tmp_path / "old.kif") as old, GameFile(DATA / "games.kif") as new:
            assert list(old) == list(new)

    @pytest.mark.parametrize("handicap", ["香落ち", "右香落ち", "角落ち", "飛車落ち", "飛香落ち", "二枚落ち"])
    def test_the_handicaps_are_those_of_cshogi(self, tmp_path: Path, handicap: str) -> None:
        peer = pytest.importorskip("cshogi.KIF")
        text = f"手合割：{handicap}\n手数----指手---------消費時間--\n   1 ６二銀(71)\n"
        path = tmp_path / "x.kif"
        path.write_text(text, encoding="cp932")
        with GameFile(path) as file:
            (game,) = file
        assert game.start == peer.Parser.parse_file(str(path)).sfen

    def test_cshogi_reads_the_same_moves(self, tmp_path: Path) -> None:
        cshogi = pytest.importorskip("cshogi")
        peer = pytest.importorskip("cshogi.KIF")
        for seed in range(20):
            moves = random_game(seed, 120)
            path = tmp_path / f"{seed}.kif"
            theirs = cshogi.Board()
            lines = []
            last = None
            for number, move in enumerate(moves, 1):
                code = theirs.move_from_usi(str(move))
                lines.append(f"{number:4d} {peer.move_to_kif(code, last)}   ( 0:01/00:00:01)\n")
                theirs.push(code)
                last = code
            path.write_bytes((KIF_HEAD + "".join(lines) + f"{len(moves) + 1:4d} 投了\n").encode("cp932"))
            with GameFile(path) as file:
                (game,) = file
            parsed = peer.Parser.parse_file(str(path))
            assert [str(move) for move in game.moves] == [cshogi.move_to_usi(move) for move in parsed.moves]
            assert game.moves == moves
            assert game.points == (0.0 if len(moves) % 2 == 0 else 1.0)

    @pytest.mark.parametrize(
        ("content", "sentence"),
        [
            ("hello\n", ", line 1: the file contains no KIF game"),
            ("手合割：百枚落ち\n", ", line 1: unknown handicap '百枚落ち'"),
            (KIF_HEAD + "   1 ７六歩歩\n", ", line 3: invalid move '７六歩歩'"),
            (KIF_HEAD + "   1 同　歩(77)\n", ", line 3: invalid move '同 歩(77)'"),
            ("|v香|一\n", ", line 1: a row of a diagram must have 9 squares"),
            ("| ・ ・ ・ ・v子 ・ ・ ・ ・|一\n", ", line 1: unknown piece 'v子'"),
            ("先手の持駒：玉\n", ", line 1: unknown pieces in hand '玉'"),
            ("| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n手数----\n", ", line 2: a diagram must have 9 rows, not 1"),
        ],
    )
    def test_a_broken_file_is_refused_with_its_line(
        self, tmp_path: Path, content: str, sentence: str
    ) -> None:
        assert refused(tmp_path, "x.kif", content).startswith(sentence)


class TestCsa:
    def test_games_come_with_moves_results_and_starts(self) -> None:
        with GameFile(DATA / "games.csa") as file:
            games = list(file)
            assert file.illegal == 1
        lines = [[str(move) for move in game.moves] for game in games]
        assert lines == [
            ["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e"],
            ["3c3d", "7g7f"],
            ["R*6b", "G*5b"],
            ["7g7f", "3c3d"],
        ]
        assert [game.points for game in games] == [1.0, 0.5, None, None]
        assert games[1].start == "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"
        assert games[2].start == "4k4/9/4P4/9/9/9/9/7+B1/4K4 w G2rb3g4s4n4l17p 1"

    @pytest.mark.parametrize("moves", ["+7776FU", "+7776FU\n-3334FU"])
    @pytest.mark.parametrize(("ending", "points"), [("%+ILLEGAL_ACTION", 0.0), ("%-ILLEGAL_ACTION", 1.0)])
    def test_who_acts_illegally_loses(self, tmp_path: Path, moves: str, ending: str, points: float) -> None:
        """The sign names the side, whoever is to move: black's points are 0 if black did it."""
        path = tmp_path / "game.csa"
        path.write_text(f"V2.2\nPI\n+\n{moves}\n{ending}\n")
        with GameFile(path) as file:
            (game,) = file
        assert game.points == points

    def test_cshogi_writes_what_we_read(self, tmp_path: Path) -> None:
        cshogi = pytest.importorskip("cshogi")
        peer = pytest.importorskip("cshogi.CSA")
        for seed in range(20):
            moves = random_game(seed, 120)
            path = tmp_path / f"{seed}.csa"
            board = cshogi.Board()
            exporter = peer.Exporter(str(path))
            exporter.info(board, names=["A", "B"])
            for move in moves:
                code = board.move_from_usi(str(move))
                exporter.move(code, 1)
                board.push(code)
            exporter.endgame("%TORYO")
            exporter.close()
            with GameFile(path) as file:
                (game,) = file
            assert game.moves == moves
            assert game.start is None
            assert game.points == (0.0 if len(moves) % 2 == 0 else 1.0)

    @pytest.mark.parametrize(
        ("content", "sentence"),
        [
            ("hello\n", ", line 1: unknown CSA statement 'hello'"),
            ("V2.2\nPI\n", ", line 1: the file contains no CSA game"),
            ("PI\n+\n+7776XX\n", ", line 3: invalid move '+7776XX'"),
            ("PI\n+\n+777\n", ", line 3: invalid move '+777'"),
            ("PX\n", ", line 1: unknown position statement 'PX'"),
            ("P1-XX\n", ", line 1: unknown piece '-XX'"),
            ("P1" + " * " * 10 + "\n", ", line 1: a row must have 9 squares of three characters each"),
            ("P+00OU\n", ", line 1: OU cannot be in hand"),
            ("P+77\n", ", line 1: pieces must be written as 77FU, one after the other, not as '77'"),
            ("P+77XX\n", ", line 1: unknown piece 'XX'"),
            ("P+55OU44OU\n+\n", ", line 2: the game's first position is invalid: "),
        ],
    )
    def test_a_broken_file_is_refused_with_its_line(
        self, tmp_path: Path, content: str, sentence: str
    ) -> None:
        assert refused(tmp_path, "x.csa", content).startswith(sentence)


def test_a_book_of_shogi_goes_into_a_table(make_table: Any) -> None:
    table = make_table(hash_mb=1)
    assert table.prefill_from_book(open_book(DATA / "book.db"))[:2] == (2, 0)
    entry = table.probe(shogi.Board().key)
    assert str(shogi.Move.unpack(entry.move)) == "2g2f"
    assert (entry.score, entry.depth) == (50, 30)


def test_a_walk_finds_the_positions_of_a_book_of_shogi() -> None:
    from tabiya.books.prefill import walk

    book = open_book(DATA / "games.csa")
    found = dict(walk(book, 2, [shogi.Board()]))
    assert found.keys() == {played(*moves).key for moves in ((), ("7g7f",), ("7g7f", "3c3d"))}
    assert texts(found.values()) == ["7g7f", "3c3d", "8h2b+"]
    assert isinstance(found[shogi.Board().key], BookMove)
