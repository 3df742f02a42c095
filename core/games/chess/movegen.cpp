#include "games/chess/movegen.hpp"

namespace tabiya::chess {

namespace {

enum class Stage { kAll, kTactical, kQuiet };

// A sink processes the moves: it lists them, counts them, or lists those of one piece.
class Lister {
  public:
    explicit Lister(MoveList& moves) : moves_(moves) {}

    static constexpr Bitboard sources() { return kAll; }
    void piece(Square from, Bitboard targets) {
        for (Square to : targets) moves_.push(Move(from, to));
    }
    template <Step S>
    void pawns(Bitboard targets, MoveKind kind = MoveKind::kNormal, int steps = 1) {
        for (Square to : targets)
            moves_.push(Move(Square(to.index() - steps * static_cast<int>(S)), to, kind));
    }
    template <Step S>
    void promotions(Bitboard targets) {
        for (Square to : targets) {
            const Square from(to.index() - static_cast<int>(S));
            for (MoveKind kind : {MoveKind::kPromoteQueen, MoveKind::kPromoteKnight, MoveKind::kPromoteRook,
                                  MoveKind::kPromoteBishop}) {
                moves_.push(Move(from, to, kind));
            }
        }
    }
    void single(Move move) { moves_.push(move); }

  private:
    MoveList& moves_;
};

class Counter {
  public:
    static constexpr Bitboard sources() { return kAll; }
    void piece(Square, Bitboard targets) { count_ += targets.count(); }
    template <Step S>
    void pawns(Bitboard targets, MoveKind = MoveKind::kNormal, int = 1) {
        count_ += targets.count();
    }
    template <Step S>
    void promotions(Bitboard targets) {
        count_ += 4 * targets.count();
    }
    void single(Move) { ++count_; }
    int count() const { return count_; }

  private:
    int count_ = 0;
};

// Lists the moves of the pieces in `sources`.
class PieceLister : public Lister {
  public:
    PieceLister(MoveList& moves, Bitboard sources) : Lister(moves), sources_(sources) {}
    Bitboard sources() const { return sources_; }

  private:
    Bitboard sources_;
};

template <Colour Us, Stage S, class Sink>
class Generator {
  public:
    Generator(const Board& board, Sink& sink)
        : board_(board),
          pieces_(board.pieces()),
          sink_(sink),
          king_(board.king(Us)),
          own_(pieces_.of(Us)),
          enemy_(pieces_.of(Them)),
          occupied_(own_ | enemy_) {}

    void run() {
        find_checks_and_pins();
        king_moves();
        if (checkers_.more_than_one()) return;
        check_mask_ = checkers_.empty() ? kAll : checkers_ | between(king_, checkers_.first());
        targets_ = ~own_ & check_mask_;
        if constexpr (S == Stage::kTactical) targets_ &= enemy_;
        if constexpr (S == Stage::kQuiet) targets_ &= ~enemy_;
        pawn_moves();
        knight_moves();
        slider_moves();
    }

  private:
    static constexpr Colour Them = ~Us;

    Bitboard own(PieceType type) const { return own_ & pieces_.of(type) & sink_.sources(); }

    void find_checks_and_pins() {
        checkers_ = (knight_attacks(king_) & pieces_.of(PieceType::kKnight) & enemy_) |
                    (pawn_attacks(Us, king_) & pieces_.of(PieceType::kPawn) & enemy_);
        // Sliders that would reach the king on an empty board. Often there are none, and no look-up is
        // needed.
        const Bitboard straight = pieces_.straight_sliders() & enemy_;
        if (straight.intersects(rook_attacks(king_))) {
            look_along(straight, straight_pins_, [this](Bitboard o) { return rook_attacks(king_, o); });
        }
        const Bitboard diagonal = pieces_.diagonal_sliders() & enemy_;
        if (diagonal.intersects(bishop_attacks(king_))) {
            look_along(diagonal, diagonal_pins_, [this](Bitboard o) { return bishop_attacks(king_, o); });
        }
    }

