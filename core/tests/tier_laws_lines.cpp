#include <unordered_map>
#include <vector>

#include "table/replacement.hpp"
#include "tier_laws.hpp"

namespace tabiya::tier_laws {

using table::Found;
using table::tier::SecondTier;
using table::tier::TierSettings;
using table::tier::TierStored;

namespace {

// The expected entry of a key: its stores, merged by the rules of an update.
using Model = std::unordered_map<std::uint64_t, Opened>;

void store_in_model(Model& model, std::uint64_t hash, const Opened& next, std::uint32_t now) {
    const auto [place, fresh] = model.try_emplace(hash, next);
    if (fresh) return;
    Opened& old = place->second;
    const bool wins = table::Replacement{}.wins_update(old.word1, next.word1, now);
    const std::uint32_t age = std::min(table::age_of(old.word1, now), table::age_of(next.word1, now));
    old = table::combine(wins ? next : old, wins ? old : next, (now - age) % table::kGenerations);
}

void check_found(const SecondTier& tier, const Found& found, std::uint64_t hash, const Model& model) {
    if (!found.hit) return;
    const auto known = model.find(hash);
    require(known != model.end(), "nothing is found that was not stored");
    require(found.opened.word1 == known->second.word1, "every field is as it was stored");
    const std::int16_t eval = tier.settings().keep_evals ? known->second.eval() : table::kNoEval;
    require(found.opened.eval() == eval, "the eval is as it was stored, or dropped");
    require(found.opened.signature() == (hash & table::kSignatureMask), "the signature is the first tier's");
}

// Keys of a few lines: some share line and place, some differ only there.
std::uint64_t some_hash(Random& random, std::uint64_t keys) {
    return table::mix(1 + random.below(keys));
}

}  // namespace

std::uint64_t all_that_is_found_was_stored(const TierSettings& settings, std::uint64_t seed,
                                           std::uint64_t cases) {
    SecondTier tier(settings);
    Model model;
    Random random(seed);
    const std::uint64_t keys = settings.lines * 40;
    std::uint32_t now = 0;
    std::uint64_t hits = 0;
    for (std::uint64_t i = 0; i < cases; ++i) {
        if (random.below(500) == 0) now = (now + 1) % table::kGenerations;
        const std::uint64_t hash = some_hash(random, keys);
        if (random.below(2) == 0) {
            const Found found = tier.probe(hash);
            check_found(tier, found, hash, model);
            hits += found.hit;
            continue;
        }
        Entry entry = random_entry(random);
        entry.generation = static_cast<std::uint8_t>((now - random.below(5)) % table::kGenerations);
        Opened next = opened(entry);
        if (!settings.keep_evals) next.signature_and_eval = static_cast<std::uint16_t>(table::kNoEval);
        // An evicted entry is stored as a new one.
        if (!tier.probe(hash).hit) model.erase(hash);
        Model after = Model{};
        if (const auto known = model.find(hash); known != model.end()) after.insert(*known);
        store_in_model(after, hash, next, now);
        const TierStored stored = tier.store(hash, next, now);
        require(stored != TierStored::kBusy, "a lock is given back");
        if (stored != TierStored::kRefused) model[hash] = after.at(hash);
        check_found(tier, tier.probe(hash), hash, model);
        if (stored != TierStored::kRefused) require(tier.probe(hash).hit, "what was taken in is found");
    }
    require(hits > cases / 50, "the tier holds something");
    const table::tier::TierContents contents = tier.contents();
    require(contents.entries <= settings.lines * table::tier::kMaxEntries, "no line holds more than it can");
    return cases;
}

namespace {

// A full tier of one line, and its stores.
Model fill(SecondTier& tier, Random& random) {
    Model model;
    for (int i = 0; i < 60; ++i) {
        const std::uint64_t hash = random.next();
        Entry entry = random_entry(random);
        entry.generation = static_cast<std::uint8_t>(random.below(4));
        Opened next = opened(entry);
        if (!tier.settings().keep_evals) next.signature_and_eval = static_cast<std::uint16_t>(table::kNoEval);
        if (tier.store(hash, next, 3) != TierStored::kRefused) model[hash] = next;
    }
    return model;
}

}  // namespace

std::uint64_t a_flipped_bit_is_a_miss(const TierSettings& settings, std::uint64_t seed) {
    using table::tier::kLineBits;
    std::uint64_t cases = 0;
    for (int bit = 0; bit < kLineBits; ++bit) {
        SecondTier tier(settings);
        Random random(seed + static_cast<std::uint64_t>(bit));
        const Model model = fill(tier, random);
        std::vector<std::uint64_t> held;
        for (const auto& [hash, entry] : model) {
            if (tier.probe(hash).hit) held.push_back(hash);
        }
        require(held.size() >= 5, "the line is full");
        tier.words()[bit / 64] ^= std::uint64_t{1} << (bit % 64);
        const bool in_signature = kLineBits - bit <= static_cast<int>(held.size()) * 32;
        const bool unsealed =
            bit == 46 || (settings.eviction == table::tier::Eviction::kLru && bit >= 48 && bit < 64);
        std::size_t found = 0;
        for (const std::uint64_t hash : held) {
            const Found after = tier.probe(hash);
            check_found(tier, after, hash, model);
            found += after.hit;
        }
        require(found == (unsealed       ? held.size()
                          : in_signature ? held.size() - 1
                                         : 0),
                "a flipped bit of an entry hides the line, one of a signature its entry");
        // A store into such a line neither crashes nor makes it valid again.
        for (int i = 0; i < 30; ++i) {
            const std::uint64_t hash = random.next();
            tier.store(hash, opened(random_entry(random)), 3);
        }
        for (const std::uint64_t hash : held) check_found(tier, tier.probe(hash), hash, model);
        cases += held.size();
    }
    return cases;
}

std::uint64_t rubbish_is_a_miss(const TierSettings& settings, std::uint64_t seed, std::uint64_t cases) {
    SecondTier tier(settings);
    Random random(seed);
    for (std::uint64_t i = 0; i < cases; ++i) {
        const std::uint64_t density = random.below(3);
        for (std::uint64_t word = 0; word < settings.lines * table::tier::kLineWords; ++word) {
            std::uint64_t bits = random.next();
            if (density == 0) bits &= random.next();
            if (density == 1) bits |= random.next();
            tier.words()[word] = bits & ~table::tier::kLocked;
        }
        for (int probe = 0; probe < 20; ++probe) {
            require(!tier.probe(random.next()).hit, "nothing is found among random bits");
        }
        const std::uint64_t hash = random.next();
        const Opened next = opened(random_entry(random));
        if (tier.store(hash, next, 0) != TierStored::kRefused) {
            require(tier.probe(hash).hit, "a line of rubbish takes a store");
        }
        tier.contents();
    }
    return cases;
}

std::uint64_t a_missing_key_meets_one_entry_in_twenty(std::uint64_t seed, std::uint64_t cases) {
    TierSettings settings;
    settings.lines = 64;
    SecondTier tier(settings);
    Random random(seed);
    for (int i = 0; i < 64 * 200; ++i) tier.store(random.next(), opened(random_entry(random)), 0);
    const double entries = static_cast<double>(tier.contents().entries) / 64;
    std::uint64_t met = 0;
    for (std::uint64_t i = 0; i < cases; ++i) {
        const table::tier::Address address = table::tier::address_of(random.next(), settings.lines);
        const std::uint64_t first_word = tier.words()[address.line * table::tier::kLineWords];
        const auto range = table::tier::entries_of(first_word & table::tier::kOccupancyMask, address.place);
        met += static_cast<std::uint64_t>(range.last - range.first);
    }
    const double mean = static_cast<double>(met) / static_cast<double>(cases);
    const double expected = entries / table::tier::kPlaces;
    require(mean < expected * 1.05 && mean > expected * 0.95, "a probe meets n / 20 of n entries");
    return cases;
}

}  // namespace tabiya::tier_laws
