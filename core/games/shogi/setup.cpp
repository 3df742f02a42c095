#include "games/shogi/setup.hpp"

#include <string>

#include "games/shogi/zobrist.hpp"
#include "games/text.hpp"

namespace tabiya::shogi {

namespace {

std::string colour_name(Colour colour) {
    return std::string(name(colour));
}

std::optional<std::string> sets_fault(const Pieces& pieces) {
    Bitboard seen;
    for (Bitboard family : pieces.families) {
        if (seen.intersects(family)) return "two pieces stand on " + to_string((seen & family).first());
        seen |= family;
    }
    const Bitboard never = pieces.family(PieceType::kKing) | pieces.family(PieceType::kGold);
    if (pieces.colours[0].intersects(pieces.colours[1]) || seen != pieces.occupied() ||
        !(pieces.promoted - seen).empty() || pieces.promoted.intersects(never)) {
        return "the sets of kinds and of colours do not describe the same squares";
    }
    return std::nullopt;
}

std::optional<std::string> kings_fault(const Pieces& pieces) {
    const Bitboard kings = pieces.family(PieceType::kKing);
    for (Colour colour : {Colour::kBlack, Colour::kWhite}) {
        const int count = (kings & pieces.of(colour)).count();
        if (count > 1) return colour_name(colour) + " has " + std::to_string(count) + " kings";
    }
    if (kings.empty()) return "neither side has a king; only one may be missing";
    return std::nullopt;
}

// On the board and in both hands. A set has 40 pieces, which also limits the number of legal moves.
std::optional<Fault> count_fault(const Setup& setup) {
    for (int place = 0; place < kHandTypes; ++place) {
        const PieceType type = kHandOrder[static_cast<std::size_t>(place)];
        const int board = setup.pieces.family(type).count();
        const int hands = setup.hands[0].count(place) + setup.hands[1].count(place);
        const int most = kSetCounts[static_cast<std::size_t>(place)];
        if (board + hands > most) {
            return Fault{board > most ? "pieces" : "hands",
                         std::to_string(board + hands) + " " + std::string(name(type)) + "s (" +
                             std::to_string(board) + " on the board, " + std::to_string(hands) +
                             " in hand), at most " + std::to_string(most) + " are possible"};
        }
    }
    return std::nullopt;
}

// Pawns, lances and knights on squares where they could never move.
std::optional<std::string> dead_end_fault(const Pieces& pieces, Colour colour) {
    const auto stuck = [&](PieceType type, Bitboard dead) { return pieces.of(colour, type) & dead; };
    const Bitboard last = relative_rank(colour, 0), last_two = last | relative_rank(colour, 1);
    for (const auto& [type, dead] : {std::pair{PieceType::kPawn, last}, std::pair{PieceType::kLance, last},
                                     std::pair{PieceType::kKnight, last_two}}) {
        const Bitboard found = stuck(type, dead);
        if (found.any()) {
            return "the " + colour_name(colour) + " " + std::string(name(type)) + " on " +
                   to_string(found.first()) + " can never move";
        }
    }
    return std::nullopt;
}

std::optional<std::string> two_pawns_fault(const Pieces& pieces, Colour colour) {
    const Bitboard pawns = pieces.of(colour, PieceType::kPawn);
    for (int file = 0; file < 9; ++file) {
        if ((pawns & file_of(file)).more_than_one()) {
            return colour_name(colour) + " has two pawns on file " + std::to_string(file + 1);
        }
    }
    return std::nullopt;
}

std::optional<std::string> capturable_king_fault(const Setup& setup) {
    const Square king = setup.pieces.king(~setup.turn);
    if (setup.pieces.attackers_to(setup.turn, king, setup.pieces.occupied()).empty()) return std::nullopt;
    return colour_name(~setup.turn) + "'s king could be captured: it is in check and " +
           colour_name(setup.turn) + " is to move";
}

std::optional<std::string> pieces_fault(const Setup& setup) {
    const Pieces& pieces = setup.pieces;
    if (auto reason = sets_fault(pieces)) return reason;
    if (auto reason = kings_fault(pieces)) return reason;
    for (Colour colour : {Colour::kBlack, Colour::kWhite}) {
        if (auto reason = dead_end_fault(pieces, colour)) return reason;
        if (auto reason = two_pawns_fault(pieces, colour)) return reason;
    }
    return capturable_king_fault(setup);
}

}  // namespace

std::optional<Fault> fault(const Setup& setup) {
    if (auto wrong = count_fault(setup)) return wrong;
    if (auto reason = pieces_fault(setup)) return Fault{"pieces", *reason};
    if (setup.move_number < 1 || setup.move_number > kLargestCounter) {
        return Fault{"move number", std::to_string(setup.move_number) + " is not between 1 and " +
                                        std::to_string(kLargestCounter)};
    }
    return std::nullopt;
}

std::uint64_t Setup::key() const {
    std::uint64_t key = turn == Colour::kWhite ? kSideKey : 0;
    for (Colour colour : {Colour::kBlack, Colour::kWhite}) {
        for (int type = 1; type < kTypes; ++type) {
            const Piece piece(colour, static_cast<PieceType>(type));
            for (Square square : pieces.of(colour, piece.type())) key ^= piece_key(piece, square);
        }
        for (int place = 0; place < kHandTypes; ++place) {
            key ^= hand_key(colour, place, hands[static_cast<std::size_t>(index(colour))].count(place));
        }
    }
    return key;
}

}  // namespace tabiya::shogi
