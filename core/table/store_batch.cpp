// Batches of stores: columns are packed first, and with locks the keys are sorted by bucket.
#include <algorithm>
#include <utility>
#include <vector>

#include "table/batch.hpp"
#include "table/batch_parts.hpp"

namespace tabiya::table {
namespace {

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
// kAtOnce: no store waits for a lock or moves an entry down, so the generation is the same for a block.
template <bool kAtOnce, class View, class Counting>
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
        const std::uint64_t now = kAtOnce ? std::uint64_t{view.generation()} << kGenerationShift : 0;
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint64_t hash = here.hashes[i];
            const Opened next{(hash & kSignatureMask) << 16 | packed.evals[i], packed.words[i] | now};
            if constexpr (kAtOnce) {
                view.store_dated(here.slots[i], next, counting);
            } else {
                view.store_in(here.slots[i], hash, next, counting);
            }
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
    if (view.locks() == nullptr)
        return store_all<true>(view, keys, first, last, prefetch, columns, counting, done);
    if (last - first < ByBucket::kWorthwhile)
        return store_all<false>(view, keys, first, last, prefetch, columns, counting, done);
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
    store_all<false>(view, keys, first, last, prefetch, columns, counting, done);
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

}  // namespace tabiya::table
