#include "table/usable.hpp"

namespace tabiya::table {

// Both check twice whether the table is open: first for the right error, then because another thread may have
// closed it in between.
void Usable::begin_use() {
    check_open();
    int users = users_.load(std::memory_order_relaxed);
    do {
        if (users < 0) throw InUse("the table is being resized or reconfigured by another thread");
    } while (!users_.compare_exchange_weak(users, users + 1, std::memory_order_acquire));
    try {
        check_open();
        check_memory();
    } catch (...) {
        end_use();
        throw;
    }
}

void Usable::begin_exclusive() {
    check_open();
    int nobody = 0;
    if (!users_.compare_exchange_strong(nobody, -1, std::memory_order_acquire)) {
        throw InUse("the table is in use by a batch, search or iterator: wait until it ends");
    }
    try {
        check_open();
    } catch (...) {
        users_.store(0, std::memory_order_release);
        throw;
    }
    pause();
}

void Usable::end_exclusive() {
    resume();
    users_.store(0, std::memory_order_release);
}

}  // namespace tabiya::table
