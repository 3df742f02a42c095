// Long loops without the GIL that Ctrl-C can interrupt.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <chrono>
#include <cstddef>

#include "bindings/gil.hpp"

namespace tabiya::bindings {

// Says in an exception how many keys a batch has done: as `done`, and in a note.
inline void tell_done(const nanobind::python_error& error, const char* function, std::size_t done,
                      std::size_t count) {
    const nanobind::object exception = nanobind::borrow(error.value());
    exception.attr("done") = done;
    exception.attr("add_note")(nanobind::str("%s was interrupted after %d of %d keys")
                                   .attr("__mod__")(nanobind::make_tuple(function, done, count)));
}

// Calls work(first, last, done) for parts of [0, count) with the GIL released. On the main thread, which
// alone receives signals, it checks for them every 50 ms: by the clock, because taking the GIL from a busy
// thread is slow. An interrupted loop has completed a prefix; the exception's `done` and a note tell how
// much. Work that waits for a lock can be interrupted itself: `done` then tells what it had done.
template <class Work>
void run_interruptible(const char* function, std::size_t count, const Work& work) {
    using Clock = std::chrono::steady_clock;
    constexpr std::size_t kPart = 65536;
    constexpr auto kInterval = std::chrono::milliseconds(50);
    const bool main_thread = on_main_thread();
    const WithoutGil released;
    auto next_look = Clock::now() + kInterval;
    for (std::size_t first = 0; first < count; first += kPart) {
        const std::size_t last = std::min(count, first + kPart);
        std::size_t done = first;
        try {
            work(first, last, done);
        } catch (const nanobind::python_error& error) {
            const WithGil acquired(released);
            tell_done(error, function, done, count);
            throw;
        }
        if (last == count || !main_thread || Clock::now() < next_look) continue;
        const WithGil acquired(released);
        if (PyErr_CheckSignals() != 0) {
            const nanobind::python_error error;
            tell_done(error, function, last, count);
            throw error;
        }
        next_look = Clock::now() + kInterval;
    }
}

}  // namespace tabiya::bindings
