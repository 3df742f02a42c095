// Releasing and taking the GIL, also while Python shuts down.
#pragma once

#include <nanobind/nanobind.h>
#include <unistd.h>

#include "threads.hpp"

#ifdef __linux__
#include <sys/syscall.h>
#endif

namespace tabiya::bindings {

// The thread that receives signals and shuts Python down.
inline bool on_main_thread() noexcept {
#ifdef __linux__
    return syscall(SYS_gettid) == getpid();
#else
    static_assert(!kHasThreads, "say here which thread is the main one");
    return true;
#endif
}

inline bool python_is_ending() noexcept {
#if PY_VERSION_HEX >= 0x030d0000
    return Py_IsFinalizing() != 0;
#else
    return _Py_IsFinalizing() != 0;
#endif
}

// Where a daemon thread stays while Python shuts down.
[[noreturn]] inline void hang() noexcept {
    while (true) pause();
}

// Takes the GIL by calling `take`. Once Python shuts down, a daemon thread never gets it: from 3.14 on the
// interpreter makes such a thread hang; before, it unwinds its stack, which neither destructors nor
// nanobind's frames allow. So the thread hangs here in all versions.
template <class Take>
auto take_gil(const Take& take) noexcept {
    if (!python_is_ending()) {
        try {
            return take();
        } catch (...) {  // shutdown began after the check; do not unwind further
            hang();
        }
    }
    hang();
}

// Releases the GIL while it lives. All calls that release the GIL use this.
class WithoutGil {
  public:
    WithoutGil() : state_(PyEval_SaveThread()) {}
    ~WithoutGil() {
        take_gil([this] { PyEval_RestoreThread(state_); });
    }
    WithoutGil(const WithoutGil&) = delete;
    WithoutGil& operator=(const WithoutGil&) = delete;

  private:
    PyThreadState* state_;
};

// Holds the GIL for a moment, inside a WithoutGil.
class WithGil {
  public:
    WithGil() : state_(take_gil(PyGILState_Ensure)) {}
    ~WithGil() { PyGILState_Release(state_); }
    WithGil(const WithGil&) = delete;
    WithGil& operator=(const WithGil&) = delete;

  private:
    PyGILState_STATE state_;
};

}  // namespace tabiya::bindings
