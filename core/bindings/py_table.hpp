// The object behind tabiya._core.Table.
#pragma once

#include <nanobind/nanobind.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <utility>

#include "table/table.hpp"

namespace tabiya::bindings {

namespace nb = nanobind;

// Settings, and the tabiya.TableConfig that they were made of.
struct PySettings : table::Settings {
    nb::object config = nb::none();
};

// Memory, settings and configuration change together, in one call that nothing in Python can interrupt; so
// Python keeps no copy of them.
struct PyTable : table::Table {
    explicit PyTable(const PySettings& settings) : Table(settings), config_(settings.config) {}
    PyTable(const PySettings& settings, nb::object&& config, table::Memory&& memory, Opening opening)
        : Table(settings, std::move(memory), opening), config_(std::move(config)) {}

    nb::object config() const {
        const nb::ft_lock_guard guard(config_lock_);
        return config_;
    }
    // Returns the old one, so that the caller drops it when the change is complete.
    [[nodiscard]] nb::object exchange_config(nb::object config) {
        const nb::ft_lock_guard guard(config_lock_);
        std::swap(config_, config);
        return config;
    }
    // How often the table was cleared or got another size or layout: entries may have gone.
    std::atomic<std::uint64_t> renewals = 0;
    std::atomic<std::uint64_t> reported_recoveries = 0;  // how many were said through logging
    table::Recorder recorder;                            // of the lab's traces

  private:
    nb::object config_;
    mutable nb::ft_mutex config_lock_;
};

// The methods that are counted in nanoseconds, as slots of the type: nanobind's own calls would double them.
PyType_Slot* scalar_slots();

// The table of an instance; throws if its __init__ was skipped. For functions that need the Python object
// too: nanobind looks into references to PyTable itself, but not into handles.
PyTable& ready_table(nb::handle self);

// Says through Python's logging that dead holders' locks were taken over, if more were than is `known`.
void report_recoveries(PyObject* self, const table::Locks& locks, std::atomic<std::uint64_t>& known);

// Inside a catch block: turns the core's exception into Python's.
void set_python_error() noexcept;

void bind_settings(nb::module_& module);
void bind_batches(nb::class_<PyTable>& type);
void bind_pins(nb::module_& module, nb::class_<PyTable>& type);
// An object that holds the table, whose instance is `owner`.
nb::object make_pin(nb::handle owner, table::Usable& table);
void bind_values(nb::module_& module);
void bind_storage(nb::class_<PyTable>& type);
void bind_tiers(nb::class_<PyTable>& type);
// Lines in use and entries in them, of a few lines of the second tier; zeros unless the table counts.
std::array<std::uint64_t, 2> tier_sample(PyTable& table);
void bind_descriptors(nb::module_& module);
void bind_lab_access(nb::class_<PyTable>& type);
void bind_traces(nb::class_<PyTable>& type);
void bind_perft_cache(nb::module_& module);
void bind_search(nb::module_& module);

}  // namespace tabiya::bindings
