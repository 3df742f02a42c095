// Shared by the programs that race threads on few slots: arguments, and the race itself.
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

// Runs `step(random, tally)` in every thread until its share of the operations or of the time is used up. A
// tally counts operations, and tallies can be added.
template <class Tally, class Step>
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
                    for (int i = 0; i < kPart; ++i) step(random, mine);
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
