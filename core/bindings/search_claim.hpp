// The exclusive right to search with an engine, and the means to stop that search.
//
// A C++ object, so that no interrupt can come between taking and releasing it: Python only checks for signals
// between its own instructions.
#pragma once

#include <mutex>
#include <stdexcept>

#include "search/stop.hpp"
#include "table/fork.hpp"

namespace tabiya::bindings {

class SearchClaim;

// The seat of the one running search of an engine.
class SearchSeat {
  public:
    explicit SearchSeat(search::Control& control) : control_(control) {}

    // Stops the search that has the seat, if any.
    void stop();
    bool taken() {
        const std::lock_guard guard(mutex_);
        return holder_ != nullptr;
    }

  private:
    friend class SearchClaim;
    search::Control& control_;
    table::LeafMutex mutex_;
    SearchClaim* holder_ = nullptr;
};

class SearchClaim {
  public:
    explicit SearchClaim(SearchSeat& seat) : seat_(&seat) {
        const std::lock_guard guard(seat.mutex_);
        if (seat.holder_ != nullptr) {
            throw std::runtime_error(
                "this engine is searching: stop() it to search again, or make another engine on its table");
        }
        seat.holder_ = this;
    }
    ~SearchClaim() { release(); }
    SearchClaim(const SearchClaim&) = delete;
    SearchClaim& operator=(const SearchClaim&) = delete;

    void release() {
        const std::lock_guard guard(seat_->mutex_);
        if (seat_->holder_ == this) seat_->holder_ = nullptr;
    }
    bool holds(SearchSeat& seat) const {
        const std::lock_guard guard(seat.mutex_);
        return seat.holder_ == this;
    }

    // Before or during the search; once is enough.
    void stop() { token_.stop(); }
    const search::StopToken& token() const { return token_; }
    // Does nothing after the claim is released: the next search has its own deadlines.
    void set_deadline(double soft_ms, double hard_ms) {
        const std::lock_guard guard(seat_->mutex_);
        if (seat_->holder_ == this) seat_->control_.set_deadline(soft_ms, hard_ms);
    }

  private:
    SearchSeat* seat_;
    search::StopToken token_;
};

inline void SearchSeat::stop() {
    const std::lock_guard guard(mutex_);
    if (holder_ != nullptr) holder_->stop();
}

}  // namespace tabiya::bindings
