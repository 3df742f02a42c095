// Short calls on a table, and swaps of the memory they use.
//
// A call increments a count before it reads anything, and decrements it at its end. A swap closes the door,
// waits until all counts are 0, and opens it again. With a GIL no counting is needed: swaps and short calls
// both hold the GIL (bindings/section.hpp).
//
// Both sides wait without telling Python, so neither may call Python in between: a thread that waits there
// for another one would wait forever.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

namespace tabiya::table {

class Readers {
  private:
    struct alignas(64) Stripe {
        std::atomic<std::uint32_t> inside{0};
    };

  public:
    Readers() : stripes_(std::make_unique<Stripe[]>(kStripes)) {}

    // Prevents swaps while it lives. Waits while the door is closed.
    class Inside {
      public:
        explicit Inside(Readers& readers) : stripe_(readers.enter()) {}
        ~Inside() { stripe_.inside.fetch_sub(1, std::memory_order_release); }
        Inside(const Inside&) = delete;
        Inside& operator=(const Inside&) = delete;

      private:
        Stripe& stripe_;
    };

    // Keeps calls out while it lives. One at a time; others wait.
    class Swap {
      public:
        explicit Swap(Readers& readers) : readers_(readers) { readers_.close(); }
        ~Swap() { readers_.closed_.store(false, std::memory_order_release); }
        Swap(const Swap&) = delete;
        Swap& operator=(const Swap&) = delete;

      private:
        Readers& readers_;
    };

  private:
    static constexpr int kStripes = 64;  // threads that share a stripe only lose time

    Stripe& enter();
    void close();

    std::unique_ptr<Stripe[]> stripes_;
    std::atomic<bool> closed_{false};
};

}  // namespace tabiya::table
