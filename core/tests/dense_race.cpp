// Threads race on dense lines. A line is weaker than slots of 16 bytes: two writers in it can undo each
// other's piece, so that an entry is lost. It must never be wrong.
//
//   dense_race wrong [--operations N] [--seconds S] [--threads T] [--seed S]    few keys in one or two lines:
//   no wrong read dense_race lost [...]     every thread stores keys of its own and looks for them: how many
//   are lost dense_race false [...]    keys that were never stored, probed in a full table: how many are
//   found
//
// Prints one JSON line per run. Exits with 1 after a wrong read, after a loss under bucket locks, or if more
// keys are found than signatures of 26 bits explain.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>

#include "table/batch.hpp"
#include "table/dense_cluster.hpp"
#include "table/table.hpp"
#include "tests/preempted_words.hpp"
#include "tests/race_program.hpp"

namespace tabiya::race {
namespace {

using table::Entry;

void report(const Options& options, const std::string& subject, const Tally& tally) {
    print(options, subject, nullptr, tally, {{"lost", tally.lost}});
}

// What differs between the stores of one key.
enum class Scenario { kAnyField, kMove, kOneField };
constexpr Scenario kScenarios[] = {Scenario::kAnyField, Scenario::kMove, Scenario::kOneField};

const char* name_of(Scenario scenario) {
    return scenario == Scenario::kAnyField ? "any_field" : scenario == Scenario::kMove ? "move" : "one_field";
}

// The evaluation is a checksum of key and fields, so that a mixture of two stores shows.
std::int16_t checksum(std::uint64_t key, const Entry& entry) {
    const std::uint64_t fields = entry.move | std::uint64_t{static_cast<std::uint32_t>(entry.score)} << 24 |
                                 std::uint64_t{entry.depth} << 56;
    const auto kind = static_cast<std::uint64_t>(entry.bound) |
                      static_cast<std::uint64_t>(entry.source) << 2 | std::uint64_t{entry.pv} << 5;
    return static_cast<std::int16_t>(
        static_cast<int>(table::mix(fields ^ table::mix(key * 64 + kind)) % 4095) - 2047);
}

Entry make_entry(Scenario scenario, std::uint64_t key, std::uint64_t random) {
    Entry entry{.move = 7, .score = 12, .depth = 5, .bound = table::Bound::kLower};
    const auto change = [&](std::uint64_t field) {
        if (field == 0)
            entry.move = 1 + static_cast<std::uint32_t>((random >> 3) % 0xFFFF);  // an update fills in 0
        if (field == 1) entry.score = static_cast<std::int32_t>(random >> 19 & 0x7FFF) - 16'000;
        if (field == 2) entry.depth = static_cast<std::uint8_t>(random >> 34 & 63);
        if (field == 3) entry.bound = static_cast<table::Bound>(1 + (random >> 40) % 3);
        if (field == 4) entry.source = static_cast<table::Source>((random >> 42) % 5);
        if (field == 5) entry.pv = random >> 63 != 0;
    };
    if (scenario == Scenario::kMove) change(0);
    if (scenario == Scenario::kOneField) change(random % 6);
    for (std::uint64_t field = 0; scenario == Scenario::kAnyField && field < 6; ++field) change(field);
    entry.eval = checksum(key, entry);
    return entry;
}

// --- wrong reads -------------------------------------------------------------------------------------

Tally race_line(const Options& options, double share, Scenario scenario) {
    alignas(64) static table::Slot slots[4];
    std::memset(slots, 0, sizeof slots);
    const table::VictimRule rule(table::Replacement{.policy = table::Policy::kAlways});
    return race(options, share, [&, rule](Random& random, Tally& tally) {
        table::DenseCluster<PreemptedWords> line(slots);
        table::NoCounts none;
        const std::uint64_t dice = random.next();
        const std::uint64_t key = table::mix(1 + dice % 9);
        if (dice >> 62 == 0) {
            line.store(
                table::opened_of(key & table::kSignatureMask, make_entry(scenario, key, random.next())), rule,
                none);
        } else if (const table::Found found = line.find(key, none); found.hit) {
            ++tally.hits;
            tally.wrong += found.opened.eval() != checksum(key, found.opened.entry());
        }
    });
}

Tally race_table(const Options& options, double share, table::Sync sync, Scenario scenario) {
    table::Settings settings;
    settings.clusters = 2;
    settings.layout = table::Layout::kDense;
    settings.sync = sync;
    settings.buckets = 2;
    settings.replacement.policy = table::Policy::kAlways;
    table::Table subject(settings);
    constexpr std::uint64_t kKeys = 16;
    return race(options, share, [&](Random& random, Tally& tally) {
        const std::uint64_t dice = random.next();
        const std::uint64_t key = 1 + dice % kKeys;
        if (dice >> 62 == 0) {
            subject.store(key, make_entry(scenario, key, random.next()));
            if ((dice >> 40 & 0xFFFF) == 0) subject.new_search();
        } else if ((dice >> 40 & 0xFF) == 0) {
            std::uint64_t keys[kKeys];
            for (std::uint64_t i = 0; i < kKeys; ++i) keys[i] = i + 1;
            table::Record records[kKeys];
            table::probe_batch(subject, keys, 0, kKeys, records);
            for (std::uint64_t i = 0; i < kKeys; ++i) {
                const table::Record& r = records[i];
                if (!r.hit) continue;
                const Entry entry{r.move,
                                  r.score,
                                  r.eval,
                                  r.depth,
                                  r.generation,
                                  static_cast<table::Bound>(r.bound),
                                  static_cast<table::Source>(r.source),
                                  r.pv != 0};
                ++tally.hits;
                tally.wrong += r.eval != checksum(keys[i], entry);
            }
        } else if (const table::Found found = subject.probe(key); found.hit) {
            ++tally.hits;
            tally.wrong += found.opened.eval() != checksum(key, found.opened.entry());
        }
    });
}

bool race_for_wrong(const Options& options) {
    bool right = true;
    constexpr double kShare = 1.0 / (std::size(kScenarios) * 3);
    for (const Scenario scenario : kScenarios) {
        const auto run = [&](const char* name, const Tally& tally) {
            report(options, std::string(name) + "/" + name_of(scenario), tally);
            right &= tally.wrong == 0 && tally.hits > 0;
        };
        run("dense/preempted", race_line(options, kShare, scenario));
        run("dense/lock_free", race_table(options, kShare, table::Sync::kLockFree, scenario));
        run("dense/bucket_locks", race_table(options, kShare, table::Sync::kBucketLocks, scenario));
    }
    return right;
}

// --- lost entries ------------------------------------------------------------------------------------

// Each thread stores a key that no other thread stores, and looks for it at once. At most as many threads as
// slots share a line, so that nothing is evicted: whatever is missing was lost to a neighbour.
Tally race_for_losses(const Options& options, table::Sync sync, std::uint64_t lines) {
    table::Settings settings;
    settings.clusters = lines;
    settings.layout = table::Layout::kDense;
    settings.sync = sync;
    settings.random_keys = true;
    settings.replacement.policy = table::Policy::kAlways;
    table::Table subject(settings);
    const std::uint64_t stride = ~std::uint64_t{0} / lines;
    return race(options, 1, [&](int number, Random& random, Tally& tally) {
        const std::uint64_t owner = static_cast<std::uint64_t>(number) + 1;
        const std::uint64_t line = random.next() % lines;
        const std::uint64_t key = line * stride + stride / 2 + owner * 0x123'4567;
        subject.store(key, make_entry(Scenario::kAnyField, key, random.next()));
        const table::Found found = subject.probe(key);
        tally.hits += found.hit;
        tally.lost += !found.hit;
        tally.wrong += found.hit && found.opened.eval() != checksum(key, found.opened.entry());
    });
}

bool measure_losses(Options options) {
    options.threads = std::min(options.threads, table::kDenseWays);
    bool right = true;
    for (const auto sync : {table::Sync::kLockFree, table::Sync::kBucketLocks}) {
        for (const std::uint64_t lines : {1, 64, 16384}) {
            const Tally tally = race_for_losses(options, sync, lines);
            const bool locks = sync == table::Sync::kBucketLocks;
            report(options, (locks ? "lost/bucket_locks/" : "lost/lock_free/") + std::to_string(lines),
                   tally);
            right &= tally.wrong == 0 && (!locks || tally.lost == 0);
        }
    }
    return right;
}

// --- false hits --------------------------------------------------------------------------------------

bool count_false_hits(const Options& options) {
    constexpr std::uint64_t kLines = 1024;
    table::Settings settings;
    settings.clusters = kLines;
    settings.layout = table::Layout::kDense;
    table::Table subject(settings);
    for (std::uint64_t key = 0; key < kLines * 60; ++key) {
        subject.store(key * 2 + options.seed % 2, make_entry(Scenario::kAnyField, key, key));
    }
    const double live = static_cast<double>(subject.live_entries()) / kLines;
    const Tally tally = race(options, 1, [&](Random& random, Tally& mine) {
        const std::uint64_t key = random.next() | std::uint64_t{1} << 63;  // never stored
        mine.hits += subject.probe(key).hit;
    });
    const double expected = static_cast<double>(tally.operations) * live /
                            static_cast<double>(std::uint64_t{1} << table::dense::kSignatureBits);
    report(options, "false/expected_" + std::to_string(expected), tally);
    return static_cast<double>(tally.hits) <= expected + 6 * std::sqrt(expected) + 6;
}

int run(const Options& options) {
    if (options.subject == "wrong") return race_for_wrong(options) ? 0 : 1;
    if (options.subject == "lost") return measure_losses(options) ? 0 : 1;
    return count_false_hits(options) ? 0 : 1;
}

}  // namespace
}  // namespace tabiya::race

int main(int count, char** arguments) {
    return tabiya::race::run(tabiya::race::parse(count, arguments, {"wrong", "lost", "false"}));
}
