#include "table/tier/background.hpp"

#include <pthread.h>
#include <unistd.h>

#include <utility>
#include <vector>

#include "table/locks.hpp"

namespace tabiya::table::tier {

// All running threads of this process, paused during a fork.
struct Background::Running {
    std::mutex mutex;
    std::vector<Background*> all;

    Running() { pthread_atfork(before_fork, in_parent, in_child); }
    static void before_fork() {
        running().mutex.lock();
        for (Background* each : running().all) each->pause();
    }
    static void in_parent() {
        for (Background* each : running().all) each->resume();
        running().mutex.unlock();
    }
    static void in_child() {
        running().all.clear();
        running().mutex.unlock();
    }
};

Background::Running& Background::running() {
    static auto* const running = new Running;  // never destroyed: a fork may come after all destructors
    return *running;
}

Background::Background(std::function<bool()> work) : state_(std::make_unique<State>()), owner_(getpid()) {
    state_->work = std::move(work);
    const std::lock_guard guard(running().mutex);
    state_->thread = Thread([state = state_.get()] { state->run(); });
    running().all.push_back(this);
}

Background::~Background() {
    if (forked()) {
        // In a child of fork there is no thread to wait for. Its mutex and condition variable must not be
        // touched, not even by destructors.
        static_cast<void>(state_.release());
        return;
    }
    stop();
}

void Background::stop() {
    if (forked() || !state_->thread.joinable()) return;
    {
        const std::lock_guard guard(running().mutex);
        std::erase(running().all, this);
    }
    {
        const std::lock_guard guard(state_->mutex);
        state_->stopping = true;
    }
    state_->changed.notify_all();
    state_->thread.join();
}

void Background::pause() {
    if (forked()) return;
    std::unique_lock lock(state_->mutex);
    ++state_->pauses;
    state_->changed.wait(lock, [this] { return !state_->working; });
}

void Background::resume() {
    if (forked()) return;
    const std::lock_guard guard(state_->mutex);
    --state_->pauses;
}

bool Background::forked() const {
    return getpid() != owner_;
}

void Background::State::run() {
    std::unique_lock lock(mutex);
    while (!stopping) {
        bool more = false;
        if (pauses == 0) {
            working = true;
            lock.unlock();
            try {
                more = work();
            } catch (const StuckLock&) {  // another caller will report it
            }
            lock.lock();
            working = false;
            changed.notify_all();
        }
        if (!more) changed.wait_for(lock, kIdle, [this] { return stopping; });
    }
}

}  // namespace tabiya::table::tier
