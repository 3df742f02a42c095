// Lets the lab record the probes and stores of a search, and put a table of another design in place of one.
#include <nanobind/ndarray.h>

#include <stdexcept>
#include <utility>
#include <vector>

#include "bindings/py_table.hpp"
#include "bindings/section.hpp"

namespace tabiya::bindings {
namespace {

using NewWords = nb::ndarray<nb::numpy, std::uint64_t, nb::ndim<1>>;

void record(PyTable& table, bool on) {
    const Section section(table);
    if (on && table.settings().validation != table::Validation::kDebug) {
        throw std::invalid_argument("only a table with validation='debug' can be recorded");
    }
    table.recorder.take();
    table.set_recorder(on ? &table.recorder : nullptr);
}

// `guest` is a capsule (core/table/guest.hpp), or None.
void host(PyTable& table, nb::object guest) {
    const table::Guest* found = nullptr;
    if (!guest.is_none()) {
        found = static_cast<const table::Guest*>(PyCapsule_GetPointer(guest.ptr(), table::kGuestCapsule));
        if (found == nullptr) throw nb::python_error();
        if (table.settings().validation != table::Validation::kDebug) {
            throw std::invalid_argument("only a table with validation='debug' can have a guest");
        }
    }
    const table::ExclusiveGuard guard(table);
    table.set_guest(found);
    std::swap(table.guest, guest);
}

NewWords handed_over(std::vector<std::uint64_t> words) {
    auto* kept = new std::vector<std::uint64_t>(std::move(words));
    const nb::capsule owner(
        kept, [](void* vector) noexcept { delete static_cast<std::vector<std::uint64_t>*>(vector); });
    return NewWords(kept->data(), {kept->size()}, owner);
}

// Ends the recording and returns its keys and words.
nb::tuple recorded(PyTable& table) {
    table.set_recorder(nullptr);
    auto [keys, words] = table.recorder.take();
    return nb::make_tuple(handed_over(std::move(keys)), handed_over(std::move(words)));
}

}  // namespace

void bind_traces(TableClass<PyTable>& type) {
    using nb::literals::operator""_a;
    type.def("_record", record, "on"_a, "Starts recording probes and stores; needs validation=\"debug\".")
        .def("_recorded", recorded, "The recorded keys and words. See core/table/recorder.hpp.")
        .def("_host", host, "guest"_a.none(),
             "Lets a table of tabiya._lab answer in place of this one; needs validation=\"debug\".");
}

}  // namespace tabiya::bindings
