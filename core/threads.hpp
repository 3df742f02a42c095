// Threads, where a program may have more than one. WebAssembly in a page has one.
#pragma once

#include <stdexcept>
#include <string>
#include <thread>

namespace tabiya {

// The most threads of a search: each has a place in its team (search/search.hpp). Perft only divides work.
// More are refused, not cut.
inline constexpr int kMaxThreads = 256;
inline constexpr int kMaxPerftThreads = 1024;

inline void check_threads(int threads, int most) {
    if (threads >= 1 && threads <= most) return;
    throw std::invalid_argument("threads must be between 1 and " + std::to_string(most) + ", not " +
                                std::to_string(threads));
}

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
