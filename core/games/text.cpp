#include "games/text.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdio>

#include "games/fault.hpp"

namespace tabiya {

void fail(std::string field, std::string reason) {
    throw SetupError({std::move(field), std::move(reason)});
}

std::string quoted(std::string_view text) {
    constexpr std::size_t kLongest = 100;
    std::string result = "'";
    for (char c : text.substr(0, kLongest)) result += c >= ' ' && c <= '~' ? c : '?';
    if (text.size() > kLongest) result += "...";
    return result + "'";
}

std::vector<std::string_view> split(std::string_view text) {
    constexpr std::string_view kBlank = " \t\r\n";
    std::vector<std::string_view> fields;
    for (std::size_t at = text.find_first_not_of(kBlank); at != std::string_view::npos;) {
        const std::size_t end = std::min(text.find_first_of(kBlank, at), text.size());
        fields.push_back(text.substr(at, end - at));
        at = text.find_first_not_of(kBlank, end);
    }
    return fields;
}

int parse_counter(std::string_view text, std::string field) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) {
        fail(std::move(field),
             quoted(text) + " is not a number from 0 to " + std::to_string(kLargestCounter));
    }
    return value;
}

std::string hex(std::uint64_t value) {
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value));
    return text;
}

}  // namespace tabiya
