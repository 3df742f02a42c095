// Numbers for moves: a search has few different moves, so most take one of a few thousand numbers instead of
// 24 bits. Numbers are assigned in order of first use, so that frequent moves get small ones.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>

#include "table/entry.hpp"

namespace tabiya::table::tier {

class MoveIndex {
  public:
    static constexpr std::uint32_t kCapacity = 64 + 256 + 1024 + 4096;  // the sum of codec.hpp's classes
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};

    MoveIndex() : state_(std::make_unique<State>()) {}

    // Returns the number of a move, a new one if necessary. Returns kNone if there are no more, or if another
    // thread is adding one (or was during the fork): callers do not depend on it.
    std::uint32_t number_of(std::uint32_t move) {
        for (std::uint32_t place = first_place(move);; place = (place + 1) % kPlaces) {
            const std::uint64_t found = state_->places[place].load(std::memory_order_acquire);
            if (found == 0) return add(move);
            if ((found & kMaxMove) == move) return static_cast<std::uint32_t>(found >> 24) - 1;
        }
    }

    // Returns the move of a number; 0 if there is none.
    std::uint32_t move_of(std::uint32_t number) const {
        return number < kCapacity ? state_->moves[number].load(std::memory_order_acquire) : 0;
    }

    std::uint32_t size() const { return state_->size.load(std::memory_order_acquire); }

  private:
    static constexpr std::uint32_t kPlaces = 1 << 14;  // at most a third full, so that look-ups are short
    struct State {
        std::array<std::atomic<std::uint64_t>, kPlaces> places{};  // (number + 1) << 24 | move
        std::array<std::atomic<std::uint32_t>, kCapacity> moves{};
        std::atomic<std::uint32_t> size{0};
        std::mutex adding;
    };

    static std::uint32_t first_place(std::uint32_t move) { return (move * 0x9E37'79B9u) >> (32 - 14); }

    std::uint32_t add(std::uint32_t move) {
        if (size() == kCapacity) return kNone;
        const std::unique_lock lock(state_->adding, std::try_to_lock);
        if (!lock) return kNone;
        std::uint32_t place = first_place(move);
        while (const std::uint64_t found = state_->places[place].load(std::memory_order_relaxed)) {
            if ((found & kMaxMove) == move) return static_cast<std::uint32_t>(found >> 24) - 1;
            place = (place + 1) % kPlaces;
        }
        const std::uint32_t number = size();
        if (number == kCapacity) return kNone;
        state_->moves[number].store(move, std::memory_order_release);
        state_->places[place].store(std::uint64_t{number + 1} << 24 | move, std::memory_order_release);
        state_->size.store(number + 1, std::memory_order_release);
        return number;
    }

    std::unique_ptr<State> state_;
};

}  // namespace tabiya::table::tier
