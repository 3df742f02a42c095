// Terms that depend only on pawns and kings: pawn structure, passed pawns, king shelter. They are cached,
// because both rarely change from node to node.
#pragma once

#include <cstdint>
#include <vector>

#include "games/chess/board.hpp"
#include "games/chess/evaluate_side.hpp"

namespace tabiya::chess {

// By-products for other terms.
struct PawnFacts {
    Bitboard passed;                       // of both colours
    std::array<Bitboard, 2> attack_spans;  // squares attacked now or after any advance
};

template <Colour Us, class Sum>
void pawn_structure(const Pieces& pieces, PawnFacts& facts, Sum& sum) {
    constexpr Colour Them = ~Us;
    const auto add = adder<Us>(sum);
    const Bitboard ours = pieces.of(Us, PieceType::kPawn), theirs = pieces.of(Them, PieceType::kPawn);
    const Bitboard attacks = pawn_attacks<Us>(ours), their_attacks = pawn_attacks<Them>(theirs);
    const Bitboard span = fill_forward<Us>(attacks);
    const Bitboard behind_ours = shift<kForward<Them>>(fill_forward<Them>(ours));
    const Bitboard before_theirs = shift<kForward<Them>>(fill_forward<Them>(theirs));

    const Bitboard isolated = ours & ~beside(fill_files(ours));
    const Bitboard stops_covered = shift<kForward<Them>>(their_attacks & ~span);
    const Bitboard backward = ours & stops_covered & ~isolated;
    const Bitboard unopposed = ours & ~before_theirs;
    add(kWeights.isolated[0], isolated.count());
    add(kWeights.isolated_unopposed[0], (isolated & unopposed).count());
    add(kWeights.backward[0], backward.count());
    add(kWeights.backward_unopposed[0], (backward & unopposed).count());
    add(kWeights.doubled[0], (ours & behind_ours).count());

    const Bitboard supported = ours & attacks, phalanx = ours & beside(ours);
    for (Square pawn : ours) add_piece<Us, PieceType::kPawn>(pawn, sum);
    for (Square pawn : supported) add(kWeights.supported[relative_rank_of<Us>(pawn)]);
    for (Square pawn : phalanx) add(kWeights.phalanx[relative_rank_of<Us>(pawn)]);

    const Bitboard passed = unopposed & ~fill_forward<Them>(their_attacks) & ~behind_ours;
    for (Square pawn : passed) add(kWeights.passed[relative_rank_of<Us>(pawn)]);
    for (Square pawn : passed&(supported | phalanx)) {
        add(kWeights.passed_connected[relative_rank_of<Us>(pawn)]);
    }
    facts.passed |= passed;
    facts.attack_spans[index(Us)] = span;
}

// Kings should accompany or stop passed pawns, the more the further these have advanced.
template <Colour Us, class Sum>
void kings_and_passed_pawns(const Pieces& pieces, Bitboard passed, Sum& sum) {
    const Square own = pieces.of(Us, PieceType::kKing).first(),
                 their = pieces.of(~Us, PieceType::kKing).first();
    for (Square pawn : passed& pieces.of(Us)) {
        const int urgency = relative_rank_of<Us>(pawn) - 2;
        if (urgency <= 0) continue;
        const Square stop = shift<kForward<Us>>(Bitboard(pawn)).first();
        adder<Us>(sum)(kWeights.passed_own_king[0], urgency * distance(own, stop));
        adder<Us>(sum)(kWeights.passed_their_king[0], urgency * distance(their, stop));
    }
}

// The rank of the first pawn from this side's view; 0 if none, because no pawn stands on the first rank.
template <Colour Us>
int nearest_rank(Bitboard pawns) {
    if (pawns.empty()) return 0;
    return relative_rank_of<Us>(Us == Colour::kWhite ? pawns.first() : pawns.last());
}

template <Colour Us, class Sum>
void king_shelter(const Pieces& pieces, Sum& sum) {
    const auto add = adder<Us>(sum);
    const Square king = pieces.of(Us, PieceType::kKing).first();
    const Bitboard in_front = fill_forward<Us>(rank_of(king.rank()));
    const Bitboard ours = pieces.of(Us, PieceType::kPawn) & in_front;
    const Bitboard theirs = pieces.of(~Us, PieceType::kPawn) & in_front;
    const int centre = std::clamp(king.file(), 1, 6);
    for (int file = centre - 1; file <= centre + 1; ++file) {
        const int edge = std::min(file, 7 - file);
        const int own = nearest_rank<Us>(ours & file_of(file));
        const int their = nearest_rank<Us>(theirs & file_of(file));
        add(kWeights.shelter[edge * 8 + own]);
        if (own != 0 && their == own + 1) {
            add(kWeights.storm_blocked[their]);
        } else {
            add(kWeights.storm[edge * 8 + their]);
        }
    }
    const Bitboard file = file_of(king.file());
    if (!pieces.of(PieceType::kPawn).intersects(file)) add(kWeights.king_open_file[0]);
}

template <class Sum>
PawnFacts pawn_terms(const Pieces& pieces, Sum& sum) {
    PawnFacts facts;
    pawn_structure<Colour::kWhite>(pieces, facts, sum);
    pawn_structure<Colour::kBlack>(pieces, facts, sum);
    kings_and_passed_pawns<Colour::kWhite>(pieces, facts.passed, sum);
    kings_and_passed_pawns<Colour::kBlack>(pieces, facts.passed, sum);
    king_shelter<Colour::kWhite>(pieces, sum);
    king_shelter<Colour::kBlack>(pieces, sum);
    return facts;
}

// One per thread. Entries keep all pawns and kings, so that positions cannot be confused: the cache changes
// the time of an evaluation, never its value.
class PawnCache {
  public:
    struct alignas(64) Entry {
        Bitboard white, black;  // pawns; an unused entry ...
        Bitboard kings;         // ... has no kings and matches nothing
        PawnFacts facts;
        Weight sum;
        std::uint8_t white_king = 0;
    };

    PawnCache() : entries_(kEntries) {}

    const Entry& operator()(const Pieces& pieces) {
        const Bitboard white = pieces.of(Colour::kWhite, PieceType::kPawn);
        const Bitboard black = pieces.of(Colour::kBlack, PieceType::kPawn);
        const Bitboard kings = pieces.of(PieceType::kKing);
        const Square white_king = (kings & pieces.of(Colour::kWhite)).first();
        Entry& entry = entries_[slot(white, black, kings, white_king)];
        if (entry.white != white || entry.black != black || entry.kings != kings ||
            entry.white_king != white_king.index()) [[unlikely]] {
            evaluation::Total sum;
            entry.facts = pawn_terms(pieces, sum);
            entry.sum = sum.sum();
            entry.white = white;
            entry.black = black;
            entry.kings = kings;
            entry.white_king = static_cast<std::uint8_t>(white_king.index());
        }
        return entry;
    }

  private:
    static constexpr int kBits = 12;
    static constexpr std::size_t kEntries = std::size_t{1} << kBits;

    static std::size_t slot(Bitboard white, Bitboard black, Bitboard kings, Square white_king) {
        const std::uint64_t mixed = white.bits() * 0x9E3779B97F4A7C15 ^ black.bits() * 0xC2B2AE3D27D4EB4F;
        const std::uint64_t where =
            (kings.bits() + static_cast<std::uint64_t>(white_king.index())) * 0xD6E8FEB86659FD93;
        return ((mixed ^ mixed >> 29 ^ where) * 0x9E3779B97F4A7C15) >> (64 - kBits);
    }

    std::vector<Entry> entries_;
};

}  // namespace tabiya::chess
