// Threads race on few slots of a value table and check every word of what they read.
//
//   value_race [--operations N] [--threads T] [--seed S]
//
//   stores   self-verifying values on keys that evict one another
//   adds     counters in step, on keys that all have room: none may be out of step or lost;
//            `misses` counts probes that did not find such a key
//   mixed    adds with stores, evictions and clears: none may be out of step
//   killed   a store that stopped after each of its words: never believed
//
// Prints one JSON line per run. Exits with 1 if a read was wrong or an amount was lost.
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/race_program.hpp"
#include "values/value_table.hpp"

namespace tabiya::race {
namespace {

using values::Amount;
using values::Key;
using values::Kind;
using values::Wait;

struct Form {
    int words;
    bool wide;
    int value_words() const { return words - 1 - (wide ? 1 : 0); }
    std::string name() const { return std::to_string(words * 8) + (wide ? "/wide" : ""); }
};
constexpr Form kForms[] = {{2, false}, {4, false}, {4, true}, {8, false}, {8, true}};

values::Settings settings_of(const Form& form, std::uint64_t clusters) {
    values::Settings settings;
    settings.clusters = clusters;
    settings.words = form.words;
    settings.wide_keys = form.wide;
    settings.value_bytes = static_cast<std::uint32_t>(form.value_words()) * 8;
    settings.huge_pages = table::HugePages::kNone;
    return settings;
}

// On a busy machine the holder of a lock may not run for long.
void wait_long(values::Table& subject) {
    subject.locks().set_patience(std::chrono::minutes(10));
}

Key key_of(const Form& form, std::uint64_t number) {
    return {number, form.wide ? table::mix(number) : 0};
}

// Every word follows from the key and 32 random bits. The first word holds these bits and a check of them.
void prove(std::uint64_t number, std::uint64_t random, int words, std::uint64_t* value) {
    const std::uint64_t seed = random >> 32;
    value[0] = seed << 32 | (table::mix(seed * 31 + number) & 0xFFFF'FFFF);
    for (int i = 1; i < words; ++i) value[i] = table::mix(value[0] + static_cast<std::uint64_t>(i));
}

bool proves_itself(std::uint64_t number, int words, const std::uint64_t* value) {
    std::uint64_t expected[values::kMaxPayload];
    prove(number, value[0], words, expected);
    for (int i = 0; i < words; ++i) {
        if (value[i] != expected[i]) return false;
    }
    return true;
}

// Counter i moves by i + 1, odd ones downwards, so that a mix of two adds shows.
std::int64_t step_of(int counter) {
    return counter % 2 == 0 ? counter + 1 : -(counter + 1);
}

std::vector<Amount> one_step(int words) {
    std::vector<Amount> amounts(static_cast<std::size_t>(words));
    for (int i = 0; i < words; ++i) {
        amounts[static_cast<std::size_t>(i)] = {{Kind::kInt64, static_cast<std::uint16_t>(8 * i)},
                                                static_cast<std::size_t>(i),
                                                step_of(i),
                                                0,
                                                false};
    }
    return amounts;
}

bool in_step(int words, const std::uint64_t* value) {
    for (int i = 1; i < words; ++i) {
        if (static_cast<std::int64_t>(value[i]) != static_cast<std::int64_t>(value[0]) * step_of(i))
            return false;
    }
    return true;
}

bool report(const Options& options, const std::string& subject, const Tally& tally, std::uint64_t lost) {
    print(options, subject, nullptr, tally, {{"misses", tally.misses}, {"lost", lost}});
    return tally.wrong == 0 && lost == 0 && tally.hits > 0;
}

bool race_stores(const Options& options, double share, const Form& form) {
    values::Table subject(settings_of(form, 2));
    wait_long(subject);
    constexpr std::uint64_t kKeys = 12;
    const int words = form.value_words();
    const Tally tally = race(options, share, [&](Random& random, Tally& mine) {
        const std::uint64_t dice = random.next();
        const std::uint64_t number = 1 + dice % kKeys;
        std::uint64_t value[values::kMaxPayload];
        if (dice >> 62 == 0) {
            prove(number, random.next(), words, value);
            subject.store(key_of(form, number), value, static_cast<std::uint8_t>(dice >> 20),
                          Wait::kAsLongAsNeeded);
            if ((dice >> 40 & 0xFFF) == 0) subject.new_search();
        } else if (subject.probe(key_of(form, number), value)) {
            ++mine.hits;
            mine.wrong += !proves_itself(number, words, value);
        }
    });
    return report(options, "stores/" + form.name(), tally, 0);
}

bool race_adds(const Options& options, double share, const Form& form) {
    constexpr std::uint64_t kKeys = 5, kClusters = 512;
    values::Table subject(settings_of(form, kClusters));
    wait_long(subject);
    const int words = form.value_words();
    const std::vector<Amount> amounts = one_step(words);
    for (std::uint64_t number = 1; number <= kKeys; ++number) {
        constexpr std::uint64_t kZeros[values::kMaxPayload] = {};
        subject.store(key_of(form, number), kZeros, 0, Wait::kNever);
    }
    const Tally tally = race(options, share, [&](Random& random, Tally& mine) {
        const std::uint64_t dice = random.next();
        const Key key = key_of(form, 1 + dice % kKeys);
        std::uint64_t value[values::kMaxPayload];
        if (dice >> 63 == 0) {
            subject.add(key, amounts, 0, Wait::kAsLongAsNeeded, value);
            ++mine.added;
        } else if (subject.probe(key, value)) {
            ++mine.hits;
            mine.wrong += !in_step(words, value);
        } else {
            ++mine.misses;
        }
    });
    std::uint64_t found = 0;
    for (std::uint64_t number = 1; number <= kKeys; ++number) {
        std::uint64_t value[values::kMaxPayload];
        if (subject.probe(key_of(form, number), value)) found += value[0];
    }
    return report(options, "adds/" + form.name(), tally, tally.added - found);
}

bool race_mixed(const Options& options, double share, const Form& form) {
    values::Table subject(settings_of(form, 2));
    wait_long(subject);
    constexpr std::uint64_t kKeys = 9;
    const int words = form.value_words();
    const std::vector<Amount> amounts = one_step(words);
    const Tally tally = race(options, share, [&](Random& random, Tally& mine) {
        const std::uint64_t dice = random.next();
        const Key key = key_of(form, 1 + dice % kKeys);
        std::uint64_t value[values::kMaxPayload] = {};
        if (dice >> 62 == 0) {
            subject.add(key, amounts, static_cast<std::uint8_t>(dice >> 20), Wait::kAsLongAsNeeded, value);
            mine.wrong += !in_step(words, value);
        } else if (dice >> 60 == 4) {
            subject.store(key, value, 0, Wait::kAsLongAsNeeded);
            if ((dice >> 40 & 0x3FF) == 0) subject.clear();
        } else if (subject.probe(key, value)) {
            ++mine.hits;
            mine.wrong += !in_step(words, value);
        }
    });
    return report(options, "mixed/" + form.name(), tally, 0);
}

// The first words of one store before the last words of another, as a killed writer leaves them.
bool store_in_part(const Options& options, const Form& form) {
    Tally tally;
    Random random(options.seed);
    const int words = form.value_words();
    const auto shown = [&](const values::Table& subject, std::uint64_t number) {
        std::uint64_t value[values::kMaxPayload];
        if (!subject.probe(key_of(form, number), value)) return;
        ++tally.hits;
        tally.wrong += !proves_itself(number, words, value);
    };
    for (; tally.operations < 2000; ++tally.operations) {
        values::Table before(settings_of(form, 1)), after(settings_of(form, 1));
        std::uint64_t value[values::kMaxPayload];
        prove(1, random.next(), words, value);
        before.store(key_of(form, 1), value, 0, Wait::kNever);
        shown(before, 1);
        const std::uint64_t other = 1 + tally.operations % 2;  // the same key, or another one
        prove(other, random.next(), words, value);
        after.store(key_of(form, other), value, 0, Wait::kNever);
        std::vector<std::uint64_t> mixed(before.bytes() / 8), written(after.bytes() / 8);
        before.copy_slots(mixed.data());
        after.copy_slots(written.data());
        for (int word = 0; word < form.words - 1; ++word) {
            mixed[static_cast<std::size_t>(word)] = written[static_cast<std::size_t>(word)];
            before.set_slots(mixed.data());
            shown(before, 1);
            shown(before, 2);
        }
    }
    const bool right = tally.hits == 2000;  // only complete stores
    return report(options, "killed/" + form.name(), tally, 0) && right;
}

int run(const Options& options) {
    constexpr double kShare = 1.0 / (3 * std::size(kForms));
    bool right = true;
    for (const Form& form : kForms) {
        right &= race_stores(options, kShare, form);
        right &= race_adds(options, kShare, form);
        right &= race_mixed(options, kShare, form);
        right &= store_in_part(options, form);
    }
    return right ? 0 : 1;
}

}  // namespace
}  // namespace tabiya::race

int main(int count, char** arguments) {
    return tabiya::race::run(tabiya::race::parse(count, arguments));
}
