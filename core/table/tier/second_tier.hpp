// The second tier: a table of compressed entries (codec.hpp) in lines of 128 bytes (line.hpp).
//
// Any number of threads may probe and store. A probe takes no lock and only believes whole lines. A writer
// takes the lock bit of its line; a store that finds it taken is dropped.
#pragma once

#include <cstddef>
#include <cstdint>

#include "table/cluster.hpp"
#include "table/memory.hpp"
#include "table/tier/codec.hpp"
#include "table/tier/line.hpp"
#include "table/tier/rules.hpp"

namespace tabiya::table::tier {

struct TierSettings {
    std::uint64_t lines = 1;
    bool keep_evals = false;
    Eviction eviction = Eviction::kDepthAndAge;
    bool huge_pages = true;
};

enum class TierStored : std::uint8_t { kAdded, kReplaced, kUpdated, kRefused, kBusy };

struct TierContents {
    std::uint64_t entries = 0;
    std::uint64_t entry_bits = 0;  // bodies, ages and signatures, without wasted bits
    std::uint64_t used_lines = 0;
};

class SecondTier {
  public:
    // With more lines, place and signature would need the same bits of the hash.
    static constexpr std::uint64_t kMaxLines = (std::uint64_t{1} << 32) / kPlaces;

    explicit SecondTier(const TierSettings& settings);

    // The result has the entry's own generation and the signature of the first tier.
    Found probe(std::uint64_t hash);
    // The same in two steps, for callers with work to do while memory answers.
    void prefetch(std::uint64_t hash) const {
        const std::uint64_t* line = words_ + address_of(hash, settings_.lines).line * kLineWords;
        __builtin_prefetch(line);
        __builtin_prefetch(line + kLineWords / 2);
    }
    // `opened` keeps its generation; `now` is that of the table. Its signature is ignored.
    TierStored store(std::uint64_t hash, const Opened& opened, std::uint32_t now);

    // Keeps the index of moves, because lines that others are writing may use it. Their writes may be lost.
    void clear();
    // Copies lines and moves of `other`, which has the same settings. This tier must be new and unused.
    void copy_from(const SecondTier& other);
    // Counts the contents. With concurrent stores, each line is counted at its own moment.
    TierContents contents() const;
    // The same for at most `most` lines, evenly spread.
    TierContents sample(std::uint64_t most) const;
    // Copies whole lines to and from a file. Lines that are set must not be in use.
    void copy_lines(std::uint64_t first, std::uint64_t count, std::uint64_t* out) const;
    void set_lines(std::uint64_t first, std::uint64_t count, const std::uint64_t* lines);
    // Assigns the numbers 0, 1, ... to these moves; false if that is impossible.
    bool set_moves(const std::uint32_t* moves, std::uint32_t count);

    const TierSettings& settings() const { return settings_; }
    std::uint64_t bytes() const { return settings_.lines * kLineBytes; }
    std::uint64_t* words() { return words_; }
    const std::uint64_t* words() const { return words_; }
    const MoveIndex& moves() const { return moves_; }

  private:
    class Rebuild;

    int entries_begin() const { return lru() ? kLruEntriesBegin : kEntriesBegin; }
    int max_entries() const { return lru() ? kMaxLruEntries : kMaxEntries; }
    bool lru() const { return settings_.eviction == Eviction::kLru; }
    // Bits of the first word that may change without changing the seal.
    std::uint64_t unsealed() const { return kLocked | (lru() ? kUsedMask : 0); }
    // Copies all words from memory; false if the line is invalid.
    bool read(const std::uint64_t* line, std::uint64_t first_word, LineCopy& copy) const;
    void count_line(std::uint64_t line, TierContents& sum) const;
    // Returns where an entry begins, by walking over those before it; -1 if the line is invalid.
    int position_of(const LineCopy& copy, int entry) const;

    TierSettings settings_;
    Memory memory_;
    std::uint64_t* words_;
    MoveIndex moves_;
    Codec codec_;
};

}  // namespace tabiya::table::tier
