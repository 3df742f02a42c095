// Counters of a search and its table: plain numbers per thread, added up at the end.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "table/entry.hpp"

namespace tabiya::search {

enum class Count : std::uint8_t {
    kProbes,
    kHits,
    kDeepHits,  // at least as deep as required
    kIllegalTableMoves,
    kTableMovesFirst,
    kTableMoveCutoffs,  // the table move was tried first and cut off
    kBetaCutoffs,
    kFirstMoveCutoffs,
    kQnodes,
    kNullTries,
    kNullCutoffs,
    kVerifications,
    kEvaluations,
    kTableEvaluations,  // read from an entry instead of computed
    kSingularExtensions,
    kCount_,
};

// Counters by depth: the last one is for all greater depths.
inline constexpr std::size_t kDepthClasses = 32;
constexpr std::size_t depth_class(int depth) {
    return static_cast<std::size_t>(std::min(depth, static_cast<int>(kDepthClasses) - 1));
}

// Entries counted by bound and source: one addition each.
class ByKind {
  public:
    void add(table::Bound bound, table::Source source) {
        ++counts_[static_cast<std::size_t>(source) * kBounds + static_cast<std::size_t>(bound)];
    }
    std::uint64_t of(table::Bound bound) const {
        return sum([&](std::size_t i) { return i % kBounds == static_cast<std::size_t>(bound); });
    }
    std::uint64_t of(table::Source source) const {
        return sum([&](std::size_t i) { return i / kBounds == static_cast<std::size_t>(source); });
    }
    std::uint64_t total() const {
        return sum([](std::size_t) { return true; });
    }
    ByKind& operator+=(const ByKind& other) {
        for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += other.counts_[i];
        return *this;
    }

  private:
    std::uint64_t sum(auto counts) const {
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < counts_.size(); ++i) sum += counts(i) ? counts_[i] : 0;
        return sum;
    }

    static constexpr std::size_t kBounds = 4;
    std::array<std::uint64_t, 8 * kBounds> counts_{};  // as many as an entry has codes for
};

struct Statistics {
    std::array<std::uint64_t, static_cast<std::size_t>(Count::kCount_)> counts{};
    ByKind cutoffs;  // by the entries that caused them
    ByKind stores;
    std::array<std::uint64_t, kDepthClasses> probes_by_depth{};  // by the depth that was asked for
    std::array<std::uint64_t, kDepthClasses> hits_by_depth{};

    void add(Count count) { ++counts[static_cast<std::size_t>(count)]; }
    std::uint64_t operator[](Count count) const { return counts[static_cast<std::size_t>(count)]; }

    Statistics& operator+=(const Statistics& other) {
        const auto add_all = [](auto& to, const auto& from) {
            for (std::size_t i = 0; i < to.size(); ++i) to[i] += from[i];
        };
        add_all(counts, other.counts);
        cutoffs += other.cutoffs;
        stores += other.stores;
        add_all(probes_by_depth, other.probes_by_depth);
        add_all(hits_by_depth, other.hits_by_depth);
        return *this;
    }
};

}  // namespace tabiya::search
