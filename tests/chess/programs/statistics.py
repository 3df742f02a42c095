"""Statistics of the games in a PGN file, for python-chess.

python statistics.py GAMES.pgn
"""

import collections
import sys

import chess.pgn

import chess


def phase(board: chess.Board) -> str:
    officers = sum(
        len(board.pieces(kind, color))
        for kind in (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)
        for color in chess.COLORS
    )
    return (
        "opening"
        if officers > 12 and board.fullmove_number < 12
        else "middlegame"
        if officers > 5
        else "endgame"
    )


def main(path: str) -> None:
    results: collections.Counter = collections.Counter()
    count: collections.Counter = collections.Counter()
    targets: collections.Counter = collections.Counter()
    openings: dict = collections.defaultdict(collections.Counter)
    lengths: list = []
    clocks: list = []
    with open(path, encoding="utf-8") as file:
        while True:
            game = chess.pgn.read_game(file)
            if game is None:
                break
            results[game.headers["Result"]] += 1
            count["errors"] += len(game.errors)
            count["variations"] += sum(
                len(node.variations) - 1 for node in game.mainline() if node.variations
            )
            opening = game.board().variation_san(list(game.mainline_moves())[:4])
            openings[opening][game.headers.get("Result", "*")] += 1
            board = game.board()
            for node in game.mainline():
                move = node.move
                piece = board.piece_at(move.from_square)
                assert piece is not None
                assert piece.color == board.turn
                count[f"moves of {chess.piece_name(piece.piece_type)}s"] += 1
                count[phase(board)] += 1
                count["captures"] += board.is_capture(move)
                count["en passant"] += board.is_en_passant(move)
                count["short castling"] += board.is_kingside_castling(move)
                count["long castling"] += board.is_queenside_castling(move)
                count["irreversible"] += board.is_irreversible(move)
                count["zeroing"] += board.is_zeroing(move)
                if move.promotion:
                    count[f"promotions to {piece.symbol()} -> {chess.piece_symbol(move.promotion)}"] += 1
                if chess.BB_SQUARES[move.to_square] & chess.BB_CENTER:
                    count["moves to the center"] += 1
                targets[chess.square_name(move.to_square)] += 1
                san = board.san_and_push(move)
                count["checks"] += board.is_check()
                count["double checks"] += len(board.checkers()) > 1
                count["mates"] += san.endswith("#")
                count["attacked kings' neighbours"] += sum(
                    board.is_attacked_by(not board.turn, square)
                    for square in board.attacks(board.king(board.turn))
                )
                if node.clock() is not None:
                    clocks.append(node.clock())
                if node.comment:
                    count["comments"] += 1
                for glyph in sorted(node.nags):
                    count[f"glyph {glyph}"] += 1
            lengths.append(board.ply())
            end = board.outcome()
            count[f"ended by {end.termination.name.lower() if end else 'agreement'}"] += 1
            count["claims"] += board.can_claim_draw()
            count["rights left"] += sum(board.has_castling_rights(color) for color in chess.COLORS)
            count["light squares occupied"] += chess.popcount(board.occupied & chess.BB_LIGHT_SQUARES)
    print(sum(results.values()), "games,", sum(lengths), "plies, longest", max(lengths))
    for result, number in sorted(results.items()):
        print(f"{result:8}{number:5}")
    for what, number in sorted(count.items()):
        print(f"{what:40}{number:8}")
    print(*(f"{name}:{number}" for name, number in sorted(targets.items())))
    for opening, found in sorted(openings.items()):
        print(opening, dict(sorted(found.items())))
    print("clocks", len(clocks), sum(clocks))


main(sys.argv[1])
