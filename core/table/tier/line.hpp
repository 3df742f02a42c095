// A line of the second tier: 128 bytes, two cache lines, with as many entries as fit.
//
//   bits    0-39   occupancy: for each of the line's 20 places one 1 per entry in it, then a 0
//          40-45   base: the newest generation in the line
//             46   locked by a writer
//             47   0
//          48-63   one bit per entry: used since the last search for a victim (LRU lines only)
//    from 48/64    the entries by place, each with its age relative to the base and its body (codec.hpp)
//     to the end   signatures, 32 bits per entry, the first entry's last, each XOR the line's seal
//
// The seal is a hash of everything else. A reader that sees words of two writes, or a flipped bit, gets a
// wrong seal and thus wrong signatures, and finds nothing. So readers need no lock, no ordering and no second
// read: a matching signature proves that the line is whole.
//
// Line and place of a key are the high part of its hash, mixed once more, and its signature the low 32 bits
// of that. Every bit of the hash matters in all three: a torn slot of the first tier recovers a hash that is
// wrong in a few bits, and an entry demoted under it must not be found under the true one. A probe compares
// with the entries of one place only, on average n / 20 of n, so the probability of a false match is n / 20 *
// 2^-32; n is at most 20.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "table/geometry.hpp"
#include "table/sync.hpp"
#if defined(__BMI2__) && !defined(TABIYA_PORTABLE)
#include <immintrin.h>
#endif

namespace tabiya::table::tier {

inline constexpr int kLineWords = 16;
inline constexpr int kLineBytes = kLineWords * 8;
inline constexpr int kLineBits = kLineBytes * 8;
inline constexpr int kPlaces = 20;
inline constexpr int kMaxEntries = 20;
inline constexpr int kMaxLruEntries = 16;  // the first word has one bit left for each
inline constexpr int kSignatureBits = 32;

inline constexpr int kBaseShift = 40;
inline constexpr int kUsedShift = 48;
inline constexpr int kEntriesBegin = 48;
inline constexpr int kLruEntriesBegin = 64;
inline constexpr std::uint64_t kOccupancyMask = (std::uint64_t{1} << kBaseShift) - 1;
inline constexpr std::uint64_t kLocked = std::uint64_t{1} << 46;
inline constexpr std::uint64_t kUsedMask = ~std::uint64_t{0} << kUsedShift;
static_assert(kPlaces + kMaxEntries <= kBaseShift);
static_assert(kLineBits == 1024 && kLineBytes == 2 * 64);

// The line, place and signature of a hash.
struct Address {
    std::uint64_t line;
    std::uint32_t place;
    std::uint32_t signature;
};

inline Address address_of(std::uint64_t first_tier_hash, std::uint64_t lines) {
    const std::uint64_t hash = mix(first_tier_hash);
    const Uint128 product = Uint128{hash} * lines;
    const auto rest = static_cast<std::uint64_t>(product);
    return {static_cast<std::uint64_t>(product >> 64), static_cast<std::uint32_t>(mul_high(rest, kPlaces)),
            static_cast<std::uint32_t>(hash)};
}

// The entries of a place, as a range of entries of the line.
struct Range {
    int first;
    int last;
};

inline Range entries_of(std::uint64_t occupancy, std::uint32_t place) {
    std::uint64_t zeros = ~occupancy;
    int begin = 0;  // after the zero that ends the previous place
    if (place > 0) {
#if defined(__BMI2__) && !defined(TABIYA_PORTABLE)
        begin = std::countr_zero(_pdep_u64(std::uint64_t{1} << (place - 1), zeros)) + 1;
#else
        for (std::uint32_t i = 1; i < place; ++i) zeros &= zeros - 1;
        begin = std::countr_zero(zeros) + 1;
#endif
    }
    const int first = begin - static_cast<int>(place);
    return {first, first + std::countr_one(occupancy >> begin)};
}

// A private copy of a line's words, with padding for reads beyond the end.
struct LineCopy {
    std::array<std::uint64_t, kLineWords + 3> words;

    std::uint64_t occupancy() const { return words[0] & kOccupancyMask; }
    int entries() const { return std::popcount(occupancy()); }
    std::uint32_t base() const { return static_cast<std::uint32_t>(words[0] >> kBaseShift) % kGenerations; }

    // The signature of an entry, still XORed with the seal.
    std::uint32_t sealed_signature(int entry) const {
        return static_cast<std::uint32_t>(words[15 - entry / 2] >> (entry % 2 == 0 ? 32 : 0));
    }
    void set_signature(int entry, std::uint32_t signature) {
        words[15 - entry / 2] |= std::uint64_t{signature} << (entry % 2 == 0 ? 32 : 0);
    }

    std::uint64_t peek(int position) const {
        const int word = position / 64;
        const Uint128 both = Uint128{words[word + 1]} << 64 | words[word];
        return static_cast<std::uint64_t>(both >> (position % 64));
    }
    Uint128 peek_long(int position) const { return Uint128{peek(position + 64)} << 64 | peek(position); }

    void put(int position, Uint128 bits) {
        const int word = position / 64;
        const int shift = position % 64;
        const Uint128 low = bits << shift;
        words[word] |= static_cast<std::uint64_t>(low);
        words[word + 1] |= static_cast<std::uint64_t>(low >> 64);
        if (shift > 0) words[word + 2] |= static_cast<std::uint64_t>(bits >> (128 - shift));
    }

    // The hash of everything except the signatures and the `ignored` bits of the first word.
    std::uint32_t seal(int entries, std::uint64_t ignored) const;
};

namespace detail {

inline constexpr std::array<std::uint64_t, kLineWords> kSealFactors = [] {
    std::array<std::uint64_t, kLineWords> factors{};
    for (std::uint64_t i = 0; i < kLineWords; ++i) factors[i] = mix(0x7461'6269'7961 + i) | 1;
    return factors;
}();

}  // namespace detail

inline std::uint32_t LineCopy::seal(int entries, std::uint64_t ignored) const {
    const int whole = kLineWords - (entries + 1) / 2;  // words without a signature
    std::uint64_t sum = (words[0] & ~ignored) * detail::kSealFactors[0];
    for (int word = 1; word < whole; ++word) sum += words[word] * detail::kSealFactors[word];
    // With an odd number of signatures, one shares a word with the entries.
    if (entries % 2 != 0) sum += (words[whole] & 0xFFFF'FFFF) * detail::kSealFactors[whole];
    return static_cast<std::uint32_t>(((sum ^ (sum >> 32)) * kLink) >> 32);
}

// The age of an entry relative to the base of its line: 0 takes one bit, 1 two, 2 three, more three bits plus
// six.
inline int age_length(std::uint32_t age) {
    return age < 3 ? static_cast<int>(age) + 1 : 9;
}
inline std::uint64_t age_bits(std::uint32_t age) {
    constexpr std::uint64_t kShort[] = {0b0, 0b01, 0b011};
    return age < 3 ? kShort[age] : 0b111 | std::uint64_t{age} << 3;
}
struct Age {
    std::uint32_t age;
    int length;
};
inline Age read_age(std::uint64_t bits) {
    const int ones = std::countr_one(bits & 7);
    if (ones < 3) return {static_cast<std::uint32_t>(ones), ones + 1};
    return {static_cast<std::uint32_t>(bits >> 3) % kGenerations, 9};
}

}  // namespace tabiya::table::tier
