"""Extracts puzzles from the games in a PGN file, for python-chess: mates, forks, hanging pieces.

python puzzles.py GAMES.pgn
"""

import sys

import chess.pgn

import chess

WORTH = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 99}


def mates_in_one(board: chess.Board) -> list:
    found = []
    for move in board.legal_moves:
        if board.gives_check(move):
            board.push(move)
            if board.is_checkmate():
                found.append(move)
            board.pop()
    return sorted(found, key=chess.Move.uci)


def mate_in_two(board: chess.Board):
    for move in sorted(board.legal_moves, key=chess.Move.uci):
        if not (board.gives_check(move) or board.is_capture(move)):
            continue
        board.push(move)
        replies = list(board.legal_moves)
        lines = []
        for reply in sorted(replies, key=chess.Move.uci):
            board.push(reply)
            mates = mates_in_one(board)
            board.pop()
            if not mates:
                break
            lines.append([move, reply, mates[0]])
        board.pop()
        if replies and len(lines) == len(replies):
            return lines[0]
    return None


def forks(board: chess.Board):
    for move in sorted(board.legal_moves, key=chess.Move.uci):
        after = board.copy(stack=False)
        after.push(move)
        piece = after.piece_at(move.to_square)
        if after.attackers(after.turn, move.to_square):
            continue
        victims = [
            square
            for square in after.attacks(move.to_square) & after.occupied_co[after.turn]
            if WORTH[after.piece_type_at(square)] > WORTH[piece.piece_type]
        ]
        if len(victims) > 1:
            yield move, victims


def hanging(board: chess.Board) -> list:
    pieces = chess.SquareSet(board.occupied_co[board.turn]) - board.kings
    return [
        square
        for square in pieces
        if board.is_attacked_by(not board.turn, square) and not board.attackers(board.turn, square)
    ]


def themes(board: chess.Board, move: chess.Move) -> list:
    found = []
    if board.is_capture(move):
        found.append("capture")
    if move.promotion:
        found.append("promotion to " + chess.piece_name(move.promotion))
    if any(
        board.is_pinned(not board.turn, square)
        for square in chess.SquareSet(board.occupied_co[not board.turn])
    ):
        found.append("pin")
    after = board.copy()
    after.push(move)
    king = after.king(after.turn)
    if chess.square_rank(king) in (0, 7) and chess.square_rank(move.to_square) == chess.square_rank(king):
        found.append("back rank")
    if len(after.checkers()) > 1:
        found.append("double check")
    if after.checkers() and move.to_square not in after.checkers():
        found.append("discovered check")
    if after.is_checkmate() and all(after.color_at(square) == after.turn for square in after.attacks(king)):
        found.append("smothered")
    if len(chess.SquareSet.between(move.from_square, move.to_square)) > 3:
        found.append("long move")
    return found


def main(path: str) -> None:
    with open(path, encoding="utf-8") as file:
        while game := chess.pgn.read_game(file):
            for node in game.mainline():
                board = node.board()
                if board.ply() % 7 or board.is_game_over():
                    continue
                assert board.is_valid()
                assert board.status() == chess.STATUS_VALID
                mates = mates_in_one(board)
                line = [mates[0]] if mates else mate_in_two(board)
                if line:
                    print(board.epd(bm=[line[0]]), board.variation_san(line), themes(board, line[0]))
                    mirrored = board.mirror()
                    print("  mirrored:", mirrored.fen(), len(list(mirrored.legal_moves)))
                for move, victims in forks(board):
                    names = " and ".join(chess.square_name(square) for square in victims)
                    print(f"{board.fen()} {board.lan(move)} forks {names}")
                if squares := hanging(board):
                    print(board.board_fen(), "hanging:", *map(chess.square_name, squares))
                puzzle = chess.pgn.Game()
                puzzle.setup(board)
                puzzle.headers["White"] = game.headers["White"]
                if line:
                    puzzle.add_line(line, comment="the solution")
                    print(puzzle, end="\n\n")


main(sys.argv[1])
