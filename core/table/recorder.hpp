// Records the probes and stores of a table, for the lab to replay. Only debug tables check for a recorder, so
// that others pay nothing.
//
// A record is a key and a word: for a probe, whether it hit; for a store, word1 with its generation (a store
// has a bound, so that the two cannot be confused). Evals are not recorded, because replacement ignores them.
#pragma once

#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include "table/entry.hpp"
#include "table/fork.hpp"

namespace tabiya::table {

class Recorder {
  public:
    void probe(std::uint64_t key, bool hit) { add(key, hit ? 1 : 0); }
    void store(std::uint64_t key, Entry entry, std::uint32_t generation) {
        entry.generation = static_cast<std::uint8_t>(generation);
        add(key, pack_word1(entry));
    }

    struct Notes {
        std::vector<std::uint64_t> keys;
        std::vector<std::uint64_t> words;
    };
    // Returns what was recorded since the last call.
    Notes take() {
        const std::lock_guard guard(mutex_);
        return std::exchange(notes_, {});
    }

  private:
    void add(std::uint64_t key, std::uint64_t word) {
        const std::lock_guard guard(mutex_);
        notes_.keys.push_back(key);
        notes_.words.push_back(word);
    }

    LeafMutex mutex_;
    Notes notes_;
};

}  // namespace tabiya::table
