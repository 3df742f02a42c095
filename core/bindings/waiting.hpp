// Work on other threads that Ctrl-C can stop.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>

#include "bindings/gil.hpp"
#include "threads.hpp"

namespace tabiya::bindings {

// Runs work(stop) on a new thread and waits for it without the GIL. If a signal handler raises meanwhile,
// sets `stop`, waits for the work, and propagates the exception. Rethrows exceptions of the work. Where there
// is one thread, it does the work, and a signal waits for its end.
template <class Work>
void run_stoppable(const Work& work) {
    constexpr auto kInterval = std::chrono::milliseconds(20);
    std::atomic<bool> stop{false};
    if constexpr (!kHasThreads) {
        const WithoutGil released;
        return work(stop);
    }
    std::exception_ptr failure;
    std::mutex mutex;
    std::condition_variable finished;
    bool done = false;
    std::optional<nanobind::python_error> interruption;
    {
        const WithoutGil released;
        Thread worker([&] {
            try {
                work(stop);
            } catch (...) {
                failure = std::current_exception();
            }
            const std::lock_guard guard(mutex);
            done = true;
            finished.notify_one();
        });
        std::unique_lock lock(mutex);
        while (!finished.wait_for(lock, kInterval, [&] { return done; })) {
            if (stop.load(std::memory_order_relaxed)) continue;
            const WithGil acquired(released);
            if (PyErr_CheckSignals() != 0) {
                interruption.emplace();
                stop.store(true, std::memory_order_relaxed);
            }
        }
    }
    if (interruption) throw *interruption;
    if (failure) std::rethrow_exception(failure);
}

}  // namespace tabiya::bindings
