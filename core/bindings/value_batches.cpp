// Many values at once: batches over arrays, iteration, and blocks on their way to files and back.
#include <nanobind/ndarray.h>

#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "bindings/gil.hpp"
#include "bindings/interruptible.hpp"
#include "bindings/py_value_table.hpp"

namespace tabiya::bindings {
namespace {

using values::Key;
using values::Row;
using values::Wait;

// Of 128 bits, a key is two numbers, the upper half first.
using Keys = nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Bytes = nb::ndarray<std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using BytesIn = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

constexpr std::size_t kAhead = 16;  // keys that are prefetched

class Batch {
  public:
    Batch(const PyValueTable& table, const Keys& keys)
        : table_(table),
          keys_(keys.data()),
          numbers_(table.settings().wide_keys ? 2 : 1),
          count_(keys.shape(0) / numbers_) {}

    std::size_t size() const { return count_; }
    Key key(std::size_t i) const {
        return numbers_ == 1 ? Key{keys_[i], 0} : Key{keys_[2 * i + 1], keys_[2 * i]};
    }
    void prefetch(std::size_t i) const {
        if (i < count_) table_.prefetch(key(i));
    }

  private:
    const PyValueTable& table_;
    const std::uint64_t* keys_;
    std::size_t numbers_;
    std::size_t count_;
};

void check_size(std::size_t given, std::size_t wanted) {
    if (given != wanted) throw std::invalid_argument("an array has the wrong size");
}

void probe_many(PyValueTable& table, const Keys& keys, const Bytes& out, const Bytes& hits) {
    const table::UseGuard use(table);
    const Batch batch(table, keys);
    const std::size_t size = table.layout().bytes();
    check_size(out.shape(0), batch.size() * size);
    check_size(hits.shape(0), batch.size());
    run_interruptible("probe_many", batch.size(), [&](std::size_t first, std::size_t last, std::size_t&) {
        std::uint64_t words[values::kMaxPayload];
        for (std::size_t i = first; i < last; ++i) {
            batch.prefetch(i + kAhead);
            const bool hit = table.probe(batch.key(i), words);
            hits.data()[i] = hit;
            if (hit)
                std::memcpy(out.data() + i * size, words, size);
            else
                std::memset(out.data() + i * size, 0, size);
        }
    });
}

// Calls write(number, words, priority) for each key and value.
template <class Write>
void write_many(nb::handle_t<PyValueTable> self, const char* name, PyValueTable& table, const Batch& batch,
                const BytesIn& in, const BytesIn& priorities, const Write& write) {
    const table::UseGuard use(table);
    const std::size_t size = table.layout().bytes();
    check_size(in.shape(0), batch.size() * size);
    if (priorities.shape(0) != 1) check_size(priorities.shape(0), batch.size());
    const std::size_t step = priorities.shape(0) == 1 ? 0 : 1;
    run_interruptible(name, batch.size(), [&](std::size_t first, std::size_t last, std::size_t& done) {
        for (std::size_t i = first; i < last; ++i) {
            done = i;
            batch.prefetch(i + kAhead);
            std::uint64_t words[values::kMaxPayload] = {};
            std::memcpy(words, in.data() + i * size, size);
            write(i, words, priorities.data()[i * step]);
        }
    });
    report_recoveries(self.ptr(), table.locks(), table.reported_recoveries);
    if (PyErr_Occurred()) throw nb::python_error();
}

void store_many(nb::handle_t<PyValueTable> self, const Keys& keys, const BytesIn& in,
                const BytesIn& priorities) {
    PyValueTable& table = ready_value_table(self);
    const Batch batch(table, keys);
    write_many(self, "store_many", table, batch, in, priorities,
               [&](std::size_t i, const std::uint64_t* words, std::uint8_t priority) {
                   table.store(batch.key(i), words, priority, Wait::kAsLongAsNeeded);
               });
}

void add_many(nb::handle_t<PyValueTable> self, const Keys& keys, const BytesIn& in,
              const BytesIn& priorities) {
    PyValueTable& table = ready_value_table(self);
    const Batch batch(table, keys);
    const auto& fields = table.layout().fields();
    std::size_t done = 0;
    try {
        write_many(
            self, "add_many", table, batch, in, priorities,
            [&](std::size_t i, const std::uint64_t* words, std::uint8_t priority) {
                values::Amount amounts[kMaxFields];
                for (std::size_t f = 0; f < fields.size(); ++f)
                    amounts[f] =
                        values::amount_of(fields[f].field, f, reinterpret_cast<const std::byte*>(words));
                std::uint64_t sum[values::kMaxPayload];
                done = i;
                table.add(batch.key(i), {amounts, fields.size()}, priority, Wait::kAsLongAsNeeded, sum);
            });
    } catch (const values::Overflow& overflow) {
        raise_overflow(table.layout(), overflow.field);
        nb::python_error error;
        nb::borrow(error.value()).attr("done") = done;
        throw error;
    }
}

nb::tuple scan(PyValueTable& table, std::uint64_t cluster, std::size_t limit) {
    const table::UseGuard use(table);
    std::vector<Row> rows;
    {
        const WithoutGil released;
        cluster = table.scan(cluster, limit, rows);
    }
    nb::list pairs;
    for (const Row& row : rows)
        pairs.append(nb::make_tuple(key_object(table, row.key), value_of(table, row.value.data())));
    return nb::make_tuple(cluster, pairs);
}

// --- saved rows: key 8 or 16 bytes, the upper half first; priority, generation, value ---------------------

std::size_t key_bytes(const PyValueTable& table) {
    return table.settings().wide_keys ? 16 : 8;
}

nb::tuple save_block(PyValueTable& table, std::uint64_t cluster, std::size_t limit) {
    const table::UseGuard use(table);
    const std::size_t keys = key_bytes(table), size = table.layout().bytes(), row_bytes = keys + 2 + size;
    std::vector<Row> rows;
    std::vector<char> bytes;
    {
        const WithoutGil released;
        cluster = table.scan(cluster, limit, rows);
        bytes.resize(rows.size() * row_bytes);
        char* out = bytes.data();
        for (const Row& row : rows) {
            if (keys == 16) std::memcpy(out, &row.key.high, 8);
            std::memcpy(out + keys - 8, &row.key.low, 8);
            out[keys] = static_cast<char>(row.priority);
            out[keys + 1] = static_cast<char>(row.generation);
            std::memcpy(out + keys + 2, row.value.data(), size);
            out += row_bytes;
        }
    }
    return nb::make_tuple(cluster, rows.size(), nb::bytes(bytes.data(), bytes.size()));
}

void load_block(PyValueTable& table, nb::bytes block) {
    const table::UseGuard use(table);
    const std::size_t keys = key_bytes(table), size = table.layout().bytes(), row_bytes = keys + 2 + size;
    std::vector<Row> rows(block.size() / row_bytes);
    const char* in = block.c_str();
    const WithoutGil released;
    for (Row& row : rows) {
        if (keys == 16) std::memcpy(&row.key.high, in, 8);
        std::memcpy(&row.key.low, in + keys - 8, 8);
        row.priority = static_cast<std::uint8_t>(in[keys]);
        row.generation = static_cast<std::uint8_t>(in[keys + 1]);
        if (row.generation >= table::kGenerations)
            throw std::invalid_argument("a generation is out of range");
        std::memcpy(row.value.data(), in + keys + 2, size);
        in += row_bytes;
    }
    table.insert(rows);
}

nb::bytes save_slots(PyValueTable& table) {
    const table::UseGuard use(table);
    const auto words = std::make_unique_for_overwrite<std::uint64_t[]>(table.bytes() / 8);
    table.copy_slots(words.get());
    return nb::bytes(reinterpret_cast<const char*>(words.get()), table.bytes());
}

void load_slots(PyValueTable& table, nb::bytes bytes) {
    const table::UseGuard use(table);
    if (bytes.size() != table.bytes()) throw std::invalid_argument("wrong number of bytes");
    const auto words = std::make_unique_for_overwrite<std::uint64_t[]>(table.bytes() / 8);
    std::memcpy(words.get(), bytes.c_str(), bytes.size());
    table.set_slots(words.get());
}

}  // namespace

void bind_value_batches(TableClass<PyValueTable>& type) {
    using nb::literals::operator""_a;
    type.def("_probe_many", probe_many, "keys"_a.noconvert(), "out"_a.noconvert(), "hits"_a.noconvert())
        .def("_store_many", store_many, "keys"_a.noconvert(), "values"_a.noconvert(),
             "priorities"_a.noconvert())
        .def("_add_many", add_many, "keys"_a.noconvert(), "values"_a.noconvert(), "priorities"_a.noconvert())
        .def("_scan", scan, "cluster"_a, "limit"_a)
        .def("_save_block", save_block, "cluster"_a, "limit"_a)
        .def("_load_block", load_block, "block"_a)
        .def("_save_slots", save_slots)
        .def("_load_slots", load_slots, "slots"_a);
}

}  // namespace tabiya::bindings
