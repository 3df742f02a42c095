// Scans a four-slot line with AVX2: two loads for the line, one product for four links.
//
// In C++ a 32-byte load is not atomic, but its 64-bit words are on every machine with AVX2, and the link
// checks each pair of words separately. Sanitizers and portable builds do not use it.
#pragma once

#if defined(__AVX2__) && !defined(TABIYA_PORTABLE) && !defined(TABIYA_SANITIZED)
#define TABIYA_WIDE_SCAN 1

#include <immintrin.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "table/entry.hpp"

namespace tabiya::table {

// Not inline: a constant of each object, so that the lab shares no data with the core.
static constexpr int kSlotOfLane[4] = {0, 2, 1, 3};

// Puts the bits of lanes into memory order.
constexpr unsigned in_memory_order(unsigned lanes) {
    return (lanes & 0b1001) | ((lanes & 0b0010) << 1) | ((lanes & 0b0100) >> 1);
}

struct WideFound {
    unsigned match_lanes;
    unsigned live_lanes;               // only on request
    std::uint64_t signature_and_eval;  // of the match; zero without one, garbage with several
    std::uint64_t word1;

    bool hit() const { return match_lanes != 0; }
    // Two racing writers can leave a key twice. The caller then looks word by word for the first.
    bool several() const { return (match_lanes & (match_lanes - 1)) != 0; }
    unsigned match() const { return in_memory_order(match_lanes); }
    int way() const { return kSlotOfLane[std::countr_zero(match_lanes)]; }
    unsigned live() const { return in_memory_order(live_lanes); }
};

// The low 64 bits of word1 * kLink in each lane. AVX2 has no such product; three 32-bit ones make it.
inline __m256i wide_link(__m256i word1) {
    const __m256i factor = _mm256_set1_epi64x(static_cast<long long>(kLink));
    const __m256i swapped = _mm256_shuffle_epi32(factor, 0xB1);
    const __m256i cross = _mm256_mullo_epi32(word1, swapped);
    const __m256i high = _mm256_slli_epi64(_mm256_add_epi32(cross, _mm256_srli_epi64(cross, 32)), 32);
    return _mm256_add_epi64(_mm256_mul_epu32(word1, factor), high);
}

// A cluster in registers, with its links undone.
struct WideCluster {
    __m256i signature_and_eval;
    __m256i word1;
};

[[gnu::always_inline]] inline WideCluster open_cluster(const Slot* slots) {
    const auto* halves = reinterpret_cast<const __m256i*>(slots);
    const __m256i first = _mm256_load_si256(halves);
    const __m256i second = _mm256_load_si256(halves + 1);
    const __m256i word1 = _mm256_unpackhi_epi64(first, second);
    return {_mm256_xor_si256(_mm256_unpacklo_epi64(first, second), wide_link(word1)), word1};
}

template <bool kLive>
[[gnu::always_inline]] inline WideFound find_in(const WideCluster& cluster, std::uint64_t signature) {
    const auto [opened, word1] = cluster;
    const __m256i wanted = _mm256_set1_epi64x(static_cast<long long>(signature));
    const __m256i same = _mm256_cmpeq_epi64(_mm256_srli_epi64(opened, 16), wanted);
    const __m256i bound = _mm256_and_si256(word1, _mm256_set1_epi64x(3LL << kBoundShift));
    const __m256i empty = _mm256_cmpeq_epi64(bound, _mm256_setzero_si256());
    const __m256i hit = _mm256_andnot_si256(empty, same);

    // The fourth slot of a three-way cluster is zero, so never live: no mask is needed.
    const __m256i low =
        _mm256_and_si256(_mm256_unpacklo_epi64(opened, word1), _mm256_unpacklo_epi64(hit, hit));
    const __m256i high =
        _mm256_and_si256(_mm256_unpackhi_epi64(opened, word1), _mm256_unpackhi_epi64(hit, hit));
    const __m256i both = _mm256_or_si256(low, high);
    const __m128i chosen = _mm_or_si128(_mm256_castsi256_si128(both), _mm256_extracti128_si256(both, 1));

    WideFound found;
    found.match_lanes = static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(hit)));
    found.live_lanes = 0;
    if constexpr (kLive) {
        found.live_lanes = 0xF & ~static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(empty)));
    }
    found.signature_and_eval = static_cast<std::uint64_t>(_mm_cvtsi128_si64(chosen));
    found.word1 = static_cast<std::uint64_t>(_mm_extract_epi64(chosen, 1));
    return found;
}

// --- four keys at once, for batches ----------------------------------------------------------------------

// The result of one line for one key: the words of the match in both halves, to be joined by the caller. An
// empty slot that matches (its words, and possibly the signature, are zero) gives zeros, which is a miss.
struct HalfJoined {
    __m256i words;  // (signature and eval, word1) twice: of slots 0 and 2, and of slots 1 and 3
    // The lanes that match, four bits. When counting, eight bits from the lowest: two lanes that match, the
    // same two if they are empty, two more that match, and if they are empty.
    unsigned lanes;
};

