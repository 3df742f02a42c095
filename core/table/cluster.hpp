// Finding a key in a cluster, and the four steps of a store.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "table/reason.hpp"
#include "table/replacement.hpp"
#include "table/statistics.hpp"
#include "table/sync.hpp"
#include "table/victim.hpp"
#include "table/wide_scan.hpp"

namespace tabiya::table {

struct Found {
    bool hit = false;
    Opened opened{};  // the verified words; memory is not read twice
};

enum class Outcome : std::uint8_t { kUpdated, kReplaced, kRefused };

struct Stored {
    Outcome outcome = Outcome::kRefused;
    int slot = -1;       // where it was written; -1 if refused
    Opened written{};    // the slot's new contents
    Opened displaced{};  // the replaced live entry of another key, if any
};

template <int kWays, class Words>
class Cluster {
  public:
    explicit Cluster(Slot* slots) : slots_(slots) {}

    // Looks at every slot before choosing: a mispredicted early exit costs more than the rest of the scan.
    template <class Counting>
    Found find(std::uint64_t signature, Counting& counting) const {
#if TABIYA_WIDE_SCAN
        if constexpr (kWays > 1) {
            const WideFound wide = find_in<Counting::kCounting>(open_cluster(slots_), signature);
            if (!wide.several()) [[likely]] {
                if constexpr (Counting::kCounting) count_probe(wide.match(), wide.live(), counting);
                return Found{wide.hit(), Opened{wide.signature_and_eval, wide.word1}};
            }
        }
#endif
        return find_word_by_word(signature, counting);
    }

    // For calls from Python: latency counts, and the first slot is a good guess.
    Found find_soon(std::uint64_t signature) const {
        const Opened first = read_slot<Words>(slots_[0]);
        if (first.signature() == signature && first.live()) return Found{true, first};
        NoCounts none;
        return find(signature, none);
    }

    // Takes the generation from the entry. Inlined, so that a caller who ignores the report pays nothing for
    // it.
    template <class Counting>
    [[gnu::always_inline]] Stored store(const Opened& next, const VictimRule& rule, Counting& counting) {
#if TABIYA_WIDE_SCAN
        if constexpr (kWays > 1) {
            const WideCluster cluster = open_cluster(slots_);
            const WideFound wide = find_in<true>(cluster, next.signature());
            if (!wide.several()) [[likely]] {
                counting.add(kOccupancyFirst + std::popcount(wide.live()));
                if (wide.hit()) {
                    return update(wide.way(), {wide.signature_and_eval, wide.word1}, next, rule, counting);
                }
                if (wide.live() != kAllWays) return fill(std::countr_one(wide.live()), next, counting);
                const int victim =
                    choose_victim<kWays, EntryFields>(words4(cluster.word1), choice(next, rule));
                return replace(victim, [&] { return contents(cluster); }, next, rule, counting);
            }
        }
#endif
        return store_word_by_word(next, rule, counting);
    }

    // The rule of resize and merge: under every policy the better entry stays (by the rank of the cascade),
    // and entries keep their generation. Returns whether the new one was accepted.
    bool insert(const Opened& next, std::uint32_t generation) {
        const Choice by_cascade{generation, 0, 0, kCascade, start_of<kWays>(next.signature())};
#if TABIYA_WIDE_SCAN
        if constexpr (kWays > 1) {
            const WideCluster cluster = open_cluster(slots_);
            const WideFound wide = find_in<true>(cluster, next.signature());
            if (!wide.several()) [[likely]] {
                if (wide.hit()) {
                    return join(wide.way(), {wide.signature_and_eval, wide.word1}, next, generation);
                }
                if (wide.live() != kAllWays) return put(std::countr_one(wide.live()), next);
                const int victim = choose_victim<kWays, EntryFields>(words4(cluster.word1), by_cascade);
                return displace(victim, contents(cluster), next, generation);
            }
        }
#endif
        const Contents contents = read();
        if (const int same = contents.first_of(next.signature()); same >= 0)
            return join(same, contents.opened[same], next, generation);
        if (contents.live != kAllWays) return put(std::countr_one(contents.live), next);
        return displace(choose_victim<EntryFields>(contents.words(), by_cascade), contents, next, generation);
    }

    template <class Counting>
    Found find_word_by_word(std::uint64_t signature, Counting& counting) const {
        std::array<Opened, kWays> opened;
        unsigned match = 0;
        unsigned live = 0;
#pragma GCC unroll 4
        for (int way = 0; way < kWays; ++way) {
            opened[way] = read_slot<Words>(slots_[way]);
            const bool hit = (opened[way].signature() == signature) & opened[way].live();
            match |= unsigned{hit} << way;
            live |= unsigned{opened[way].live()} << way;
        }
        if constexpr (Counting::kCounting) count_probe(match, live, counting);
        if (match == 0) return Found{};
        return Found{true, opened[static_cast<unsigned>(std::countr_zero(match))]};
    }

  private:
    static constexpr unsigned kAllWays = (1u << kWays) - 1;

    struct Contents {
        std::array<Opened, kWays> opened;
        unsigned live = 0;

        std::array<std::uint64_t, kWays> words() const {
            std::array<std::uint64_t, kWays> words;
            for (int way = 0; way < kWays; ++way) words[way] = opened[way].word1;
            return words;
        }

