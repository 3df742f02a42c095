// Table._access(): access to a table for tabiya._lab (core/lab/table_access.hpp).
#include <exception>
#include <memory>

#include "bindings/py_table.hpp"
#include "lab/table_access.hpp"
#include "lab/ticks.hpp"

namespace tabiya::bindings {
namespace {

// The contents of a capsule.
struct Handle {
    explicit Handle(nb::handle self) : owner(nb::borrow(self)), table(ready_table(self)), use(table) {}

    nb::object owner;
    PyTable& table;
    table::UseGuard use;
    std::exception_ptr error;
    lab::TableAccess access;
};

// Calls work(table). Exceptions do not cross the border between the modules.
template <class Work>
void guarded(void* handle, const Work& work) noexcept {
    auto& self = *static_cast<Handle*>(handle);
    try {
        work(self.table);
    } catch (...) {
        self.error = std::current_exception();
    }
}

void probe_all(void* handle, const std::uint64_t* keys, std::size_t count) {
    guarded(handle, [&](PyTable& table) {
        for (std::size_t i = 0; i < count; ++i) lab::keep(table.probe(keys[i]).opened.word1);
    });
}

void probe_all_chosen(void* handle, const std::uint64_t* keys, std::size_t count) {
    guarded(handle, [&](PyTable& table) {
        table::NoCounts none;
        table.visit([&](const auto& view) {
            for (std::size_t i = 0; i < count; ++i)
                lab::keep(view.probe(view.hash_of(keys[i]), none).opened.word1);
        });
    });
}

void store_all(void* handle, const std::uint64_t* keys, std::size_t count, const table::Entry& entry) {
    guarded(handle, [&](PyTable& table) {
        for (std::size_t i = 0; i < count; ++i) table.store(keys[i], entry);
    });
}

std::uint64_t probe(void* handle, std::uint64_t key) {
    std::uint64_t word1 = 0;
    guarded(handle, [&](PyTable& table) {
        const table::Found found = table.probe(key);
        if (found.hit) word1 = found.opened.word1;
    });
    return word1;
}

void store(void* handle, std::uint64_t key, const table::Entry& entry, std::uint32_t generation) {
    guarded(handle, [&](PyTable& table) {
        if (generation != table.generation()) table.set_generation(generation);
        table.store(key, entry);
    });
}

bool failed(void* handle) {
    const std::exception_ptr error = std::exchange(static_cast<Handle*>(handle)->error, nullptr);
    if (!error) return false;
    try {
        std::rethrow_exception(error);
    } catch (...) {
        set_python_error();
    }
    return true;
}

nb::capsule access(nb::handle_t<PyTable> self) {
    auto handle = std::make_unique<Handle>(self);
    const PyTable& table = handle->table;
    handle->access = {
        .slots = handle->table.slots(),
        .clusters = table.geometry().clusters(),
        .header = table.header(),
        .rule = table::VictimRule(table.settings().replacement),
        .layout = table.settings().layout,
        .random_keys = table.settings().random_keys,
        .handle = handle.get(),
        .probe_all = probe_all,
        .probe_all_chosen = probe_all_chosen,
        .store_all = store_all,
        .probe = probe,
        .store = store,
        .failed = failed,
    };
    nb::capsule capsule(&handle->access, lab::kAccessCapsule, [](void* access) noexcept {
        delete static_cast<Handle*>(static_cast<lab::TableAccess*>(access)->handle);
    });
    (void)handle.release();
    return capsule;
}

}  // namespace

void bind_lab_access(TableClass<PyTable>& type) {
    type.def("_access", access, "Pins the table for tabiya._lab while the capsule lives.");
}

}  // namespace tabiya::bindings
