// The dense line: six entries in one cache line of 64 bytes, for engines.
//
//   words 0-5   the payload of one entry each
//     bits  0-15  move        16 bits   0 = no move
//          16-31  score       16 bits   signed: within ±23,766, or a win by its distance
//          32-43  eval        12 bits   signed; -2048 = none
//          44-49  depth        6 bits   0 = quiescence
//          50-53  generation   4 bits
//          54-55  bound        2 bits   0 = the slot is empty, or the entry is one of IID
//          56-57  source       2 bits   quiescence, null move, book, main; of IID: the bound
//             58  pv           1 bit
//          59-63  key          5 bits   bits 21-25 of the hash
//   word 6      the pieces of slots 0, 2 and 4, 21 bits each from bit 0 on; bit 63 is 0
//   word 7      the pieces of slots 1, 3 and 5
//     a piece   bits 0-20 of the hash  XOR  dense_link(payload)
//
// The fields of an entry share one word, so they never tear. A writer stores the payload, then its piece in a
// word that it shares with two neighbours: load, change 21 bits, store. Two writers in a line can undo each
// other's piece. Then piece and payload disagree, which is a miss. A piece that some other store of the same
// key left behind can only confirm a payload of that key.
#pragma once

#include <algorithm>
#include <cstdint>

#include "table/entry.hpp"
#include "table/lanes.hpp"

