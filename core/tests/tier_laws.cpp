// The laws of the second tier from the command line: tier_laws [seed] [thousands of random cases]
#include "tier_laws.hpp"

#include <cstdio>
#include <cstdlib>

namespace {

using namespace tabiya::tier_laws;
using tabiya::table::tier::Eviction;
using tabiya::table::tier::TierSettings;

void report(const char* law, std::uint64_t cases) {
    std::printf("{\"law\": \"%s\", \"cases\": %llu}\n", law, static_cast<unsigned long long>(cases));
}

void check_all(std::uint64_t seed, std::uint64_t thousands) {
    for (const bool keep : {false, true}) {
        report("every class comes back", every_class_comes_back(keep));
        report("any entry comes back", any_entry_comes_back(keep, seed, thousands * 1000));
        report("any bits are read safely", any_bits_are_read_safely(keep, seed, thousands * 1000));
        for (const Eviction eviction : {Eviction::kDepthAndAge, Eviction::kLru}) {
            TierSettings settings;
            settings.keep_evals = keep;
            settings.eviction = eviction;
            settings.huge_pages = false;
            report("a flipped bit is a miss", a_flipped_bit_is_a_miss(settings, seed));
            report("the rules name the victim", the_rules_name_the_victim(settings, seed, thousands * 100));
            report("rubbish is a miss", rubbish_is_a_miss(settings, seed, thousands * 10));
            for (const std::uint64_t lines : {1, 3, 50}) {
                settings.lines = lines;
                report("all that is found was stored",
                       all_that_is_found_was_stored(settings, seed + lines, thousands * 200));
            }
        }
    }
    report("a missing key meets one entry in twenty",
           a_missing_key_meets_one_entry_in_twenty(seed, thousands * 1000));
}

}  // namespace

int main(int count, char** arguments) {
    const std::uint64_t seed = count > 1 ? std::strtoull(arguments[1], nullptr, 10) : 1;
    const std::uint64_t thousands = count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 100;
    try {
        check_all(seed, thousands);
    } catch (const std::exception& broken) {
        std::fprintf(stderr, "broken: %s (seed %llu)\n", broken.what(),
                     static_cast<unsigned long long>(seed));
        return 1;
    }
    return 0;
}
