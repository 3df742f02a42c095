// A thread that does small pieces of work on demand and can be paused.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>

#include "threads.hpp"

namespace tabiya::table::tier {

class Background {
  public:
    // `work` does one piece and returns whether there is more. If not, it is called again after a pause.
    explicit Background(std::function<bool()> work);
    ~Background();
    Background(const Background&) = delete;
    Background& operator=(const Background&) = delete;

    // No work runs between `pause` and `resume`. `pause` waits only for a running piece of work. Several
    // callers may pause the thread at once, so that a caller that holds another lock (the GIL) never waits
    // for a caller that needs that lock.
    void pause();
    void resume();
    // Ends the thread, even while paused.
    void stop();

  private:
    static constexpr auto kIdle = std::chrono::milliseconds(20);

    struct State {
        std::function<bool()> work;
        std::mutex mutex;  // guards the following; held briefly, never during work
        std::condition_variable changed;
        int pauses = 0;
        bool working = false;
        bool stopping = false;
        Thread thread;

        void run();
    };

    // A child of fork has this object but not its thread, and the state of that moment. No work runs at a
    // fork: otherwise the child would inherit locks that no thread releases.
    bool forked() const;
    struct Running;
    static Running& running();

    std::unique_ptr<State> state_;
    pid_t owner_;
};

}  // namespace tabiya::table::tier
