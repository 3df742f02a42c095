// The hash behind tabiya.key_of: how a stream of tagged words becomes a key.
//
// A state is written as words, each with a tag that tells its type; containers write their length first, so
// no state's stream is the beginning of another's. One word is taken in by
//
//     h = high ^ low    of the 128-bit product    (h ^ word) * kMultipliers[tag]
//
// and the key is mix(h). An odd multiplier with many signed digits keeps sparse differences of two words (the
// usual ones: a piece moves) from cancelling each other in the next word. All of this is a promise: a change
// makes saved and shared tables wrong. src/tabiya/reference/state_key.py says the same in Python.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "zobrist/keys.hpp"

namespace tabiya::zobrist {

enum class Tag : std::uint8_t {
    kConstant,  // None 0, False 1, True 2
    kInt,       // two's complement; of a bigger one the number of words, and then the words
    kBigInt,
    kFloat,  // the bits of IEEE 754
    kStr,    // bytes of UTF-8, and then the bytes
    kBytes,
    kTuple,  // items, and then each
    kList,
    kFrozenset,  // elements, and then the key of each, ascending
    kRecord,     // the key of the class, and then the value of each field
    kArray,      // kind, bytes per item and dimensions, and then each dimension and the bytes
    kData,       // a word of whatever was announced
    kCount,
};

inline constexpr std::uint64_t kStateSeed = 0x7461626979610001;  // "tabiya", version 1
inline constexpr std::uint64_t kStateStart = key(kStateSeed, 255);

inline constexpr auto kMultipliers = [] {
    auto result = keys<static_cast<std::size_t>(Tag::kCount)>(kStateSeed);
    for (std::uint64_t& multiplier : result) multiplier |= 1;
    return result;
}();

// The least weight that a number can have as a sum of signed powers of two.
constexpr int signed_digits(std::uint64_t number) {
    int digits = 0;
    for (; number != 0; number >>= 1) {
        if ((number & 1) == 0) continue;
        ++digits;
        number = (number & 2) != 0 ? number + 1 : number - 1;
    }
    return digits;
}

static_assert([] {
    for (const std::uint64_t multiplier : kMultipliers) {
        if (signed_digits(multiplier) < 16) return false;
    }
    return true;
}());

__extension__ using StateProduct = unsigned __int128;

constexpr std::uint64_t absorb(std::uint64_t h, Tag tag, std::uint64_t word) {
    const StateProduct product = StateProduct{h ^ word} * kMultipliers[static_cast<std::size_t>(tag)];
    return static_cast<std::uint64_t>(product >> 64) ^ static_cast<std::uint64_t>(product);
}

// Words of eight bytes, the lowest first; the last one is filled up with zeros.
inline std::uint64_t absorb_bytes(std::uint64_t h, const char* bytes, std::size_t size) {
    std::uint64_t word;
    for (; size >= 8; bytes += 8, size -= 8) {
        std::memcpy(&word, bytes, 8);
        h = absorb(h, Tag::kData, word);
    }
    if (size == 0) return h;
    word = 0;
    for (std::size_t i = 0; i < size; ++i) {
        word |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
    }
    return absorb(h, Tag::kData, word);
}

}  // namespace tabiya::zobrist
