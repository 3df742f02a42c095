// The link between the two words of an entry: word 0 is stored XOR link(word 1).
//
// A reader that sees words of two different stores recovers a wrong signature and gets a miss. This is the
// only defence against torn reads; no lock guards a probe. docs/layout.md compares it with other links, and
// core/lab/links.cpp measures them.
#pragma once

#include <cstdint>

namespace tabiya::table {

// 2^64 divided by the golden ratio: odd, so that the product is a bijection, and badly approximable, so that
// words that differ in few fields never agree in the upper 48 bits of their links
// (tests/test_layout.py enumerates every difference that could).
inline constexpr std::uint64_t kLink = 0x9E37'79B9'7F4A'7C15;
static_assert(kLink % 2 == 1);

constexpr std::uint64_t link(std::uint64_t word1) {
    return word1 * kLink;
}

}  // namespace tabiya::table
