// A look into a table while others use it: regions, and one cluster.
#include <nanobind/ndarray.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "bindings/gil.hpp"
#include "bindings/py_table.hpp"
#include "bindings/section.hpp"
#include "table/regions.hpp"

namespace tabiya::bindings {
namespace {

// Structured arrays have no DLPack type, so regions are passed as bytes.
using RegionBytes = nb::ndarray<std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

void regions(PyTable& table, std::uint64_t clusters, const RegionBytes& out) {
    const std::size_t count = out.shape(0) / sizeof(table::Region);
    if (count == 0 || out.shape(0) != count * sizeof(table::Region) || count > table.geometry().clusters())
        throw std::invalid_argument("out has the wrong size");
    const table::UseGuard use(table);
    const WithoutGil released;
    table::summarize(table, clusters, {reinterpret_cast<table::Region*>(out.data()), count});
}

// The number of a key's cluster, and the words of its slots.
nb::tuple cluster(PyTable& table, std::uint64_t key) {
    std::uint64_t number = 0;
    std::array<table::Slot, 4> slots{};
    int count = 0;
    {
        const Section section(table);
        table.check_open();
        const table::Geometry& geometry = table.geometry();
        number = geometry.cluster_of(table::hash_of_key(key, table.settings().random_keys));
        count = std::min(geometry.ways(), geometry.stride());  // a dense line has its eight words
        const table::Slot* first = table.slots() + number * static_cast<unsigned>(geometry.stride());
        for (int way = 0; way < count; ++way) {
            const auto at = static_cast<std::size_t>(way);
            slots[at] = {table::AtomicWords::load(first[way].word0),
                         table::AtomicWords::load(first[way].word1)};
        }
        table.memory().check();
    }
    nb::list words;
    for (int way = 0; way < count; ++way) {
        const table::Slot& slot = slots[static_cast<std::size_t>(way)];
        words.append(nb::make_tuple(slot.word0, slot.word1));
    }
    return nb::make_tuple(number, words);
}

}  // namespace

void bind_regions(TableClass<PyTable>& type) {
    using nb::literals::operator""_a;
    type.def("_regions", regions, "clusters"_a, "out"_a.noconvert())
        .def("_cluster", cluster, "key"_a,
             "The number of a key's cluster, and its words in pairs: (word0, word1) of its slots.");
}

}  // namespace tabiya::bindings
