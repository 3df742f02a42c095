// Encodes an entry in as few bits as possible: a body of two code words, followed by the bits they announce.
//
//   entry symbol   bound, kind (source and pv), class of the depth, class of the move
//   value symbol   class of the score, class of the eval; its code depends on the kind
//   kind           4 bits: source and pv, of kind `other` only
//   depth, score, eval, move: as many bits as their classes say
//
// Each class begins where the previous one ends; the last class holds any value in full. The score is a
// zigzag number, the eval its difference from the score, the move its number in the index. Combinations too
// rare for a code word are written raw after the escape: word1 without its generation, and the eval.
//
// Nothing is lost except the generation, which the line keeps, and the eval if evals are dropped.
#pragma once

#include <array>
#include <cstdint>

#include "table/entry.hpp"
#include "table/geometry.hpp"
#include "table/tier/code_lengths.hpp"
#include "table/tier/move_index.hpp"
#include "table/tier/prefix_code.hpp"

namespace tabiya::table::tier {

struct Bits {
    Uint128 bits = 0;
    int length = 0;

    constexpr void append(Uint128 more, int more_length) {
        bits |= more << length;
        length += more_length;
    }
};

constexpr Uint128 low_bits(Uint128 bits, int length) {
    return bits & ((Uint128{1} << length) - 1);
}

// What a line must know about an entry to choose a victim, and the length of its body.
struct Outline {
    int length = 0;           // 0: not an entry
    std::uint64_t word1 = 0;  // depth and bound; a move of 1 if there is one
};

class Codec {
  public:
    static constexpr int kLongestBody = 92;

    Codec(MoveIndex& moves, bool keep_evals) : moves_(&moves), keep_evals_(keep_evals) {}

    Bits encode(std::uint64_t word1, std::int16_t eval) const;
    // Returns false if the bits are not an entry. The generation is 0.
    bool decode(Uint128 body, std::uint64_t& word1, std::int16_t& eval) const;
    // Reads at most the first 64 bits.
    Outline outline(std::uint64_t body) const;
    // Only the length; 0 if the bits are not an entry.
    int length(std::uint64_t body) const;

    bool keeps_evals() const { return keep_evals_; }

  private:
    MoveIndex* moves_;
    bool keep_evals_;
};

}  // namespace tabiya::table::tier
