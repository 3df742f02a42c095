// The numbering of chess's key terms. Numbers and keys are stable: see zobrist/keys.hpp. zobrist.cpp asserts
// the requirements on the keys once, because that takes the compiler seconds.
//
//     0-767    piece on square: (colour * 6 + type) * 64 + square
//     768-771  castling right of the rook on h1, a1, h8, a8 (K, Q, k, q)
//     772-779  file of an en-passant capture that is legal
//     780      black to move
//
// A game from the usual start needs only these 781. After them:
//
//     781-792  castling right of a rook on another file, b to g for white, then for black (Chess960)
//     793-892  fifty-move counter, 1 to 100
//
// A castling right is keyed by the file of its rook, not by its side: two rooks may stand on the same side of
// a Chess960 king, and the position depends on which of them may castle.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "games/chess/piece.hpp"
#include "games/chess/square.hpp"
#include "zobrist/keys.hpp"

namespace tabiya::chess {

inline constexpr std::uint64_t kZobristSeed = 0x7461626979613031;  // "tabiya01"
inline constexpr int kGameTerms = 781;
inline constexpr int kTerms = kGameTerms + 12 + 100;
inline constexpr std::array<std::uint64_t, kTerms> kTermKeys = zobrist::keys<kTerms>(kZobristSeed);

// How the fifty-move counter enters a key. `full` distinguishes every value of the counter; `bucketed` only
// values near the draw, in steps of eight plies from 60 on.
enum class Rule50Keys : std::uint8_t { kOff, kBucketed, kFull };

// The term of each feature, as an index into kTermKeys.
constexpr int piece_term(Piece piece, Square square) {
    return (index(piece.colour()) * 6 + index(piece.type())) * 64 + square.index();
}

constexpr int castling_term(Square rook) {
    const int colour = rook.rank() == 0 ? 0 : 1;
    if (rook.file() == 7) return 768 + colour * 2;
    if (rook.file() == 0) return 769 + colour * 2;
    return kGameTerms + colour * 6 + rook.file() - 1;
}

constexpr int en_passant_term(int file) {
    return 772 + file;
}

inline constexpr int kSideTerm = 780;

// 0 means no key: at small counters every mode gives the key without the counter.
constexpr std::uint64_t rule50_key(int counter, Rule50Keys mode) {
    constexpr int kFirst = kGameTerms + 12;
    if (mode == Rule50Keys::kOff) return 0;
    if (mode == Rule50Keys::kBucketed) counter = counter < 60 ? 0 : counter - (counter - 60) % 8;
    return counter <= 0 ? 0 : kTermKeys[static_cast<std::size_t>(kFirst + std::min(counter, 100) - 1)];
}

// The same keys by piece code, with zeros for no piece, so that Board can change a square without checking
// whether it was occupied.
inline constexpr auto kPieceKeys = [] {
    std::array<std::array<std::uint64_t, 64>, 16> result{};
    for (Colour colour : {Colour::kWhite, Colour::kBlack}) {
        for (int type = 0; type < 6; ++type) {
            const Piece piece(colour, static_cast<PieceType>(type));
            for (int s = 0; s < 64; ++s) {
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

constexpr std::uint64_t castling_key(Square rook) {
    return kTermKeys[static_cast<std::size_t>(castling_term(rook))];
}

constexpr std::uint64_t en_passant_key(Square square) {
    return kTermKeys[static_cast<std::size_t>(en_passant_term(square.file()))];
}

inline constexpr std::uint64_t kSideKey = kTermKeys[kSideTerm];

}  // namespace tabiya::chess
