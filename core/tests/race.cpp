// Threads race on few slots and check every field of what they read.
//
//   tabiya_race table [--operations N] [--seconds S] [--threads T] [--seed S]   the real table: no wrong read
//   tabiya_race links [...]   bare slots under four links: unlinked words and plain XOR are believed when
//   wrong
//   tabiya_race swaps [...]   the real table while its memory is replaced: no access to freed memory
//
// Prints one JSON line per run. Exits with 1 if the real table or the real link gave a wrong read.
#include <cstdint>
#include <cstring>
#include <string>

#include "lab/stores.hpp"
#include "table/batch.hpp"
#include "table/table.hpp"
#include "tests/preempted_words.hpp"
#include "tests/race_program.hpp"

namespace tabiya::race {
namespace {

using table::Slot;

// --- the real table ------------------------------------------------------------------------------------

// One store per three probes, and sometimes a batch, a new search or an update of the same key.
Tally race_table(const Options& options, double share, const table::Settings& settings, Scenario scenario) {
    table::Table subject(settings);
    constexpr std::uint64_t kKeys = 6;  // in two clusters: they collide, evict and update one another
    return race(options, share, [&](Random& random, Tally& tally) {
        const std::uint64_t dice = random.next();
        const std::uint64_t key = 1 + dice % kKeys;
        if (dice >> 62 == 0) {
            const std::uint64_t word1 = make_word1(scenario, key, random.next());
            subject.store(key, table::unpack(word1, checksum(key, word1)));
            if ((dice >> 40 & 0xFFFF) == 0) subject.new_search();
        } else if ((dice >> 40 & 0xFF) == 0) {
            const std::uint64_t keys[] = {1, 2, 3, 4, 5, 6};
            table::Record records[kKeys];
            table::probe_batch(subject, keys, 0, kKeys, records);
            for (std::uint64_t i = 0; i < kKeys; ++i) {
                const table::Record& r = records[i];
                if (!r.hit) continue;
                const std::uint64_t word1 = table::pack_word1(
                    {r.move, r.score, r.eval, r.depth, r.generation, static_cast<table::Bound>(r.bound),
                     static_cast<table::Source>(r.source), r.pv != 0});
                ++tally.hits;
                tally.wrong += r.eval != checksum(keys[i], word1);
            }
        } else if (const table::Found found = subject.probe(key); found.hit) {
            ++tally.hits;
            tally.wrong += found.opened.eval() != checksum(key, found.opened.word1);
        }
    });
}

// The same cluster code over preempted words.
Tally race_cluster(const Options& options, double share, Scenario scenario) {
    alignas(64) static Slot slots[4];
    std::memset(slots, 0, sizeof slots);
    const table::VictimRule rule(table::Replacement{.policy = table::Policy::kAlways});
    return race(options, share, [&, rule](Random& random, Tally& tally) {
        table::Cluster<4, PreemptedWords> cluster(slots);
        table::NoCounts none;
        const std::uint64_t dice = random.next();
        const std::uint64_t key = 1 + dice % 5;
        if (dice >> 62 == 0) {
            const std::uint64_t word1 = make_word1(scenario, key, random.next());
            cluster.store({key << 16 | static_cast<std::uint16_t>(checksum(key, word1)), word1}, rule, none);
        } else if (const table::Found found = cluster.find_word_by_word(key, none); found.hit) {
            ++tally.hits;
            tally.wrong += found.opened.eval() != checksum(key, found.opened.word1);
        }
    });
}

bool race_tables(const Options& options) {
    struct Kind {
        const char* name;
        table::Layout layout;
        table::Sync sync;
    };
    constexpr Kind kKinds[] = {
        {"table/single/lock_free", table::Layout::kSingle, table::Sync::kLockFree},
        {"table/cluster3/lock_free", table::Layout::kCluster3, table::Sync::kLockFree},
        {"table/cluster4/lock_free", table::Layout::kCluster4, table::Sync::kLockFree},
        {"table/cluster4/bucket_locks", table::Layout::kCluster4, table::Sync::kBucketLocks},
    };
    bool right = true;
    const double share = 1.0 / static_cast<double>((std::size(kKinds) + 1) * std::size(kScenarios));
    for (const Scenario scenario : kScenarios) {
        const Tally tally = race_cluster(options, share / 10, scenario);
        print(options, "cluster4/preempted", name_of(scenario), tally);
        right &= tally.wrong == 0 && tally.hits > 0;
    }
    for (const Kind& kind : kKinds) {
        for (const Scenario scenario : kScenarios) {
            table::Settings settings;
            settings.clusters = 2;
            settings.layout = kind.layout;
            settings.sync = kind.sync;
            settings.buckets = 2;
            settings.replacement.policy = table::Policy::kAlways;
            const Tally tally = race_table(options, share, settings, scenario);
            print(options, kind.name, name_of(scenario), tally);
            right &= tally.wrong == 0 && tally.hits > 0;
        }
    }
    return right;
}

// --- swaps of the memory -----------------------------------------------------------------------------------

// Changes size and layout, behaviour, or a switch. Refused while another thread does so.
void swap(table::Table& subject, std::uint64_t dice) {
    if (dice % 3 == 0) return subject.set_enabled(dice >> 8 & 1);
    try {
        const table::ExclusiveGuard exclusive(subject);
        table::Settings settings = subject.settings();
        if (dice % 3 == 1) {
            settings.validation = dice >> 8 & 1 ? table::Validation::kParanoid : table::Validation::kRelease;
            return subject.configure(settings);
        }
        settings.clusters = 1 + (dice >> 8) % 3;
        settings.layout = dice >> 16 & 1 ? table::Layout::kCluster4 : table::Layout::kSingle;
        subject.install(subject.prepare(settings, false), settings);  // the old memory is unmapped at once
    } catch (const table::InUse&) {
    }
}

// Probes and stores like Python's scalar calls without a GIL.
Tally race_swaps(const Options& options, double share, Scenario scenario) {
    table::Settings settings;
    settings.clusters = 2;
    settings.replacement.policy = table::Policy::kAlways;
    table::Table subject(settings);
    return race(options, share, [&](Random& random, Tally& tally) {
        const std::uint64_t dice = random.next();
        const std::uint64_t key = 1 + dice % 6;
        if (dice >> 54 == 0) return swap(subject, random.next());
        const table::Readers::Inside inside(subject.readers());
        if (dice >> 62 == 0) {
            const std::uint64_t word1 = make_word1(scenario, key, random.next());
            subject.store(key, table::unpack(word1, checksum(key, word1)));
        } else if (const table::Found found = subject.probe(key); found.hit) {
            ++tally.hits;
            tally.wrong += found.opened.eval() != checksum(key, found.opened.word1);
        }
    });
}

bool race_all_swaps(const Options& options) {
    bool right = true;
    for (const Scenario scenario : kScenarios) {
        const Tally tally = race_swaps(options, 1.0 / static_cast<double>(std::size(kScenarios)), scenario);
        print(options, "table/swaps", name_of(scenario), tally);
        right &= tally.wrong == 0 && tally.hits > 0;
    }
    return right;
}

// --- bare slots under other links ------------------------------------------------------------------------

struct TheLink {
    static constexpr const char* kName = "link/product";
    static std::uint64_t link(std::uint64_t word1) { return table::link(word1); }
};
struct PlainXor {
    static constexpr const char* kName = "link/xor";
    static std::uint64_t link(std::uint64_t word1) { return word1; }
};
struct FoldedXor {
    static constexpr const char* kName = "link/folded_xor";
    static std::uint64_t link(std::uint64_t word1) { return word1 ^ (word1 << 16); }
};
struct Unlinked {
    static constexpr const char* kName = "link/none";
    static std::uint64_t link(std::uint64_t) { return 0; }
};

// One slot, one key or two whose signatures differ by the same 16 bits in all lanes.
template <class Link>
Tally race_slot(const Options& options, double share, Scenario scenario, bool two_keys) {
    alignas(16) static Slot slot;
    slot = Slot{0, 0};
    constexpr std::uint64_t kKeys[] = {0x1234'5678'9ABC, 0x1234'5678'9ABC ^ (0x0035'0035'0035)};
    return race(options, share, [&, two_keys](Random& random, Tally& tally) {
        const std::uint64_t dice = random.next();
        const std::uint64_t key = kKeys[two_keys ? dice & 1 : 0];
        if (dice >> 63 == 0) {
            const std::uint64_t word1 = make_word1(scenario, 0, random.next());
            const auto eval = static_cast<std::uint16_t>(checksum(key, word1));
            PreemptedWords::store(slot.word0, ((key << 16) | eval) ^ Link::link(word1));
            PreemptedWords::store(slot.word1, word1);
            return;
        }
        const std::uint64_t word1 = PreemptedWords::load(slot.word1);
        const std::uint64_t opened = PreemptedWords::load(slot.word0) ^ Link::link(word1);
        if (opened >> 16 != key || !table::is_live(word1)) return;
        ++tally.hits;
        tally.wrong += static_cast<std::int16_t>(opened) != checksum(key, word1);
    });
}

template <class Link>
bool race_link(const Options& options) {
    std::uint64_t wrong = 0;
    const double share = 1.0 / static_cast<double>(4 * 2 * std::size(kScenarios));
    for (const bool two_keys : {false, true}) {
        for (const Scenario scenario : kScenarios) {
            const Tally tally = race_slot<Link>(options, share, scenario, two_keys);
            print(options, std::string(Link::kName) + (two_keys ? "/two_keys" : "/one_key"),
                  name_of(scenario), tally);
            wrong += tally.wrong;
        }
    }
    return wrong == 0;
}

int run(const Options& options) {
    if (options.subject == "table") return race_tables(options) ? 0 : 1;
    if (options.subject == "swaps") return race_all_swaps(options) ? 0 : 1;
    race_link<Unlinked>(options);
    race_link<PlainXor>(options);
    race_link<FoldedXor>(options);
    return race_link<TheLink>(options) ? 0 : 1;
}

}  // namespace
}  // namespace tabiya::race

int main(int count, char** arguments) {
    return tabiya::race::run(tabiya::race::parse(count, arguments, {"table", "links", "swaps"}));
}
