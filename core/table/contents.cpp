// Operations on all entries of a table: scan, merge, copy, save.
#include "table/contents.hpp"

#include <cstring>
#include <optional>
#include <string>

namespace tabiya::table {

std::uint64_t Table::scan(std::uint64_t cluster, std::size_t limit, std::vector<KeyedEntry>& out) const {
    while (cluster < geometry().clusters() && out.size() < limit) {
        for_each_entry(body_, cluster, cluster + 1, [&](std::uint64_t hash, const Opened& opened) {
            out.push_back(KeyedEntry{key_of(hash), opened.entry()});
        });
        ++cluster;
    }
    body_.memory.check();
    return cluster;
}

std::uint64_t Table::scan(std::uint64_t cluster, std::size_t limit, Columns& out) const {
    const std::uint64_t end = geometry().clusters();
    for (; cluster < end && out.count < limit; ++cluster) {
        for_each_entry(body_, cluster, cluster + 1, [&](std::uint64_t hash, const Opened& opened) {
            out.keys[out.count] = key_of(hash);
            out.words[out.count] = opened.word1;
            out.evals[out.count] = opened.eval();
            ++out.count;
        });
    }
    body_.memory.check();
    return cluster;
}

void Table::copy_slots(Slot* out) const {
    if (geometry().dense()) {
        const auto* lines = reinterpret_cast<const DenseLine*>(body_.slots);
        auto* const copies = reinterpret_cast<std::byte*>(out);  // of any alignment
        for (std::uint64_t line = 0; line < geometry().clusters(); ++line) {
            const DenseLine copy = dense::clean_copy(lines[line]);
            std::memcpy(copies + line * sizeof copy, &copy, sizeof copy);
        }
        return body_.memory.check();
    }
    const auto stride = static_cast<unsigned>(geometry().stride());
    for (std::size_t slot = 0; slot < geometry().bytes() / sizeof(Slot); ++slot) {
        const Slot& from = body_.slots[slot];
        const Slot value{AtomicWords::load(from.word0), AtomicWords::load(from.word1)};
        const bool spare = slot % stride >= static_cast<unsigned>(geometry().ways());
        out[slot] = !spare && is_live(value.word1) && storable(value.word1) ? value : Slot{0, 0};
    }
    body_.memory.check();
}

void Table::set_slots(const Slot* slots) {
    const auto stride = static_cast<unsigned>(geometry().stride());
    const std::size_t count = geometry().bytes() / sizeof(Slot);
    for (std::size_t line = 0; geometry().dense() && line < geometry().clusters(); ++line) {
        DenseLine copy;
        std::memcpy(&copy, slots + line * stride, sizeof copy);
        if (!dense::is_clean(copy))
            throw std::invalid_argument("line " + std::to_string(line) + " holds an invalid entry");
    }
    for (std::size_t slot = 0; !geometry().dense() && slot < count; ++slot) {
        const bool spare = slot % stride >= static_cast<unsigned>(geometry().ways());
        const auto [word0, word1] = slots[slot];
        const bool empty = (word0 | word1) == 0;
        if (!empty && (spare || !is_live(word1) || !storable(word1)))
            throw std::invalid_argument("slot " + std::to_string(slot) + " holds an invalid entry");
    }
    const Shadow::Held held = hold_shadow();
    for (std::size_t slot = 0; slot < count; ++slot) write_slot<AtomicWords>(body_.slots[slot], slots[slot]);
    if (paranoid()) body_.shadow->copy_from(body_.slots);
}

// With bucket locks, an insert is a writer like any other.
bool Table::insert_entry(std::uint64_t hash, const Opened& opened, std::uint32_t generation) {
    std::optional<BucketGuard> guard;
    if (settings_.sync == Sync::kBucketLocks)
        guard.emplace(locks_, locks_.bucket_of(geometry().cluster_of(hash)));
    return insert_into(body_, hash, opened, generation);
}

void Table::merge(const Table& other) {
    if (!other.geometry().full_keys()) throw std::invalid_argument("merge needs whole keys");
    const Shadow::Held held = hold_shadow();
    const std::uint32_t now = generation();
    const std::uint32_t other_now = other.generation();
    for_each_entry(other.body_, 0, other.geometry().clusters(), [&](std::uint64_t hash, Opened opened) {
        const std::uint64_t own_hash = hash_of(other.key_of(hash));
        opened.signature_and_eval =
            ((own_hash & kSignatureMask) << 16) | static_cast<std::uint16_t>(opened.eval());
        insert_entry(own_hash, with_generation(opened, now - age_of(opened.word1, other_now)), now);
    });
    body_.memory.check();
    other.body_.memory.check();
    if (paranoid()) body_.shadow->copy_from(body_.slots);
}

std::size_t Table::insert(const std::vector<KeyedEntry>& entries) {
    const Shadow::Held held = hold_shadow();
    std::size_t kept = 0;
    for (const auto& [key, entry] : entries) {
        const std::uint64_t hash = hash_of(key);
        kept += insert_entry(hash, open(pack(hash & kSignatureMask, entry)), generation());
    }
    if (paranoid()) body_.shadow->copy_from(body_.slots);
    return kept;
}

void Table::insert(const Columns& entries) {
    for (std::size_t i = 0; i < entries.count; ++i) {
        if (!is_live(entries.words[i]) || !storable(entries.words[i]))
            throw std::invalid_argument("entry " + std::to_string(i) + " is invalid");
    }
    const Shadow::Held held = hold_shadow();
    const std::uint32_t now = generation();
    const bool locking = settings_.sync == Sync::kBucketLocks;
    with_ways(geometry().layout(), [&]<int kWays>() {
        for (std::size_t i = 0; i < entries.count; ++i) {
            const std::uint64_t hash = hash_of(entries.keys[i]);
            const std::uint64_t cluster = geometry().cluster_of(hash);
            const auto eval = static_cast<std::uint16_t>(entries.evals[i]);
            const Opened opened{((hash & kSignatureMask) << 16) | eval, entries.words[i]};
            std::optional<BucketGuard> guard;
            if (locking) guard.emplace(locks_, locks_.bucket_of(cluster));
            ClusterOf<kWays, AtomicWords>(body_.slots + cluster * stride_of(kWays)).insert(opened, now);
        }
    });
    if (paranoid()) body_.shadow->copy_from(body_.slots);
}

void Table::copy_from(const Table& other) {
    const bool alike = geometry() == other.geometry() &&
                       settings_.random_keys == other.settings_.random_keys &&
                       settings_.tiers.lines == other.settings_.tiers.lines;
    if (!alike)
        throw std::invalid_argument("a table can be copied only into one of the same size and layout");
    const tier::PauseGuard pause(tiers_.get());  // its thread would number moves differently
    const std::size_t slots = geometry().bytes() / sizeof(Slot);
    for (std::size_t slot = 0; slot < slots; ++slot) {
        const Slot& from = other.body_.slots[slot];
        const Slot value{AtomicWords::load(from.word0), AtomicWords::load(from.word1)};
        // Do not touch untouched pages: copying an empty table takes no memory.
        if ((value.word0 | value.word1) != 0) write_slot<AtomicWords>(body_.slots[slot], value);
    }
    other.body_.memory.check();
    set_generation(other.generation_count());
    body_.header->nodes.store(other.body_.header->nodes.load(std::memory_order_relaxed));
    body_.header->steps.store(other.body_.header->steps.load(std::memory_order_relaxed));
    if (tiers_ && other.tiers_) tiers_->second().copy_from(other.tiers_->second());
    if (paranoid()) body_.shadow->copy_from(body_.slots);
}

}  // namespace tabiya::table
