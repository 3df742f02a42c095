// Threads, where a program may have more than one. WebAssembly in a page has one.
#pragma once

#include <stdexcept>
#include <thread>

namespace tabiya {

#ifdef __EMSCRIPTEN__

inline constexpr bool kHasThreads = false;

// Cannot be made. Whoever can do without a thread asks kHasThreads first.
class Thread {
  public:
    Thread() = default;
    template <class Work, class... Arguments>
    explicit Thread(const Work&, const Arguments&...) {
        throw std::invalid_argument(
            "WebAssembly has one thread: use threads=1 for a search or perft, l2_background=False for a "
            "table");
    }
    void join() {}
    bool joinable() const { return false; }
};

#else

inline constexpr bool kHasThreads = true;
using Thread = std::jthread;

#endif

}  // namespace tabiya
