// A value table: keys, and values of up to 56 bytes, whose meaning only the user knows.
//
// Readers take no lock; the link (slot.hpp) rejects words of different stores. Writers, `store` and `add`
// alike, hold the lock of their cluster, one of 256, while they look for the key and write one slot:
//
//   no increment is lost        an add reads, adds and writes under the lock that every other writer of the
//                               key needs
//   no key is there twice       two adds that both create it come one after the other
//   no slot stays torn          only one writer writes to it
//   a killed writer             leaves one slot half written, which no reader believes, and a lock that the
//                               kernel marks: the next writer takes it over (table/locks.hpp)
//   a stopped writer            makes others wait, at most 10 s (and 1 s for each 256 MB); then StuckLock
//
// A reader sees a write either not at all or completely. It tries again while the words of its key change
// (cluster.hpp), so a key that is there is found, unless its writer is stopped in mid-write.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "table/geometry.hpp"
#include "table/locks.hpp"
#include "table/memory.hpp"
#include "table/usable.hpp"
#include "values/cluster.hpp"
#include "values/fields.hpp"
#include "values/header.hpp"

namespace tabiya::values {

struct Key {
    std::uint64_t low = 0;
    std::uint64_t high = 0;  // of keys of 128 bits
};

struct Row {
    Key key;
    std::uint8_t priority = 0;
    std::uint8_t generation = 0;
    Payload value{};
};

// Thrown by an add that changed nothing.
struct Overflow {
    int field;
};

struct Settings {
    std::uint64_t clusters = 1;
    int words = 2;  // of an entry: 2, 4 or 8
    bool wide_keys = false;
    std::uint32_t value_bytes = 8;
    table::HugePages huge_pages = table::HugePages::kTransparent;
    std::string type_text;
};

enum class Wait : std::uint8_t { kNever, kAsLongAsNeeded };

class Table : public table::Usable {
  public:
    explicit Table(const Settings& settings);
    // In memory that others may map too; unless it is fresh, the settings are those of its header.
    Table(const Settings& settings, table::Memory&& memory, table::Opening opening);

    // --- one entry at a time -------------------------------------------------------------------------
    bool probe(Key key, std::uint64_t* value) const;
    // Both return false and do nothing if another writer holds the lock and `wait` does not allow waiting.
    bool store(Key key, const std::uint64_t* value, std::uint8_t priority, Wait wait);
    // Throws Overflow. `value` becomes the sum.
    bool add(Key key, std::span<const Amount> amounts, std::uint8_t priority, Wait wait,
             std::uint64_t* value);
    void prefetch(Key key) const { __builtin_prefetch(line_of(hash_of(key))); }

    // --- the whole table -----------------------------------------------------------------------------
    void clear();
    std::uint64_t live_entries() const;
    // Collects entries of whole clusters from `cluster` on until `limit` is reached. Returns the next
    // cluster. Torn slots are skipped where they can be detected. Needs full keys.
    std::uint64_t scan(std::uint64_t cluster, std::size_t limit, std::vector<Row>& out) const;
    // Inserts entries with their own generations. If not all fit, those worth more stay.
    void insert(std::span<const Row> rows);
    void copy_slots(std::uint64_t* out) const;
    void set_slots(const std::uint64_t* words);

    // --- generations ---------------------------------------------------------------------------------
    std::uint32_t generation() const { return generation_count() % table::kGenerations; }
    std::uint32_t generation_count() const { return header_->generation.load(std::memory_order_relaxed); }
    void set_generation(std::uint32_t count) { header_->generation.store(count, std::memory_order_relaxed); }
    void new_search() { header_->generation.fetch_add(1, std::memory_order_relaxed); }

    // --- what it is ----------------------------------------------------------------------------------
    const Settings& settings() const { return settings_; }
    int ways() const { return settings_.words == 2 ? 4 : 2; }
    std::size_t cluster_bytes() const { return static_cast<std::size_t>(ways() * settings_.words) * 8; }
    std::uint64_t bytes() const { return geometry_.clusters() * cluster_bytes(); }
    bool full_keys() const { return geometry_.full_keys(); }
    const table::Memory& memory() const { return memory_; }
    table::Locks& locks() { return locks_; }
    const std::uint64_t* words() const { return words_; }
    // Frees the memory. Every later use except another close throws Closed.
    void close();
    bool closed() const { return closed_.load(std::memory_order_relaxed); }
    void check_open() const final {
        if (closed()) throw table::Closed();
    }

  private:
    void check_memory() const override { memory_.check(); }
    // Bijections of the whole key: of 128 bits, the upper half is kept next to the hash.
    std::uint64_t hash_of(Key key) const {
        return table::mix(settings_.wide_keys ? key.low ^ table::mix(key.high) : key.low);
    }
    Key key_of(std::uint64_t hash, std::uint64_t high) const {
        if (!settings_.wide_keys) return {table::unmix(hash), 0};
        return {table::unmix(hash) ^ table::mix(high), high};
    }
    std::uint64_t* line_of(std::uint64_t hash) const {
        return words_ + geometry_.cluster_of(hash) * static_cast<unsigned>(ways() * settings_.words);
    }
    Sought sought(std::uint64_t hash, Key key) const {
        return {hash & table::kSignatureMask, key.high, settings_.wide_keys};
    }
    int first_value_word() const { return settings_.wide_keys ? 1 : 0; }

    template <class Use>
    decltype(auto) visit(const Use& use) const {
        switch (settings_.words) {
            case 2:
                return use.template operator()<2>();
            case 4:
                return use.template operator()<4>();
            default:
                return use.template operator()<8>();
        }
    }
    template <int kWords>
    bool probe_in(Key key, std::uint64_t* value) const {
        const std::uint64_t hash = hash_of(key);
        const Cluster<kWords> cluster(words_ + geometry_.cluster_of(hash) * Cluster<kWords>::kStride);
        Opened<kWords> found;
        if (cluster.find_beside_writers(sought(hash, key), found) < 0) return false;
        if (settings_.wide_keys) {
            for (int i = 0; i < kWords - 2; ++i) value[i] = found.payload[i + 1];
        } else {
            for (int i = 0; i < kWords - 1; ++i) value[i] = found.payload[i];
        }
        return true;
    }
    // Calls change(old value or null, payload to fill) under the lock of the key's cluster.
    template <class Change>
    bool write(Key key, Wait wait, const Change& change);
    template <int kWords>
    void insert_in(const Row& row);
    void use_memory(table::Memory&& memory, bool fresh);
    void write_header();

    Settings settings_;
    table::Geometry geometry_;
    table::Memory memory_;
    Header* header_ = nullptr;
    std::uint64_t* words_ = nullptr;
    table::Locks locks_;
    std::atomic<bool> closed_ = false;
};

inline bool Table::probe(Key key, std::uint64_t* value) const {
    if (closed()) [[unlikely]]
        throw table::Closed();
    return visit([&]<int kWords>() { return probe_in<kWords>(key, value); });
}

}  // namespace tabiya::values
