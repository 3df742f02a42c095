#include "table/batch.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "table/batch_parts.hpp"
#include "table/dense_batch.hpp"
#include "table/wide_scan.hpp"
#if defined(__BMI2__) && !defined(TABIYA_PORTABLE)
#include <immintrin.h>
#endif

namespace tabiya::table {
namespace {

// Calls `use(index, hash)` for each key, `kDistance` keys behind the prefetch of its cluster.
template <class View, class Use>
void run_ahead(const View& view, const std::uint64_t* keys, std::size_t first, std::size_t last,
               bool prefetch, const Use& use) {
    std::uint64_t hashes[kDistance];
    const std::size_t warm_up = last - first < kDistance ? last - first : kDistance;
    for (std::size_t i = 0; i < warm_up; ++i) {
        hashes[(first + i) % kDistance] = view.hash_of(keys[first + i]);
        if (prefetch) view.prefetch(hashes[(first + i) % kDistance]);
    }
    // One loop, so that `use` is inlined once. At the end it fetches the last key again, which costs nothing.
    for (std::size_t index = first; index < last; ++index) {
        std::uint64_t& place = hashes[index % kDistance];
        const std::uint64_t hash = place;
        place = view.hash_of(keys[index + kDistance < last ? index + kDistance : last - 1]);
        if (prefetch) view.prefetch(place);
        use(index, hash);
    }
}

// Spreads depth, generation, bound, source and pv, which are adjacent in word1, over one byte each.
std::uint64_t spread_small_fields(std::uint64_t word1) {
#if defined(__BMI2__) && !defined(TABIYA_PORTABLE)
    return _pdep_u64(word1 >> kDepthShift, 0x0001'0703'3FFF'0000);
#else
    return ((word1 >> kDepthShift & 0xFF) << 16) | ((word1 >> kGenerationShift & 0x3F) << 24) |
           ((word1 >> kBoundShift & 3) << 32) | ((word1 >> kSourceShift & 7) << 40) |
           ((word1 >> kPvShift) << 48);
#endif
}

// Writes a Record in two words, without a branch. Zero words, from a miss, make an empty record.
void write_record(Record& out, bool hit, std::uint64_t signature_and_eval, std::uint64_t word1) {
    const auto score =
        static_cast<std::uint64_t>(static_cast<std::int64_t>(word1 << 20) >> 12) & 0xFFFF'FFFF'0000'0000;
    const std::uint64_t eval = (signature_and_eval & 0xFFFF) | (std::uint64_t{!hit} << 15);
    const std::uint64_t words[2] = {
        (word1 & kMaxMove) | score,
        eval | spread_small_fields(word1) | (std::uint64_t{hit} << 56),
    };
    std::memcpy(&out, words, sizeof out);
}

#if TABIYA_WIDE_SCAN

template <class View, class Counting>
void probe_one_by_one(const View& view, const std::uint64_t* keys, std::size_t first, std::size_t last,
                      Record* out, Counting& counting) {
    for (std::size_t index = first; index < last; ++index) {
        const Found found = view.probe(view.hash_of(keys[index]), counting);
        write_record(out[index], found.hit, found.opened.signature_and_eval, found.opened.word1);
    }
}

void add_counts(const WideCounts& wide, int ways, LocalCounts& counting) {
    std::uint64_t hits = 0;
    for (int slot = 0; slot < ways; ++slot) {
        counting.add(kScanFirst + slot, wide.number(slot));
        hits += wide.number(slot);
    }
    const std::uint64_t mismatches = wide.number(WideCounts::kMismatch);
    const std::uint64_t empties = wide.number(WideCounts::kEmptyCluster);
    counting.add(kScanFirst + ways - 1, mismatches + empties);
    counting.add(kHits, hits);
    counting.add(kEmpties, empties);
    counting.add(kMismatches, mismatches);
}

// Four keys at a time. The rings hold the lines and signatures of the next kDistance keys: a group takes its
// own and replaces them by those of the keys kDistance further on. Everything else is in local variables,
// because the compiler must assume that a written result aliases any member of an object.
template <int kWays, class Words, class Counting>
void probe_by_fours(const View<kWays, Words> view, const std::uint64_t* keys, std::size_t count,
                    bool prefetch, Record* out, Counting& counting) {
    constexpr std::uint64_t kMask = kWays == kDenseWays ? dense::kSignatureMask : kSignatureMask;
    const Slot* clusters[kDistance];
    alignas(32) std::uint64_t signatures[kDistance];
    const std::uint32_t generation = view.generation();
    const auto fetch = [&](std::size_t from, std::size_t at) {
        for (std::size_t i = 0; i < 4; ++i) {
            const std::uint64_t hash = view.hash_of(keys[from + i]);
            clusters[at + i] = view.slots_of(hash);
            signatures[at + i] = hash & kMask;
            if (prefetch) __builtin_prefetch(clusters[at + i]);
        }
    };
    std::size_t done = 0;
    // Probes a stretch of keys, at most as many as the packed counters can count, and prefetches if asked to.
    const auto stretch = [&](std::size_t end, auto fetch_ahead) {
        WideCounts wide;
        for (; done < end; done += 4) {
            const std::size_t at = done % kDistance;
            bool right;
            if constexpr (kWays == kDenseWays) {
                right = probe_four_dense(clusters + at, signatures + at, generation, out + done);
            } else {
                right = probe_four<Counting::kCounting>(clusters + at, signatures + at, out + done, wide);
            }
            if (!right) [[unlikely]] {
                probe_one_by_one(view, keys, done, done + 4, out, counting);
            }
            if constexpr (fetch_ahead) fetch(done + kDistance, at);
        }
        if constexpr (Counting::kCounting) add_counts(wide, kWays, counting);
    };
    if (count >= kDistance) {
        for (std::size_t at = 0; at < kDistance; at += 4) fetch(at, at);
        const std::size_t fetched = (count - kDistance) / 4 * 4;
        while (done < fetched) stretch(std::min(fetched, done + WideCounts::kBlock), std::true_type{});
        stretch(fetched + kDistance, std::false_type{});
    }
    probe_one_by_one(view, keys, done, count, out, counting);
}

#endif

template <int kWays, class Words, class Counting>
void probe_all(const View<kWays, Words>& view, const std::uint64_t* keys, std::size_t first, std::size_t last,
               bool prefetch, Record* out, Counting& counting) {
#if TABIYA_WIDE_SCAN
    if constexpr (kWays > 1 && (kWays != kDenseWays || !Counting::kCounting)) {
        return probe_by_fours(view, keys + first, last - first, prefetch, out + first, counting);
    }
#endif
    run_ahead(view, keys, first, last, prefetch, [&](std::size_t index, std::uint64_t hash) {
        const Found found = view.probe(hash, counting);
        write_record(out[index], found.hit, found.opened.signature_and_eval, found.opened.word1);
    });
}

// With a second tier, key by key: the scan is not the bottleneck there.
template <int kWays, class Words, class Counting>
void probe_all(const tier::TieredView<kWays, Words>& view, const std::uint64_t* keys, std::size_t first,
               std::size_t last, bool prefetch, Record* out, Counting& counting) {
    run_ahead(view, keys, first, last, prefetch, [&](std::size_t index, std::uint64_t hash) {
        const Found found = view.probe(hash, counting);
        write_record(out[index], found.hit, found.opened.signature_and_eval, found.opened.word1);
    });
}

// Folds all words of a line into 16 bytes: every byte is read, nothing is decided.
template <int kWays>
void fold_cluster(const Slot* slots, Record* out) {
#if TABIYA_WIDE_SCAN
    if constexpr (kWays > 1) {
        const auto* halves = reinterpret_cast<const __m256i*>(slots);
        const __m256i both = _mm256_xor_si256(_mm256_load_si256(halves), _mm256_load_si256(halves + 1));
        const __m128i folded = _mm_xor_si128(_mm256_castsi256_si128(both), _mm256_extracti128_si256(both, 1));
        return _mm_storeu_si128(reinterpret_cast<__m128i*>(out), folded);
    }
#endif
    std::uint64_t words[2] = {0, 0};
    for (int way = 0; way < stride_of(kWays); ++way) {
        words[0] ^= AtomicWords::load(slots[way].word0);
        words[1] ^= AtomicWords::load(slots[way].word1);
    }
    std::memcpy(out, words, sizeof words);
}

// The limit loop: a ring of prefetched lines, as in probe_by_fours; `use(index, slots)` is all that is done.
template <int kWays, class Words, class Use>
void run_over_lines(const View<kWays, Words> view, const std::uint64_t* keys, std::size_t count,
                    bool prefetch, const Use& use) {
    Slot* clusters[kDistance];
    const auto fetch = [&](std::size_t from) {
        Slot* slots = view.slots_of(view.hash_of(keys[from]));
        clusters[from % kDistance] = slots;
        if (prefetch) __builtin_prefetch(slots);
    };
    std::size_t done = 0;
    for (std::size_t from = 0; from < count && from < kDistance; ++from) fetch(from);
    for (; done + kDistance < count; ++done) {
        use(done, clusters[done % kDistance]);
        fetch(done + kDistance);
    }
    for (; done < count; ++done) use(done, clusters[done % kDistance]);
}

}  // namespace

void probe_batch(Table& table, const std::uint64_t* keys, std::size_t first, std::size_t last, Record* out) {
    if (!table.enabled()) {
        for (std::size_t index = first; index < last; ++index) write_record(out[index], false, 0, 0);
        return;
    }
    if (table.settings().validation == Validation::kDebug) table.check_header();
    if (table.paranoid()) {
        for (std::size_t index = first; index < last; ++index) {
            const Found found = table.probe(keys[index]);
            write_record(out[index], found.hit, found.opened.signature_and_eval, found.opened.word1);
        }
        return;
    }
    const bool prefetch = table.settings().prefetch;
    table.visit([&](const auto& view) {
        with_counting(table,
                      [&](auto& counting) { probe_all(view, keys, first, last, prefetch, out, counting); });
    });
}

std::size_t export_batch(const Table& table, std::uint64_t* keys, Record* records, std::size_t capacity) {
    constexpr std::size_t kPart = 4096;
    std::size_t count = 0;
    std::vector<KeyedEntry> part;
    for (std::uint64_t cluster = 0; cluster < table.geometry().clusters();) {
        part.clear();
        cluster = table.scan(cluster, kPart, part);
        for (const auto& [key, entry] : part) {
            if (count == capacity) return count;
            keys[count] = key;
            const auto eval = static_cast<std::uint16_t>(entry.eval);
            write_record(records[count], true, eval, pack_word1(entry));
            ++count;
        }
    }
    return count;
}

void limit_batch(Table& table, const std::uint64_t* keys, std::size_t first, std::size_t last, Record* out) {
    table.visit([&](const auto& view) {
        run_over_lines(
            view, keys + first, last - first, table.settings().prefetch,
            [&](std::size_t index, Slot* slots) { fold_cluster<view.ways()>(slots, out + first + index); });
    });
}

void rewrite_batch(Table& table, const std::uint64_t* keys, std::size_t first, std::size_t last) {
    table.visit([&](const auto& view) {
        run_over_lines(view, keys + first, last - first, table.settings().prefetch,
                       [&](std::size_t, Slot* slots) {
                           Record folded;
                           fold_cluster<view.ways()>(slots, &folded);
                           // The words depend on the whole line, as a victim does, and stay what they were.
                           Slot& slot = slots[folded.move % stride_of(view.ways())];
                           AtomicWords::store(slot.word0, AtomicWords::load(slot.word0));
                           AtomicWords::store(slot.word1, AtomicWords::load(slot.word1));
                       });
    });
}

bool wide_scan() {
    return TABIYA_WIDE_SCAN != 0;
}

}  // namespace tabiya::table
