#include "table/shadow.hpp"

#include <sstream>

#include "table/dense_contents.hpp"

namespace tabiya::table {
namespace {

std::string in_hex(std::uint64_t value) {
    std::ostringstream text;
    text << "0x" << std::hex << value;
    return text.str();
}

// Names the first field in which two live entries differ.
std::string first_difference(std::uint64_t expected, std::int16_t expected_eval, const Opened& found) {
    const Entry want = unpack(expected, expected_eval);
    const Entry have = found.entry();
    std::ostringstream text;
    const auto differs = [&text](const char* field, auto wanted, auto got) {
        if (wanted == got) return false;
        text << field << " is " << +got << ", expected " << +wanted;
        return true;
    };
    differs("move", want.move, have.move) || differs("score", want.score, have.score) ||
        differs("eval", want.eval, have.eval) || differs("depth", want.depth, have.depth) ||
        differs("generation", want.generation, have.generation) ||
        differs("bound", static_cast<int>(want.bound), static_cast<int>(have.bound)) ||
        differs("source", static_cast<int>(want.source), static_cast<int>(have.source)) ||
        differs("pv", want.pv, have.pv);
    return text.str();
}

}  // namespace

Shadow::Shadow(const Geometry& geometry, const Slot* slots, bool random_keys)
    : geometry_(geometry), random_keys_(random_keys), copies_(geometry.slots()), slots_(slots) {
    copy_from(slots);
}

std::string Shadow::key_text(std::uint64_t hash) const {
    return "key " + in_hex(key_of_hash(hash, random_keys_));
}

std::string Shadow::key_text(const Copy& copy) const {
    return copy.whole_hash ? key_text(copy.hash) : "a key with signature " + in_hex(copy.hash);
}

Opened Shadow::read(std::uint64_t cluster, int way, const Slot* slots) const {
    const Slot* in_cluster = slots + cluster * static_cast<unsigned>(geometry_.stride());
    return geometry_.dense() ? read_dense(in_cluster, way, 0) : read_slot<AtomicWords>(in_cluster[way]);
}

std::uint64_t Shadow::kept(std::uint64_t word1) const {
    if (!geometry_.dense()) return word1;
    return aged(Found{true, Opened{0, word1}}, 0).opened.word1;
}

void Shadow::copy_from(const Slot* slots) {
    for (std::uint64_t cluster = 0; cluster < geometry_.clusters(); ++cluster) {
        for (int way = 0; way < geometry_.ways(); ++way) {
            const Opened opened = read(cluster, way, slots);
            const bool whole = geometry_.full_keys();
            const std::uint64_t hash =
                whole ? geometry_.recover_hash(cluster, opened.signature()) : opened.signature();
            copies_of(cluster)[way] = opened.live() ? Copy{hash, opened.word1, opened.eval(), whole} : Copy{};
        }
    }
}

void Shadow::check_probe(std::uint64_t hash, const Found& found, const Slot* slots) const {
    const std::uint64_t cluster = geometry_.cluster_of(hash);
    check_cluster(cluster, slots);
    for (int way = 0; way < geometry_.ways(); ++way) {
        const Copy& copy = copies_of(cluster)[way];
        const bool same_signature =
            is_live(copy.word1) && ((copy.hash ^ hash) & geometry_.signature_mask()) == 0;
        if (!same_signature) continue;
        if (copy.whole_hash && copy.hash != hash && !geometry_.dense()) {
            throw ValidationError("false hit: the probe for " + key_text(hash) +
                                  " matched the 48-bit signature of the entry of " + key_text(copy));
        }
        if (!found.hit) {
            throw ValidationError("the probe for " + key_text(hash) + " missed its entry, which is in slot " +
                                  std::to_string(way) + " of cluster " + std::to_string(cluster));
        }
        return;
    }
    if (found.hit) throw ValidationError("the probe for " + key_text(hash) + " found what was never stored");
}

void Shadow::check_store(std::uint64_t hash, const Stored& stored, const Slot* slots) {
    const std::uint64_t cluster = geometry_.cluster_of(hash);
    Copy* copies = copies_of(cluster);
    if (stored.slot >= 0) {
        for (int way = stored.slot + 1; way < geometry_.ways(); ++way) {
            const bool emptied = stored.outcome == Outcome::kUpdated &&
                                 ((copies[way].hash ^ hash) & geometry_.signature_mask()) == 0;
            if (emptied) copies[way] = Copy{};
        }
        copies[stored.slot] = Copy{hash, kept(stored.written.word1), stored.written.eval(), true};
    }
    check_cluster(cluster, slots);
}

void Shadow::check_cluster(std::uint64_t cluster, const Slot* slots) const {
    for (int way = 0; way < geometry_.ways(); ++way) {
        const Copy& copy = copies_of(cluster)[way];
        const Opened opened = read(cluster, way, slots);
        const auto place = [&] {
            const std::string slot = "slot " + std::to_string(way) + " of cluster " + std::to_string(cluster);
            return is_live(copy.word1) ? slot + " (" + key_text(copy) + ")" : slot;
        };
        if (opened.live() != is_live(copy.word1)) {
            throw ValidationError(place() + (opened.live()
                                                 ? " holds an entry that was never stored"
                                                 : " is empty, expected the entry of " + key_text(copy)));
        }
        if (!opened.live()) continue;
        if (opened.word1 != copy.word1) {
            throw ValidationError(place() + ": " + first_difference(copy.word1, copy.eval, opened));
        }
        if (opened.signature() != (copy.hash & geometry_.signature_mask())) {
            throw ValidationError(place() + ": signature is " + in_hex(opened.signature()) + ", expected " +
                                  in_hex(copy.hash & geometry_.signature_mask()) +
                                  ": its words do not belong together");
        }
        if (opened.eval() != copy.eval) {
            throw ValidationError(place() + ": " + first_difference(copy.word1, copy.eval, opened));
        }
    }
}

void Shadow::check_all(const Slot* slots) const {
    for (std::uint64_t cluster = 0; cluster < geometry_.clusters(); ++cluster) check_cluster(cluster, slots);
}

}  // namespace tabiya::table
