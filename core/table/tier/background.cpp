#include "table/tier/background.hpp"

#include <unistd.h>

#include <utility>

namespace tabiya::table::tier {

Background::Background(std::function<bool()> work) : state_(std::make_unique<State>()), owner_(getpid()) {
    state_->work = std::move(work);
    thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

Background::~Background() {
    if (forked()) {
        // There is nobody to wait for; and a condition variable that somebody waited for when the process was
        // forked would wait for him on its destruction.
        if (thread_.joinable()) thread_.detach();
        static_cast<void>(state_.release());
        return;
    }
    stop();
}

void Background::stop() {
    if (forked() || !thread_.joinable()) return;
    thread_.request_stop();
    thread_.join();
}

void Background::pause() {
    if (!forked()) state_->piece.lock();
}

void Background::resume() {
    if (!forked()) state_->piece.unlock();
}

bool Background::forked() const {
    return getpid() != owner_;
}

void Background::run(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        bool more = false;
        {
            const std::unique_lock piece(state_->piece, std::try_to_lock);
            if (piece) more = state_->work();
        }
        if (more) {
            std::this_thread::yield();
            continue;
        }
        std::unique_lock idle(state_->idle);
        state_->wake.wait_for(idle, stop, kIdle, [] { return false; });
    }
}

}  // namespace tabiya::table::tier
