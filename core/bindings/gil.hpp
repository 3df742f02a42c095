// Giving the GIL away and taking it back, also while Python ends.
#pragma once

#include <nanobind/nanobind.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace tabiya::bindings {

// The thread that gets signals, and that ends Python.
inline bool on_main_thread() noexcept {
    return syscall(SYS_gettid) == getpid();
}

inline bool python_is_ending() noexcept {
#if PY_VERSION_HEX >= 0x030d0000
    return Py_IsFinalizing() != 0;
#else
    return _Py_IsFinalizing() != 0;
#endif
}

// Where a daemon thread stays while Python ends.
[[noreturn]] inline void hang() noexcept {
    while (true) pause();
}

// Takes the GIL by calling `take`. Once Python ends, a daemon thread never gets it: from 3.14 on the
// interpreter lets such a thread hang, before that it ends it by unwinding its stack, which no destructor and
// none of nanobind's frames allows. So the thread hangs here, whichever version it is.
template <class Take>
auto take_gil(const Take& take) noexcept {
    if (!python_is_ending()) {
        try {
            return take();
        } catch (...) {  // the end began after the question: the unwinding, which must not leave this block
            hang();
        }
    }
    hang();
}

// Without the GIL as long as it lives. Every call that releases the GIL does so with this one.
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

// With the GIL for a moment, inside of a WithoutGil.
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
