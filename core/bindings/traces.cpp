// Recording what a search asks of a table, and asking it again of another one: for src/tabiya/lab/traces.
#include <nanobind/ndarray.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "bindings/interruptible.hpp"
#include "bindings/py_table.hpp"
#include "bindings/section.hpp"

namespace tabiya::bindings {
namespace {

using Words = nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using WordsOut = nb::ndarray<std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using NewWords = nb::ndarray<nb::numpy, std::uint64_t, nb::ndim<1>>;

void record(PyTable& table, bool on) {
    const Section section(table);
    if (on && table.settings().validation != table::Validation::kDebug) {
        throw std::invalid_argument("only a table with validation='debug' can be recorded");
    }
    table.recorder.take();
    table.set_recorder(on ? &table.recorder : nullptr);
}

NewWords handed_over(std::vector<std::uint64_t> words) {
    auto* kept = new std::vector<std::uint64_t>(std::move(words));
    const nb::capsule owner(
        kept, [](void* vector) noexcept { delete static_cast<std::vector<std::uint64_t>*>(vector); });
    return NewWords(kept->data(), {kept->size()}, owner);
}

// Keys and words of the recording, which ends.
nb::tuple recorded(PyTable& table) {
    table.set_recorder(nullptr);
    auto [keys, words] = table.recorder.take();
    return nb::make_tuple(handed_over(std::move(keys)), handed_over(std::move(words)));
}

// Does again what was recorded. Where a probe hits, `found` gets the entry's word1, elsewhere 0.
void replay(PyTable& table, const Words& keys, const Words& words, const WordsOut& found) {
    if (words.shape(0) != keys.shape(0) || found.shape(0) != keys.shape(0)) {
        throw std::invalid_argument("keys, words and found must have one length");
    }
    const table::UseGuard use(table);
    run_interruptible("replay", keys.shape(0), [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            const std::uint64_t word = words.data()[i];
            if (table::is_live(word)) {
                const std::uint32_t generation = table::generation_of(word);
                if (generation != table.generation()) table.set_generation(generation);
                table.store(keys.data()[i], table::unpack(word, table::kNoEval));
                found.data()[i] = 0;
            } else {
                const table::Found entry = table.probe(keys.data()[i]);
                found.data()[i] = entry.hit ? entry.opened.word1 : 0;
            }
        }
    });
}

}  // namespace

void bind_traces(nb::class_<PyTable>& type) {
    using nb::literals::operator""_a;
    type.def("_record", record, "on"_a, "Begins to write down probes and stores; needs the debug tier.")
        .def("_recorded", recorded, "What was written down: keys, and words as core/table/recorder.hpp says.")
        .def("_replay", replay, "keys"_a.noconvert(), "words"_a.noconvert(), "found"_a.noconvert());
}

}  // namespace tabiya::bindings