template <bool kCounting>
[[gnu::always_inline]] inline HalfJoined scan_half_joined(const Slot* slots, std::uint64_t signature) {
    const auto* halves = reinterpret_cast<const __m256i*>(slots);
    const __m256i first = _mm256_load_si256(halves);
    const __m256i second = _mm256_load_si256(halves + 1);
    const __m256i word1 = _mm256_unpackhi_epi64(first, second);
    const __m256i opened = _mm256_xor_si256(_mm256_unpacklo_epi64(first, second), wide_link(word1));
    const __m256i wanted = _mm256_set1_epi64x(static_cast<long long>(signature));
    const __m256i same = _mm256_cmpeq_epi64(_mm256_srli_epi64(opened, 16), wanted);
    const __m256i kept_opened = _mm256_and_si256(opened, same);
    const __m256i kept_word1 = _mm256_and_si256(word1, same);
    const __m256i words = _mm256_or_si256(_mm256_unpacklo_epi64(kept_opened, kept_word1),
                                          _mm256_unpackhi_epi64(kept_opened, kept_word1));
    if constexpr (kCounting) {
        // One instruction collects the bits of both comparisons; two would slow down statistics.
        const __m256i empty = _mm256_cmpeq_epi64(word1, _mm256_setzero_si256());
        const __m256 both = _mm256_shuffle_ps(_mm256_castsi256_ps(same), _mm256_castsi256_ps(empty), 0x88);
        return {words, static_cast<unsigned>(_mm256_movemask_ps(both))};
    }
    return {words, static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(same)))};
}

// Statistics of up to 1,023 probes in one register: six ten-bit counters for the hits in each slot, the
// misses among other keys, and the misses in an empty cluster.
struct WideCounts {
    static constexpr std::size_t kBlock = 1020;
    static constexpr int kMismatch = 4;
    static constexpr int kEmptyCluster = 5;
    std::uint64_t packed = 0;

    // The increment of a probe, by the eight bits of HalfJoined::lanes. The top bits of the sum tell that a
    // key was found in several slots.
    static constexpr int kSeveralShift = 60;
    static constexpr std::array<std::uint64_t, 256> kSteps = [] {
        std::array<std::uint64_t, 256> steps{};
        for (unsigned lanes = 0; lanes < 256; ++lanes) {
            const unsigned same = in_memory_order((lanes & 0b11) | (lanes >> 2 & 0b1100));
            const unsigned empty = in_memory_order((lanes >> 2 & 0b11) | (lanes >> 4 & 0b1100));
            const unsigned match = same & ~empty;
            const int kind = match != 0 ? std::countr_zero(match) : empty == 15 ? kEmptyCluster : kMismatch;
            steps[lanes] = std::uint64_t{1} << (std::popcount(same) > 1 ? kSeveralShift : 10 * kind);
        }
        return steps;
    }();

    std::uint64_t number(int kind) const { return packed >> (10 * kind) & 0x3FF; }
};

// Decodes four results into records (batch.hpp) of 16 bytes each. Returns false and counts nothing if a key
// was found in several slots. Then each key must be probed separately.
template <bool kCounting>
[[gnu::always_inline]] inline bool probe_four(const Slot* const clusters[4],
                                              const std::uint64_t signatures[4], void* records,
                                              WideCounts& counts) {
    HalfJoined found[4];
    std::uint64_t several = 0;
    for (int i = 0; i < 4; ++i) {
        found[i] = scan_half_joined<kCounting>(clusters[i], signatures[i]);
        several += kCounting ? WideCounts::kSteps[found[i].lanes] : found[i].lanes & (found[i].lanes - 1);
    }
    if constexpr (kCounting) {
        const std::uint64_t steps = several;
        several = steps >> WideCounts::kSeveralShift;
        counts.packed += several == 0 ? steps : 0;
    }
    const auto join = [](__m256i a, __m256i b) {
        return _mm256_or_si256(_mm256_permute2x128_si256(a, b, 0x20), _mm256_permute2x128_si256(a, b, 0x31));
    };
    const __m256i pair01 = join(found[0].words, found[1].words);
    const __m256i pair23 = join(found[2].words, found[3].words);
    const __m256i opened = _mm256_unpacklo_epi64(pair01, pair23);
    const __m256i word1 = _mm256_unpackhi_epi64(pair01, pair23);

    const auto constant = [](std::uint64_t value) {
        return _mm256_set1_epi64x(static_cast<long long>(value));
    };
    const auto field = [&](int shift, std::uint64_t mask) {
        return _mm256_and_si256(_mm256_srli_epi64(word1, shift), constant(mask));
    };
    // First word: the move, and above it the score, sign-extended to 32 bits.
    const __m256i score = _mm256_srai_epi32(_mm256_slli_epi64(word1, 20), 12);
    const __m256i low = _mm256_blend_epi32(_mm256_and_si256(word1, constant(kMaxMove)), score, 0b10101010);
    // Second word: eval, depth, generation, bound, source, pv and hit, one or two bytes each.
    const __m256i bound = field(kBoundShift - 32, std::uint64_t{3} << 32);
    const __m256i miss = _mm256_cmpeq_epi64(bound, _mm256_setzero_si256());
    const __m256i depth_generation = field(kDepthShift - 16, 0x3FFF'0000);
    const __m256i source = field(kSourceShift - 40, std::uint64_t{7} << 40);
    const __m256i pv = field(kPvShift - 48, std::uint64_t{1} << 48);
    const __m256i eval = _mm256_and_si256(opened, constant(0xFFFF));
    const __m256i no_eval = _mm256_and_si256(miss, constant(0x8000));
    const __m256i hit = _mm256_andnot_si256(miss, constant(std::uint64_t{1} << 56));
    const __m256i small =
        _mm256_or_si256(_mm256_or_si256(bound, depth_generation), _mm256_or_si256(source, pv));
    const __m256i high = _mm256_or_si256(_mm256_or_si256(small, hit), _mm256_or_si256(eval, no_eval));

    auto* out = reinterpret_cast<__m256i*>(records);
    _mm256_storeu_si256(out, _mm256_unpacklo_epi64(low, high));
    _mm256_storeu_si256(out + 1, _mm256_unpackhi_epi64(low, high));
    return several == 0;
}

}  // namespace tabiya::table
#else
#define TABIYA_WIDE_SCAN 0
#endif
