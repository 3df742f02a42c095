// One entry in as few bits as it needs: a body of two code words and the bits that these announce.
//
//   entry symbol   bound, kind (source and pv), class of the depth, class of the move
//   value symbol   class of the score, class of the eval; its code depends on the kind
//   kind           4 bits: source and pv, of kind `other` only
//   depth, score, eval, move: as many bits as their classes say
//
// A class holds the values from where the class before it ends; the last one holds any value as it is. Score
// is a zigzag number, the eval its difference to the score, the move its number in the index. What is too
// rare to have a code word is written raw after the escape: word1 without its generation, and the eval.
//
// Nothing is lost but the generation, which the line keeps, and, if evals are dropped, the eval.
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

// What a line must know of an entry to choose among its entries, and how long its body is.
struct Outline {
    int length = 0;           // 0: these bits are no entry
    std::uint64_t word1 = 0;  // depth and bound; a move of 1 if there is one
};

class Codec {
  public:
    static constexpr int kLongestBody = 92;

    Codec(MoveIndex& moves, bool keep_evals) : moves_(&moves), keep_evals_(keep_evals) {}

    Bits encode(std::uint64_t word1, std::int16_t eval) const;
    // False if the bits are no entry. The generation is 0.
    bool decode(Uint128 body, std::uint64_t& word1, std::int16_t& eval) const;
    // Looks at no more than the first 64 bits.
    Outline outline(std::uint64_t body) const;
    // The length alone; 0 if these bits are no entry.
    int length(std::uint64_t body) const;

    bool keeps_evals() const { return keep_evals_; }

  private:
    MoveIndex* moves_;
    bool keep_evals_;
};

}  // namespace tabiya::table::tier
