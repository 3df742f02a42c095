#include <nanobind/ndarray.h>

#include <algorithm>

#include "bindings/gil.hpp"
#include "bindings/interruptible.hpp"
#include "bindings/py_table.hpp"
#include "table/batch.hpp"

namespace tabiya::bindings {
namespace {

using Keys = nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using KeysOut = nb::ndarray<std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
// Structured arrays have no DLPack type, so records are passed as bytes.
using RecordBytes = nb::ndarray<std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using ColumnArray = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

table::Record* records_of(const RecordBytes& bytes, std::size_t count) {
    if (bytes.shape(0) != count * sizeof(table::Record))
        throw std::invalid_argument("out has the wrong size");
    return reinterpret_cast<table::Record*>(bytes.data());
}

template <class T>
table::Column<T> column_of(const ColumnArray<T>& array, std::size_t count) {
    if (array.shape(0) != count && array.shape(0) != 1)
        throw std::invalid_argument("a column has the wrong length");
    return {array.data(), array.shape(0) == 1 ? std::size_t{0} : std::size_t{1}};
}

void probe_many(PyTable& table, const Keys& keys, const RecordBytes& out) {
    const table::UseGuard use(table);
    table::Record* records = records_of(out, keys.shape(0));
    run_interruptible("probe_many", keys.shape(0), [&](std::size_t first, std::size_t last, std::size_t&) {
        table::probe_batch(table, keys.data(), first, last, records);
    });
}

void limit_many(PyTable& table, const Keys& keys, const RecordBytes& out) {
    const table::UseGuard use(table);
    table::Record* records = records_of(out, keys.shape(0));
    run_interruptible("limit_many", keys.shape(0), [&](std::size_t first, std::size_t last, std::size_t&) {
        table::limit_batch(table, keys.data(), first, last, records);
    });
}

void rewrite_many(PyTable& table, const Keys& keys) {
    const table::UseGuard use(table);
    run_interruptible("rewrite_many", keys.shape(0), [&](std::size_t first, std::size_t last, std::size_t&) {
        table::rewrite_batch(table, keys.data(), first, last);
    });
}

void store_many(nb::handle_t<PyTable> self, const Keys& keys, const ColumnArray<std::uint32_t>& moves,
                const ColumnArray<std::int32_t>& scores, const ColumnArray<std::int16_t>& evals,
                const ColumnArray<std::uint8_t>& depths, const ColumnArray<std::uint8_t>& bounds,
                const ColumnArray<std::uint8_t>& sources, const ColumnArray<std::uint8_t>& pvs) {
    PyTable& table = ready_table(self);
    const table::UseGuard use(table);
    const std::size_t count = keys.shape(0);
    const table::StoreColumns columns{
        column_of(moves, count),  column_of(scores, count), column_of(evals, count),
        column_of(depths, count), column_of(bounds, count), column_of(sources, count),
        column_of(pvs, count),
    };
    run_interruptible("store_many", count, [&](std::size_t first, std::size_t last, std::size_t& done) {
        table::store_batch(table, keys.data(), first, last, columns, done);
    });
    report_recoveries(self.ptr(), table.locks(), table.reported_recoveries);
    if (!PyErr_Occurred()) report_collisions(self.ptr(), table);
    if (PyErr_Occurred()) throw nb::python_error();
}

// Fills the arrays with the table's entries. Returns their number.
std::size_t export_entries(PyTable& table, const KeysOut& keys, const RecordBytes& out) {
    const table::UseGuard use(table);
    const WithoutGil released;
    const std::size_t capacity = keys.shape(0);
    return table::export_batch(table, keys.data(), records_of(out, capacity), capacity);
}

}  // namespace

void bind_batches(TableClass<PyTable>& type) {
    using nb::literals::operator""_a;
    type.def("_probe_many", probe_many, "keys"_a.noconvert(), "out"_a.noconvert())
        .def("_limit_many", limit_many, "keys"_a.noconvert(), "out"_a.noconvert())
        .def("_rewrite_many", rewrite_many, "keys"_a.noconvert())
        .def("_store_many", store_many, "keys"_a.noconvert(), "moves"_a.noconvert(), "scores"_a.noconvert(),
             "evals"_a.noconvert(), "depths"_a.noconvert(), "bounds"_a.noconvert(), "sources"_a.noconvert(),
             "pvs"_a.noconvert())
        .def("_export", export_entries, "keys"_a.noconvert(), "out"_a.noconvert());
}

}  // namespace tabiya::bindings
