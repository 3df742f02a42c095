#include "games/shogi/movegen.hpp"

#include "games/shogi/pawn_drop_mate.hpp"

namespace tabiya::shogi {

namespace {

enum class Stage { kAll, kTactical, kQuiet };

// A sink processes the moves: it lists or counts them.
class Lister {
  public:
    Lister(const Board& board, MoveList& moves) : board_(board), moves_(moves) {}

    void piece(Square from, PieceType type, Bitboard targets, bool promotes = false) {
        targets.each([&](Square to) { moves_.push(Move(from, to, type, board_.at(to).type(), promotes)); });
    }
    // All pawns that step forward onto the targets.
    template <Colour Us>
    void pawns(Bitboard targets, bool promotes = false) {
        constexpr int kBack = Us == Colour::kBlack ? 1 : -1;
        targets.each([&](Square to) {
            moves_.push(
                Move(Square(to.index() + kBack), to, PieceType::kPawn, board_.at(to).type(), promotes));
        });
    }
    void drops(PieceType type, Bitboard targets) {
        targets.each([&](Square to) { moves_.push(Move::drop(type, to)); });
    }

  private:
    const Board& board_;
    MoveList& moves_;
};

class Counter {
  public:
    void piece(Square, PieceType, Bitboard targets, bool = false) { count_ += targets.count(); }
    template <Colour Us>
    void pawns(Bitboard targets, bool = false) {
        count_ += targets.count();
    }
    void drops(PieceType, Bitboard targets) { count_ += targets.count(); }
    int count() const { return count_; }

  private:
    int count_ = 0;
};

// Squares from which an enemy piece of `colour` could attack a neighbour of the king on an empty board. If
// they are empty, all steps of the king are safe.
struct Reach {
    detail::ColouredTable steppers, lances;
    detail::SquareTable rooks, bishops;
};

template <class F>
constexpr detail::SquareTable around(F f) {
    return detail::table_of([&](Square king) {
        Bitboard result;
        for (Square s : detail::kKing[static_cast<std::size_t>(king.index())]) {
            result |= f(static_cast<std::size_t>(s.index()));
        }
        return result;
    });
}

const Reach kReach = [] {
    Reach reach;
    for (std::size_t us : {0, 1}) {
        reach.steppers[us] = around([us](std::size_t s) {
            return detail::kGold[us][s] | detail::kSilver[us][s] | detail::kKnight[us][s] | detail::kKing[s];
        });
        reach.lances[us] = around([us](std::size_t s) { return detail::kLanceRays[us][s]; });
    }
    reach.rooks = around([](std::size_t s) { return detail::kRookRays[s]; });
    reach.bishops = around([](std::size_t s) { return detail::kBishopRays[s]; });
    return reach;
}();

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
        const auto [checkers, pinned] = find_checks_and_pins<Us>(pieces_, king_, occupied_);
        king_moves();
        Bitboard mask = kAll;
        if (checkers.any()) {
            if (checkers.more_than_one()) return;
            mask = checkers | between(king_, checkers.first());
        }
        targets_ = mask - own_;
        free_ = own_ - pinned;
        pawn_moves();
        lance_moves();
        knight_moves();
        silver_moves();
        gold_moves();
        big_moves();
        pinned.each([&](Square from) { pinned_moves(from); });
        if constexpr (S != Stage::kTactical) drops(mask - occupied_);
    }

  private:
    static constexpr Colour Them = ~Us;
    static constexpr Bitboard kCamp = camp_of_enemy(Us);
    static constexpr Bitboard kLast = relative_rank(Us, 0);
    static constexpr Bitboard kLastTwo = relative_rank(Us, 0) | relative_rank(Us, 1);

    // The targets of moves without promotion in this stage.
    Bitboard plain(Bitboard targets) const {
        if constexpr (S == Stage::kTactical) return targets & enemy_;
        if constexpr (S == Stage::kQuiet) return targets - enemy_;
        return targets;
    }

    Bitboard free(PieceType type) const { return free_ & pieces_.family(type); }

    // A piece that does not promote.
    void step(Square from, PieceType type, Bitboard targets) { sink_.piece(from, type, plain(targets)); }

    // A piece that may promote when it enters, moves within or leaves the camp.
    void step_or_promote(Square from, PieceType type, Bitboard targets) {
        if constexpr (S != Stage::kQuiet) {
            sink_.piece(from, type, kCamp.has(from) ? targets : targets & kCamp, true);
        }
        sink_.piece(from, type, plain(targets));
    }

    // A piece that only moves forward and must promote if it could not move any further.
    void advance(Square from, PieceType type, Bitboard targets, Bitboard dead_end) {
        if constexpr (S != Stage::kQuiet) sink_.piece(from, type, targets & kCamp, true);
        sink_.piece(from, type, plain(targets - dead_end));
    }

    void pawn_moves() {
        const Bitboard targets = forward<Us>(free(PieceType::kPawn) - pieces_.promoted) & targets_;
        if constexpr (S != Stage::kQuiet) sink_.template pawns<Us>(targets & kCamp, true);
        sink_.template pawns<Us>(plain(targets - kLast));
    }

    void lance_moves() {
        (free(PieceType::kLance) - pieces_.promoted).each([&](Square from) {
            advance(from, PieceType::kLance, lance_attacks(Us, from, occupied_) & targets_, kLast);
        });
    }

    void knight_moves() {
        (free(PieceType::kKnight) - pieces_.promoted).each([&](Square from) {
            advance(from, PieceType::kKnight, knight_attacks(Us, from) & targets_, kLastTwo);
        });
    }

