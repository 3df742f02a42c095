// tabiya._lab.Rival: tables of other designs (core/lab/rivals.hpp).
#include "lab/rivals.hpp"

#include <nanobind/nanobind.h>

#include <memory>
#include <stdexcept>
#include <utility>

#include "bindings/lab_parts.hpp"

namespace tabiya::bindings {
namespace {

namespace nb = nanobind;
using nb::literals::operator""_a;

// A rule in Python. An exception cannot cross the search: it is kept, and all later stores are refused.
struct PyRule {
    nb::object function;
    nb::object error = nb::none();
    bool failed = false;

    int operator()(std::span<const lab::Candidate> line, const lab::Candidate& next) {
        if (failed) return -1;
        const nb::gil_scoped_acquire acquired;  // a search runs it on its own thread
        try {
            nb::list entries;
            for (const lab::Candidate& candidate : line) entries.append(fields(candidate, next));
            const int victim = nb::cast<int>(function(entries, fields(next, next)));
            if (victim < static_cast<int>(line.size())) return victim;
            throw std::out_of_range("a rule must return an index of the line");
        } catch (nb::python_error& raised) {
            failed = true;
            error = nb::borrow(raised.value());
            // Ctrl-C came while the rule ran: the search has to see it as well.
            if (raised.matches(PyExc_KeyboardInterrupt)) PyErr_SetInterrupt();
        } catch (const std::exception& other) {
            failed = true;
            error = nb::borrow(PyExc_TypeError)(other.what());
        }
        return -1;
    }

  private:
    // In the order of tabiya.lab.own_policy.Candidate.
    static nb::tuple fields(const lab::Candidate& candidate, const lab::Candidate& next) {
        const table::Entry& entry = candidate.entry;
        const int age = (next.entry.generation - entry.generation) & (table::kGenerations - 1);
        return nb::make_tuple(candidate.key, entry.depth, age, static_cast<int>(entry.bound), entry.move,
                              static_cast<int>(entry.source), entry.pv, entry.score, entry.eval);
    }
};

struct PyRival {
    std::shared_ptr<lab::Rival> rival;
    std::shared_ptr<PyRule> rule;  // null: one of ours
};

// What a capsule owns: the guest's functions, and the table that they work on.
struct Stay {
    table::Guest guest;
    std::shared_ptr<lab::Rival> rival;
};

void make(PyRival* self, int layout, std::uint64_t bytes, int policy, bool strict, bool source_priority,
          bool replace_if_exact, double depth_weight, double age_weight, std::uint32_t max_age, int victims,
          int same_key, std::uint64_t seed, nb::object own) {
    const std::shared_ptr<PyRule> chosen = own.is_none() ? nullptr : std::make_shared<PyRule>(own);
    lab::RivalRule rule{
        .replacement = table::VictimRule(table::Replacement{
            .policy = static_cast<table::Policy>(policy),
            .strict = strict,
            .source_priority = source_priority,
            .replace_if_exact = replace_if_exact,
            .depth_weight = static_cast<std::int32_t>(depth_weight * 256),
            .age_weight = static_cast<std::int32_t>(age_weight * 256),
            .max_age = max_age,
        }),
        .victims = static_cast<lab::Victims>(victims),
        .same_key = static_cast<lab::SameKey>(same_key),
    };
    if (chosen != nullptr) {
        rule.own = [chosen](auto line, const auto& next) { return (*chosen)(line, next); };
    }
    auto rival = lab::make_rival(static_cast<lab::RivalLayout>(layout), bytes, rule, seed);
    new (self) PyRival{std::move(rival), chosen};
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
             "replace_if_exact"_a, "depth_weight"_a, "age_weight"_a, "max_age"_a, "victims"_a, "same_key"_a,
             "seed"_a, "own"_a.none() = nb::none())
        .def("guest", guest_of, "What Table._host takes; it keeps the rival alive.")
        .def_prop_ro("counts", counts_of, "What happened since the last clear.")
        .def_prop_ro(
            "live", [](const PyRival& self) { return self.rival->live(); }, "Entries in use.")
        .def_prop_ro(
            "error", [](const PyRival& self) { return self.rule == nullptr ? nb::none() : self.rule->error; },
            "The exception that the own rule raised, if any.")
        .def_prop_ro("slots", [](const PyRival& self) { return self.rival->slots(); }, "Room for entries.");
}

}  // namespace tabiya::bindings
