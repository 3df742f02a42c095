#include "lab/rivals.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "lab/rival_lines.hpp"
#include "table/geometry.hpp"

namespace tabiya::lab {

using table::Opened;

namespace {

// The depth of the search that an entry saves: a null move is refuted by a search that is at least three
// plies shallower than the entry says.
int effort_of(std::uint64_t word1) {
    constexpr int kNullMovePlies = 3;
    const int depth = table::depth_of(word1);
    return table::source_of(word1) == table::Source::kNullMove ? std::max(depth - kNullMovePlies, 0) : depth;
}

std::uint64_t with_depth(std::uint64_t word1, int depth) {
    table::Entry entry = Opened{0, word1}.entry();
    entry.depth = static_cast<std::uint8_t>(depth);
    return table::pack_word1(entry);
}

}  // namespace

std::int64_t RivalRule::value(std::uint64_t word1, std::uint32_t generation) const {
    if (victims == Victims::kPolicy) return replacement.rank(word1, generation);
    if (victims == Victims::kEffort) {
        return table::cascade_rank(with_depth(word1, effort_of(word1)), generation);
    }
    return std::int64_t{table::depth_of(word1)} - 8 * std::int64_t{table::age_of(word1, generation)};
}

namespace {

Opened with_move(Opened opened, std::uint32_t move) {
    opened.word1 = (opened.word1 & ~std::uint64_t{table::kMaxMove}) | move;
    return opened;
}

bool field_overwrites(std::uint64_t old, std::uint64_t next, std::uint32_t generation) {
    const int depth = table::depth_of(next) + 2 * table::pv_of(next);
    return table::is_exact(next) || depth > table::depth_of(old) - 4 || table::age_of(old, generation) != 0;
}

}  // namespace

Opened RivalRule::update(const Opened& old, const Opened& next, bool& stays) const {
    const std::uint32_t generation = table::generation_of(next.word1);
    if (same_key == SameKey::kField) {
        stays = !field_overwrites(old.word1, next.word1, generation);
        if (!stays) return table::combine(next, old, generation);
        return table::has_move(next.word1) ? with_move(old, next.move()) : old;
    }
    stays = loses_to(old.word1, next.word1, generation);
    if (!stays) return table::combine(next, old, generation);
    const bool keeps_age = same_key == SameKey::kDeeperKeepAge;
    return table::combine(old, next, keeps_age ? table::generation_of(old.word1) : generation);
}

bool RivalRule::loses_to(std::uint64_t old, std::uint64_t next, std::uint32_t generation) const {
    switch (same_key) {
        case SameKey::kLatest:
            return replacement.protects(old, next, generation);
        case SameKey::kDeeper:
        case SameKey::kDeeperKeepAge:
            // As if both had the same generation.
            return !replacement.wins_update(old, next, table::generation_of(old));
        default:
            return !replacement.wins_update(old, next, generation);
    }
}

namespace {

template <class Line>
class RivalOf final : public Rival {
  public:
    RivalOf(std::uint64_t bytes, const RivalRule& rule, std::uint64_t seed)
        : lines_(std::max<std::uint64_t>(bytes / sizeof(Line), 1)),
          shadows_(lines_.size() * kWays),
          rule_(rule),
          seed_(seed) {}

    table::Found probe(std::uint64_t key_hash) override {
        const Place place = place_of(key_hash);
        ++counts_.probes;
        for (int way = 0; way < kWays; ++way) {
            const Opened opened = place.line->read(way, place.shadows[way], 0);
            if (!opened.live() || opened.signature() != place.signature) continue;
            ++counts_.hits;
            counts_.false_hits += place.shadows[way].hash != place.hash;
            return {true, opened};
        }
        return {};
    }

    void store(std::uint64_t key_hash, table::Entry entry, std::uint32_t generation) override {
        const Place place = place_of(key_hash);
        ++counts_.stores;
        entry.generation = static_cast<std::uint8_t>(generation);
        const Opened next = table::open(table::pack(place.signature, entry));
        std::array<Opened, kWays> held;
        int empty = -1;
        for (int way = 0; way < kWays; ++way) {
            held[way] = place.line->read(way, place.shadows[way], generation);
            if (held[way].live() && held[way].signature() == place.signature) {
                bool stays = false;
                const Opened result = rule_.update(held[way], next, stays);
                return write(place, way, result, stays ? place.shadows[way].hash : place.hash);
            }
            if (!held[way].live() && empty < 0) empty = way;
        }
        if (empty >= 0) return write(place, empty, next, place.hash);
        const int way = rule_.own ? owned(place, held, next) : replaceable(held, next, generation);
        if (way < 0) {
            ++counts_.refused;
            return;
        }
        ++counts_.replaced;
        counts_.collisions += table::age_of(held[way].word1, generation) == 0;
        write(place, way, next, place.hash);
    }

