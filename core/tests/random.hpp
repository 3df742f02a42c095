// The random numbers of the tests of tables: splitmix64, alike on every machine.
#pragma once

#include <cstdint>

#include "table/geometry.hpp"

namespace tabiya::tests {

class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next() { return table::mix(state_ += 0x9E37'79B9'7F4A'7C15); }
    std::uint64_t below(std::uint64_t limit) { return next() % limit; }

  private:
    std::uint64_t state_;
};

}  // namespace tabiya::tests
