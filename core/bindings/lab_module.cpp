// tabiya._lab: measurements of the lab and the benchmarks. Nothing that plays or searches imports it.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <algorithm>

#include "bindings/gil.hpp"
#include "bindings/interruptible.hpp"
#include "bindings/lab_parts.hpp"
#include "lab/lab.hpp"

namespace tabiya::bindings {
namespace {

namespace nb = nanobind;

using Words = nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using WordsOut = nb::ndarray<std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

lab::Keys span_of(const Words& words) {
    return {words.data(), words.shape(0)};
}

// Calls work(access) for a table of tabiya._core, which stays pinned meanwhile, and raises its error.
template <class Work>
auto with_table(nb::handle table, const Work& work) {
    const nb::object capsule = table.attr("_access")();
    const auto* access =
        static_cast<const lab::TableAccess*>(PyCapsule_GetPointer(capsule.ptr(), lab::kAccessCapsule));
    if (access == nullptr) throw nb::python_error();
    const auto result = work(*access);
    if (access->failed(access->handle)) throw nb::python_error();
    return result;
}

// The same without the GIL.
template <class Work>
auto timed(nb::handle table, const Work& work) {
    return with_table(table, [&](const lab::TableAccess& access) {
        const WithoutGil released;
        return work(access);
    });
}

double time_probes(nb::handle table, const Words& keys, int path) {
    return timed(table, [&](const lab::TableAccess& access) {
        return lab::time_probes(access, span_of(keys), static_cast<lab::Path>(path));
    });
}

double time_stores(nb::handle table, const Words& keys) {
    return timed(table,
                 [&](const lab::TableAccess& access) { return lab::time_stores(access, span_of(keys)); });
}

double time_prefetch(nb::handle table, const Words& keys, int distance, int work, int hint) {
    return timed(table, [&](const lab::TableAccess& access) {
        const auto ahead = static_cast<std::size_t>(std::max(distance, 0));
        return lab::time_prefetch(access, span_of(keys), ahead, work, hint);
    });
}

double time_threads(nb::handle table, const Words& keys, int threads, int stores) {
    return timed(table, [&](const lab::TableAccess& access) {
        return lab::time_threads(access, span_of(keys), threads, stores);
    });
}

std::pair<double, std::uint64_t> time_front(nb::handle table, const Words& keys, const Words& words,
                                            std::size_t entries, int work) {
    return timed(table, [&](const lab::TableAccess& access) {
        const lab::FrontTimes times = lab::time_front(access, span_of(keys), span_of(words), entries, work);
        return std::pair(times.ticks, times.answered);
    });
}

double time_resizing(nb::handle old, nb::handle next, const Words& keys, double moved, int work) {
    return with_table(old, [&](const lab::TableAccess& from) {
        return timed(next, [&](const lab::TableAccess& to) {
            return lab::time_resizing(from, to, span_of(keys), moved, work);
        });
    });
}

std::pair<std::uint64_t, double> race_offset(int threads, std::size_t stores, std::size_t clusters,
                                             bool offset) {
    const WithoutGil released;
    const lab::OffsetOutcome outcome = lab::race_offset(threads, stores, clusters, offset);
    return {outcome.lost, outcome.ticks};
}

std::uint64_t count_hits(nb::handle table, std::uint64_t first, std::uint64_t count) {
    return timed(table,
                 [&](const lab::TableAccess& access) { return lab::count_hits(access, first, count); });
}

std::pair<double, double> time_locks(std::uint32_t buckets, bool robust, int threads, std::size_t count,
                                     int work, bool chosen, int held) {
    const WithoutGil released;
    const lab::LockTimes times = lab::time_locks(buckets, robust, threads, count, work, chosen, held);
    return {times.ticks, times.waited};
}

nb::dict race_links(const std::string& scheme, int threads, std::size_t operations, std::size_t slots) {
    lab::RaceOutcome outcome;
    {
        const WithoutGil released;
        outcome = lab::race_links(scheme, threads, operations, slots);
    }
    nb::dict dict;
    dict["reads"] = outcome.reads;
    dict["wrong"] = outcome.wrong;
    dict["refused"] = outcome.refused;
    dict["ticks"] = outcome.ticks;
    return dict;
}

void replay(nb::handle table, const Words& keys, const Words& words, const WordsOut& found) {
    const std::size_t count = keys.shape(0);
    if (words.shape(0) != count || found.shape(0) != count) {
        throw std::invalid_argument("keys, words and found must have the same length");
    }
    with_table(table, [&](const lab::TableAccess& access) {
        run_interruptible("replay", count, [&](std::size_t first, std::size_t last, std::size_t&) {
            lab::replay(access, span_of(keys).subspan(first, last - first),
                        span_of(words).subspan(first, last - first),
                        std::span(found.data() + first, last - first));
        });
        return true;
    });
}

}  // namespace

NB_MODULE(_lab, module) {
    using nb::literals::operator""_a;
    using Release = nb::call_guard<WithoutGil>;
    module.doc() = "Measurements in C++ for the lab and the benchmarks of tabiya.";
    nb::set_leak_warnings(false);
    module.def("time_probes", time_probes, "table"_a, "keys"_a.noconvert(), "path"_a,
               "Ticks per probe: 0 table call, 1 fixed layout, 2 dependent keys, 3 index only,\n"
               "4 index and load, 5 with the entry decoded, 6 layout chosen once.");
    module.def("time_stores", time_stores, "table"_a, "keys"_a.noconvert(), "Ticks per store.");
    module.def("time_prefetch", time_prefetch, "table"_a, "keys"_a.noconvert(), "distance"_a, "work"_a,
               "hint"_a,
               "Ticks per node of `work` steps with one probe, whose key depends on the last answer;\n"
               "hint -1 is no prefetch, -2 no probe either.");
    module.def("time_threads", time_threads, "table"_a, "keys"_a.noconvert(), "threads"_a, "stores"_a,
               "Ticks per key of threads that share the keys and store `stores` of 1,000 of them.");
    module.def("time_line", lab::time_line, "batches"_a, "rounds"_a, Release(),
               "Nanoseconds that a cache line takes to another core and back.");
    module.def("time_front", time_front, "table"_a, "keys"_a.noconvert(), "words"_a.noconvert(), "entries"_a,
               "work"_a, "Ticks per operation of a trace behind a front of `entries`, and its answers.");
    module.def("time_resizing", time_resizing, "old"_a, "next"_a, "keys"_a.noconvert(), "moved"_a, "work"_a,
               "Ticks per node with one probe; `moved` is the share of `old` that is in `next`, -1 none.");
    module.def("race_offset", race_offset, "threads"_a, "stores"_a, "clusters"_a, "offset"_a,
               "Stores lost to another thread before the next one, and ticks per store.");
    module.def("count_hits", count_hits, "table"_a, "first"_a, "count"_a,
               "How many of the keys first, first + 2, first + 4, … are found.");
    module.def("time_chase", lab::time_chase, "bytes"_a, "steps"_a, Release(), "Ticks per dependent load.");
    module.def("time_stream", lab::time_stream, "bytes"_a, Release(), "Ticks per byte read in order.");
    module.def("time_locks", time_locks, "buckets"_a, "robust"_a, "threads"_a, "count"_a, "work"_a,
               "chosen"_a, "held"_a = 0,
               "Ticks per round of lock and unlock, and the share of rounds that waited.");
    module.def("time_hands", lab::time_hands, "count"_a, Release(),
               "Ticks per key update with a loop over all hands, and with the changed hand only.");
    module.def("race_links", race_links, "scheme"_a, "threads"_a, "operations"_a, "slots"_a,
               "Races writers and readers on slots linked by: none, xor, folded_xor, product, "
               "versioned, swap.");
    module.def("replay", replay, "table"_a, "keys"_a.noconvert(), "words"_a.noconvert(),
               "found"_a.noconvert(),
               "Replays a recording. `found` gets the second word of each entry found by a probe.");
    module.def("ticks_per_nanosecond", lab::ticks_per_nanosecond, Release(),
               "The rate of the processor's time stamp counter.");
    module.def("time_packing", lab::time_packing, "count"_a, Release(),
               "Nanoseconds to pack and to unpack an entry.");
    bind_rivals(module);
    module.attr("level") = TABIYA_LEVEL;
}

}  // namespace tabiya::bindings
