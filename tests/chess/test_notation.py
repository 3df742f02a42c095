"""Chess texts, read and written: UCI, SAN, FEN, EPD. Wrong texts are rejected with a reason."""

from __future__ import annotations

import pytest

from tabiya import chess
from tabiya.chess import AmbiguousMoveError, Board, FenError, IllegalMoveError, InvalidMoveError, Move

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

# ---- SAN -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fen", "uci", "san"),
    [
        (chess.STARTING_FEN, "e2e4", "e4"),
        (chess.STARTING_FEN, "g1f3", "Nf3"),
        (KIWIPETE, "e1g1", "O-O"),
        (KIWIPETE, "e1c1", "O-O-O"),
        (KIWIPETE, "d5e6", "dxe6"),
        (KIWIPETE, "e5g6", "Nxg6"),
        ("4k3/8/8/8/3Pp3/8/8/5K2 b - d3", "e4d3", "exd3"),
        ("1n2k3/P7/8/8/8/8/8/4K3 w - -", "a7b8q", "axb8=Q+"),
        ("4k3/P7/8/8/8/8/8/4K3 w - -", "a7a8n", "a8=N"),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - -", "a1a8", "Ra8#"),
        ("4k3/8/8/8/8/N3N3/8/4K3 w - -", "a3c4", "Nac4"),
        ("4k3/8/8/N7/8/N7/8/4K3 w - -", "a3c4", "N3c4"),
        ("8/2k5/8/8/4Q2Q/8/8/K6Q w - -", "h4e1", "Qh4e1"),
        # The other rook is pinned, so it is no rival.
        ("4k3/8/8/8/4r3/8/4R3/R3K3 w - -", "a1a2", "Ra2"),
    ],
)
def test_san_goes_out_and_comes_in(fen: str, uci: str, san: str) -> None:
    board = Board(fen)
    move = Move.from_uci(uci)
    assert board.san(move) == san
    assert board.parse_san(san) == move
    assert board.push_san(san) == move
    assert board.peek() == move


@pytest.mark.parametrize(
    "text", ["Nf3", "Nf3+", "Nf3#", "Nf3!", "Nf3?!", "Ngf3", "N1f3", "Ng1f3", "Ng1-f3", "Nxf3"]
)
def test_san_is_read_with_more_than_it_needs(text: str) -> None:
    assert Board().parse_san(text).uci() == "g1f3"


@pytest.mark.parametrize("text", ["O-O", "0-0", "O-O+", "0-0#", "O-O!", "O-O-O", "0-0-0", "O-O-O+!?"])
def test_castling_is_read_in_letters_and_in_zeros(text: str) -> None:
    assert Board(KIWIPETE).parse_san(text).uci() == ("e1g1" if text.count("-") == 1 else "e1c1")


@pytest.mark.parametrize("text", ["e8=Q", "e8Q", "e8=q", "e8q", "e7-e8=Q", "e8=Q+"])
def test_promotions_are_read_as_people_write_them(text: str) -> None:
    assert Board("8/4P3/8/8/8/k7/8/K7 w - -").parse_san(text).uci() == "e7e8q"


@pytest.mark.parametrize(
    ("fen", "text", "error", "sentence"),
    [
        (chess.STARTING_FEN, "", InvalidMoveError, "invalid san: ''"),
        (chess.STARTING_FEN, "e9", InvalidMoveError, "invalid san: 'e9'"),
        (chess.STARTING_FEN, "Pe4x", InvalidMoveError, "invalid san: 'Pe4x'"),
        (chess.STARTING_FEN, "♘f3", InvalidMoveError, r"invalid san: '\\u2658f3'"),
        (chess.STARTING_FEN, "O-O-O-O", InvalidMoveError, "invalid san"),
        (chess.STARTING_FEN, "x" * 500, InvalidMoveError, r"^invalid san: 'x{100}'\.\.\.$"),
        (chess.STARTING_FEN, "e5", IllegalMoveError, "illegal san: 'e5' in rnbqkbnr/"),
        (chess.STARTING_FEN, "Nd2", IllegalMoveError, "illegal san: 'Nd2'"),
        (chess.STARTING_FEN, "O-O", IllegalMoveError, "illegal san: 'O-O'"),
        ("8/4P3/8/8/8/k7/8/K7 w - -", "e8", IllegalMoveError, "the promotion piece is missing"),
        ("4k3/8/8/8/8/N3N3/8/4K3 w - -", "Nc4", AmbiguousMoveError, r"ambiguous san: 'Nc4' in .*Nac4, Nec4"),
        # A pawn that captures names its file.
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - -", "xd5", IllegalMoveError, "illegal san: 'xd5'"),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - -", "d5", IllegalMoveError, "illegal san: 'd5'"),
    ],
)
def test_san_that_is_wrong_is_refused_with_the_text(
    fen: str, text: str, error: type[IllegalMoveError], sentence: str
) -> None:
    board = Board(fen)
    with pytest.raises(error, match=sentence) as caught:
        board.push_san(text)
    assert type(caught.value) is error
    assert board.move_stack == []


