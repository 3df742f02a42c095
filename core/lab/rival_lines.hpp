// The lines of memory of other table designs.
//
// Lines take and return `Opened`, the form of our own entries: the whole move, the score in 20 bits. What a
// design has no room for is lost in its line, as in that design's engine.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "search/score.hpp"
#include "table/dense.hpp"
#include "table/replacement.hpp"

namespace tabiya::lab {

// Kept for each slot outside the design: the hash of its entry, and the rest of its move.
struct Shadow {
    std::uint64_t hash = 0;
    std::uint8_t move_rest = 0;
};

// Our own slots: one in 16 bytes, three or four in 64, eight in a pair of lines.
template <int kWaysOf>
struct WideLine {
    static constexpr int kWays = kWaysOf;
    static constexpr std::uint64_t kSignatureMask = table::kSignatureMask;

    table::Opened read(int way, const Shadow&, std::uint32_t) const { return table::open(slots[way]); }
    void write(int way, const table::Opened& opened, Shadow&) {
        slots[way] = {opened.signature_and_eval ^ table::link(opened.word1), opened.word1};
    }

    std::array<table::Slot, kWaysOf == 3 ? 4 : kWaysOf> slots{};
};
static_assert(sizeof(WideLine<1>) == 16 && sizeof(WideLine<3>) == 64 && sizeof(WideLine<4>) == 64 &&
              sizeof(WideLine<8>) == 128);

// Scores in 16 bits: evaluations unchanged, mates by their distance from the ends of the range.
constexpr std::int16_t narrow_score(int score) {
    constexpr int kShift = search::kMate - 32'767;
    if (score >= search::kMateBound) return static_cast<std::int16_t>(score - kShift);
    if (score <= -search::kMateBound) return static_cast<std::int16_t>(score + kShift);
    constexpr int kLargest = search::kMateBound - 1 - kShift;
    return static_cast<std::int16_t>(std::clamp(score, -kLargest, kLargest));
}
constexpr int wide_score(int score) {
    constexpr int kShift = search::kMate - 32'767;
    if (score >= search::kMateBound - kShift) return score + kShift;
    return score <= kShift - search::kMateBound ? score - kShift : score;
}
static_assert(kMaxEvaluation < search::kMateBound - (search::kMate - 32'767));
static_assert(wide_score(narrow_score(search::mate_in(7))) == search::mate_in(7));
static_assert(wide_score(narrow_score(search::mated_in(search::kMaxPly))) ==
              search::mated_in(search::kMaxPly));
static_assert(wide_score(narrow_score(-kMaxEvaluation)) == -kMaxEvaluation);

// The entry of most engines: 10 bytes with a 16-bit key, 12 with a 32-bit key.
//
//   key         16 or 32 bits   the lowest bits of the hash
//   move        16 bits         chess: the whole move. Shogi: squares, promotion and one bit of the moving
//                               kind. Engines read the kinds from the board. A table has none: see Shadow.
//   score       16 bits         narrow_score
//   eval        16 bits
//   depth        8 bits
//   generation   5 bits, pv 1 bit, bound 2 bits; no source: it is quiescence at depth 0, main elsewhere
template <class Key>
struct NarrowEntry {
    Key key;
    std::uint16_t move;
    std::int16_t score;
    std::int16_t eval;
    std::uint8_t depth;
    std::uint8_t flags;
};
static_assert(sizeof(NarrowEntry<std::uint16_t>) == 10 && sizeof(NarrowEntry<std::uint32_t>) == 12);

template <class Key, int kWaysOf, std::size_t kBytes>
struct alignas(kBytes) NarrowLine {
    static constexpr int kWays = kWaysOf;
    static constexpr std::uint64_t kSignatureMask = static_cast<Key>(~Key{0});
    static constexpr std::uint32_t kGenerations = 32;

    // Converts a 5-bit generation to the 6-bit one of the same age.
    table::Opened read(int way, const Shadow& shadow, std::uint32_t generation) const {
        const NarrowEntry<Key>& held = entries[way];
        const std::uint32_t age = (generation - (held.flags >> 3)) % kGenerations;
        const table::Entry entry{
            .move = held.move | std::uint32_t{shadow.move_rest} << 16,
            .score = wide_score(held.score),
            .eval = held.eval,
            .depth = held.depth,
            .generation = static_cast<std::uint8_t>((generation - age) % table::kGenerations),
            .bound = static_cast<table::Bound>(held.flags & 3),
            .source = held.depth == 0 ? table::Source::kQuiescence : table::Source::kMain,
            .pv = (held.flags & 4) != 0,
        };
        return {std::uint64_t{held.key} << 16 | static_cast<std::uint16_t>(held.eval),
                table::pack_word1(entry)};
    }
    void write(int way, const table::Opened& opened, Shadow& shadow) {
        const table::Entry entry = opened.entry();
        entries[way] = {
            static_cast<Key>(opened.signature()),
            static_cast<std::uint16_t>(entry.move),
            narrow_score(entry.score),
            entry.eval,
            entry.depth,
            static_cast<std::uint8_t>(entry.generation % kGenerations << 3 | entry.pv << 2 |
                                      static_cast<int>(entry.bound)),
        };
        shadow.move_rest = static_cast<std::uint8_t>(entry.move >> 16);
    }

    std::array<NarrowEntry<Key>, kWaysOf> entries{};
};
using FieldLine = NarrowLine<std::uint16_t, 3, 32>;
using Line5 = NarrowLine<std::uint32_t, 5, 64>;
static_assert(sizeof(FieldLine) == 32 && sizeof(Line5) == 64);

// Our dense line: a search completes the moves that it narrows.
struct DenseRival {
    static constexpr int kWays = table::kDenseWays;
    static constexpr std::uint64_t kSignatureMask = table::dense::kSignatureMask;

    table::Opened read(int way, const Shadow&, std::uint32_t generation) const {
        const std::uint64_t piece =
            line.pieces[table::dense::piece_word(way)] >> table::dense::piece_shift(way);
        return table::dense::open_payload(line.payloads[way], piece, generation);
    }
    void write(int way, const table::Opened& opened, Shadow&) {
        const std::uint64_t payload = table::dense::payload_of(opened);
        const int shift = table::dense::piece_shift(way);
        std::uint64_t& pieces = line.pieces[table::dense::piece_word(way)];
        pieces = (pieces & ~(table::dense::kPieceMask << shift)) | table::dense::piece_of(opened, payload)
                                                                       << shift;
        line.payloads[way] = payload;
    }

    table::DenseLine line{};
};
static_assert(sizeof(DenseRival) == 64);

}  // namespace tabiya::lab
