// The second tier of a table for Python, and its lines for files.
#include <cstring>
#include <memory>

#include "bindings/gil.hpp"
#include "bindings/py_table.hpp"
#include "bindings/section.hpp"

namespace tabiya::bindings {
namespace {

using table::tier::kLineBytes;
using table::tier::kLineWords;
using table::tier::SecondTier;
using table::tier::TierContents;

SecondTier& second_of(PyTable& table) {
    if (table.tiers() == nullptr) throw std::invalid_argument("the table has no second tier");
    return table.tiers()->second();
}

// None without a second tier. Walks over all of its lines.
nb::object second_tier(PyTable& table) {
    const table::UseGuard use(table);
    if (table.tiers() == nullptr) return nb::none();
    const SecondTier& second = second_of(table);
    TierContents contents;
    {
        const WithoutGil released;
        contents = second.contents();
    }
    nb::dict result;
    result["entries"] = contents.entries;
    result["entry_bits"] = contents.entry_bits;
    result["used_lines"] = contents.used_lines;
    result["lines"] = second.settings().lines;
    result["bytes"] = second.bytes();
    result["moves"] = second.moves().size();
    return result;
}

void check_range(const SecondTier& second, std::uint64_t first, std::uint64_t count) {
    if (first > second.settings().lines || count > second.settings().lines - first) {
        throw std::invalid_argument("these lines are not in the second tier");
    }
}

// The lines as in memory; empty if all of them are empty.
nb::bytes save_lines(PyTable& table, std::uint64_t first, std::uint64_t count) {
    const table::UseGuard use(table);
    const SecondTier& second = second_of(table);
    check_range(second, first, count);
    const auto words = std::make_unique_for_overwrite<std::uint64_t[]>(count * kLineWords);
    bool empty = true;
    {
        const WithoutGil released;
        second.copy_lines(first, count, words.get());
        for (std::uint64_t line = 0; line < count; ++line) {
            empty &= (words[line * kLineWords] & table::tier::kOccupancyMask) == 0;
        }
    }
    return nb::bytes(reinterpret_cast<const char*>(words.get()), empty ? 0 : count * kLineBytes);
}

void load_lines(PyTable& table, std::uint64_t first, nb::bytes lines) {
    const table::UseGuard use(table);
    SecondTier& second = second_of(table);
    if (lines.size() % kLineBytes != 0) throw std::invalid_argument("wrong number of bytes");
    const std::uint64_t count = lines.size() / kLineBytes;
    check_range(second, first, count);
    const auto words = std::make_unique_for_overwrite<std::uint64_t[]>(count * kLineWords);
    std::memcpy(words.get(), lines.c_str(), lines.size());
    const WithoutGil released;
    second.set_lines(first, count, words.get());
}

// The moves in numerical order, 32 bits each.
nb::bytes save_moves(PyTable& table) {
    const table::UseGuard use(table);
    const table::tier::MoveIndex& moves = second_of(table).moves();
    std::vector<std::uint32_t> all(moves.size());
    for (std::uint32_t number = 0; number < all.size(); ++number) all[number] = moves.move_of(number);
    return nb::bytes(reinterpret_cast<const char*>(all.data()), all.size() * sizeof(std::uint32_t));
}

void load_moves(PyTable& table, nb::bytes moves) {
    const table::UseGuard use(table);
    std::vector<std::uint32_t> all(moves.size() / sizeof(std::uint32_t));
    std::memcpy(all.data(), moves.c_str(), all.size() * sizeof(std::uint32_t));
    if (!second_of(table).set_moves(all.data(), static_cast<std::uint32_t>(all.size()))) {
        throw std::invalid_argument("the moves of its second tier are invalid");
    }
}

// No entry is demoted in the background while this count is above zero.
void pause_tiers(PyTable& table, bool pause) {
    const Section section(table);
    table.check_open();
    if (table.tiers() == nullptr) return;
    if (pause) table.tiers()->pause();
    if (!pause) table.tiers()->resume();
}

}  // namespace

std::array<std::uint64_t, 3> tier_sample(PyTable& table) {
    constexpr std::uint64_t kLines = 1024;
    const Section section(table);
    if (table.tiers() == nullptr || !table.settings().statistics) return {};
    const TierContents contents = table.tiers()->second().sample(kLines);
    return {contents.used_lines, contents.entries, contents.entry_bits};
}

void bind_tiers(TableClass<PyTable>& type) {
    using nb::literals::operator""_a;
    type.def("_second_tier", second_tier)
        .def("_save_lines", save_lines, "first"_a, "count"_a)
        .def("_load_lines", load_lines, "first"_a, "lines"_a)
        .def("_save_moves", save_moves)
        .def("_load_moves", load_moves, "moves"_a)
        .def("_pause_tiers", pause_tiers, "pause"_a);
}

}  // namespace tabiya::bindings
