#include "table/batch.hpp"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "table/dense_batch.hpp"
#include "table/wide_scan.hpp"
#if defined(__BMI2__) && !defined(TABIYA_PORTABLE)
#include <immintrin.h>
#endif

namespace tabiya::table {
namespace {

constexpr std::size_t kDistance = 32;  // keys between a prefetch and the scan that needs it
static_assert((kDistance & (kDistance - 1)) == 0);

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

// Entries of some keys of a batch, packed, without a generation: it is known when they are stored.
struct PackedEntries {
    static constexpr std::size_t kSize = 32;
    std::uint64_t words[kSize];
    std::uint64_t evals[kSize];
};

// Adds a field to each word. One loop per kind of column, so that each is a plain run over an array.
template <class T>
void add_column(std::uint64_t* words, const Column<T>& column, std::size_t first, std::size_t count,
                int shift, std::uint64_t mask) {
    const T* const values = column.values + first;
    if (column.constant()) {
        const std::uint64_t field = (static_cast<std::uint64_t>(column.values[0]) & mask) << shift;
        for (std::size_t i = 0; i < PackedEntries::kSize; ++i) words[i] |= field;
    } else if (count == PackedEntries::kSize) {
        for (std::size_t i = 0; i < PackedEntries::kSize; ++i) {
            words[i] |= (static_cast<std::uint64_t>(values[i]) & mask) << shift;
        }
    } else {
        for (std::size_t i = 0; i < count; ++i)
            words[i] |= (static_cast<std::uint64_t>(values[i]) & mask) << shift;
    }
}

void pack_columns(const StoreColumns& columns, std::size_t first, std::size_t count, PackedEntries& out) {
    std::fill_n(out.words, PackedEntries::kSize, 0);
    std::fill_n(out.evals, PackedEntries::kSize, 0);
    add_column(out.words, columns.moves, first, count, 0, kMaxMove);
    add_column(out.words, columns.scores, first, count, kScoreShift, 0xF'FFFF);
    add_column(out.words, columns.depths, first, count, kDepthShift, 0xFF);
    add_column(out.words, columns.bounds, first, count, kBoundShift, 3);
    add_column(out.words, columns.sources, first, count, kSourceShift, 7);
    add_column(out.evals, columns.evals, first, count, 0, 0xFFFF);
    if (columns.pvs.constant()) {
        const std::uint64_t pv = std::uint64_t{columns.pvs.values[0] != 0} << kPvShift;
        for (std::uint64_t& word : out.words) word |= pv;
    } else {
        for (std::size_t i = 0; i < count; ++i) {
            out.words[i] |= std::uint64_t{columns.pvs.values[first + i] != 0} << kPvShift;
        }
    }
}

// Block after block: what a block needs is computed in plain loops, and the lines of the next one are fetched
// meanwhile. The loop over the stores then has as little beside them as possible.
template <class View, class Counting>
void store_all(const View view, const std::uint64_t* keys, std::size_t first, std::size_t last, bool prefetch,
               const StoreColumns& columns, Counting& counting, std::size_t& done) {
    constexpr std::size_t kSize = PackedEntries::kSize;
    struct Places {
        std::uint64_t hashes[kSize];
        Slot* slots[kSize];
    } places[2];
    const auto find = [&](std::size_t begin, Places& out) {
        const std::size_t count = std::min(last - begin, kSize);
        for (std::size_t i = 0; i < count; ++i) {
            out.hashes[i] = view.hash_of(keys[begin + i]);
            out.slots[i] = view.slots_of(out.hashes[i]);
            if (prefetch) view.prefetch(out.hashes[i]);
        }
    };
    PackedEntries packed;
    if (first < last) find(first, places[0]);
    for (std::size_t begin = first, which = 0; begin < last; begin += kSize, which ^= 1) {
        if (begin + kSize < last) find(begin + kSize, places[which ^ 1]);
        const std::size_t count = std::min(last - begin, kSize);
        pack_columns(columns, begin, count, packed);
        const Places& here = places[which];
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint64_t hash = here.hashes[i];
            view.store_in(here.slots[i], hash,
                          {(hash & kSignatureMask) << 16 | packed.evals[i], packed.words[i]}, counting);
        }
        done = begin + count;
    }
}

// With locks: bucket by bucket, so that a lock is taken once for all keys of a block that need it. A lock
// that another core has had costs more than a store. Keys of one bucket keep their order, and so does each
// cluster: the table is as if they had been stored one after the other.
class ByBucket {
  public:
    static constexpr std::size_t kMost = 4096;
    static constexpr std::size_t kWorthwhile = 64;  // fewer keys rarely share a bucket

    explicit ByBucket(std::size_t most)
        : hashes_(most), words_(most), evals_(most), buckets_(most), order_(most), ends_(kMaxBuckets) {}

