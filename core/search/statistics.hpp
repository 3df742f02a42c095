// Counters of a search and its table: plain numbers per thread, added up at the end.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace tabiya::search {

enum class Count : std::uint8_t {
    kProbes,
    kHits,
    kDeepHits,  // at least as deep as required
    kCutoffs,
    kStores,
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

struct Statistics {
    std::array<std::uint64_t, static_cast<std::size_t>(Count::kCount_)> counts{};
    std::array<std::uint64_t, 4> cutoffs_by_bound{};
    std::array<std::uint64_t, 8> cutoffs_by_source{};
    std::array<std::uint64_t, kDepthClasses> probes_by_depth{};  // by the depth that was asked for
    std::array<std::uint64_t, kDepthClasses> hits_by_depth{};

    void add(Count count) { ++counts[static_cast<std::size_t>(count)]; }
    std::uint64_t operator[](Count count) const { return counts[static_cast<std::size_t>(count)]; }

    Statistics& operator+=(const Statistics& other) {
        const auto add_all = [](auto& to, const auto& from) {
            for (std::size_t i = 0; i < to.size(); ++i) to[i] += from[i];
        };
        add_all(counts, other.counts);
        add_all(cutoffs_by_bound, other.cutoffs_by_bound);
        add_all(cutoffs_by_source, other.cutoffs_by_source);
        add_all(probes_by_depth, other.probes_by_depth);
        add_all(hits_by_depth, other.hits_by_depth);
        return *this;
    }
};

}  // namespace tabiya::search