    void silver_moves() {
        (free(PieceType::kSilver) - pieces_.promoted).each([&](Square from) {
            step_or_promote(from, PieceType::kSilver, silver_attacks(Us, from) & targets_);
        });
    }

    void gold_moves() {
        (free_ & pieces_.golds()).each([&](Square from) {
            step(from, board_.at(from).type(), gold_attacks(Us, from) & targets_);
        });
    }

    void big_moves() {
        free(PieceType::kBishop).each([&](Square from) {
            const Bitboard reached = bishop_attacks(from, occupied_);
            if (pieces_.promoted.has(from)) {
                step(from, PieceType::kHorse, (reached | king_attacks(from)) & targets_);
            } else {
                step_or_promote(from, PieceType::kBishop, reached & targets_);
            }
        });
        free(PieceType::kRook).each([&](Square from) {
            const Bitboard reached = rook_attacks(from, occupied_);
            if (pieces_.promoted.has(from)) {
                step(from, PieceType::kDragon, (reached | king_attacks(from)) & targets_);
            } else {
                step_or_promote(from, PieceType::kRook, reached & targets_);
            }
        });
    }

    // A pinned piece stays on the line of its pin.
    void pinned_moves(Square from) {
        const PieceType type = board_.at(from).type();
        const Bitboard targets = attacks(type, Us, from, occupied_) & targets_ & line_through(king_, from);
        switch (type) {
            case PieceType::kPawn:
            case PieceType::kLance:
                return advance(from, type, targets, kLast);
            case PieceType::kKnight:
                return;
            case PieceType::kSilver:
            case PieceType::kBishop:
            case PieceType::kRook:
                return step_or_promote(from, type, targets);
            default:
                return step(from, type, targets);
        }
    }

    void king_moves() {
        Bitboard targets = plain(king_attacks(king_) - own_);
        if (targets.empty()) return;
        const std::size_t k = static_cast<std::size_t>(king_.index());
        const Bitboard near = enemy_ & kReach.steppers[detail::at(Us)][k];
        if (near.any()) targets -= stepper_danger(near);
        const Bitboard seen = occupied_ - Bitboard(king_);  // the king does not shield squares behind itself
        (enemy_ & pieces_.family(PieceType::kRook) & kReach.rooks[k]).each([&](Square s) {
            targets -= rook_attacks(s, seen);
        });
        (enemy_ & pieces_.family(PieceType::kBishop) & kReach.bishops[k]).each([&](Square s) {
            targets -= bishop_attacks(s, seen);
        });
        ((enemy_ & pieces_.family(PieceType::kLance) & kReach.lances[detail::at(Us)][k]) - pieces_.promoted)
            .each([&](Square s) { targets -= lance_attacks(Them, s, seen); });
        sink_.piece(king_, PieceType::kKing, targets);
    }

    Bitboard stepper_danger(Bitboard near) const {
        const Bitboard raw = near - pieces_.promoted;
        Bitboard danger = forward<Them>(raw & pieces_.family(PieceType::kPawn));
        (raw & pieces_.family(PieceType::kKnight)).each([&](Square s) { danger |= knight_attacks(Them, s); });
        (raw & pieces_.family(PieceType::kSilver)).each([&](Square s) { danger |= silver_attacks(Them, s); });
        (near & pieces_.golds()).each([&](Square s) { danger |= gold_attacks(Them, s); });
        (near & (pieces_.family(PieceType::kKing) | pieces_.horses_and_dragons())).each([&](Square s) {
            danger |= king_attacks(s);
        });
        return danger;
    }

    void drops(Bitboard empty) {
        const Hand hand = board_.hand(Us);
        if (hand.empty() || empty.empty()) return;
        if (hand.has(0)) sink_.drops(PieceType::kPawn, pawn_drops(empty));
        if (hand.has(1)) sink_.drops(PieceType::kLance, empty - kLast);
        if (hand.has(2)) sink_.drops(PieceType::kKnight, empty - kLastTwo);
        for (int place = 3; place < kHandTypes; ++place) {
            if (hand.has(place)) sink_.drops(kHandOrder[static_cast<std::size_t>(place)], empty);
        }
    }

    // Not on a file with an own pawn, and not with mate.
    Bitboard pawn_drops(Bitboard empty) const {
        Bitboard targets = empty - kLast - files_of(own_ & pieces_.of(PieceType::kPawn));
        const Bitboard check = pawn_attacks(Them, board_.king(Them)) & targets;
        if (check.any() && pawn_drop_mates<Us>(board_, check.first())) targets -= check;
        return targets;
    }

    const Board& board_;
    const Pieces& pieces_;
    Sink& sink_;
    const Square king_;
    const Bitboard own_, enemy_, occupied_;
    Bitboard targets_, free_;
};

template <Stage S, class Sink>
void generate_into(const Board& board, Sink& sink) {
    if (board.turn() == Colour::kBlack) {
        Generator<Colour::kBlack, S, Sink>(board, sink).run();
    } else {
        Generator<Colour::kWhite, S, Sink>(board, sink).run();
    }
}

template <Stage S>
void list(const Board& board, MoveList& moves) {
    Lister lister(board, moves);
    generate_into<S>(board, lister);
}

}  // namespace

void generate(const Board& board, MoveList& moves) {
    list<Stage::kAll>(board, moves);
}

void generate_tactical(const Board& board, MoveList& moves) {
    list<Stage::kTactical>(board, moves);
}

void generate_quiet(const Board& board, MoveList& moves) {
    list<Stage::kQuiet>(board, moves);
}

int count_moves(const Board& board) {
    Counter counter;
    generate_into<Stage::kAll>(board, counter);
    return counter.count();
}

bool has_legal_move(const Board& board) {
    return count_moves(board) != 0;
}

}  // namespace tabiya::shogi