# ---- UCI -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["", "e2", "e2e9", "e2e4k", "e7e8Q", " e2e4", "e2e4 ", "a1a1", "P@e4", "é2e4", "\ud800"]
)
def test_uci_that_is_no_move_is_refused_with_the_text(text: str) -> None:
    with pytest.raises(InvalidMoveError, match="invalid uci: '"):
        Move.from_uci(text)
    board = Board()
    if text != "a1a1":
        with pytest.raises(InvalidMoveError, match="invalid uci: '"):
            board.push(text)
    assert board == Board()


@pytest.mark.parametrize("text", ["e2e5", "e7e5", "e1g1", "a1a1", "e2e4q"])
def test_uci_that_is_illegal_is_refused_with_the_position(text: str) -> None:
    board = Board()
    with pytest.raises(IllegalMoveError, match=f"illegal move: '{text}' in rnbqkbnr/"):
        board.push(text)
    assert board == Board()


def test_castling_is_read_in_both_styles_and_written_in_the_boards() -> None:
    for chess960, short, long in ((False, "e1g1", "e1c1"), (True, "e1h1", "e1a1")):
        for text in ("e1g1", "e1h1", "e1c1", "e1a1"):
            board = Board(KIWIPETE, chess960=chess960)
            board.push(text)
            assert board.peek().uci() == (short if text[2] in "gh" else long)
            assert board.peek().pack() == Board(KIWIPETE).parse_uci(text).pack()


def test_a_chess960_kings_step_is_not_taken_for_castling() -> None:
    """From b1, castling with the rook on a1 leads to c1, and so does a step."""
    fen = "4k3/8/8/8/8/8/8/RK6 w Q - 0 1"
    for chess960 in (False, True):
        board = Board(fen, chess960=chess960)
        step, castling = board.parse_uci("b1c1"), board.parse_uci("b1a1")
        assert step != castling
        assert (board.san(step), board.san(castling)) == ("Kc1", "O-O-O")
        assert {step, castling} <= set(board.legal_moves)
        assert len(board.divide(1)) == len(board.legal_moves)
        assert board.parse_san("O-O-O") == castling
        assert board.parse_san("Kc1") == step


# ---- FEN -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fen", "sentence"),
    [
        ("", "fen: 0 instead of 2 to 6 fields"),
        ("8/8/8/8 w - - 0 1", "pieces: 4 instead of 8 ranks"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq - 0 1", "pieces: rank 1 .* has 7 squares"),
        ("rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "pieces: rank 6 .* has '9'"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1", "side: 'x' is neither 'w' nor 'b'"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQxq - 0 1", "castling: 'KQxq' has 'x'"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling: 'K' without a white rook"),
        ("4k3/8/8/8/8/8/4K3/7R w H - 0 1", "castling: white cannot castle with its king on e2"),
        ("4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "castling: 'KK' names the rook on h1 twice"),
        ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "en passant: 'e9' is neither '-' nor a square"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "en passant: no black pawn on e5 can have passed e6"),
        ("4k3/8/8/4p3/8/8/8/4K3 b - e6 0 1", "en passant: with black to move, the square is on rank 3"),
        ("4k3/4p3/8/4p3/8/8/8/4K3 w - e6 0 1", "en passant: .* cannot have come over e7"),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "halfmove clock: 'x' is not a number"),
        ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", "halfmove clock: -1 is not between"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999999", "fullmove number"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 7", "fen: 7 instead of 2 to 6 fields"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "pieces: black has no king"),
        ("4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "pieces: white has 2 kings"),
        ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "pieces: a pawn stands on a1"),
        ("4k3/8/8/8/8/PPP5/PPPPPPPP/4K3 w - - 0 1", "pieces: white has 11 pawns"),
        ("/".join(["QQQQQQQQ"] * 7 + ["QQQQKQkQ"]) + " w - - 0 1", "pieces: white has 63 pieces"),
        ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "pieces: black's king could be captured"),
        ("4k3/8/8/8/8/8/8/4K♔2 w - - 0 1", r"pieces: rank 1 .* has '\?'"),
    ],
)  # fmt: skip
def test_an_impossible_fen_is_refused_with_field_and_reason(fen: str, sentence: str) -> None:
    with pytest.raises(FenError, match=sentence):
        Board(fen)
    board = Board()
    board.push("e2e4")
    with pytest.raises(FenError, match=sentence):
        board.set_fen(fen)
    assert (board.move_stack, board.ply()) == ([Move.from_uci("e2e4")], 1)


