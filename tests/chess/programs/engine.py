"""A small engine for python-chess: alpha-beta with quiescence, a table and a null move, playing itself.

python engine.py PLIES DEPTH
"""

import sys

import chess.polyglot

import chess

VALUES = {
    chess.PAWN: 100,
    chess.KNIGHT: 280,
    chess.BISHOP: 320,
    chess.ROOK: 479,
    chess.QUEEN: 929,
    chess.KING: 0,
}
MATE = 100_000
EXACT, LOWER, UPPER = range(3)


def place_value(piece: chess.Piece, square: chess.Square) -> int:
    if not piece.color:
        square = chess.square_mirror(square)
    middle = 6 - 2 * min(chess.square_distance(square, center) for center in (chess.D4, chess.E5))
    if piece.piece_type == chess.PAWN:
        return 5 * chess.square_rank(square) + middle
    if piece.piece_type == chess.KING:
        return -3 * middle
    return 4 * middle


def evaluate(board: chess.Board) -> int:
    score = 0
    for square, piece in board.piece_map().items():
        worth = VALUES[piece.piece_type] + place_value(piece, square)
        score += worth if piece.color == board.turn else -worth
    for color in chess.COLORS:
        pawns = board.pieces(chess.PAWN, color)
        doubled = sum(len(pawns & chess.BB_FILES[file]) > 1 for file in range(8))
        pinned = sum(board.is_pinned(color, square) for square in board.pieces(chess.KNIGHT, color))
        mobility = sum(len(board.attacks(square)) for square in board.pieces(chess.BISHOP, color))
        part = 2 * mobility - 15 * doubled - 20 * pinned
        score += part if color == board.turn else -part
    return score


def gain(board: chess.Board, move: chess.Move) -> int:
    if board.is_en_passant(move):
        return VALUES[chess.PAWN]
    victim = board.piece_type_at(move.to_square)
    attacker = board.piece_type_at(move.from_square)
    return 10 * VALUES[victim] - VALUES[attacker] if victim and attacker else 0


class Engine:
    def __init__(self) -> None:
        self.table: dict = {}
        self.nodes = 0

    def ordered(self, board: chess.Board, moves, first) -> list:
        return sorted(moves, key=lambda move: (move != first, -gain(board, move), move.uci()))

    def quiesce(self, board: chess.Board, alpha: int, beta: int) -> int:
        self.nodes += 1
        best = evaluate(board)
        if best >= beta:
            return best
        alpha = max(alpha, best)
        for move in self.ordered(board, board.generate_legal_captures(), None):
            board.push(move)
            score = -self.quiesce(board, -beta, -alpha)
            board.pop()
            best, alpha = max(best, score), max(alpha, score)
            if alpha >= beta:
                break
        return best

    def search(self, board: chess.Board, depth: int, alpha: int, beta: int) -> int:
        self.nodes += 1
        if board.is_repetition(2) or board.is_insufficient_material() or board.halfmove_clock >= 100:
            return 0
        if not any(board.legal_moves):
            return -MATE + board.ply() if board.is_check() else 0
        if depth <= 0:
            return self.quiesce(board, alpha, beta)
        key = chess.polyglot.zobrist_hash(board)
        known_depth, bound, known, first = self.table.get(key, (-1, EXACT, 0, None))
        if known_depth >= depth and (
            bound == EXACT or (bound == LOWER and known >= beta) or (bound == UPPER and known <= alpha)
        ):
            return known
        if (
            depth >= 3
            and not board.is_check()
            and board.occupied_co[board.turn] & ~(board.pawns | board.kings)
        ):
            board.push(chess.Move.null())
            score = -self.search(board, depth - 3, -beta, -beta + 1)
            board.pop()
            if score >= beta:
                return score
        best, best_move, start = -MATE, None, alpha
        for move in self.ordered(board, board.legal_moves, first):
            extension = 1 if board.gives_check(move) else 0
            board.push(move)
            score = -self.search(board, depth - 1 + extension * (depth == 1), -beta, -alpha)
            board.pop()
            if score > best:
                best, best_move = score, move
            alpha = max(alpha, score)
            if alpha >= beta:
                break
        self.table[key] = (
            depth,
            LOWER if best >= beta else UPPER if best <= start else EXACT,
            best,
            best_move,
        )
        return best

    def choose(self, board: chess.Board, depth: int):
        best = None
        for d in range(1, depth + 1):
            alpha, best = -MATE, None
            for move in self.ordered(board, board.legal_moves, None):
                board.push(move)
                score = -self.search(board, d - 1, -MATE, -alpha)
                board.pop()
                if best is None or score > alpha:
                    alpha, best = max(alpha, score), (score, move)
        return best


def main(plies: int, depth: int) -> None:
    engine = Engine()
    board = chess.Board()
    while board.ply() < plies and not board.is_game_over(claim_draw=True):
        score, move = engine.choose(board, depth)
        number = f"{board.fullmove_number}{'.' if board.turn else '...'}"
        print(f"{number} {board.san(move)} {score} {engine.nodes} {chess.COLOR_NAMES[board.turn]}")
        board.push(move)
    print(board.result(claim_draw=True), board.outcome(claim_draw=True))
    print(chess.Board().variation_san(board.move_stack))
    print(board.fen())
    print(board)


main(int(sys.argv[1]), int(sys.argv[2]))