    // A slider in view gives check. One that comes into view when our pieces in view are lifted pins one.
    template <class View>
    void look_along(Bitboard sliders, Bitboard& pins, View view_through) {
        const Bitboard view = view_through(occupied_);
        checkers_ |= view & sliders;
        for (Square pinner : view_through(occupied_ ^ (view & own_)) & sliders & ~view) {
            pins |= between(king_, pinner) | Bitboard(pinner);
        }
    }

    // Squares reached by enemy pawns, knights and king: cheap, and often enough for king_moves.
    Bitboard leaper_danger() const {
        return pawn_attacks<Them>(pieces_.of(PieceType::kPawn) & enemy_) |
               knight_attacks(pieces_.of(PieceType::kKnight) & enemy_) | king_attacks(board_.king(Them));
    }

    Bitboard slider_danger() const {
        const Bitboard seen = occupied_ ^ Bitboard(king_);  // the king does not shield squares behind itself
        Bitboard danger;
        for (Square s : pieces_.straight_sliders() & enemy_) danger |= rook_attacks(s, seen);
        for (Square s : pieces_.diagonal_sliders() & enemy_) danger |= bishop_attacks(s, seen);
        return danger;
    }

    // Steps and castling. Most kings stand behind their own pieces, where sliders need not be checked.
    void king_moves() {
        if (!sink_.sources().has(king_)) return;
        const Bitboard danger = leaper_danger();
        Bitboard targets = king_attacks(king_) & ~own_ & ~danger;
        if constexpr (S == Stage::kTactical) targets &= enemy_;
        if constexpr (S == Stage::kQuiet) targets &= ~enemy_;
        Bitboard rooks;
        if constexpr (S != Stage::kTactical) rooks = free_castling_rooks();
        if ((targets | rooks).empty()) return;
        const Bitboard sliders = slider_danger();
        sink_.piece(king_, targets & ~sliders);
        castling_moves(rooks, danger | sliders);
    }

    void knight_moves() {
        for (Square from : own(PieceType::kKnight) & ~(straight_pins_ | diagonal_pins_)) {
            sink_.piece(from, knight_attacks(from) & targets_);
        }
    }

    // A pinned slider stays on its line: no other pin line of the same kind is within its reach.
    void slider_moves() {
        const Bitboard diagonal = (own(PieceType::kBishop) | own(PieceType::kQueen)) & ~straight_pins_;
        const Bitboard straight = (own(PieceType::kRook) | own(PieceType::kQueen)) & ~diagonal_pins_;
        for (Square from : diagonal & ~diagonal_pins_) {
            sink_.piece(from, bishop_attacks(from, occupied_) & targets_);
        }
        for (Square from : diagonal& diagonal_pins_) {
            sink_.piece(from, bishop_attacks(from, occupied_) & targets_ & diagonal_pins_);
        }
        for (Square from : straight & ~straight_pins_) {
            sink_.piece(from, rook_attacks(from, occupied_) & targets_);
        }
        for (Square from : straight& straight_pins_) {
            sink_.piece(from, rook_attacks(from, occupied_) & targets_ & straight_pins_);
        }
    }

    void pawn_moves() {
        const Bitboard pawns = own(PieceType::kPawn);
        pawn_captures(pawns & ~straight_pins_);
        pawn_pushes(pawns & ~diagonal_pins_);
        if constexpr (S != Stage::kQuiet) {
            if (board_.en_passant().valid()) en_passant(pawns);
        }
    }

    void pawn_captures(Bitboard pawns) {
        if constexpr (S == Stage::kQuiet) return;
        const Bitboard free = pawns & ~diagonal_pins_, pinned = pawns & diagonal_pins_;
        const Bitboard takeable = enemy_ & check_mask_;
        pawn_step<kForwardWest<Us>>(
            (shift<kForwardWest<Us>>(free) | (shift<kForwardWest<Us>>(pinned) & diagonal_pins_)) & takeable);
        pawn_step<kForwardEast<Us>>(
            (shift<kForwardEast<Us>>(free) | (shift<kForwardEast<Us>>(pinned) & diagonal_pins_)) & takeable);
    }