namespace tabiya::table {

inline constexpr int kDenseWays = 6;

struct alignas(64) DenseLine {
    std::uint64_t payloads[kDenseWays];
    std::uint64_t pieces[2];
};
static_assert(sizeof(DenseLine) == 64 && sizeof(DenseLine) == 4 * sizeof(Slot));

namespace dense {

inline constexpr int kMoveBits = 16;
inline constexpr int kScoreBits = 16;
inline constexpr int kEvalBits = 12;
inline constexpr int kDepthBits = 6;
inline constexpr int kGenerationBits = 4;
inline constexpr int kKindBits = 5;  // bound, source and pv
inline constexpr int kKeyBits = 5;
inline constexpr int kPieceBits = 21;

inline constexpr int kScoreShift = kMoveBits;
inline constexpr int kEvalShift = kScoreShift + kScoreBits;
inline constexpr int kDepthShift = kEvalShift + kEvalBits;
inline constexpr int kGenerationShift = kDepthShift + kDepthBits;
inline constexpr int kBoundShift = kGenerationShift + kGenerationBits;
inline constexpr int kSourceShift = kBoundShift + 2;
inline constexpr int kPvShift = kSourceShift + 2;
inline constexpr int kKeyShift = kBoundShift + kKindBits;
static_assert(kKeyShift + kKeyBits == 64 && kKeyShift == 59 && kPvShift == 58 && kBoundShift == 54);
static_assert(3 * kPieceBits <= 64);

inline constexpr std::uint32_t kMaxMove = (1u << kMoveBits) - 1;
inline constexpr std::int32_t kMaxEval = (1 << (kEvalBits - 1)) - 1;
inline constexpr std::uint32_t kMaxDepth = (1u << kDepthBits) - 1;
inline constexpr std::uint32_t kGenerations = 1u << kGenerationBits;
inline constexpr int kSignatureBits = kPieceBits + kKeyBits;
inline constexpr std::uint64_t kSignatureMask = (std::uint64_t{1} << kSignatureBits) - 1;
inline constexpr std::uint64_t kPieceMask = (std::uint64_t{1} << kPieceBits) - 1;
inline constexpr std::uint64_t kLiveMask = std::uint64_t{15} << kBoundShift;

// Scores of positions are kept as they are, wins of 0 to 9,000 plies by their distance from the end of the
// range (window.hpp). Nothing lies in between.
inline constexpr std::int32_t kLargestWin = 100'000;
inline constexpr std::int32_t kLeastWin = 91'000;
inline constexpr std::int32_t kWinShift = kLargestWin - 32'767;
inline constexpr std::int32_t kMaxScore = kLeastWin - kWinShift - 1;
static_assert(kMaxScore == 23'766);

constexpr bool holds_score(std::int32_t score) {
    const std::int32_t size = score < 0 ? -score : score;
    return size <= kMaxScore || (size >= kLeastWin && size <= kLargestWin);
}
constexpr bool holds_eval(std::int32_t eval) {
    return eval == kNoEval || (-kMaxEval <= eval && eval <= kMaxEval);
}

// The nearest score that a line can hold, but never a win for a score that is none.
constexpr std::int32_t nearest_score(std::int32_t score) {
    if (score >= kLeastWin) return std::min(score, kLargestWin);
    if (score <= -kLeastWin) return std::max(score, -kLargestWin);
    return std::clamp(score, -kMaxScore, kMaxScore);
}

constexpr std::uint64_t narrow_score(std::int32_t score) {
    const std::int32_t nearest = nearest_score(score);
    const std::int32_t code = nearest > kMaxScore    ? nearest - kWinShift
                              : nearest < -kMaxScore ? nearest + kWinShift
                                                     : nearest;
    return static_cast<std::uint16_t>(code);
}
constexpr std::int32_t wide_score(std::uint64_t payload) {
    const std::int32_t code = static_cast<std::int16_t>(payload >> kScoreShift);
    return code > kMaxScore ? code + kWinShift : code < -kMaxScore ? code - kWinShift : code;
}
static_assert(nearest_score(30'000) == 23'766 && nearest_score(-95'000) == -95'000);

constexpr std::uint64_t narrow_eval(std::int16_t eval) {
    const std::int32_t code = eval < -kMaxEval || eval > kMaxEval ? -kMaxEval - 1 : eval;
    return static_cast<std::uint64_t>(code) & ((1u << kEvalBits) - 1);
}
constexpr std::int16_t wide_eval(std::uint64_t payload) {
    const auto code = static_cast<std::int16_t>(static_cast<std::int64_t>(payload << (64 - kDepthShift)) >>
                                                (64 - kEvalBits));
    return code == -kMaxEval - 1 ? kNoEval : code;
}

constexpr bool is_live(std::uint64_t payload) {
    return (payload & kLiveMask) != 0;
}

// Bound, source and pv of word1 (entry.hpp) in five bits and back. Four of the five sources have a code of
// their own. An entry of IID has bound 0, and its bound where the others have their source.
constexpr std::uint64_t narrow_kind(Bound bound, Source source, bool pv) {
    const auto b = static_cast<std::uint64_t>(bound);
    const auto s = static_cast<std::uint64_t>(source);
    const std::uint64_t code = source == Source::kIid ? b << 2 : b | (s - (s > 2)) << 2;
    return code | std::uint64_t{pv} << 4;
}
constexpr Bound bound_of(std::uint64_t payload) {
    const std::uint64_t bound = payload >> kBoundShift & 3;
    return static_cast<Bound>(bound != 0 ? bound : payload >> kSourceShift & 3);
}
constexpr Source source_of(std::uint64_t payload) {
    const std::uint64_t code = payload >> kSourceShift & 3;
    const bool iid = (payload >> kBoundShift & 3) == 0;
    return iid ? Source::kIid : static_cast<Source>(code + (code >> 1));
}
constexpr std::uint32_t generation_of(std::uint64_t payload) {
    return static_cast<std::uint32_t>(payload >> kGenerationShift) & (kGenerations - 1);
}
constexpr std::uint32_t depth_of(std::uint64_t payload) {
    return static_cast<std::uint32_t>(payload >> kDepthShift) & kMaxDepth;
}

// What a policy looks at, for one payload or four (lanes.hpp, replacement.hpp).
struct Fields {
    template <class Word>
    static constexpr Word age(Word payload, std::uint64_t generation) {
        return (generation - (payload >> kGenerationShift)) & (kGenerations - 1);
    }
    template <class Word>
    static constexpr Word depth(Word payload) {
        return payload >> kDepthShift & kMaxDepth;
    }
    template <class Word>
    static constexpr Word bound(Word payload) {
        const Word own = payload >> kBoundShift & 3;
        const Word other = payload >> kSourceShift & 3;
        return own | (other & where(own == 0, 3));
    }
    template <class Word>
    static constexpr Word source(Word payload) {
        const Word code = payload >> kSourceShift & 3;
        const Word iid = where((payload >> kBoundShift & 3) == 0, 7);
        return ((code + (code >> 1)) & ~iid) | (iid & static_cast<std::uint64_t>(Source::kIid));
    }
    template <class Word>
    static constexpr Word move(Word payload) {
        return payload & kMaxMove;
    }
};

// A random odd number, the first bits of pi's fraction: payloads that differ in one field have different
// links (tests/test_dense_layout.py enumerates all differences).
inline constexpr std::uint64_t kLink = 0x243F'6A88'85A3'08D3;

constexpr std::uint64_t link(std::uint64_t payload) {
    return payload * kLink >> (64 - kPieceBits);
}

// What does not fit is narrowed, as a search wants it: low bits of the move (the game completes them), the
// nearest score, no eval, the largest depth. The generation is cut to its low bits.
constexpr std::uint64_t pack_payload(std::uint64_t signature, const Entry& entry) {
    return std::uint64_t{entry.move & kMaxMove} | narrow_score(entry.score) << kScoreShift |
           narrow_eval(entry.eval) << kEvalShift |
           std::uint64_t{std::min<std::uint32_t>(entry.depth, kMaxDepth)} << kDepthShift |
           std::uint64_t{entry.generation % kGenerations} << kGenerationShift |
           narrow_kind(entry.bound, entry.source, entry.pv) << kBoundShift |
           (signature >> kPieceBits) << kKeyShift;
}

// The full generation of an entry: the last one, up to the current, that ends in its four bits.
constexpr std::uint32_t whole_generation(std::uint32_t low, std::uint32_t current) {
    return (current - (current - low) % kGenerations) % table::kGenerations;
}

// A payload as an entry of 16 bytes: signature of 26 bits, generation relative to the current one.
constexpr Opened open_payload(std::uint64_t payload, std::uint64_t piece, std::uint32_t current) {
    const std::uint64_t signature =
        (payload >> kKeyShift) << kPieceBits | ((piece ^ link(payload)) & kPieceMask);
    const auto score = static_cast<std::uint32_t>(wide_score(payload)) & 0xF'FFFF;
    const std::uint64_t word1 = (payload & kMaxMove) | std::uint64_t{score} << table::kScoreShift |
                                std::uint64_t{depth_of(payload)} << table::kDepthShift |
                                std::uint64_t{whole_generation(generation_of(payload), current)}
                                    << table::kGenerationShift |
                                static_cast<std::uint64_t>(bound_of(payload)) << table::kBoundShift |
                                static_cast<std::uint64_t>(source_of(payload)) << table::kSourceShift |
                                (payload >> kPvShift & 1) << table::kPvShift;
    return Opened{signature << 16 | static_cast<std::uint16_t>(wide_eval(payload)),
                  is_live(payload) ? word1 : 0};
}

// The payload of an opened entry, and its piece.
constexpr std::uint64_t payload_of(const Opened& opened) {
    return pack_payload(opened.signature() & kSignatureMask, opened.entry());
}
constexpr std::uint64_t piece_of(const Opened& opened, std::uint64_t payload) {
    return (opened.signature() & kPieceMask) ^ link(payload);
}

// Where the piece of a slot is.
constexpr int piece_word(int way) {
    return way & 1;
}
constexpr int piece_shift(int way) {
    return kPieceBits * (way >> 1);
}

namespace law {
constexpr bool comes_back(std::uint64_t signature, const Entry& entry) {
    const std::uint64_t payload = pack_payload(signature, entry);
    const std::uint64_t piece = (signature & kPieceMask) ^ link(payload);
    const Opened opened = open_payload(payload, piece, entry.generation);
    return opened.signature() == signature && opened.entry() == entry;
}
static_assert(comes_back(kSignatureMask,
                         {kMaxMove, -100'000, kNoEval, 63, 63, Bound::kLower, Source::kMain, true}));
static_assert(comes_back(0, {1, 23'766, -2047, 0, 16, Bound::kExact, Source::kIid, false}));
static_assert(comes_back(1, {0, -91'000, 2047, 1, 0, Bound::kUpper, Source::kQuiescence, true}));
static_assert(comes_back(2, {0, 91'000, 0, 1, 0, Bound::kUpper, Source::kBook, false}));
static_assert(comes_back(3, {0, 0, -1, 1, 0, Bound::kExact, Source::kNullMove, false}));
static_assert(!open_payload(0, 0, 0).live() && whole_generation(15, 64) == 63 &&
              whole_generation(3, 2) == 51);
}  // namespace law

}  // namespace dense
}  // namespace tabiya::table
