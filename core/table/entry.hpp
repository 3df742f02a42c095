// The 16-byte entry: two 64-bit words, four entries to a cache line.
//
//   word1  bits  0-23  move        24 bits   0 = no move
//               24-43  score       20 bits   signed
//               44-51  depth        8 bits   0 = quiescence
//               52-57  generation   6 bits
//               58-59  bound        2 bits   0 = none: the slot is empty
//               60-62  source       3 bits
//                  63  pv           1 bit
//   word0  (signature 48 bits << 16 | static eval 16 bits)  XOR  link(word1)
//
// The link (link.hpp) ties the words together.
#pragma once

#include <cstdint>

#include "table/link.hpp"

namespace tabiya::table {

enum class Bound : std::uint8_t { kNone = 0, kUpper = 1, kLower = 2, kExact = 3 };
enum class Source : std::uint8_t { kQuiescence = 0, kNullMove = 1, kIid = 2, kBook = 3, kMain = 4 };

inline constexpr std::int32_t kMaxScore = 500'000;
inline constexpr std::int16_t kNoEval = -32768;
inline constexpr std::int32_t kMaxEval = 32767;
inline constexpr std::uint32_t kMaxMove = (1u << 24) - 1;
inline constexpr std::uint32_t kGenerations = 64;
inline constexpr std::uint64_t kSignatureMask = (std::uint64_t{1} << 48) - 1;

// One slot in memory. Threads and processes race on these words, so they are only accessed through
// read_slot and write_slot (sync.hpp).
struct Slot {
    std::uint64_t word0;
    std::uint64_t word1;
};
static_assert(sizeof(Slot) == 16 && alignof(Slot) == 8);

inline constexpr int kScoreShift = 24;
inline constexpr int kDepthShift = 44;
inline constexpr int kGenerationShift = 52;
inline constexpr int kBoundShift = 58;
inline constexpr int kSourceShift = 60;
inline constexpr int kPvShift = 63;
inline constexpr std::uint64_t kGenerationMask = std::uint64_t{kGenerations - 1} << kGenerationShift;

constexpr std::uint32_t move_of(std::uint64_t word1) {
    return static_cast<std::uint32_t>(word1) & kMaxMove;
}
constexpr std::int32_t score_of(std::uint64_t word1) {
    // Shift the sign of the field up to the sign of the word, then back down with sign extension.
    return static_cast<std::int32_t>(static_cast<std::int64_t>(word1 << 20) >> 44);
}
constexpr std::uint8_t depth_of(std::uint64_t word1) {
    return static_cast<std::uint8_t>(word1 >> kDepthShift);
}
constexpr std::uint32_t generation_of(std::uint64_t word1) {
    return static_cast<std::uint32_t>(word1 >> kGenerationShift) & (kGenerations - 1);
}
constexpr Bound bound_of(std::uint64_t word1) {
    return static_cast<Bound>((word1 >> kBoundShift) & 3);
}
constexpr Source source_of(std::uint64_t word1) {
    return static_cast<Source>((word1 >> kSourceShift) & 7);
}
constexpr bool pv_of(std::uint64_t word1) {
    return (word1 >> kPvShift) != 0;
}
constexpr bool is_live(std::uint64_t word1) {
    return ((word1 >> kBoundShift) & 3) != 0;
}

// An unpacked entry. Also the argument of a store, where the table sets the generation.
struct Entry {
    std::uint32_t move = 0;
    std::int32_t score = 0;
    std::int16_t eval = kNoEval;
    std::uint8_t depth = 0;
    std::uint8_t generation = 0;
    Bound bound = Bound::kExact;
    Source source = Source::kMain;
    bool pv = false;

    friend bool operator==(const Entry&, const Entry&) = default;
};

constexpr std::uint64_t pack_word1(const Entry& entry) {
    return std::uint64_t{entry.move} |
           (static_cast<std::uint64_t>(static_cast<std::uint32_t>(entry.score) & 0xF'FFFF) << kScoreShift) |
           (std::uint64_t{entry.depth} << kDepthShift) |
           (std::uint64_t{entry.generation} << kGenerationShift) |
           (static_cast<std::uint64_t>(entry.bound) << kBoundShift) |
           (static_cast<std::uint64_t>(entry.source) << kSourceShift) |
           (static_cast<std::uint64_t>(entry.pv) << kPvShift);
}

constexpr Entry unpack(std::uint64_t word1, std::int16_t eval) {
    return Entry{move_of(word1),
                 score_of(word1),
                 eval,
                 depth_of(word1),
                 static_cast<std::uint8_t>(generation_of(word1)),
                 bound_of(word1),
                 source_of(word1),
                 pv_of(word1)};
}

constexpr std::uint64_t pack_word0(std::uint64_t signature, std::int16_t eval, std::uint64_t word1) {
    return ((signature << 16) | static_cast<std::uint16_t>(eval)) ^ link(word1);
}

constexpr Slot pack(std::uint64_t signature, const Entry& entry) {
    const std::uint64_t word1 = pack_word1(entry);
    return Slot{pack_word0(signature, entry.eval, word1), word1};
}

// A slot with its link undone: signature and eval as stored, if the words belong together.
struct Opened {
    std::uint64_t signature_and_eval;
    std::uint64_t word1;

    constexpr std::uint64_t signature() const { return signature_and_eval >> 16; }
    constexpr std::int16_t eval() const { return static_cast<std::int16_t>(signature_and_eval); }
    constexpr std::uint32_t move() const { return move_of(word1); }
    constexpr int score() const { return score_of(word1); }
    constexpr int depth() const { return depth_of(word1); }
    constexpr Bound bound() const { return bound_of(word1); }
    constexpr Source source() const { return source_of(word1); }
    constexpr bool live() const { return is_live(word1); }
    constexpr Entry entry() const { return unpack(word1, eval()); }
};

constexpr Opened open(const Slot& slot) {
    return Opened{slot.word0 ^ link(slot.word1), slot.word1};
}

constexpr Opened opened_of(std::uint64_t signature, const Entry& entry) {
    return Opened{signature << 16 | static_cast<std::uint16_t>(entry.eval), pack_word1(entry)};
}

static_assert(
    unpack(pack_word1(Entry{kMaxMove, -kMaxScore, kNoEval, 255, 63, Bound::kLower, Source::kMain, true}),
           kNoEval) == Entry{kMaxMove, -kMaxScore, kNoEval, 255, 63, Bound::kLower, Source::kMain, true});

}  // namespace tabiya::table
