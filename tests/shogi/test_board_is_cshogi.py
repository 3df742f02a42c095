"""The board answers as cshogi does, in all positions of random games.

20,000 positions (long form: a million). Complete legal moves, SFEN, check, mate, repetition and declaration
are compared in every position; the effects of moves, pieces and pictures in some.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from shogi_games import STARTS, Game, cshogi, play, positions, whole_move

from forms import sized
from tabiya import shogi
from tabiya.shogi import Declaration, Move, Repetition

POSITIONS = sized(12_000, 1_000_000)
PARTS = 8
"""Parts of the positions, so that a failure is found soon and named."""

RULES = {27: cshogi.LAW_27, 24: cshogi.LAW_24}
DECLARED = {
    cshogi.NYUGYOKU_NONE: Declaration.NONE,
    cshogi.NYUGYOKU_WIN: Declaration.WIN,
    cshogi.NYUGYOKU_DRAW: Declaration.DRAW,
}
REPEATED = {
    cshogi.REPETITION_DRAW: Repetition.DRAW,
    cshogi.REPETITION_WIN: Repetition.WIN,
    cshogi.REPETITION_LOSE: Repetition.LOSS,
}


def compare_always(game: Game) -> None:
    theirs, ours = game.theirs, game.ours
    moves = list(theirs.legal_moves)
    expected = sorted(whole_move(move).pack() for move in moves)
    assert sorted(move.pack() for move in ours.legal_moves) == expected
    assert len(ours.legal_moves) == len(moves)
    assert bool(ours.legal_moves) == bool(moves)
    assert ours.sfen() == theirs.sfen()
    assert ours.turn == (theirs.turn == cshogi.BLACK)
    assert ours.move_number == theirs.move_number
    check = theirs.is_check()
    assert ours.is_check() == check
    assert ours.is_checkmate() == (check and not moves)
    assert ours.is_stalemate() == (not check and not moves)
    compare_repetition(game)
    compare_declaration(theirs, ours)


def compare_repetition(game: Game) -> None:
    times = len(game.occurrences())
    assert game.ours._repetitions() + 1 == times
    kind = game.ours.repetition()
    assert kind == game.repetition()
    # cshogi judges the last cycle alone, from the second occurrence on, and also knows positions that are
    # better or worse by a hand.
    said = REPEATED.get(game.theirs.is_draw())
    if said is not None:
        assert times > 1
        if kind in (Repetition.WIN, Repetition.LOSS):
            assert said == kind
        elif said == Repetition.DRAW:
            assert kind in (Repetition.NONE, Repetition.DRAW)


def compare_declaration(theirs: Any, ours: shogi.Board) -> None:
    for rule, law in RULES.items():
        expected = DECLARED[theirs.nyugyoku_result(law)]
        assert ours.declaration(rule) == expected
        assert ours.can_declare(rule) == bool(expected)
        assert ours.is_nyugyoku(rule) == theirs.is_nyugyoku(law)


def compare_move(theirs: Any, ours: shogi.Board, move: int) -> None:
    mine, text = whole_move(move), cshogi.move_to_usi(move)
    assert ours.parse_usi(text).pack() == mine.pack()
    assert ours.usi(Move.from_usi(text)) == text
    assert ours.is_legal(Move.from_usi(text))
    assert ours.is_capture(mine) == (mine.drop is None and cshogi.move_cap(move) != 0)
    theirs.push(move)
    assert ours.gives_check(mine) == theirs.is_check()
    foretold = ours.key_after(mine)
    ours.push(mine)
    assert ours.sfen() == theirs.sfen()
    assert ours.key == foretold
    assert ours.peek().pack() == ours.pop().pack() == mine.pack()
    theirs.pop()


def compare_pieces(theirs: Any, ours: shogi.Board) -> None:
    for square in shogi.SQUARES:
        piece, kind = ours.piece_at(square), theirs.piece_type(square)
        assert (piece.piece_type if piece else 0) == kind == (ours.piece_type_at(square) or 0)
        if piece:
            expected = cshogi.BLACK if piece.color else cshogi.WHITE
            assert theirs.piece(square) >> 4 == expected
            assert ours.color_at(square) == piece.color
    for color, hand in zip((shogi.BLACK, shogi.WHITE), theirs.pieces_in_hand, strict=True):
        assert list(ours.hand(color).values()) == list(hand)
        assert ours.king(color) == theirs.king_square(cshogi.BLACK if color else cshogi.WHITE)
    # Ours has no last move below, and says whose turn it is.
    pictures = (theirs.to_bod().splitlines(), ours.kif().splitlines())
    assert [line.strip() for line in pictures[0][:14]] == [line.strip() for line in pictures[1][:14]]


def compare(game: Game, number: int, rng: random.Random) -> None:
    compare_always(game)
    if number % 10 == 0:
        moves = list(game.theirs.legal_moves)
        for move in moves if number % 100 == 0 else rng.sample(moves, min(3, len(moves))):
            compare_move(game.theirs, game.ours, move)
    if number % 50 == 0:
        compare_pieces(game.theirs, game.ours)


@pytest.mark.parametrize("part", range(PARTS))
def test_every_answer_is_that_of_cshogi(part: int) -> None:
    rng = random.Random(part)
    for number, game in enumerate(positions(POSITIONS // PARTS, first=part * 1_000_000)):
        try:
            compare(game, number, rng)
        except AssertionError as error:
            moves = " ".join(map(str, game.ours.move_stack))
            error.add_note(f"{game.ours.root().sfen()} after {moves}")
            raise


def test_the_random_games_meet_what_is_rare() -> None:
    kinds = ("mate", "promotion", *Repetition, *(("drop", kind) for kind in shogi.HAND_PIECE_TYPES))
    met: dict[object, int] = dict.fromkeys(kinds, 0)
    hands: dict[int, int] = {}
    for number in range(6 * len(STARTS)):
        for game in play(number):
            met[game.ours.repetition()] += 1
            met["mate"] += game.ours.is_checkmate()
            if game.ours.move_stack:
                last = game.ours.peek()
                met["promotion"] += last.promotion
                if last.drop:
                    met[("drop", last.drop)] += 1
            for color in (shogi.BLACK, shogi.WHITE):
                for kind, count in game.ours.hand(color).items():
                    hands[kind] = max(count, hands.get(kind, 0))
    assert min(met.values()) > 0, met
    assert hands == {kind: (18, 4, 4, 4, 4, 2, 2)[place] for place, kind in enumerate(shogi.HAND_PIECE_TYPES)}


def entered_kings(rng: random.Random) -> str:
    """An SFEN, possible or not, with a king in the last three ranks and many pieces around it."""
    cells = [[""] * 9 for _ in range(9)]
    black = rng.random() < 0.5
    camp = [(rank, file) for rank in range(3) for file in range(9)]
    rng.shuffle(camp)
    king = camp.pop() if rng.random() < 0.95 else (3, rng.randrange(9))
    cells[king[0]][king[1]] = "K"
    letters = list("PPPPPPPPLLLLSSSSGGGGNNNNRRBB")
    rng.shuffle(letters)
    within, below = rng.randrange(8, 15), rng.randrange(0, 4)
    for rank, file in camp[:within]:
        letter = letters.pop()
        cells[rank][file] = letter if letter == "G" else "+" + letter
    cells[8][rng.randrange(9)] = "k"
    for _ in range(below):
        rank, file = rng.randrange(3, 8), rng.randrange(9)
        if not cells[rank][file]:
            letter = letters.pop()
            side = letter if rng.random() < 0.5 else letter.lower()
            cells[rank][file] = side if letter == "G" else "+" + side
    held = {letter: letters.count(letter) for letter in "RBGSNLP" if letter in letters}
    share = {letter: rng.randint(0, count) for letter, count in held.items()}
    hand = "".join(f"{n}{letter}" for letter, n in share.items() if n)
    hand += "".join(f"{n - share[letter]}{letter.lower()}" for letter, n in held.items() if n > share[letter])
    if not black:
        cells = [[cell.swapcase() for cell in reversed(row)] for row in reversed(cells)]
        hand = hand.swapcase()
    rows = []
    for row in cells:
        text, gap = "", 0
        for cell in [*row, "end"]:
            if not cell:
                gap += 1
                continue
            text += (str(gap) if gap else "") + (cell if cell != "end" else "")
            gap = 0
        rows.append(text)
    return f"{'/'.join(rows)} {'b' if black else 'w'} {hand or '-'} 1"


def test_declarations_are_judged_as_by_cshogi() -> None:
    rng = random.Random(27)
    met: dict[tuple[bool, int, Declaration], int] = {}
    tried = 0
    while tried < sized(4_000, 40_000):
        text = entered_kings(rng)
        try:
            ours = shogi.Board(text)
        except shogi.SfenError:
            continue
        tried += 1
        compare_declaration(cshogi.Board(text), ours)
        for rule in RULES:
            kind = (ours.turn, rule, ours.declaration(rule))
            met[kind] = met.get(kind, 0) + 1
    for color in (shogi.BLACK, shogi.WHITE):
        assert min(met[color, 27, kind] for kind in (Declaration.NONE, Declaration.WIN)) > 50, met
        assert min(met[color, 24, kind] for kind in Declaration) > 50, met


def test_all_moves_come_back_in_order() -> None:
    for number in range(36):
        game = list(play(number))[-1]
        theirs, ours = game.theirs, game.ours
        assert [move.usi() for move in ours.move_stack] == [cshogi.move_to_usi(m) for m in theirs.history]
        while theirs.history:
            assert ours.peek().usi() == cshogi.move_to_usi(theirs.peek())
            assert ours.pop().usi() == cshogi.move_to_usi(theirs.pop())
            assert ours.sfen() == theirs.sfen()
        with pytest.raises(IndexError, match="pop"):
            ours.pop()
        with pytest.raises(IndexError, match="no move"):
            ours.peek()
