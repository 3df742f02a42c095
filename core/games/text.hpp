// What the parsers of positions share: fields, numbers, and texts that may be shown in a message.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tabiya {

// Throws a SetupError.
[[noreturn]] void fail(std::string field, std::string reason);

// As it may be shown in a message: what cannot be printed becomes '?', and length is bounded.
std::string quoted(std::string_view text);

// The parts between blanks.
std::vector<std::string_view> split(std::string_view text);

// The largest number that a counter of a position may have.
inline constexpr int kLargestCounter = 9999;

// A number without sign; what is no number is a fault of `field`.
int parse_counter(std::string_view text, std::string field);

std::string hex(std::uint64_t value);

}  // namespace tabiya