    template <class View, class Counting>
    void store(const View& view, const std::uint64_t* keys, std::size_t first, std::size_t count,
               bool prefetch, const StoreColumns& columns, Counting& counting) {
        pack(view, keys, first, count, columns);
        sort(view.locks()->buckets(), count);
        const auto slots_at = [&](std::size_t at) { return view.slots_of(hashes_[order_[at]]); };
        for (std::size_t at = 0; prefetch && at < std::min(count, kDistance); ++at)
            __builtin_prefetch(slots_at(at));
        for (std::size_t at = 0; at < count;) {
            const std::uint32_t bucket = buckets_[order_[at]];
            const BucketGuard guard(*view.locks(), bucket);
            for (; at < count && buckets_[order_[at]] == bucket; ++at) {
                if (prefetch && at + kDistance < count) __builtin_prefetch(slots_at(at + kDistance));
                const std::size_t i = order_[at];
                view.store_locked(slots_at(at), {(hashes_[i] & kSignatureMask) << 16 | evals_[i], words_[i]},
                                  counting);
            }
        }
    }

  private:
    template <class View>
    void pack(const View& view, const std::uint64_t* keys, std::size_t first, std::size_t count,
              const StoreColumns& columns) {
        PackedEntries packed;
        for (std::size_t begin = 0; begin < count; begin += PackedEntries::kSize) {
            const std::size_t here = std::min(count - begin, PackedEntries::kSize);
            pack_columns(columns, first + begin, here, packed);
            std::copy_n(packed.words, here, words_.begin() + static_cast<std::ptrdiff_t>(begin));
            std::copy_n(packed.evals, here, evals_.begin() + static_cast<std::ptrdiff_t>(begin));
        }
        for (std::size_t i = 0; i < count; ++i) {
            hashes_[i] = view.hash_of(keys[first + i]);
            buckets_[i] = static_cast<std::uint16_t>(view.bucket_of(hashes_[i]));
        }
    }

    // Counts, and gives each bucket its place. Equal buckets stay in order.
    void sort(std::uint32_t buckets, std::size_t count) {
        std::fill_n(ends_.begin(), buckets, std::uint16_t{0});
        for (std::size_t i = 0; i < count; ++i) ++ends_[buckets_[i]];
        std::uint16_t sum = 0;
        for (std::uint32_t bucket = 0; bucket < buckets; ++bucket) {
            sum = static_cast<std::uint16_t>(sum + std::exchange(ends_[bucket], sum));
        }
        for (std::size_t i = 0; i < count; ++i) order_[ends_[buckets_[i]]++] = static_cast<std::uint16_t>(i);
    }

    std::vector<std::uint64_t> hashes_, words_, evals_;
    std::vector<std::uint16_t> buckets_, order_, ends_;
};

template <int kWays, class Words, class Counting>
void store_some(const View<kWays, Words>& view, const std::uint64_t* keys, std::size_t first,
                std::size_t last, bool prefetch, const StoreColumns& columns, Counting& counting,
                std::size_t& done) {
    if (view.locks() == nullptr || last - first < ByBucket::kWorthwhile)
        return store_all(view, keys, first, last, prefetch, columns, counting, done);
    ByBucket sorted(std::min(last - first, ByBucket::kMost));
    while (first < last) {
        const std::size_t count = std::min(last - first, ByBucket::kMost);
        sorted.store(view, keys, first, count, prefetch, columns, counting);
        first += count;
        done = first;
    }
}

// What a second tier does with a displaced entry needs no lock of the first.
template <int kWays, class Words, class Counting>
void store_some(const tier::TieredView<kWays, Words>& view, const std::uint64_t* keys, std::size_t first,
                std::size_t last, bool prefetch, const StoreColumns& columns, Counting& counting,
                std::size_t& done) {
    store_all(view, keys, first, last, prefetch, columns, counting, done);
}

// Calls `work` with counters, which are added to the table's at the end, or without.
template <class Work>
void with_counting(Table& table, const Work& work) {
    if (!table.settings().statistics) {
        NoCounts none;
        return work(none);
    }
    // Also when a wait for a lock is interrupted: what was stored is counted.
    struct Added {
        Table& table;
        LocalCounts local{};
        ~Added() {
            table.statistics().add(local.counts);
            table.note_collisions(local.counts[kCollisions]);
        }
    } added{table};
    work(added.local);
}

}  // namespace

Entry StoreColumns::entry(std::size_t index) const {
    return Entry{moves.at(index),
                 scores.at(index),
                 evals.at(index),
                 depths.at(index),
                 0,
                 static_cast<Bound>(bounds.at(index)),
                 static_cast<Source>(sources.at(index)),
                 pvs.at(index) != 0};
}

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

void store_batch(Table& table, const std::uint64_t* keys, std::size_t first, std::size_t last,
                 const StoreColumns& columns, std::size_t& done) {
    if (!table.enabled()) return;
    if (table.settings().validation == Validation::kDebug) table.check_header();
    if (table.paranoid()) {
        for (; done < last; ++done) table.store(keys[done], columns.entry(done));
        return;
    }
    table.visit([&](const auto& view) {
        with_counting(table, [&](auto& counting) {
            store_some(view, keys, first, last, table.settings().prefetch, columns, counting, done);
        });
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
