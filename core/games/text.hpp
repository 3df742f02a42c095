// Code shared by the parsers of positions: fields, numbers, and texts for messages.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tabiya {

// Throws a SetupError.
[[noreturn]] void fail(std::string field, std::string reason);

// A text for messages: unprintable characters become '?', and the length is limited.
std::string quoted(std::string_view text);

// The parts between blanks.
std::vector<std::string_view> split(std::string_view text);

// The largest value of a counter in a position.
inline constexpr int kLargestCounter = 9999;

// Parses an unsigned number; otherwise throws a fault of `field`.
int parse_counter(std::string_view text, std::string field);

std::string hex(std::uint64_t value);

}  // namespace tabiya
