// Stores whose fields can be checked: the eval is a checksum of the key and all other fields, so that a read
// that mixes two stores is detected (except for one in 65,536, and a race makes millions).
#pragma once

#include <cstdint>

#include "table/entry.hpp"
#include "table/geometry.hpp"

namespace tabiya::race {

// How two stores that meet in a slot differ.
enum class Scenario {
    kAnyField,     // in everything
    kMoveAndEval,  // in the move, and so in the eval: one key, equal score, depth, bound
    kOneField,     // in one field of word1, and so in the eval
    kLanes,        // by the same 16 bits in all four lanes of word1, which defeats folded XOR links
};
inline constexpr Scenario kScenarios[] = {Scenario::kAnyField, Scenario::kMoveAndEval, Scenario::kOneField,
                                          Scenario::kLanes};

constexpr const char* name_of(Scenario scenario) {
    constexpr const char* kNames[] = {"any_field", "move_and_eval", "one_field", "lanes"};
    return kNames[static_cast<int>(scenario)];
}

inline std::int16_t checksum(std::uint64_t key, std::uint64_t word1) {
    const auto sum = static_cast<std::int16_t>(table::mix(key ^ table::mix(word1 & ~table::kGenerationMask)));
    return sum == table::kNoEval ? std::int16_t{1} : sum;  // an update would fill in a missing eval
}

// A word1 for a store: live, with a move (an update would fill in a missing one), generation 0.
inline std::uint64_t make_word1(Scenario scenario, std::uint64_t key, std::uint64_t random) {
    table::Entry entry{1 + static_cast<std::uint32_t>(key % 1000),
                       17,
                       0,
                       9,
                       0,
                       table::Bound::kLower,
                       table::Source::kMain,
                       false};
    switch (scenario) {
        case Scenario::kAnyField:
            entry.move = 1 + random % table::kMaxMove;
            entry.score = static_cast<std::int32_t>((random >> 24) % 1'000'001) - table::kMaxScore;
            entry.depth = static_cast<std::uint8_t>(random >> 44);
            entry.bound = static_cast<table::Bound>(1 + (random >> 52) % 3);
            entry.source = static_cast<table::Source>((random >> 54) % 5);
            entry.pv = random >> 63;
            break;
        case Scenario::kMoveAndEval:
            entry.move = 1 + random % table::kMaxMove;
            break;
        case Scenario::kOneField:
            switch (random % 6) {
                case 0:
                    entry.move = 1 + (random >> 8) % table::kMaxMove;
                    break;
                case 1:
                    entry.score = static_cast<std::int32_t>((random >> 8) % 1'000'001) - table::kMaxScore;
                    break;
                case 2:
                    entry.depth = static_cast<std::uint8_t>(random >> 8);
                    break;
                case 3:
                    entry.bound = static_cast<table::Bound>(1 + (random >> 8) % 3);
                    break;
                case 4:
                    entry.source = static_cast<table::Source>((random >> 8) % 5);
                    break;
                default:
                    entry.pv = true;
                    break;
            }
            break;
        case Scenario::kLanes: {
            const std::uint64_t lane = random & 0x03FF;  // keeps bound and source of the top lane
            return table::pack_word1(entry) ^ (lane * 0x0001'0001'0001'0001);
        }
    }
    return table::pack_word1(entry);
}

}  // namespace tabiya::race
