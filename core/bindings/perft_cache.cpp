#include "table/perft_cache.hpp"

#include "bindings/gil.hpp"
#include "bindings/py_table.hpp"

namespace tabiya::bindings {

void bind_perft_cache(nb::module_& module) {
    using nb::literals::operator""_a;
    using table::PerftCache;
    TableClass<PerftCache>(module, "PerftCache", "The native backend of tabiya.PerftTable.")
        .def(nb::init<std::uint64_t, bool>(), "clusters"_a, "huge_pages"_a)
        .def(
            "_probe",
            [](PerftCache& cache, std::uint64_t key, int depth) -> nb::object {
                const auto nodes = cache.probe(key, depth);
                return nodes ? nb::cast(*nodes) : nb::none();
            },
            "key"_a, "depth"_a)
        .def("_store", &PerftCache::store, "key"_a, "depth"_a, "nodes"_a)
        .def("_clear", &PerftCache::clear, nb::call_guard<WithoutGil>())
        .def("__len__", &PerftCache::live_entries, nb::call_guard<WithoutGil>())
        .def("_bytes", &PerftCache::bytes)
        .def("_counts",
             [](const PerftCache& cache) {
                 const table::PerftCounts counts = cache.counts();
                 nb::dict result;
                 result["probes"] = counts.probes;
                 result["hits"] = counts.hits;
                 result["stores"] = counts.stores;
                 result["collisions32"] = counts.collisions32;
                 result["collisions48"] = counts.collisions48;
                 return result;
             })
        .def("_reset_stats", &PerftCache::reset_counts);
}

}  // namespace tabiya::bindings
