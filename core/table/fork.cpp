#include "table/fork.hpp"

#include <pthread.h>

#include <vector>

namespace tabiya::table {
namespace {

struct Leaves {
    std::mutex mutex;
    std::vector<LeafMutex*> all;
};

Leaves& leaves() {
    static auto* const leaves = new Leaves;  // never destroyed: a fork may come after all destructors
    return *leaves;
}

void before_fork() {
    leaves().mutex.lock();
    for (LeafMutex* each : leaves().all) each->lock();
}

void in_parent() {
    for (LeafMutex* each : leaves().all) each->unlock();
    leaves().mutex.unlock();
}

void in_child() {
    forks_so_far.fetch_add(1, std::memory_order_relaxed);
    in_parent();
}

// Registered when the library is loaded, before any thread of a second tier: handlers run in reverse order
// before a fork, and such a thread takes leaf locks until it is paused.
[[maybe_unused]] const int registered = pthread_atfork(before_fork, in_parent, in_child);

}  // namespace

LeafMutex::LeafMutex() {
    const std::lock_guard guard(leaves().mutex);
    leaves().all.push_back(this);
}

LeafMutex::~LeafMutex() {
    const std::lock_guard guard(leaves().mutex);
    std::erase(leaves().all, this);
}

LeafMutex& Remade::remaking() {
    static auto* const mutex = new LeafMutex;
    return *mutex;
}

}  // namespace tabiya::table
