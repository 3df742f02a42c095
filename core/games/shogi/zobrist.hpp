// The numbering of shogi's key terms. Numbers and keys are stable: see zobrist/keys.hpp. The requirements on
// the keys are asserted once in zobrist.cpp, and in the tests.
//
//     0-2267     piece on square: (colour * 14 + type - 1) * 81 + square, types as in PieceType
//     2268-2533  pieces in hand: 2268 + (colour * 7 + place) * 19 + count, places P L N S G B R, counts 0-18
//     2534       white to move
//
// A position needs only these 2535. Every hand has a term for each of its seven types, also for a count of 0.
// After them:
//
//     2535-2538  earlier occurrences of the position: 0, 1, 2, 3 or more
//
// The last four are for keys that distinguish a repetition from its first occurrence (`repetition` keys).
// They are not in the key of a board: the table would lose its knowledge whenever a line returns to a
// position, and a board does not know its past.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "games/shogi/piece.hpp"
#include "games/shogi/square.hpp"
#include "zobrist/keys.hpp"

namespace tabiya::shogi {

inline constexpr std::uint64_t kZobristSeed = 0x7461626979613032;  // "tabiya02"
inline constexpr int kPieceTerms = 28 * kSquares;
inline constexpr int kHandTerms = 2 * kHandTypes * (kMostInHand + 1);
inline constexpr int kGameTerms = kPieceTerms + kHandTerms + 1;
inline constexpr int kTerms = kGameTerms + 4;
inline constexpr std::array<std::uint64_t, kTerms> kTermKeys = zobrist::keys<kTerms>(kZobristSeed);

static_assert(kGameTerms == 2535);

// The term of each feature, as an index into kTermKeys.
constexpr int piece_term(Piece piece, Square square) {
    return (index(piece.colour()) * 14 + index(piece.type()) - 1) * kSquares + square.index();
}

constexpr int hand_term(Colour colour, int place, int count) {
    return kPieceTerms + (index(colour) * kHandTypes + place) * (kMostInHand + 1) + count;
}

inline constexpr int kSideTerm = kPieceTerms + kHandTerms;

constexpr int repetition_term(int earlier) {
    return kGameTerms + std::min(earlier, 3);
}

// The same keys by piece code, with zeros for no piece.
inline constexpr auto kPieceKeys = [] {
    std::array<std::array<std::uint64_t, kSquares>, 32> result{};
    for (Colour colour : {Colour::kBlack, Colour::kWhite}) {
        for (int type = 1; type < kTypes; ++type) {
            const Piece piece(colour, static_cast<PieceType>(type));
            for (int s = 0; s < kSquares; ++s) {
                result[static_cast<std::size_t>(piece.index())][static_cast<std::size_t>(s)] =
                    kTermKeys[static_cast<std::size_t>(piece_term(piece, Square(s)))];
            }
        }
    }
    return result;
}();

constexpr std::uint64_t piece_key(Piece piece, Square square) {
    return kPieceKeys[static_cast<std::size_t>(piece.index())][static_cast<std::size_t>(square.index())];
}

constexpr std::uint64_t hand_key(Colour colour, int place, int count) {
    return kTermKeys[static_cast<std::size_t>(hand_term(colour, place, count))];
}

constexpr std::uint64_t repetition_key(int earlier) {
    return kTermKeys[static_cast<std::size_t>(repetition_term(earlier))];
}

inline constexpr std::uint64_t kSideKey = kTermKeys[kSideTerm];

}  // namespace tabiya::shogi