def test_fields_of_a_fen_may_be_missing_from_the_end() -> None:
    board = Board("4k3/8/8/8/8/8/8/4K2R w")
    assert board.fen() == "4k3/8/8/8/8/8/8/4K2R w - - 0 1"
    assert Board("4k3/8/8/8/8/8/8/4K2R w K - 0 0").fen() == "4k3/8/8/8/8/8/8/4K2R w K - 0 1"


LEGAL, REFUSED = True, False
KILLERS = [
    # FEN as the seed has it, whether it is legal, what is true of it
    ("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1", LEGAL, "bm Kb1"),
    ("r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4", LEGAL, ""),
    ("8/2P5/8/8/8/8/8/k6K w - - 0 1", LEGAL, ""),
    ("8/8/3p4/KPp4r/1R2Pp1k/8/6P1/8 b - e3 0 1", LEGAL, "no en passant"),
    ("8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1", LEGAL, ""),
    (KIWIPETE, LEGAL, ""),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", LEGAL, ""),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", LEGAL, ""),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 2 2", LEGAL, ""),
    ("8/8/8/2k5/3Pp3/8/8/3K4 b - d3 0 1", LEGAL, "en passant exd3"),
    ("8/2P5/8/8/8/8/2p5/8 w - - 0 1", REFUSED, "pieces: white has no king"),
    ("8/8/1p1p1p2/p1p1p1p1/P1P1P1P1/1P1P1P2/8/8 w - - 0 1", REFUSED, "pieces: white has no king"),
    ("8/8/8/8/1k6/8/1K6/4Q3 w - - 0 1", REFUSED, "pieces: black's king could be captured"),
    ("2b2rk1/p1p2ppp/1p1p4/3Pp3/1PP1P3/P3KP2/6PP/8 w - - 0 1", LEGAL, ""),
    ("rnbqkb1r/pp1p1ppp/4pn2/2p5/2PP4/5N2/PP2PPPP/RNBQKB1R w KQkq c6 0 4", LEGAL, "no en passant"),
    ("k7/8/KP6/8/8/8/8/8 w - - 0 1", LEGAL, ""),
    ("8/8/8/3k4/8/8/8/R2K2R1 w - - 0 1", LEGAL, ""),
    ("r1b1kb1r/pp2qppp/2n1p3/3p4/2PP4/2N2N2/PP2QPPP/R1B1KB1R w KQkq - 0 8", LEGAL, ""),
]


@pytest.mark.parametrize(("fen", "legal", "truth"), KILLERS)
def test_each_killer_position_is_what_it_is(fen: str, legal: bool, truth: str) -> None:
    """The positions as published, and what is true of them."""
    if not legal:
        with pytest.raises(FenError, match=truth):
            Board(fen)
        return
    board = Board(fen)
    board.verify()
    assert board.fen(en_passant="fen") == fen
    captures = [board.san(move) for move in board.legal_moves if board.is_en_passant(move)]
    if truth.startswith("en passant"):
        assert captures == [truth.split()[-1]]
        assert board.fen() == fen
    else:
        assert captures == []
        assert board.fen().split()[3] == "-"
    if truth.startswith("bm"):
        assert board.parse_san(truth.split()[1]).uci() == "a1b1"
    assert board.perft(3, verify=True) == board.perft(3, bulk=False)