    void pawn_pushes(Bitboard pawns) {
        const Bitboard free = pawns & ~straight_pins_, pinned = pawns & straight_pins_;
        const Bitboard ahead = shift<kForward<Us>>(free) | (shift<kForward<Us>>(pinned) & straight_pins_);
        const Bitboard one = ahead & ~occupied_;
        pawn_step<kForward<Us>, false>(one & check_mask_);
        if constexpr (S != Stage::kTactical) {
            const Bitboard two = shift<kForward<Us>>(one & relative_rank(Us, 2)) & ~occupied_ & check_mask_;
            sink_.template pawns<kForward<Us>>(two, MoveKind::kDoublePush, 2);
        }
    }

    template <Step Direction, bool Capture = true>
    void pawn_step(Bitboard targets) {
        const Bitboard last = relative_rank(Us, 7);
        if constexpr (S != Stage::kQuiet) sink_.template promotions<Direction>(targets & last);
        if constexpr (Capture || S != Stage::kTactical) sink_.template pawns<Direction>(targets & ~last);
    }

    void en_passant(Bitboard pawns) {
        const Square target = board_.en_passant();
        const Square captured(target.index() - static_cast<int>(kForward<Us>));
        for (Square from : pawn_attacks(Them, target) & pawns) {
            if (pieces_.en_passant_is_safe(from, captured, target, occupied_)) {
                sink_.single(Move(from, target, MoveKind::kEnPassant));
            }
        }
    }

    // The castling rooks with no piece in the way of king or rook.
    Bitboard free_castling_rooks() const {
        Bitboard free;
        if (checkers_.any()) return free;
        for (Square rook : board_.castling_rooks() & own_) {
            const Square king_to = castled_king(king_, rook), rook_to = castled_rook(king_, rook);
            const Bitboard crossed =
                between(king_, king_to) | Bitboard(king_to) | between(rook, rook_to) | Bitboard(rook_to);
            if (!crossed.intersects(occupied_ & ~Bitboard(king_) & ~Bitboard(rook))) free |= Bitboard(rook);
        }
        // In Chess960 the rook may be the only shield of the king along the rank.
        return free & ~straight_pins_;
    }

    void castling_moves(Bitboard rooks, Bitboard danger) {
        for (Square rook : rooks) {
            const Square king_to = castled_king(king_, rook);
            const Bitboard path = between(king_, king_to) | Bitboard(king_to);
            if (!path.intersects(danger)) sink_.single(Move(king_, rook, MoveKind::kCastling));
        }
    }

    const Board& board_;
    const Pieces& pieces_;
    Sink& sink_;
    const Square king_;
    const Bitboard own_, enemy_, occupied_;
    Bitboard checkers_, check_mask_, straight_pins_, diagonal_pins_, targets_;
};

template <Stage S, class Sink>
void generate_into(const Board& board, Sink& sink) {
    if (board.turn() == Colour::kWhite) {
        Generator<Colour::kWhite, S, Sink>(board, sink).run();
    } else {
        Generator<Colour::kBlack, S, Sink>(board, sink).run();
    }
}

}  // namespace

void generate(const Board& board, MoveList& moves) {
    Lister lister(moves);
    generate_into<Stage::kAll>(board, lister);
}

void generate_tactical(const Board& board, MoveList& moves) {
    Lister lister(moves);
    generate_into<Stage::kTactical>(board, lister);
}

void generate_quiet(const Board& board, MoveList& moves) {
    Lister lister(moves);
    generate_into<Stage::kQuiet>(board, lister);
}

int count_moves(const Board& board) {
    Counter counter;
    generate_into<Stage::kAll>(board, counter);
    return counter.count();
}

bool has_legal_move(const Board& board) {
    return count_moves(board) != 0;
}

bool is_legal(const Board& board, Move move) {
    if (!move || !board.pieces().of(board.turn()).has(move.from())) return false;
    MoveList moves;
    PieceLister lister(moves, Bitboard(move.from()));
    generate_into<Stage::kAll>(board, lister);
    return moves.contains(move);
}

}  // namespace tabiya::chess
