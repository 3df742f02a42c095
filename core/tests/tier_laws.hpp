// The laws of the second tier. Each function throws if its law is broken.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "table/tier/second_tier.hpp"
#include "tests/random.hpp"

namespace tabiya::tier_laws {

using table::Entry;
using table::Opened;

using tests::Random;

inline void require(bool holds, const std::string& law) {
    if (!holds) throw std::runtime_error(law);
}

inline Opened opened(const Entry& entry) {
    return Opened{static_cast<std::uint16_t>(entry.eval), table::pack_word1(entry)};
}

// Any entry that a table can hold. Small values are more frequent, as in a search.
Entry random_entry(Random& random);

// Each returns the number of cases it checked.
std::uint64_t every_class_comes_back(bool keep_evals);
std::uint64_t any_entry_comes_back(bool keep_evals, std::uint64_t seed, std::uint64_t cases);
std::uint64_t any_bits_are_read_safely(bool keep_evals, std::uint64_t seed, std::uint64_t cases);
std::uint64_t all_that_is_found_was_stored(const table::tier::TierSettings& settings, std::uint64_t seed,
                                           std::uint64_t cases);
// For a tier of one line.
std::uint64_t the_rules_name_the_victim(const table::tier::TierSettings& settings, std::uint64_t seed,
                                        std::uint64_t cases);
std::uint64_t a_flipped_bit_is_a_miss(const table::tier::TierSettings& settings, std::uint64_t seed);
std::uint64_t rubbish_is_a_miss(const table::tier::TierSettings& settings, std::uint64_t seed,
                                std::uint64_t cases);
std::uint64_t a_missing_key_meets_one_entry_in_twenty(std::uint64_t seed, std::uint64_t cases);

}  // namespace tabiya::tier_laws
