#include <algorithm>
#include <ranges>
#include <utility>
#include <vector>

#include "table/replacement.hpp"
#include "tier_laws.hpp"

namespace tabiya::tier_laws {

using table::tier::Codec;
using table::tier::MoveIndex;
using table::tier::SecondTier;
using table::tier::TierSettings;
using table::tier::TierStored;

namespace {

// A tier of one line by its rules: a list of unpacked entries.
class LineModel {
  public:
    explicit LineModel(const TierSettings& settings)
        : codec_(moves_, settings.keep_evals), lru_(settings.eviction == table::tier::Eviction::kLru) {}

    const Opened* find(std::uint64_t hash) const {
        const auto found = std::ranges::find(entries_, hash, &Kept::hash);
        return found == entries_.end() ? nullptr : &found->entry;
    }
    void use(std::uint64_t hash) {
        const auto found = std::ranges::find(entries_, hash, &Kept::hash);
        if (found != entries_.end()) found->used = true;
    }
    std::size_t size() const { return entries_.size(); }

    TierStored store(std::uint64_t hash, const Opened& next, std::uint32_t now) {
        std::vector<Kept> entries = entries_;
        auto place = std::ranges::find(entries, hash, &Kept::hash);
        const bool update = place != entries.end();
        if (update) {
            place->entry = together(place->entry, next, now);
        } else {
            place = std::ranges::upper_bound(entries, place_of(hash), {},
                                             [](const Kept& kept) { return place_of(kept.hash); });
            place = entries.insert(place, Kept{hash, next, 0, false});
        }
        place->bits = codec_.encode(place->entry.word1, place->entry.eval()).length;
        place->used = true;
        const std::size_t before = entries.size();
        if (!shrink(entries, hash, now)) return TierStored::kRefused;
        const bool removed = entries.size() < before;
        entries_ = std::move(entries);
        return update ? TierStored::kUpdated : removed ? TierStored::kReplaced : TierStored::kAdded;
    }

  private:
    struct Kept {
        std::uint64_t hash;
        Opened entry;
        int bits;  // of its body
        bool used;
    };

    static std::uint32_t place_of(std::uint64_t hash) { return table::tier::address_of(hash, 1).place; }

    static Opened together(const Opened& old, const Opened& next, std::uint32_t now) {
        const bool wins = table::Replacement{}.wins_update(old.word1, next.word1, now);
        const std::uint32_t age = std::min(table::age_of(old.word1, now), table::age_of(next.word1, now));
        return table::combine(wins ? next : old, wins ? old : next, (now - age) % table::kGenerations);
    }

    bool shrink(std::vector<Kept>& entries, std::uint64_t wanted, std::uint32_t now) const {
        const auto age = [now](const Kept& kept) { return table::age_of(kept.entry.word1, now); };
        const std::uint32_t youngest = std::ranges::min(entries | std::views::transform(age));
        const auto fits = [&] {
            int bits = lru_ ? 64 : 48;
            for (const Kept& kept : entries) {
                const std::uint32_t older = age(kept) - youngest;
                bits += 32 + kept.bits + (older < 3 ? static_cast<int>(older) + 1 : 9);
            }
            return entries.size() <= (lru_ ? 16u : 20u) && bits <= 1024;
        };
        while (!fits()) {
            const auto victim = lru_ ? not_used_lately(entries, wanted, now) : worth_least(entries, now);
            if (victim->hash == wanted) return false;
            entries.erase(victim);
        }
        return true;
    }

    static std::int64_t worth(const Kept& kept, std::uint32_t now) {
        return table::cascade_rank(kept.entry.word1, now);
    }
    static std::vector<Kept>::iterator worth_least(std::vector<Kept>& entries, std::uint32_t now) {
        return std::ranges::min_element(entries, {}, [now](const Kept& kept) { return worth(kept, now); });
    }
    static std::vector<Kept>::iterator not_used_lately(std::vector<Kept>& entries, std::uint64_t wanted,
                                                       std::uint32_t now) {
        const auto spared = [wanted](const Kept& kept) { return kept.used || kept.hash == wanted; };
        if (std::ranges::all_of(entries, spared)) {
            for (Kept& kept : entries) kept.used = kept.hash == wanted;
        }
        const auto order = [&](const Kept& kept) { return std::pair(spared(kept), worth(kept, now)); };
        return std::ranges::min_element(entries, {}, order);
    }

    MoveIndex moves_;
    Codec codec_;
    bool lru_;
    std::vector<Kept> entries_;
};

// Reads without changing the line.
void check_all_keys(SecondTier& tier, const LineModel& model, const std::vector<std::uint64_t>& hashes) {
    const std::uint64_t first_word = tier.words()[0];
    for (const std::uint64_t hash : hashes) {
        const table::Found found = tier.probe(hash);
        const Opened* const known = model.find(hash);
        require(found.hit == (known != nullptr), "the victims are those that the rules name");
        if (!found.hit) continue;
        require(found.opened.word1 == known->word1, "every field is as it was stored");
    }
    tier.words()[0] = first_word;
}

}  // namespace

std::uint64_t the_rules_name_the_victim(const TierSettings& settings, std::uint64_t seed,
                                        std::uint64_t cases) {
    SecondTier tier(settings);
    LineModel model(settings);
    Random random(seed);
    std::vector<std::uint64_t> hashes(40);
    for (std::uint64_t& hash : hashes) hash = random.next();
    std::uint32_t now = 0;
    std::uint64_t replaced = 0;
    for (std::uint64_t i = 0; i < cases; ++i) {
        if (random.below(30) == 0) now = (now + 1) % table::kGenerations;
        const std::uint64_t hash = hashes[random.below(hashes.size())];
        if (random.below(3) == 0) {
            tier.probe(hash);
            model.use(hash);
            continue;
        }
        Entry entry = random_entry(random);
        entry.generation = static_cast<std::uint8_t>((now - random.below(5)) % table::kGenerations);
        Opened next = opened(entry);
        if (!settings.keep_evals) next.signature_and_eval = static_cast<std::uint16_t>(table::kNoEval);
        const TierStored stored = tier.store(hash, next, now);
        require(stored == model.store(hash, next, now), "a store says what became of it");
        require(tier.contents().entries == model.size(), "as many are kept as fit");
        check_all_keys(tier, model, hashes);
        replaced += stored == TierStored::kReplaced;
    }
    require(replaced > cases / 20, "entries had to go");
    return cases;
}

}  // namespace tabiya::tier_laws
