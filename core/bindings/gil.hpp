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

// Releases the GIL while it lives. All calls that release the GIL use this.
//
// Once Python shuts down, a daemon thread never gets the GIL back: from 3.14 on the interpreter makes such a
// thread hang; before, it unwinds its stack, which neither destructors nor nanobind's frames allow. So the
// thread hangs here in all versions. The thread that shuts Python down must not: it runs __del__ and the
// `finally` of suspended generators. It is the only one that still holds the GIL after the shutdown began.
class WithoutGil {
  public:
    WithoutGil() : outer_(of_thread), shuts_down_(python_is_ending()), state_(PyEval_SaveThread()) {
        of_thread = this;
    }
    ~WithoutGil() {
        take();
        of_thread = outer_;
    }
    WithoutGil(const WithoutGil&) = delete;
    WithoutGil& operator=(const WithoutGil&) = delete;

  private:
    friend class WithGil;
    friend void look_for_signals();

    void take() const noexcept {
        if (!shuts_down_ && python_is_ending()) hang();
        try {
            PyEval_RestoreThread(state_);
        } catch (...) {  // the shutdown began after the check; do not unwind further
            hang();
        }
    }

    inline static thread_local const WithoutGil* of_thread = nullptr;

    const WithoutGil* outer_;
    bool shuts_down_;  // this thread ends Python
    PyThreadState* state_;
};

// Holds the GIL for a moment, inside a WithoutGil.
class WithGil {
  public:
    explicit WithGil(const WithoutGil& released) : released_(released) {
        released.take();
        WithoutGil::of_thread = nullptr;
    }
    ~WithGil() {
        WithoutGil::of_thread = &released_;
        PyEval_SaveThread();
    }
    WithGil(const WithGil&) = delete;
    WithGil& operator=(const WithGil&) = delete;

  private:
    const WithoutGil& released_;
};

// Throws what a signal handler raises, if this thread receives signals and has released the GIL: for core
// code that waits.
inline void look_for_signals() {
    const WithoutGil* released = WithoutGil::of_thread;
    if (released == nullptr || !on_main_thread()) return;
    const WithGil acquired(*released);
    if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
}

}  // namespace tabiya::bindings
