// tabiya._core.SearchRecording, for src/tabiya/recording.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstring>
#include <stdexcept>
#include <vector>

#include "bindings/search.hpp"
#include "search/recording.hpp"

namespace tabiya::bindings {

void check_recordable(const PyTable* table) {
    if (table == nullptr) throw std::invalid_argument("a recording needs a table");
    if (table->settings().validation != table::Validation::kRelease)
        throw std::invalid_argument("only a search with validation='release' can be recorded");
}

namespace {

using search::Recording;
// Structured arrays have no DLPack type, so records are passed as bytes.
using NewBytes = nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<1>>;

template <class Record>
NewBytes copied(std::span<const Record> records) {
    auto* kept = new std::vector<std::uint8_t>(records.size_bytes());
    const nb::capsule owner(
        kept, [](void* vector) noexcept { delete static_cast<std::vector<std::uint8_t>*>(vector); });
    if (!records.empty()) std::memcpy(kept->data(), records.data(), records.size_bytes());
    return NewBytes(kept->data(), {kept->size()}, owner);
}

}  // namespace

void bind_recording(nb::module_& module) {
    using nb::literals::operator""_a;
    nb::class_<Recording>(module, "SearchRecording", "The visits and table operations of a search.")
        .def(nb::init<std::size_t>(), "capacity"_a)
        .def("_visits", [](const Recording& recording) { return copied(recording.visits()); })
        .def("_operations", [](const Recording& recording) { return copied(recording.operations()); })
        .def_prop_ro("nodes", &Recording::nodes)
        .def_prop_ro("dropped_visits", &Recording::dropped_visits)
        .def_prop_ro("dropped_operations", &Recording::dropped_operations)
        .def_prop_ro("deepest_ply", &Recording::deepest_ply, "The deepest recorded ply; -1 without a limit.");
}

}  // namespace tabiya::bindings
