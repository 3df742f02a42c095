// Threads race on one or two lines of the second tier, alone and below a small first tier, and check every
// field that they read.
//
//   tier_race [--operations N] [--threads T] [--seed S]
//
// Prints one JSON line per run. Exits with 1 if a read was wrong.
#include <chrono>
#include <cstdint>
#include <string>
#include <thread>

#include "lab/stores.hpp"
#include "table/table.hpp"
#include "tests/race_program.hpp"

namespace tabiya::race {
namespace {

using table::tier::Eviction;
using table::tier::SecondTier;
using table::tier::TierSettings;
using table::tier::TierStored;

// The eval is a checksum where it is kept; elsewhere the score is a checksum of key and move.
std::uint64_t checked_word1(bool keep_evals, Scenario scenario, std::uint64_t key, std::uint64_t random) {
    const std::uint64_t word1 = make_word1(scenario, key, random);
    if (keep_evals) return word1;
    table::Entry entry = table::unpack(word1, 0);
    entry.score = 0;
    entry.score = checksum(key, table::pack_word1(entry));
    return table::pack_word1(entry);
}

bool is_right(bool keep_evals, std::uint64_t key, const table::Opened& opened) {
    if (keep_evals) return opened.eval() == checksum(key, opened.word1);
    table::Entry entry = table::unpack(opened.word1, 0);
    const std::int32_t score = entry.score;
    entry.score = 0;
    return score == checksum(key, table::pack_word1(entry));
}

// One store per three probes. The generation advances sometimes, and with it the ages in a line.
void step(SecondTier& tier, Scenario scenario, Random& random, Tally& tally) {
    constexpr std::uint64_t kKeys = 24;
    const bool keep = tier.settings().keep_evals;
    const std::uint64_t dice = random.next();
    const std::uint64_t key = 1 + dice % kKeys;
    const std::uint64_t hash = table::mix(key);
    if (dice >> 62 != 0) {
        const table::Found found = tier.probe(hash);
        tally.hits += found.hit;
        tally.wrong += found.hit && !is_right(keep, key, found.opened);
        return;
    }
    std::uint64_t word1 = checked_word1(keep, scenario, key, random.next());
    const std::uint32_t generation = static_cast<std::uint32_t>(dice >> 32) % 8;
    word1 = (word1 & ~table::kGenerationMask) | std::uint64_t{generation} << table::kGenerationShift;
    const std::int16_t eval = keep ? checksum(key, word1) : table::kNoEval;
    const table::Opened opened{static_cast<std::uint16_t>(eval), word1};
    tally.busy += tier.store(hash, opened, 7) == TierStored::kBusy;
}

// --- a first tier above it ------------------------------------------------------------------------------

constexpr std::uint64_t kClusters = 65'536;  // the fewest with full keys

// Twelve keys for each of two slots, among a few hundred thousand others: nothing worth moving, but enough
// for the thread to look for work at each new generation.
std::uint64_t colliding_key(std::uint64_t dice) {
    return ((dice & 1) == 0 ? std::uint64_t{1000} : std::uint64_t{40'000}) << 48 | (1 + dice / 2 % 12);
}

table::Settings two_tiers(bool keep_evals, bool background, std::uint64_t lines) {
    table::Settings settings;
    settings.clusters = kClusters;
    settings.layout = table::Layout::kSingle;
    settings.random_keys = true;
    settings.huge_pages = table::HugePages::kNone;
    settings.tiers.lines = lines;
    settings.tiers.keep_evals = keep_evals;
    settings.tiers.background = background;
    return settings;
}

void fill(table::Table& table, std::uint8_t depth) {
    for (std::uint64_t cluster = 0; cluster < kClusters; ++cluster) {
        table::Entry entry{};
        entry.bound = table::Bound::kLower;
        entry.depth = depth;
        if (cluster != 1000 && cluster != 40'000) table.store(cluster << 48 | 99, entry);
    }
}

void step(table::Table& table, Scenario scenario, Random& random, Tally& tally) {
    const bool keep = table.settings().tiers.keep_evals;
    const std::uint64_t dice = random.next();
    const std::uint64_t key = colliding_key(dice);
    if (dice >> 62 != 0) {
        const table::Found found = table.probe(key);
        tally.hits += found.hit;
        tally.wrong += found.hit && !is_right(keep, key, found.opened);
        return;
    }
    const std::uint64_t word1 = checked_word1(keep, scenario, key, random.next());
    table.store(key, table::unpack(word1, keep ? checksum(key, word1) : table::kNoEval));
    if ((dice >> 40 & 0x3FFF) == 0) table.new_search();
}

// A table is destroyed while its thread moves entries down.
void shut_down_in_mid_move(std::uint64_t seed) {
    Random random(seed);
    for (int round = 0; round < 5; ++round) {
        table::Table table(two_tiers(false, true, 1 + random.below(1000)));
        fill(table, 5);
        table.new_search();
        const auto until = std::chrono::steady_clock::now() + std::chrono::microseconds(random.below(40'000));
        while (std::chrono::steady_clock::now() < until) std::this_thread::yield();
        if (round % 2 == 0) table.close();
    }
}

// --- running ----------------------------------------------------------------------------------------------

bool report(const Options& options, const std::string& subject, Scenario scenario, const Tally& tally) {
    print(options, subject, name_of(scenario), tally, {{"busy", tally.busy}});
    return tally.wrong == 0 && tally.hits > 0;
}

bool race_second_tier(const Options& options, bool keep, Eviction eviction, Scenario scenario) {
    TierSettings settings;
    settings.lines = 1 + options.seed % 2;
    settings.keep_evals = keep;
    settings.eviction = eviction;
    settings.huge_pages = false;
    SecondTier tier(settings);
    const Tally tally =
        race(options, 1.0 / 32, [&](Random& random, Tally& mine) { step(tier, scenario, random, mine); });
    const std::string subject = std::string("tier/") + (keep ? "evals" : "no_evals") +
                                (eviction == Eviction::kLru ? "/lru" : "/depth_and_age");
    return report(options, subject, scenario, tally);
}

bool race_both_tiers(const Options& options, bool keep, bool background, Scenario scenario) {
    table::Table table(two_tiers(keep, background, 1 + options.seed % 2));
    fill(table, 0);
    table.new_search();
    const Tally tally =
        race(options, 1.0 / 32, [&](Random& random, Tally& mine) { step(table, scenario, random, mine); });
    const std::string subject = std::string("both/") + (keep ? "evals" : "no_evals") +
                                (background ? "/background" : "/no_background");
    table.new_search();  // so that its thread is at work when it is destroyed
    return report(options, subject, scenario, tally);
}

int run(const Options& options) {
    bool right = true;
    for (const bool keep : {false, true}) {
        for (const Scenario scenario : kScenarios) {
            for (const Eviction eviction : {Eviction::kDepthAndAge, Eviction::kLru}) {
                right &= race_second_tier(options, keep, eviction, scenario);
            }
            for (const bool background : {false, true}) {
                right &= race_both_tiers(options, keep, background, scenario);
            }
        }
    }
    shut_down_in_mid_move(options.seed);
    return right ? 0 : 1;
}

}  // namespace
}  // namespace tabiya::race

int main(int count, char** arguments) {
    return tabiya::race::run(tabiya::race::parse(count, arguments));
}
