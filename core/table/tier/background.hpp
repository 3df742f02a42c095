// A thread that does small pieces of work when there is something to do, and steps aside when it is told to.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

namespace tabiya::table::tier {

class Background {
  public:
    // `work` does one piece and says whether there is more. It is called again after a pause if there is not.
    explicit Background(std::function<bool()> work);
    ~Background();
    Background(const Background&) = delete;
    Background& operator=(const Background&) = delete;

    // Between the two no piece of work runs; `pause` waits for the end of a running one, and for nothing
    // else: several may have paused the thread at once, so that who waits here with a lock of his own (the
    // GIL) never waits for somebody who needs that lock to go on.
    void pause();
    void resume();
    // Ends the thread, paused or not.
    void stop();

  private:
    static constexpr auto kIdle = std::chrono::milliseconds(20);

    struct State {
        std::function<bool()> work;
        std::mutex mutex;  // of what follows; held for moments only, never during work
        std::condition_variable changed;
        int pauses = 0;
        bool working = false;
        bool stopping = false;
        std::thread thread;

        void run();
    };

    // A child of fork has this object but not its thread, and the state as it was in that moment. No piece of
    // work runs in that moment, or the child would have the locks that it held and nobody to give them back.
    bool forked() const;
    struct Running;
    static Running& running();

    std::unique_ptr<State> state_;
    pid_t owner_;
};

}  // namespace tabiya::table::tier
