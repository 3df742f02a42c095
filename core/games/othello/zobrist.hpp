// The numbering of Othello's key terms. The numbers, and so the keys, are stable: see zobrist/keys.hpp.
// zobrist.cpp and the tests assert properties of the keys.
//
//     0-127   disc on square: colour * 64 + square
//     128     white to move
//
// These 129 terms make up a position. After them:
//
//     129     the exact score of a position, as the endgame search keeps it (endgame.hpp)
//
// The last one separates exact scores from entries of the ordinary search for the same position, so that both
// can use one table.
#pragma once

#include <array>
#include <cstdint>

#include "games/othello/bitboard.hpp"
#include "zobrist/keys.hpp"

namespace tabiya::othello {

inline constexpr std::uint64_t kZobristSeed = 0x7461626979613033;  // "tabiya03"
inline constexpr int kDiscTerms = 2 * kSquares;
inline constexpr int kSideTerm = kDiscTerms;
inline constexpr int kGameTerms = kSideTerm + 1;
inline constexpr int kExactTerm = kGameTerms;
inline constexpr int kTerms = kExactTerm + 1;
inline constexpr std::array<std::uint64_t, kTerms> kTermKeys = zobrist::keys<kTerms>(kZobristSeed);

constexpr int disc_term(Colour colour, Square square) {
    return index(colour) * kSquares + square.index();
}

constexpr std::uint64_t disc_key(Colour colour, Square square) {
    return kTermKeys[static_cast<std::size_t>(disc_term(colour, square))];
}

inline constexpr std::uint64_t kSideKey = kTermKeys[kSideTerm];
inline constexpr std::uint64_t kExactKey = kTermKeys[kExactTerm];

// The change of the key when a disc is turned, for either colour.
inline constexpr auto kTurnKeys = [] {
    std::array<std::uint64_t, kSquares> result{};
    for (int s = 0; s < kSquares; ++s) {
        result[static_cast<std::size_t>(s)] =
            disc_key(Colour::kBlack, Square(s)) ^ disc_key(Colour::kWhite, Square(s));
    }
    return result;
}();

constexpr std::uint64_t turn_key(Bitboard turned) {
    std::uint64_t key = 0;
    each(turned, [&](Square square) { key ^= kTurnKeys[static_cast<std::size_t>(square.index())]; });
    return key;
}

}  // namespace tabiya::othello
