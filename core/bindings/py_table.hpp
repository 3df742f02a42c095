// The object behind tabiya._core.Table.
#pragma once

#include <nanobind/nanobind.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <utility>

#include "bindings/ready.hpp"
#include "table/table.hpp"

namespace tabiya::bindings {

namespace nb = nanobind;

// Settings, and the tabiya.TableConfig that they come from.
struct PySettings : table::Settings {
    nb::object config = nb::none();
};

// Memory, settings and configuration change together in one call that Python cannot interrupt, so Python
// keeps no copy of them.
struct PyTable : table::Table {
    explicit PyTable(const PySettings& settings) : Table(settings), config_(settings.config) {}
    PyTable(const PySettings& settings, nb::object&& config, table::Memory&& memory, Opening opening)
        : Table(settings, std::move(memory), opening), config_(std::move(config)) {}

    nb::object config() const {
        const nb::ft_lock_guard guard(config_lock_);
        return config_;
    }
    // Returns the old one, which the caller drops when the change is complete.
    [[nodiscard]] nb::object exchange_config(nb::object config) {
        const nb::ft_lock_guard guard(config_lock_);
        std::swap(config_, config);
        return config;
    }
    // How often the table was cleared, resized or given another layout. Entries may be lost then.
    std::atomic<std::uint64_t> renewals = 0;
    std::atomic<std::uint64_t> reported_recoveries = 0;   // number already logged
    std::atomic<std::uint64_t> reported_collisions = 0;   // likewise
    std::atomic<std::int64_t> next_collision_report = 0;  // nanoseconds of the steady clock
    table::Recorder recorder;                             // for the lab's traces
    nb::object guest;  // the lab's table that replaces this one; kept alive

  private:
    nb::object config_;
    mutable nb::ft_mutex config_lock_;
};

// Methods that take nanoseconds, as slots of the type: calls through nanobind would take twice as long.
PyType_Slot* scalar_slots();

// The table of an instance. Throws if its __init__ was skipped. For functions that also need the Python
// object: nanobind checks references to PyTable, but not handles.
PyTable& ready_table(nb::handle self);

// Logs that locks of dead holders were taken over, if there are more than `known`.
void report_recoveries(PyObject* self, const table::Locks& locks, std::atomic<std::uint64_t>& known);
// Logs new collisions of a debug table, at most once per second.
void report_collisions(PyObject* self, PyTable& table);

// Call inside a catch block: converts the core's exception to Python's.
void set_python_error() noexcept;

void bind_settings(nb::module_& module);
void bind_batches(TableClass<PyTable>& type);
void bind_pins(nb::module_& module, TableClass<PyTable>& type);
// An object that holds the table, whose instance is `owner`.
nb::object make_pin(nb::handle owner, table::Usable& table);
void bind_values(nb::module_& module);
void bind_storage(TableClass<PyTable>& type);
void bind_tiers(TableClass<PyTable>& type);
// Used lines, their entries and the bits of these, for a sample of lines of the second tier; zeros unless the
// table counts.
std::array<std::uint64_t, 3> tier_sample(PyTable& table);
void bind_descriptors(nb::module_& module);
void bind_lab_access(TableClass<PyTable>& type);
void bind_traces(TableClass<PyTable>& type);
void bind_perft_cache(nb::module_& module);
void bind_search(nb::module_& module);
void bind_recording(nb::module_& module);
void bind_regions(TableClass<PyTable>& type);

}  // namespace tabiya::bindings
