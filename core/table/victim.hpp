// The victim of a full cluster: the entry with the lowest rank, and why it is that one.
//
// A policy ranks entries by weights (replacement.hpp). Rank, order of ties and protection of each slot are
// packed into one number, and the least number is found without a branch on the entries: in a search, what a
// cluster holds cannot be predicted.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "table/lanes.hpp"
#include "table/replacement.hpp"

namespace tabiya::table {

// The order of ties: the first slot after a start picked by the signature, so that victims are spread.
template <int kWays>
constexpr unsigned start_of(std::uint64_t signature) {
    return static_cast<unsigned>(signature % kWays);
}

// What decides, of the new entry and the rule.
struct Choice {
    std::uint64_t generation;
    std::uint64_t better_sources;  // a bit for each source that the policy protects from this entry
    std::uint64_t depth;
    Weights weights;
    unsigned start;
};

template <int kWays, class Fields>
constexpr Choice choice_for(std::uint64_t next, std::uint64_t signature, std::uint32_t generation,
                            const Replacement& rule, const Weights& weights) {
    const std::uint64_t better = rule.protects_sources() ? better_sources(Fields::source(next)) : 0;
    return {generation, better, Fields::depth(next), weights, start_of<kWays>(signature)};
}

namespace victim {

inline constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max();
inline constexpr int kOrderBits = 3;

// The way of a packed number: its lowest bits are the order of ties.
template <int kWays>
constexpr int way_of(std::int64_t packed, unsigned start) {
    const unsigned way = start + (static_cast<unsigned>(packed) & ((1u << kOrderBits) - 1));
    return static_cast<int>(way >= kWays ? way - kWays : way);
}

template <class Fields, class Word>
[[gnu::always_inline]] constexpr auto is_protected(Word entry, const Choice& choice) {
    return ((choice.better_sources >> Fields::source(entry) & 1) != 0) &
           (Fields::age(entry, choice.generation) == 0) &
           (as_signed(Fields::depth(entry)) >= as_signed(choice.depth));
}

template <class Fields, class Word>
[[gnu::always_inline]] constexpr auto packed_rank(Word entry, const Choice& choice) {
    return as_signed(rank_of<Fields>(entry, choice.generation, choice.weights) << kOrderBits);
}

}  // namespace victim

// Returns the victim among the entries, -1 if all are protected.
template <class Fields, std::size_t kWays>
constexpr int choose_victim(const std::array<std::uint64_t, kWays>& entries, const Choice& choice) {
    constexpr auto ways = static_cast<int>(kWays);
    std::int64_t lowest = victim::kNone;
    unsigned order = choice.start == 0 ? 0 : static_cast<unsigned>(ways) - choice.start;
    for (const std::uint64_t entry : entries) {
        const std::int64_t rank = victim::packed_rank<Fields>(entry, choice) + order;
        const std::int64_t packed = victim::is_protected<Fields>(entry, choice) ? victim::kNone : rank;
        lowest = packed < lowest ? packed : lowest;
        order = order + 1 == static_cast<unsigned>(ways) ? 0 : order + 1;
    }
    return lowest == victim::kNone ? -1 : victim::way_of<ways>(lowest, choice.start);
}

#if TABIYA_WIDE_SCAN

namespace victim {

// For each start, the order of every lane, of a cluster or of the two halves of a dense line. Lanes that hold
// no slot are far behind all others.
template <int kWays>
struct Orders {
    alignas(32) std::int64_t lanes[kWays][kWays > 4 ? 8 : 4];

    static constexpr std::int64_t kNoSlot = std::int64_t{1} << 60;
    constexpr Orders() : lanes{} {
        for (int start = 0; start < kWays; ++start) {
            for (int lane = 0; lane < (kWays > 4 ? 8 : 4); ++lane) {
                const int way = kWays > 4 ? lane : kSlotOfLane[lane];
                lanes[start][lane] = way < kWays ? (way - start + kWays) % kWays : kNoSlot;
            }
        }
    }
};
template <int kWays>
static constexpr Orders<kWays> kOrders{};

template <class Fields>
[[gnu::always_inline]] inline Signed4 packed_ranks(Words4 entries, const std::int64_t* orders,
                                                   const Choice& choice) {
    const Signed4 ranks = packed_rank<Fields>(entries, choice) + *reinterpret_cast<const Signed4*>(orders);
    const Signed4 none = {kNone, kNone, kNone, kNone};
    return is_protected<Fields>(entries, choice) ? none : ranks;
}

}  // namespace victim

// The same for a cluster in four lanes, and for a dense line in two times four.
template <int kWays, class Fields>
[[gnu::always_inline]] inline int choose_victim(Words4 entries, const Choice& choice) {
    const std::int64_t* const orders = victim::kOrders<kWays>.lanes[choice.start];
    const std::int64_t lowest = least_of(victim::packed_ranks<Fields>(entries, orders, choice));
    return lowest >= victim::Orders<kWays>::kNoSlot / 2 ? -1 : victim::way_of<kWays>(lowest, choice.start);
}

template <int kWays, class Fields>
[[gnu::always_inline]] inline int choose_victim(Words4 first, Words4 second, const Choice& choice) {
    const std::int64_t* const orders = victim::kOrders<kWays>.lanes[choice.start];
    const Signed4 left = victim::packed_ranks<Fields>(first, orders, choice);
    const Signed4 right = victim::packed_ranks<Fields>(second, orders + 4, choice);
    const std::int64_t lowest = least_of(left < right ? left : right);
    return lowest >= victim::Orders<kWays>::kNoSlot / 2 ? -1 : victim::way_of<kWays>(lowest, choice.start);
}

#endif

}  // namespace tabiya::table
