// Words that sometimes yield between two accesses, as if the thread were preempted in the middle of a store.
// So the race is fierce even where all threads share one core.
#pragma once

#include <cstdint>
#include <thread>

#include "table/sync.hpp"
#include "tests/random.hpp"

namespace tabiya::race {

struct PreemptedWords {
    static void maybe_yield() {
        thread_local std::uint32_t countdown = 1;
        if (--countdown == 0) {
            std::this_thread::yield();
            thread_local tests::Random random(reinterpret_cast<std::uintptr_t>(&countdown));
            countdown = 1 + random.next() % 64;
        }
    }
    static std::uint64_t load(const std::uint64_t& word) {
        maybe_yield();
        return table::AtomicWords::load(word);
    }
    static void store(std::uint64_t& word, std::uint64_t value) {
        maybe_yield();
        table::AtomicWords::store(word, value);
    }
};

}  // namespace tabiya::race
