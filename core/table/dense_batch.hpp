// Four keys of a batch in dense lines at once (wide_scan.hpp does the same for slots of 16 bytes).
#pragma once

#include "table/dense_scan.hpp"

#if TABIYA_WIDE_SCAN

namespace tabiya::table {

// Decodes four payloads, zeros for misses, into records (batch.hpp) of 16 bytes each.
[[gnu::always_inline]] inline void write_dense_records(__m256i found, std::uint32_t generation,
                                                       void* records) {
    const auto constant = [](std::uint64_t value) {
        return _mm256_set1_epi64x(static_cast<long long>(value));
    };
    const __m256i zero = _mm256_setzero_si256();
    const __m256i miss = _mm256_cmpeq_epi64(_mm256_and_si256(found, constant(dense::kLiveMask)), zero);
    const __m256i payload = _mm256_andnot_si256(miss, found);

    // First word: the move, and above it the score, sign-extended to 32 bits.
    const __m256i code = _mm256_srai_epi32(_mm256_slli_epi64(payload, 48 - dense::kScoreShift), 16);
    const __m256i shift = _mm256_set1_epi32(dense::kWinShift);
    const __m256i won = _mm256_cmpgt_epi32(code, _mm256_set1_epi32(dense::kMaxScore));
    const __m256i lost = _mm256_cmpgt_epi32(_mm256_set1_epi32(-dense::kMaxScore), code);
    const __m256i score =
        _mm256_sub_epi32(_mm256_add_epi32(code, _mm256_and_si256(won, shift)), _mm256_and_si256(lost, shift));
    const __m256i low =
        _mm256_blend_epi32(_mm256_and_si256(payload, constant(dense::kMaxMove)), score, 0b10101010);

    // Second word: eval, depth, generation, bound, source, pv and hit, one or two bytes each.
    const __m256i wide_eval = _mm256_srai_epi32(_mm256_slli_epi64(payload, 64 - dense::kDepthShift),
                                                32 - dense::kEvalBits);  // in the upper half of each lane
    const __m256i none = _mm256_cmpeq_epi32(wide_eval, _mm256_set1_epi32(-dense::kMaxEval - 1));
    const __m256i eval = _mm256_and_si256(
        _mm256_srli_epi64(_mm256_blendv_epi8(wide_eval, _mm256_set1_epi32(kNoEval), none), 32),
        constant(0xFFFF));
    const __m256i depth =
        _mm256_and_si256(_mm256_srli_epi64(payload, dense::kDepthShift - 16), constant(0x3F'0000));
    const __m256i current = constant(generation);
    const __m256i age = _mm256_and_si256(
        _mm256_sub_epi64(current, _mm256_srli_epi64(payload, dense::kGenerationShift)), constant(15));
    const __m256i whole =
        _mm256_slli_epi64(_mm256_and_si256(_mm256_sub_epi64(current, age), constant(63)), 24);
    const __m256i bound_code = _mm256_and_si256(_mm256_srli_epi64(payload, dense::kBoundShift), constant(3));
    const __m256i source_code =
        _mm256_and_si256(_mm256_srli_epi64(payload, dense::kSourceShift), constant(3));
    const __m256i iid = _mm256_cmpeq_epi64(bound_code, zero);
    const __m256i bound = _mm256_slli_epi64(_mm256_blendv_epi8(bound_code, source_code, iid), 32);
    const __m256i source =
        _mm256_slli_epi64(_mm256_blendv_epi8(_mm256_add_epi64(source_code, _mm256_srli_epi64(source_code, 1)),
                                             constant(static_cast<std::uint64_t>(Source::kIid)), iid),
                          40);
    const __m256i pv =
        _mm256_and_si256(_mm256_srli_epi64(payload, dense::kPvShift - 48), constant(std::uint64_t{1} << 48));
    const __m256i small = _mm256_or_si256(_mm256_or_si256(depth, whole), _mm256_or_si256(bound, source));
    const __m256i all =
        _mm256_or_si256(_mm256_or_si256(small, eval), _mm256_or_si256(pv, constant(std::uint64_t{1} << 56)));
    const __m256i high =
        _mm256_or_si256(_mm256_andnot_si256(miss, all), _mm256_and_si256(miss, constant(0x8000)));

    auto* out = reinterpret_cast<__m256i*>(records);
    const __m256i first = _mm256_unpacklo_epi64(low, high);
    const __m256i second = _mm256_unpackhi_epi64(low, high);
    _mm256_storeu_si256(out, _mm256_permute2x128_si256(first, second, 0x20));
    _mm256_storeu_si256(out + 1, _mm256_permute2x128_si256(first, second, 0x31));
}

// The lines of two keys, whose payloads make three vectors: slots 0 to 3 of each, and slots 4 and 5 of both.
struct DensePair {
    __m256i first[2];  // matching payloads, zeros elsewhere
    __m256i rest;      // of the first line in the lower half, of the second in the upper
    unsigned several;  // not zero if a key is in several slots
};

[[gnu::always_inline]] inline DensePair scan_dense_pair(const Slot* const lines[2],
                                                        const std::uint64_t signatures[2]) {
    constexpr int kTop = 64 - dense::kPieceBits;
    constexpr int kNext = kTop - dense::kPieceBits;
    const auto bits = [](__m256i lanes) {
        return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(lanes)));
    };
    DensePair pair;
    __m256i upper[2];
    unsigned match[2];
    for (int i = 0; i < 2; ++i) {
        const auto* halves = reinterpret_cast<const __m256i*>(lines[i]);
        const __m256i payloads = _mm256_load_si256(halves);
        upper[i] = _mm256_load_si256(halves + 1);
        const __m256i pieces = _mm256_sllv_epi64(_mm256_permute4x64_epi64(upper[i], 0b11'10'11'10),
                                                 _mm256_set_epi64x(kNext, kNext, kTop, kTop));
        const __m256i wanted = _mm256_set1_epi64x(static_cast<long long>(signatures[i]));
        const __m256i same = _mm256_cmpeq_epi64(wide_dense_signatures(payloads, pieces), wanted);
        pair.first[i] = _mm256_and_si256(payloads, same);
        match[i] = bits(same);
    }
    const __m256i payloads = _mm256_permute2x128_si256(upper[0], upper[1], 0x20);
    const __m256i pieces =
        _mm256_slli_epi64(_mm256_permute2x128_si256(upper[0], upper[1], 0x31), kNext - dense::kPieceBits);
    const __m256i wanted =
        _mm256_set_epi64x(static_cast<long long>(signatures[1]), static_cast<long long>(signatures[1]),
                          static_cast<long long>(signatures[0]), static_cast<long long>(signatures[0]));
    const __m256i same = _mm256_cmpeq_epi64(wide_dense_signatures(payloads, pieces), wanted);
    pair.rest = _mm256_and_si256(payloads, same);
    const unsigned rest = bits(same);
    match[0] |= (rest & 3) << 4;
    match[1] |= rest << 2 & 0b11'0000;
    pair.several = (match[0] & (match[0] - 1)) | (match[1] & (match[1] - 1));
    return pair;
}

// Returns false if a key was found in several slots. Then each key must be probed separately.
[[gnu::always_inline]] inline bool probe_four_dense(const Slot* const lines[4],
                                                    const std::uint64_t signatures[4],
                                                    std::uint32_t generation, void* records) {
    const DensePair low = scan_dense_pair(lines, signatures);
    const DensePair high = scan_dense_pair(lines + 2, signatures + 2);
    const auto fold = [](__m256i a, __m256i b) {
        return _mm256_or_si256(_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b));
    };
    const __m256i pair01 = fold(low.first[0], low.first[1]);
    const __m256i pair23 = fold(high.first[0], high.first[1]);
    const __m256i first = _mm256_or_si256(_mm256_permute2x128_si256(pair01, pair23, 0x20),
                                          _mm256_permute2x128_si256(pair01, pair23, 0x31));
    const __m256i rest = _mm256_permute4x64_epi64(fold(low.rest, high.rest), 0b11'01'10'00);
    write_dense_records(_mm256_or_si256(first, rest), generation, records);
    return (low.several | high.several) == 0;
}

}  // namespace tabiya::table

#endif