        int first_of(std::uint64_t signature) const {
            for (int way = 0; way < kWays; ++way) {
                if (opened[way].live() && opened[way].signature() == signature) return way;
            }
            return -1;
        }
    };

    Contents read() const {
        Contents contents;
        for (int way = 0; way < kWays; ++way) {
            contents.opened[way] = read_slot<Words>(slots_[way]);
            contents.live |= unsigned{contents.opened[way].live()} << way;
        }
        return contents;
    }

#if TABIYA_WIDE_SCAN
    static Contents contents(const WideCluster& cluster) {
        alignas(32) std::uint64_t opened[4], words[4];
        _mm256_store_si256(reinterpret_cast<__m256i*>(opened), cluster.signature_and_eval);
        _mm256_store_si256(reinterpret_cast<__m256i*>(words), cluster.word1);
        Contents contents;
        for (int lane = 0; lane < 4; ++lane) {
            const int way = kSlotOfLane[lane];
            if (way < kWays) contents.opened[way] = {opened[lane], words[lane]};
        }
        contents.live = kAllWays;
        return contents;
    }
#endif

    template <class Counting>
    [[gnu::noinline]] Stored store_word_by_word(const Opened& next, const VictimRule& rule,
                                                Counting& counting) {
        const Contents contents = read();
        counting.add(kOccupancyFirst + std::popcount(contents.live));
        if (const int same = contents.first_of(next.signature()); same >= 0) {
            empty_copies(contents, same);
            return update(same, contents.opened[same], next, rule, counting);
        }
        if (contents.live != kAllWays) return fill(std::countr_one(contents.live), next, counting);
        const int victim = choose_victim<EntryFields>(contents.words(), choice(next, rule));
        return replace(victim, [&] { return contents; }, next, rule, counting);
    }

    static Choice choice(const Opened& next, const VictimRule& rule) {
        return choice_for<kWays, EntryFields>(next.word1, next.signature(), generation_of(next.word1), rule,
                                              rule.weights);
    }

    Stored write(int way, const Opened& opened, Outcome outcome) {
        write_slot<Words>(slots_[way], Slot{opened.signature_and_eval ^ link(opened.word1), opened.word1});
        return Stored{outcome, way, opened};
    }

    template <class Counting>
    Stored fill(int way, const Opened& next, Counting& counting) {
        counting.add(kReasonsFirst + static_cast<int>(Reason::kEmpty));
        return write(way, next, Outcome::kReplaced);
    }

    template <class Counting>
    [[gnu::always_inline]] Stored update(int way, const Opened& old, const Opened& next,
                                         const VictimRule& rule, Counting& counting) {
        const std::uint32_t generation = generation_of(next.word1);
        const bool wins = rule.wins_update(old.word1, next.word1, generation);
        counting.add(kKeptOld, !wins);
        return write(way, combine(wins ? next : old, wins ? old : next, generation), Outcome::kUpdated);
    }

    // The steps of an insert.
    bool put(int way, const Opened& next) {
        write(way, next, Outcome::kReplaced);
        return true;
    }
    bool join(int way, const Opened& old, const Opened& next, std::uint32_t generation) {
        const bool wins = cascade_rank(next.word1, generation) > cascade_rank(old.word1, generation);
        const Opened& winner = wins ? next : old;
        write(way, combine(winner, wins ? old : next, generation_of(winner.word1)), Outcome::kUpdated);
        return wins;
    }
    bool displace(int victim, const Contents& contents, const Opened& next, std::uint32_t generation) {
        const std::uint64_t old = contents.opened[victim].word1;
        if (cascade_rank(next.word1, generation) <= cascade_rank(old, generation)) return false;
        return put(victim, next);
    }

    // Racing writers can leave a key twice. The next store removes the duplicates.
    void empty_copies(const Contents& contents, int first) {
        for (int way = first + 1; way < kWays; ++way) {
            const Opened& copy = contents.opened[way];
            const bool same = copy.live() && copy.signature() == contents.opened[first].signature();
            if (same) write_slot<Words>(slots_[way], Slot{0, 0});
        }
    }

    // `contents` gives what the cluster held when the victim was chosen.
    template <class GetContents, class Counting>
    [[gnu::always_inline]] Stored replace(int victim, const GetContents& contents, const Opened& next,
                                          const VictimRule& rule, Counting& counting) {
        if constexpr (Counting::kCounting)
            count_replaced(contents().words(), victim, next.word1, next.signature(), rule,
                           generation_of(next.word1), counting);
        if (victim < 0) return Stored{};
        if (rule.refuses()) {
            const std::uint64_t old = contents().opened[victim].word1;
            if (rule.ground(old, next.word1, generation_of(next.word1)) == Ground::kKept) return Stored{};
        }
        Stored stored = write(victim, next, Outcome::kReplaced);
        stored.displaced = contents().opened[victim];
        return stored;
    }

    template <class Counting>
    static void count_probe(unsigned match, unsigned live, Counting& counting) {
        // No branches: a search cannot predict them, and each wrong guess costs more than all additions.
        static_assert(kEmpties == kHits + 1 && kMismatches == kHits + 2);
        const unsigned miss = match == 0;
        const unsigned others = live != 0;
        counting.add(kHits + static_cast<int>(miss + (miss & others)));
        counting.add(kScanFirst + std::countr_zero(match | 1u << (kWays - 1)));
    }

    Slot* slots_;
};

}  // namespace tabiya::table
