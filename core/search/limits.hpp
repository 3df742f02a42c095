// When a search ends, and the one place where all of its threads look for that.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <vector>

namespace tabiya::search {

struct Limits {
    int depth = 0;  // 0 = none, here and below
    std::uint64_t nodes = 0;
    int mate = 0;  // plies: a mate that is as near ends the search
    double soft_ms = 0;
    double hard_ms = 0;
    bool infinite = false;             // ends by stop() only
    std::vector<std::uint32_t> moves;  // packed root moves; empty = all
    int multipv = 1;
};

// Written by whoever steers the search, read by its threads.
class Control {
  public:
    using Clock = std::chrono::steady_clock;

    void begin(const Limits& limits) {
        start_ = Clock::now();
        stop_.store(false, std::memory_order_relaxed);
        set_deadline(limits.soft_ms, limits.hard_ms);
    }

    void stop() { stop_.store(true, std::memory_order_relaxed); }
    bool stopped() const { return stop_.load(std::memory_order_relaxed); }

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
    std::atomic<bool> stop_{false};
    std::atomic<double> soft_ms_{0}, hard_ms_{0};
};

}  // namespace tabiya::search
