// Shared by the programs that race threads on few slots: arguments, the race itself, and what it counted.
//
//   NAME [SUBJECT] [--operations N] [--seconds S] [--threads T] [--seed S]
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>
#include <vector>

#include "tests/random.hpp"

namespace tabiya::race {

using tests::Random;

struct Options {
    std::string subject;
    double operations = 1e6;
    double seconds = 0;  // if given, instead of operations
    int threads = 2;
    std::uint64_t seed = 1;
};

// The first of `subjects` is the default. Exits with 2 after an unknown argument.
inline Options parse(int count, char** arguments, std::initializer_list<std::string_view> subjects = {}) {
    Options options;
    if (subjects.size() != 0) options.subject = *subjects.begin();
    for (int i = 1; i < count; ++i) {
        const std::string_view argument = arguments[i];
        if (std::find(subjects.begin(), subjects.end(), argument) != subjects.end()) {
            options.subject = argument;
            continue;
        }
        const char* value = i + 1 < count ? arguments[++i] : "";
        if (argument == "--operations")
            options.operations = std::atof(value);
        else if (argument == "--seconds")
            options.seconds = std::atof(value);
        else if (argument == "--threads")
            options.threads = std::max(1, std::atoi(value));
        else if (argument == "--seed")
            options.seed = std::strtoull(value, nullptr, 10);
        else {
            std::fprintf(stderr, "unknown argument %.*s; known:", static_cast<int>(argument.size()),
                         argument.data());
            for (const std::string_view subject : subjects)
                std::fprintf(stderr, " %.*s", static_cast<int>(subject.size()), subject.data());
            std::fprintf(stderr, " --operations --seconds --threads --seed\n");
            std::exit(2);
        }
    }
    return options;
}

// What a race counts. Not every program uses the last four.
struct Tally {
    std::uint64_t operations = 0;
    std::uint64_t hits = 0;
    std::uint64_t wrong = 0;
    std::uint64_t misses = 0;  // of keys that are in the table
    std::uint64_t lost = 0;
    std::uint64_t busy = 0;
    std::uint64_t added = 0;

    Tally& operator+=(const Tally& other) {
        operations += other.operations;
        hits += other.hits;
        wrong += other.wrong;
        misses += other.misses;
        lost += other.lost;
        busy += other.busy;
        added += other.added;
        return *this;
    }
};

struct Count {
    const char* name;
    std::uint64_t value;
};

// Prints a race as a line of JSON. A race with one way to store has no scenario.
inline void print(const Options& options, const std::string& subject, const char* scenario,
                  const Tally& tally, std::initializer_list<Count> more = {}) {
    std::printf("{\"subject\": \"%s\"", subject.c_str());
    if (scenario != nullptr) std::printf(", \"scenario\": \"%s\"", scenario);
    std::printf(", \"threads\": %d", options.threads);
    const auto count = [](const Count& each) {
        std::printf(", \"%s\": %llu", each.name, static_cast<unsigned long long>(each.value));
    };
    count({"operations", tally.operations});
    count({"hits", tally.hits});
    count({"wrong", tally.wrong});
    for (const Count& each : more) count(each);
    std::printf("}\n");
    std::fflush(stdout);
}

// Runs `step(random, tally)` in every thread until its share of the operations or of the time is used up. A
// step whose threads differ takes the number of the thread first.
template <class Step>
Tally race(const Options& options, double share, const Step& step) {
    using Clock = std::chrono::steady_clock;
    constexpr int kPart = 100;
    const auto budget = static_cast<std::uint64_t>(options.operations * share / options.threads);
    const auto end = Clock::now() + std::chrono::duration<double>(options.seconds * share);
    std::vector<Tally> tallies(static_cast<std::size_t>(options.threads));
    std::atomic<bool> start{false};
    {
        std::vector<std::jthread> threads;
        for (int number = 0; number < options.threads; ++number) {
            threads.emplace_back([&, number] {
                Random random(options.seed * 1'000'003 + static_cast<std::uint64_t>(number) * 7919);
                Tally mine;
                while (!start.load(std::memory_order_acquire)) std::this_thread::yield();
                // At least once: on a busy machine the time may be over before a thread begins.
                do {
                    for (int i = 0; i < kPart; ++i) {
                        if constexpr (std::is_invocable_v<Step, int, Random&, Tally&>)
                            step(number, random, mine);
                        else
                            step(random, mine);
                    }
                    mine.operations += kPart;
                } while (options.seconds > 0 ? Clock::now() < end : mine.operations < budget);
                tallies[static_cast<std::size_t>(number)] = mine;
            });
        }
        start.store(true, std::memory_order_release);
    }
    Tally sum;
    for (const Tally& tally : tallies) sum += tally;
    return sum;
}

}  // namespace tabiya::race