def test_the_transposition_trap_has_one_key_and_two_counters() -> None:
    first, second = Board(KILLERS[7][0]), Board(KILLERS[8][0])
    assert first.key == second.key
    assert first != second
    assert first.key_with("full") != second.key_with("full")


# ---- EPD -----------------------------------------------------------------------------------------


def test_an_epd_comes_in_with_its_operations() -> None:
    board, operations = Board.from_epd(
        "r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - bm O-O d3; am Ng1; "
        'id "Ruy; \\"Berlin\\""; '
        "ce 34; acd 18; hmvc 4; fmvn 4; pv O-O Nxe4 Re1; c0 one two 3; f 0.5; draw_offer; sm d4;"
    )
    assert board.fen() == "r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"
    assert operations == {
        "bm": [Move.from_uci("e1g1"), Move.from_uci("d2d3")],
        "am": [Move.from_uci("f3g1")],
        "id": 'Ruy; "Berlin"',
        "ce": 34,
        "acd": 18,
        "hmvc": 4,
        "fmvn": 4,
        "pv": [Move.from_uci("e1g1"), Move.from_uci("f6e4"), Move.from_uci("f1e1")],
        "c0": ["one", "two", 3],
        "f": 0.5,
        "draw_offer": None,
        "sm": Move.from_uci("d2d4"),
    }


def test_an_epd_goes_out_as_it_came_in() -> None:
    text = (
        "r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - bm O-O d3; "
        'id "Ruy; \\"Berlin\\" \\\\"; ce -34; f 0.5; pv O-O Nxe4 Re1; draw_offer; sm d4;'
    )
    board, operations = Board.from_epd(text)
    assert board.epd(**operations) == text


def test_the_counters_of_a_fen_and_leading_semicolons_are_read_too() -> None:
    board, operations = Board.from_epd("4k3/8/8/8/8/8/8/4K2R w K - 7 9 ;D1 15 ;D2 66")
    assert board.fen() == "4k3/8/8/8/8/8/8/4K2R w K - 7 9"
    assert operations == {"D1": 15, "D2": 66}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "epd: 0 instead of 4 fields"),
        ("4k3/8/8/8/8/8/8/4K3 w -", "epd: 3 instead of 4 fields"),
        ("4k3/8/8/8/8/8/8/4K3 w - - bm Ke3;", "bm: illegal san: 'Ke3'"),
        ("4k3/8/8/8/8/8/8/4K3 w - - am xyz;", "am: invalid san: 'xyz'"),
        ("4k3/8/8/8/8/8/8/4K3 w - - pv Kd1 Kd1;", "pv: illegal san: 'Kd1'"),
        ('4k3/8/8/8/8/8/8/4K3 w - - id "open;', "id: a quotation mark is not closed"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 5x 7;", "opcode: '5x' is not a letter and up to 14"),
        ("4k3/8/8/8/8/8/8/4K3 w - - averyveryverylongone 1;", "opcode: 'averyveryverylongone'"),
        ("4k3/8/8/8/8/8/8/4K3 w - - hmvc x;", "hmvc: needs a number"),
        ("4k3/8/8/8/8/8/8/4K3 w - - hmvc 99999;", "halfmove clock"),
        ("4k3/8/8/8/8/8/8/4K3 w - - ce 1; ce 2;", "ce: is given twice"),
        ("4k3/8/8/8/8/8/8/8 w - - id 1;", "pieces: white has no king"),
    ],
)
def test_a_wrong_epd_is_refused_with_the_operation(text: str, sentence: str) -> None:
    board = Board()
    with pytest.raises(FenError, match=sentence):
        board.set_epd(text)
    assert board == Board()


@pytest.mark.parametrize(
    ("operations", "error", "sentence"),
    [
        ({"bm": "e4"}, TypeError, "bm must contain Moves, not str"),
        ({"bm": [Move.from_uci("e2e5")]}, IllegalMoveError, "illegal move: 'e2e5'"),
        ({"ce": True}, TypeError, "ce must be None, str, int, float, Move or several, not bool"),
        ({"ce": float("nan")}, ValueError, "ce must be finite"),
        ({"c e": 1}, ValueError, "an opcode must be a letter"),
    ],
)
def test_an_operand_that_no_epd_has_is_refused(
    operations: dict[str, object], error: type[Exception], sentence: str
) -> None:
    with pytest.raises(error, match=sentence):
        Board().epd(**operations)  # type: ignore[arg-type]
