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

    // Between the two no piece of work runs; `pause` waits for the end of a running one.
    void pause();
    void resume();
    // Ends the thread; allowed while paused, since a thread that finds itself paused does not wait.
    void stop();

  private:
    static constexpr auto kIdle = std::chrono::milliseconds(20);

    void run(const std::stop_token& stop);
    // A child of fork has this object but not its thread, and the mutexes as they were in that moment.
    bool forked() const;

    struct State {
        std::function<bool()> work;
        std::mutex piece;  // held by a running piece of work, or by whoever paused it
        std::mutex idle;
        std::condition_variable_any wake;
    };
    std::unique_ptr<State> state_;
    pid_t owner_;
    std::jthread thread_;
};

}  // namespace tabiya::table::tier
