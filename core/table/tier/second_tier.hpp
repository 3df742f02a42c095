// The second tier: a table of compressed entries (codec.hpp) in lines of 128 bytes (line.hpp).
//
// Any number of threads may probe and store. A probe takes no lock and believes only whole lines; a writer
// takes its line's lock bit, and a store that finds it taken is dropped.
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
    std::uint64_t entry_bits = 0;  // of bodies, ages and signatures, without what lines waste
    std::uint64_t used_lines = 0;
};

class SecondTier {
  public:
    // Above this, a hash would have to give the same bits to the place and to the signature.
    static constexpr std::uint64_t kMaxLines = (std::uint64_t{1} << 32) / kPlaces;

    explicit SecondTier(const TierSettings& settings);

    // The entry's own generation is in the answer, its signature is that of the first tier.
    Found probe(std::uint64_t hash);
    // Two steps of the same for callers that have work to do while memory answers.
    void prefetch(std::uint64_t hash) const {
        const std::uint64_t* line = words_ + address_of(hash, settings_.lines).line * kLineWords;
        __builtin_prefetch(line);
        __builtin_prefetch(line + kLineWords / 2);
    }
    // `opened` keeps its generation; `now` is the table's. Its signature is not looked at.
    TierStored store(std::uint64_t hash, const Opened& opened, std::uint32_t now);

    // The index of moves stays: lines that others are writing may use it. What they write may be lost.
    void clear();
    // The lines and moves of `other`, which has the same settings; this one is fresh and nobody uses it yet.
    void copy_from(const SecondTier& other);
    // A count of what is there; beside stores it is one of some moment for each line.
    TierContents contents() const;
    // The same of at most `most` lines, evenly spread.
    TierContents sample(std::uint64_t most) const;
    // Whole lines on their way to a file and back; nobody else may be using those that are set.
    void copy_lines(std::uint64_t first, std::uint64_t count, std::uint64_t* out) const;
    void set_lines(std::uint64_t first, std::uint64_t count, const std::uint64_t* lines);
    // Gives these moves the numbers 0, 1, ...; false if that cannot be.
    bool set_moves(const std::uint32_t* moves, std::uint32_t count);

    const TierSettings& settings() const { return settings_; }
    std::size_t bytes() const { return settings_.lines * kLineBytes; }
    std::uint64_t* words() { return words_; }
    const std::uint64_t* words() const { return words_; }
    const MoveIndex& moves() const { return moves_; }

  private:
    class Rebuild;

    int entries_begin() const { return lru() ? kLruEntriesBegin : kEntriesBegin; }
    int max_entries() const { return lru() ? kMaxLruEntries : kMaxEntries; }
    bool lru() const { return settings_.eviction == Eviction::kLru; }
    // Bits of the first word that may change without a new seal.
    std::uint64_t unsealed() const { return kLocked | (lru() ? kUsedMask : 0); }
    // Copies all words from memory; false if the line cannot be one.
    bool read(const std::uint64_t* line, std::uint64_t first_word, LineCopy& copy) const;
    void count_line(std::uint64_t line, TierContents& sum) const;
    // Where an entry begins, found by walking over those before it; -1 if the line cannot be one.
    int position_of(const LineCopy& copy, int entry) const;

    TierSettings settings_;
    Memory memory_;
    std::uint64_t* words_;
    MoveIndex moves_;
    Codec codec_;
};

}  // namespace tabiya::table::tier
