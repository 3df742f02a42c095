// Names the key terms by which a wrong key differs from the right one, for every game.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "games/text.hpp"

namespace tabiya {

// The terms if there are one or two, else the bits. `describe` names a term by its number.
template <class Describe>
std::string describe_difference(std::span<const std::uint64_t> keys, std::uint64_t difference,
                                Describe describe) {
    for (std::size_t a = 0; a < keys.size(); ++a) {
        if (keys[a] == difference) return describe(static_cast<int>(a));
    }
    for (std::size_t a = 0; a < keys.size(); ++a) {
        for (std::size_t b = a + 1; b < keys.size(); ++b) {
            if ((keys[a] ^ keys[b]) == difference) {
                return describe(static_cast<int>(a)) + " and " + describe(static_cast<int>(b));
            }
        }
    }
    return "more than two terms (difference " + hex(difference) + ")";
}

// "key X instead of Y: the term".
template <class Describe>
std::string describe_drift(std::span<const std::uint64_t> keys, std::uint64_t found, std::uint64_t expected,
                           Describe describe) {
    return hex(found) + " instead of " + hex(expected) + ": " +
           describe_difference(keys, found ^ expected, describe);
}

}  // namespace tabiya
