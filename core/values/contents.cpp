// All entries of a value table: counted, cleared, saved and loaded.
#include <algorithm>

#include "table/zeroing.hpp"
#include "values/value_table.hpp"

namespace tabiya::values {

void Table::clear() {
    const table::AllBucketsGuard guard(locks_);
    table::zero_slots(memory_, words_, bytes());
}

std::uint64_t Table::live_entries() const {
    std::uint64_t live = 0;
    visit([&]<int kWords>() {
        const std::uint64_t slots = geometry_.clusters() * Cluster<kWords>::kWays;
        for (std::uint64_t slot = 0; slot < slots; ++slot)
            live += Opened<kWords>::read(words_ + slot * kWords).head.live();
    });
    memory_.check();
    return live;
}

std::uint64_t Table::scan(std::uint64_t cluster, std::size_t limit, std::vector<Row>& out) const {
    visit([&]<int kWords>() {
        for (; cluster < geometry_.clusters() && out.size() < limit; ++cluster) {
            const Cluster<kWords> line(words_ + cluster * Cluster<kWords>::kStride);
            for (int way = 0; way < Cluster<kWords>::kWays; ++way) {
                const Opened<kWords> slot = line.read(way);
                if (!slot.head.live()) continue;
                const std::uint64_t hash = geometry_.recover_hash(cluster, slot.head.signature());
                if (geometry_.cluster_of(hash) != cluster) continue;  // a killed writer's
                Row row{key_of(hash, slot.payload[0]),
                        slot.head.priority(),
                        static_cast<std::uint8_t>(slot.head.generation()),
                        {}};
                const int first = first_value_word();
                std::copy(slot.payload + first, slot.payload + kWords - 1, row.value.begin());
                out.push_back(row);
            }
        }
    });
    memory_.check();
    return cluster;
}

template <int kWords>
void Table::insert_in(const Row& row) {
    const std::uint64_t hash = hash_of(row.key);
    const std::uint32_t now = generation();
    const table::BucketGuard guard(locks_, locks_.bucket_of(geometry_.cluster_of(hash)));
    const Cluster<kWords> cluster(line_of(hash));
    const std::uint64_t signature = hash & table::kSignatureMask;
    const Head head = Head::make(signature, row.priority, row.generation);
    Opened<kWords> old;
    int way = cluster.find(sought(hash, row.key), old);
    if (way < 0) {
        way = cluster.victim(signature, now);
        old = cluster.read(way);
    }
    if (old.head.live() && worth(old.head, now) > worth(head, now)) return;
    std::uint64_t payload[kWords - 1] = {};
    if (settings_.wide_keys) payload[0] = row.key.high;
    std::copy_n(row.value.begin(), kWords - 1 - first_value_word(), payload + first_value_word());
    cluster.write(way, head, payload);
}

void Table::insert(std::span<const Row> rows) {
    visit([&]<int kWords>() {
        for (const Row& row : rows) insert_in<kWords>(row);
    });
}

void Table::copy_slots(std::uint64_t* out) const {
    for (std::size_t word = 0; word < bytes() / 8; ++word) out[word] = table::AtomicWords::load(words_[word]);
    memory_.check();
}

void Table::set_slots(const std::uint64_t* words) {
    const table::AllBucketsGuard guard(locks_);
    for (std::size_t word = 0; word < bytes() / 8; ++word)
        table::AtomicWords::store(words_[word], words[word]);
}

}  // namespace tabiya::values
