// Shared and mapped tables, and blocks of entries for files.
#include <algorithm>
#include <bit>
#include <chrono>
#include <cstring>
#include <memory>

#include "bindings/gil.hpp"
#include "bindings/py_table.hpp"
#include "bindings/section.hpp"

namespace tabiya::bindings {
namespace {

using table::Table;

// Saved numbers are little-endian, like the slots of a table on all supported machines.
static_assert(std::endian::native == std::endian::little);
constexpr std::size_t kSavedBytes = 18;  // per entry: key 8, word1 8, eval 2

void construct_shared(PyTable* self, const PySettings& settings, int descriptor, std::size_t bytes,
                      int opening) {
    nb::object config = settings.config;
    const WithoutGil released;
    new (self)
        PyTable(settings, std::move(config), table::Memory::map(descriptor, bytes, settings.huge_pages),
                static_cast<Table::Opening>(opening));
}

nb::object new_bytes(std::size_t size) {
    return nb::steal(PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(size)));
}

// Entries of whole clusters from `cluster` on until there are `limit`, as consecutive columns: keys, words,
// evals. Returns the next cluster, the number of entries, and the bytes.
nb::tuple save_block(PyTable& table, std::uint64_t cluster, std::size_t limit) {
    const table::UseGuard use(table);
    const std::size_t room = limit + static_cast<std::size_t>(table.geometry().ways());
    const auto keys = std::make_unique_for_overwrite<std::uint64_t[]>(room);
    const auto words = std::make_unique_for_overwrite<std::uint64_t[]>(room);
    const auto evals = std::make_unique_for_overwrite<std::int16_t[]>(room);
    Table::Columns columns{keys.get(), words.get(), evals.get()};
    {
        const WithoutGil released;
        cluster = table.scan(cluster, limit, columns);
    }
    const std::size_t count = columns.count;
    nb::object bytes = new_bytes(count * kSavedBytes);
    if (!bytes.is_valid()) throw nb::python_error();
    char* out = PyBytes_AS_STRING(bytes.ptr());
    std::memcpy(out, keys.get(), count * 8);
    std::memcpy(out + count * 8, words.get(), count * 8);
    std::memcpy(out + count * 16, evals.get(), count * 2);
    return nb::make_tuple(cluster, count, bytes);
}

void load_block(PyTable& table, nb::bytes block) {
    if (block.size() % kSavedBytes != 0) throw std::invalid_argument("wrong number of bytes");
    const table::UseGuard use(table);
    const std::size_t count = block.size() / kSavedBytes;
    const auto keys = std::make_unique_for_overwrite<std::uint64_t[]>(2 * count);
    const auto evals = std::make_unique_for_overwrite<std::int16_t[]>(count);
    const WithoutGil released;
    // Copied, because the columns of a bytes object may be unaligned.
    std::memcpy(keys.get(), block.c_str(), count * 16);
    std::memcpy(evals.get(), block.c_str() + count * 16, count * 2);
    table.insert(Table::Columns{keys.get(), keys.get() + count, evals.get(), count});
}

nb::object save_slots(PyTable& table) {
    const table::UseGuard use(table);
    const std::size_t size = table.geometry().bytes();
    const auto slots = std::make_unique_for_overwrite<table::Slot[]>(size / sizeof(table::Slot));
    table.copy_slots(slots.get());
    return nb::bytes(reinterpret_cast<const char*>(slots.get()), size);
}

void load_slots(PyTable& table, nb::bytes bytes) {
    const table::UseGuard use(table);
    const std::size_t size = table.geometry().bytes();
    if (bytes.size() != size) throw std::invalid_argument("wrong number of bytes");
    const auto slots = std::make_unique_for_overwrite<table::Slot[]>(size / sizeof(table::Slot));
    std::memcpy(slots.get(), bytes.c_str(), size);
    table.set_slots(slots.get());
}

void flush(PyTable& table) {
    const table::UseGuard use(table);
    const WithoutGil released;
    table.memory().flush();
}

}  // namespace

void bind_storage(TableClass<PyTable>& type) {
    using nb::literals::operator""_a;
    type.def("__init__", construct_shared, "settings"_a, "descriptor"_a, "size"_a, "opening"_a)
        .def("_flush", flush)
        .def(
            "_set_lock_patience",
            [](PyTable& table, std::uint32_t milliseconds) {
                table.locks().set_patience(std::chrono::milliseconds(milliseconds));
            },
            "milliseconds"_a)
        .def("_save_block", save_block, "cluster"_a, "limit"_a)
        .def("_load_block", load_block, "block"_a)
        .def("_save_slots", save_slots)
        .def("_load_slots", load_slots, "slots"_a)
        .def("_generation_count", briefly(&Table::generation_count))
        .def("_set_generation", briefly(&Table::set_generation), "count"_a);
}

}  // namespace tabiya::bindings