    void clear() override {
        std::fill(lines_.begin(), lines_.end(), Line{});
        std::fill(shadows_.begin(), shadows_.end(), Shadow{});
        counts_ = {};
    }

    std::uint64_t live() const override {
        std::uint64_t count = 0;
        for (std::size_t i = 0; i < shadows_.size(); ++i) {
            count += lines_[i / kWays].read(static_cast<int>(i % kWays), shadows_[i], 0).live();
        }
        return count;
    }
    std::uint64_t slots() const override { return shadows_.size(); }

  private:
    static constexpr int kWays = Line::kWays;

    struct Place {
        std::uint64_t hash;
        std::uint64_t signature;
        Line* line;
        Shadow* shadows;
    };

    Place place_of(std::uint64_t hash) {
        if (seed_ != 0) hash = table::mix(hash ^ seed_);
        const std::uint64_t number = table::mul_high(hash, lines_.size());
        return {hash, hash & Line::kSignatureMask, &lines_[number], &shadows_[number * kWays]};
    }

    void write(const Place& place, int way, const Opened& opened, std::uint64_t hash) {
        place.line->write(way, opened, place.shadows[way]);
        place.shadows[way].hash = hash;
    }

    std::uint64_t key_of(std::uint64_t hash) const {
        return table::unmix(seed_ == 0 ? hash : table::unmix(hash) ^ seed_);
    }

    int owned(const Place& place, const std::array<Opened, kWays>& held, const Opened& next) const {
        std::array<Candidate, kWays> line;
        for (int way = 0; way < kWays; ++way) {
            line[way] = {key_of(place.shadows[way].hash), held[way].entry()};
        }
        return rule_.own(line, {key_of(place.hash), next.entry()});
    }

    // -1: no victim, the new entry is refused.
    int replaceable(const std::array<Opened, kWays>& held, const Opened& next, std::uint32_t generation) {
        if (rule_.victims == Victims::kField) return least(held, next, generation, false);
        const int chosen = least(held, next, generation, true);
        counts_.prevented += chosen != least(held, next, generation, false);
        if (chosen < 0) return -1;
        const table::Ground ground = rule_.replacement.ground(held[chosen].word1, next.word1, generation);
        return ground != table::Ground::kKept ? chosen : -1;
    }

    int least(const std::array<Opened, kWays>& held, const Opened& next, std::uint32_t generation,
              bool protects) const {
        // Ours start with the slot that the signature selects, so that ties do not always hit the same slot.
        const bool field = rule_.victims == Victims::kField;
        const int first = field ? 0 : static_cast<int>(next.signature() % kWays);
        int chosen = -1;
        for (int step = 0; step < kWays; ++step) {
            const int way = (first + step) % kWays;
            const std::uint64_t old = held[way].word1;
            if (protects && rule_.replacement.protects(old, next.word1, generation)) continue;
            if (chosen < 0 || rule_.value(old, generation) < rule_.value(held[chosen].word1, generation)) {
                chosen = way;
            }
        }
        return chosen;
    }

    std::vector<Line> lines_;
    std::vector<Shadow> shadows_;
    RivalRule rule_;
    std::uint64_t seed_;
};

Rival& rival(void* handle) {
    return *static_cast<Rival*>(handle);
}

}  // namespace

table::Guest Rival::guest() {
    return {
        .handle = this,
        .probe = [](void* handle, std::uint64_t hash) { return rival(handle).probe(hash); },
        .store = [](void* handle, std::uint64_t hash, const table::Entry& entry,
                    std::uint32_t generation) { rival(handle).store(hash, entry, generation); },
        .clear = [](void* handle) { rival(handle).clear(); },
    };
}

std::unique_ptr<Rival> make_rival(RivalLayout layout, std::uint64_t bytes, const RivalRule& rule,
                                  std::uint64_t seed) {
    switch (layout) {
        case RivalLayout::kSingle:
            return std::make_unique<RivalOf<WideLine<1>>>(bytes, rule, seed);
        case RivalLayout::kCluster3:
            return std::make_unique<RivalOf<WideLine<3>>>(bytes, rule, seed);
        case RivalLayout::kCluster4:
            return std::make_unique<RivalOf<WideLine<4>>>(bytes, rule, seed);
        case RivalLayout::kField:
            return std::make_unique<RivalOf<FieldLine>>(bytes, rule, seed);
        case RivalLayout::kLine5:
            return std::make_unique<RivalOf<Line5>>(bytes, rule, seed);
        case RivalLayout::kCluster8:
            return std::make_unique<RivalOf<WideLine<8>>>(bytes, rule, seed);
        case RivalLayout::kDense:
            return std::make_unique<RivalOf<DenseRival>>(bytes, rule, seed);
    }
    throw std::invalid_argument("layout must be between 0 and 6");
}

}  // namespace tabiya::lab
