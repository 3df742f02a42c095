// tabiya._lab.Rival: tables of other designs (core/lab/rivals.hpp).
#include "lab/rivals.hpp"

#include <nanobind/nanobind.h>

#include <memory>

#include "bindings/lab_parts.hpp"

namespace tabiya::bindings {
namespace {

namespace nb = nanobind;
using nb::literals::operator""_a;

struct PyRival {
    std::shared_ptr<lab::Rival> rival;
};

// What a capsule owns: the guest's functions, and the table that they work on.
struct Stay {
    table::Guest guest;
    std::shared_ptr<lab::Rival> rival;
};

void make(PyRival* self, int layout, std::uint64_t bytes, int policy, bool strict, bool source_priority,
          double depth_weight, double age_weight, std::uint32_t max_age, int victims, int same_key,
          std::uint64_t seed) {
    const lab::RivalRule rule{
        .replacement =
            {
                .policy = static_cast<table::Policy>(policy),
                .strict = strict,
                .source_priority = source_priority,
                .depth_weight = static_cast<std::int32_t>(depth_weight * 256),
                .age_weight = static_cast<std::int32_t>(age_weight * 256),
                .max_age = max_age,
            },
        .victims = static_cast<lab::Victims>(victims),
        .same_key = static_cast<lab::SameKey>(same_key),
    };
    auto rival = lab::make_rival(static_cast<lab::RivalLayout>(layout), bytes, rule, seed);
    new (self) PyRival{std::move(rival)};
}

nb::capsule guest_of(const PyRival& self) {
    auto stay = std::make_unique<Stay>(Stay{self.rival->guest(), self.rival});
    nb::capsule capsule(&stay->guest, table::kGuestCapsule, [](void* guest) noexcept {
        delete reinterpret_cast<Stay*>(guest);  // its first member
    });
    (void)stay.release();
    return capsule;
}

nb::dict counts_of(const PyRival& self) {
    const lab::RivalCounts& counts = self.rival->counts();
    nb::dict dict;
    dict["probes"] = counts.probes;
    dict["hits"] = counts.hits;
    dict["false_hits"] = counts.false_hits;
    dict["stores"] = counts.stores;
    dict["replaced"] = counts.replaced;
    dict["collisions"] = counts.collisions;
    dict["refused"] = counts.refused;
    dict["prevented"] = counts.prevented;
    return dict;
}

}  // namespace

void bind_rivals(nb::module_& module) {
    nb::class_<PyRival>(module, "Rival", "A table of another design, for one thread.")
        .def("__init__", make, "layout"_a, "bytes"_a, "policy"_a, "strict"_a, "source_priority"_a,
             "depth_weight"_a, "age_weight"_a, "max_age"_a, "victims"_a, "same_key"_a, "seed"_a)
        .def("guest", guest_of, "What Table._host takes; it keeps the rival alive.")
        .def_prop_ro("counts", counts_of, "What happened since the last clear.")
        .def_prop_ro(
            "live", [](const PyRival& self) { return self.rival->live(); }, "Entries in use.")
        .def_prop_ro("slots", [](const PyRival& self) { return self.rival->slots(); }, "Room for entries.");
}

}  // namespace tabiya::bindings
