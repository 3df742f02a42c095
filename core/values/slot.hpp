// An entry of a value table: a head and the user's bytes, in 2, 4 or 8 words of 64 bits.
//
//   word 0    head  XOR  link(words 1 to n)
//   words 1…  payload: 8, 24 or 56 bytes. With keys of 128 bits its first word is the key's upper half
//
//   head  bits  0-1   live         2 bits   01 in every entry; an empty slot is all zeros
//               2-7   generation   6 bits
//              8-15   priority     8 bits
//             16-63   signature   48 bits   of the key's hash (table/geometry.hpp)
//
// The link ties all words together. A reader of words of different stores recovers a head in which 50 bits
// must be right by chance: the signature and the live bits. Every step of the link is a bijection of each
// word and mixes its high bits into its low ones, so payloads that differ in few bits, or by small sums,
// are no likelier to be confused than any others: one in 2^50 of the torn reads. The writers' lock
// (value_table.hpp) prevents lasting torn slots, except where a writer is killed.
//
// While a slot is being written, word 0 is a mark with the signature of the new entry. A reader that found
// nothing looks at the heads again: if one has changed, or is the mark of its own key, the entry may have
// been there all the time, and the reader tries again. For that, words are stored and seen in order (release
// and acquire); only the link decides whether they belong together. A reader may still miss a key whose
// writer loses the processor for long (cluster.hpp), or whose entry changes and changes back, word for word,
// between two of its loads.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "table/entry.hpp"
#include "table/sync.hpp"

namespace tabiya::values {

inline constexpr int kMaxWords = 8;
inline constexpr int kMaxPayload = kMaxWords - 1;

using Payload = std::array<std::uint64_t, kMaxPayload>;  // of any slot; words that it does not have are zero

// Odd, so that the products are bijections, and different, so that swapped words are noticed: the
// golden ratio, and the fractions of the roots of 2 (made odd), 3, 5, 7, 11 and 13.
inline constexpr std::uint64_t kFactors[kMaxPayload] = {
    0x9E37'79B9'7F4A'7C15, 0x6A09'E667'F3BC'C909, 0xBB67'AE85'84CA'A73B, 0x3C6E'F372'FE94'F82B,
    0xA54F'F53A'5F1D'36F1, 0x510E'527F'ADE6'82D1, 0x9B05'688C'2B3E'6C1F,
};

template <int kWords>
constexpr std::uint64_t link(const std::uint64_t* payload) {
    std::uint64_t sum = 0;
    for (int i = 0; i < kWords - 1; ++i) {
        const std::uint64_t product = payload[i] * kFactors[i];
        sum += (product ^ (product >> 32)) * table::kLink;
    }
    return sum;
}

// A head as it was stored, if the words belong together.
struct Head {
    std::uint64_t bits = 0;

    static constexpr Head make(std::uint64_t signature, std::uint8_t priority, std::uint32_t generation) {
        return {signature << 16 | std::uint64_t{priority} << 8 | std::uint64_t{generation} << 2 | 1};
    }
    constexpr bool live() const { return (bits & 3) == 1; }
    constexpr std::uint32_t generation() const {
        return static_cast<std::uint32_t>(bits >> 2) % table::kGenerations;
    }
    constexpr std::uint8_t priority() const { return static_cast<std::uint8_t>(bits >> 8); }
    constexpr std::uint64_t signature() const { return bits >> 16; }
    constexpr bool is_of(std::uint64_t signature) const {
        // Bits 2 to 15 are the entry's own; all others are known.
        return ((bits ^ (signature << 16 | 1)) & ~std::uint64_t{0xFFFC}) == 0;
    }
};
static_assert(Head::make(table::kSignatureMask, 255, 63).is_of(table::kSignatureMask) && !Head{0}.live());
static_assert(Head::make(7, 200, 40).priority() == 200 && Head::make(7, 200, 40).generation() == 40);

// Word 0 of a slot that an entry with this signature is being written to. No head has these low bits.
constexpr std::uint64_t being_written(std::uint64_t signature) {
    return signature << 16 | 2;
}

inline std::uint64_t load_acquire(const std::uint64_t& word) {
    table::preemption_point<64>();
    return std::atomic_ref<std::uint64_t>(const_cast<std::uint64_t&>(word)).load(std::memory_order_acquire);
}
inline void store_release(std::uint64_t& word, std::uint64_t value) {
    table::preemption_point<4>();
    std::atomic_ref<std::uint64_t>(word).store(value, std::memory_order_release);
}

// The words of one slot, read once. All decisions about the slot use this copy.
template <int kWords>
struct Opened {
    Head head;
    std::uint64_t word0;
    std::uint64_t payload[kWords - 1];

    static Opened read(const std::uint64_t* words) {
        Opened opened;
        opened.word0 = load_acquire(words[0]);
        for (int i = 1; i < kWords; ++i) opened.payload[i - 1] = load_acquire(words[i]);
        opened.head.bits = opened.word0 ^ link<kWords>(opened.payload);
        return opened;
    }
};

template <int kWords>
void write_slot(std::uint64_t* words, Head head, const std::uint64_t* payload) {
    table::AtomicWords::store(words[0], being_written(head.signature()));
    for (int i = 1; i < kWords; ++i) store_release(words[i], payload[i - 1]);
    store_release(words[0], head.bits ^ link<kWords>(payload));
}

}  // namespace tabiya::values
