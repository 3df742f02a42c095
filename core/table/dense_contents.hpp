// What operations on whole tables do with a dense line, whose entries they find without a key.
#pragma once

#include <cstdint>

#include "table/dense_cluster.hpp"

namespace tabiya::table {

inline Opened read_dense(const Slot* slots, int way, std::uint32_t generation) {
    return DenseCluster<AtomicWords>(const_cast<Slot*>(slots)).read_way(way, generation);
}

namespace dense {

// Whether a store can have written this payload. The unused code of a score is -32768.
constexpr bool storable(std::uint64_t payload) {
    return is_live(payload) && (payload >> kScoreShift & 0xFFFF) != 0x8000;
}

// A copy of a line without payloads that no store can have written, and without what is left of their pieces.
inline DenseLine clean_copy(const DenseLine& line) {
    DenseLine copy{};
    for (int way = 0; way < kDenseWays; ++way) {
        const std::uint64_t payload = AtomicWords::load(line.payloads[way]);
        const std::uint64_t pieces = AtomicWords::load(line.pieces[piece_word(way)]);
        if (!storable(payload)) continue;
        copy.payloads[way] = payload;
        copy.pieces[piece_word(way)] |= pieces & (kPieceMask << piece_shift(way));
    }
    return copy;
}

// Whether a copy can be one of clean_copy.
inline bool is_clean(const DenseLine& line) {
    const DenseLine clean = clean_copy(line);
    bool same = clean.pieces[0] == line.pieces[0] && clean.pieces[1] == line.pieces[1];
    for (int way = 0; way < kDenseWays; ++way) same &= clean.payloads[way] == line.payloads[way];
    return same;
}

}  // namespace dense
}  // namespace tabiya::table
