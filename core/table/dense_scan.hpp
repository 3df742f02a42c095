// Scans a dense line: which slots hold a signature, and which are live.
//
// With AVX2, two loads for the line and one product for four links, as in wide_scan.hpp, and for the same
// reasons not under sanitizers or in portable builds. Elsewhere word by word.
#pragma once

#include <bit>
#include <cstdint>

#include "table/dense.hpp"
#include "table/sync.hpp"
#include "table/wide_scan.hpp"

namespace tabiya::table {

struct DenseFound {
    unsigned match = 0;         // slots with the signature, empty ones too
    unsigned live = 0;          // only on request
    std::uint64_t payload = 0;  // of the match; zero without one, garbage with several

    bool hit() const { return match != 0 && dense::is_live(payload); }
    // Two racing writers can leave a key twice. An empty slot can match as well.
    bool several() const { return (match & (match - 1)) != 0; }
};

#if TABIYA_WIDE_SCAN

// The low 64 bits of payload * dense::kLink in each lane (wide_link does the same with the other link).
inline __m256i wide_dense_product(__m256i payloads) {
    const __m256i factor = _mm256_set1_epi64x(static_cast<long long>(dense::kLink));
    const __m256i cross = _mm256_mullo_epi32(payloads, _mm256_shuffle_epi32(factor, 0xB1));
    const __m256i high = _mm256_slli_epi64(_mm256_add_epi32(cross, _mm256_srli_epi64(cross, 32)), 32);
    return _mm256_add_epi64(_mm256_mul_epu32(payloads, factor), high);
}

// The signatures of four payloads, whose pieces are the upper bits of `pieces`.
inline __m256i wide_dense_signatures(__m256i payloads, __m256i pieces) {
    using dense::kPieceBits;
    const __m256i piece =
        _mm256_srli_epi64(_mm256_xor_si256(wide_dense_product(payloads), pieces), 64 - kPieceBits);
    const __m256i key = _mm256_slli_epi64(_mm256_srli_epi64(payloads, dense::kKeyShift), kPieceBits);
    return _mm256_or_si256(piece, key);
}

// The payloads that match, the others zero: of slots 0 to 3, and of 4 and 5 in the lower half.
struct DenseMatches {
    __m256i first;
    __m256i second;
    __m256i first_payloads;
    __m256i second_payloads;
};

[[gnu::always_inline]] inline DenseMatches match_dense(const DenseLine* line, std::uint64_t signature) {
    static_assert(dense::piece_word(0) == 0 && dense::piece_word(1) == 1);
    const auto* halves = reinterpret_cast<const __m256i*>(line);
    const __m256i first = _mm256_load_si256(halves);
    const __m256i second = _mm256_load_si256(halves + 1);
    // Words 6, 7, 6, 7; shifted so that the piece of each lane's slot is at the top.
    const __m256i pieces = _mm256_permute4x64_epi64(second, 0b11'10'11'10);
    constexpr int kTop = 64 - dense::kPieceBits;
    const __m256i first_pieces = _mm256_sllv_epi64(
        pieces, _mm256_set_epi64x(kTop - dense::kPieceBits, kTop - dense::kPieceBits, kTop, kTop));
    const __m256i second_pieces = _mm256_slli_epi64(pieces, kTop - 2 * dense::kPieceBits);
    const __m256i wanted = _mm256_set1_epi64x(static_cast<long long>(signature));
    const __m256i no_piece_words = _mm256_set_epi64x(0, 0, -1, -1);
    return {_mm256_cmpeq_epi64(wide_dense_signatures(first, first_pieces), wanted),
            _mm256_and_si256(_mm256_cmpeq_epi64(wide_dense_signatures(second, second_pieces), wanted),
                             no_piece_words),
            first, second};
}

// Whether slots hold a signature, from the line in registers.
template <bool kLive>
[[gnu::always_inline]] inline DenseFound found_in(const DenseMatches& matches) {
    const __m256i both = _mm256_or_si256(_mm256_and_si256(matches.first_payloads, matches.first),
                                         _mm256_and_si256(matches.second_payloads, matches.second));
    const __m128i half = _mm_or_si128(_mm256_castsi256_si128(both), _mm256_extracti128_si256(both, 1));
    const auto bits = [](__m256i lanes) {
        return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(lanes)));
    };
    DenseFound found;
    found.match = bits(matches.first) | bits(matches.second) << 4;
    found.payload = static_cast<std::uint64_t>(_mm_cvtsi128_si64(half)) |
                    static_cast<std::uint64_t>(_mm_extract_epi64(half, 1));
    if constexpr (kLive) {
        const __m256i mask = _mm256_set1_epi64x(static_cast<long long>(dense::kLiveMask));
        const auto empty = [&](__m256i payloads) {
            return bits(_mm256_cmpeq_epi64(_mm256_and_si256(payloads, mask), _mm256_setzero_si256()));
        };
        found.live =
            ~(empty(matches.first_payloads) | empty(matches.second_payloads) << 4) & ((1u << kDenseWays) - 1);
    }
    return found;
}

template <bool kLive, class Words>
DenseFound scan_dense(const DenseLine* line, std::uint64_t signature) {
    return found_in<kLive>(match_dense(line, signature));
}

#else

template <bool kLive, class Words>
DenseFound scan_dense(const DenseLine* line, std::uint64_t signature) {
    const std::uint64_t pieces[2] = {Words::load(line->pieces[0]), Words::load(line->pieces[1])};
    const std::uint64_t piece = signature & dense::kPieceMask;
    const std::uint64_t key = signature >> dense::kPieceBits;
    DenseFound found;
#pragma GCC unroll 6
    for (int way = 0; way < kDenseWays; ++way) {
        const std::uint64_t payload = Words::load(line->payloads[way]);
        const std::uint64_t own = pieces[dense::piece_word(way)] >> dense::piece_shift(way);
        const bool same = (((own ^ dense::link(payload)) & dense::kPieceMask) == piece) &
                          ((payload >> dense::kKeyShift) == key);
        found.match |= unsigned{same} << way;
        found.payload |= same ? payload : 0;
        if constexpr (kLive) found.live |= unsigned{dense::is_live(payload)} << way;
    }
    return found;
}

#endif

}  // namespace tabiya::table
