#include "table/readers.hpp"

#include <thread>

#include "table/thread_number.hpp"

namespace tabiya::table {

// `enter` writes its count before it reads the door; `close` writes the door before it reads the counts. In
// the total order of sequentially consistent operations one write comes first, so one side sees the other.
Readers::Stripe& Readers::enter() {
    Stripe& mine = stripes_[this_thread_number() % kStripes];
    while (true) {
        mine.inside.fetch_add(1, std::memory_order_seq_cst);
        if (!closed_.load(std::memory_order_seq_cst)) [[likely]]
            return mine;
        mine.inside.fetch_sub(1, std::memory_order_release);
        while (closed_.load(std::memory_order_relaxed)) std::this_thread::yield();
    }
}

void Readers::close() {
    while (closed_.exchange(true, std::memory_order_seq_cst)) std::this_thread::yield();
    for (int stripe = 0; stripe < kStripes; ++stripe) {
        while (stripes_[stripe].inside.load(std::memory_order_seq_cst) != 0) std::this_thread::yield();
    }
}

}  // namespace tabiya::table
