// How a search is stopped, and the place where all its threads check it.
#pragma once

#include <atomic>
#include <chrono>

#include "search/limits.hpp"

namespace tabiya::search {

// Asks one search to stop, from any thread, before or during the search. It cannot be reset.
class StopToken {
  public:
    void stop() { stopped_.store(true, std::memory_order_relaxed); }
    bool stopped() const { return stopped_.load(std::memory_order_relaxed); }

  private:
    std::atomic<bool> stopped_{false};
};

// Written by the controlling thread, read by the search threads.
class Control {
  public:
    using Clock = std::chrono::steady_clock;

    // `token` must outlive the search.
    void begin(const Limits& limits, const StopToken* token = nullptr) {
        start_ = Clock::now();
        token_ = token;
        stop_.store(false, std::memory_order_relaxed);
        set_deadline(limits.soft_ms, limits.hard_ms);
    }

    // Stops the search immediately.
    void stop() { stop_.store(true, std::memory_order_relaxed); }
    bool stopped() const { return stop_.load(std::memory_order_relaxed); }
    // Whether to end as soon as there is an answer: a stop was requested, or time is up.
    bool end_wanted() const { return hard_deadline_passed() || (token_ != nullptr && token_->stopped()); }

    void set_deadline(double soft_ms, double hard_ms) {
        soft_ms_.store(soft_ms, std::memory_order_relaxed);
        hard_ms_.store(hard_ms, std::memory_order_relaxed);
    }
    double elapsed_ms() const {
        return std::chrono::duration<double, std::milli>(Clock::now() - start_).count();
    }
    bool soft_deadline_passed() const { return passed(soft_ms_); }
    bool hard_deadline_passed() const { return passed(hard_ms_); }

  private:
    bool passed(const std::atomic<double>& deadline) const {
        const double ms = deadline.load(std::memory_order_relaxed);
        return ms > 0 && elapsed_ms() >= ms;
    }

    Clock::time_point start_ = Clock::now();
    const StopToken* token_ = nullptr;
    std::atomic<bool> stop_{false};
    std::atomic<double> soft_ms_{0}, hard_ms_{0};
};

}  // namespace tabiya::search
