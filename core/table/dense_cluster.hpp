// Finding a key in a dense line, and the four steps of a store (cluster.hpp has them for entries of 16
// bytes).
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "table/cluster.hpp"
#include "table/dense.hpp"
#include "table/dense_scan.hpp"
#include "table/reason.hpp"
#include "table/replacement.hpp"
#include "table/statistics.hpp"
#include "table/sync.hpp"
#include "table/victim.hpp"

namespace tabiya::table {

// Signatures may have any 48 bits; a line keeps their lowest. Entries found have the low four bits of their
// generation: whoever wants all of it uses `aged`.
template <class Words>
class DenseCluster {
  public:
    explicit DenseCluster(Slot* slots) : line_(reinterpret_cast<DenseLine*>(slots)) {}

    template <class Counting>
    Found find(std::uint64_t signature, Counting& counting) const {
        signature &= dense::kSignatureMask;
        const DenseFound found = scan_dense<Counting::kCounting, Words>(line_, signature);
        if (found.several()) [[unlikely]]
            return find_first(signature, counting);
        const bool hit = found.hit();
        if constexpr (Counting::kCounting) count_probe(hit ? found.match : 0, found.live, counting);
        return hit ? Found{true, opened_as(found.payload, signature)} : Found{};
    }

    Found find_soon(std::uint64_t signature) const {
        NoCounts none;
        return find(signature, none);
    }

    template <class Counting>
    [[gnu::always_inline]] Stored store(const Opened& opened, const VictimRule& rule, Counting& counting) {
        const std::uint32_t generation = generation_of(opened.word1);
        const Next next = next_of(opened);
#if TABIYA_WIDE_SCAN
        const DenseMatches line = match_dense(line_, next.signature);
        const DenseFound found = found_in<true>(line);
#else
        const DenseFound found = scan_dense<true, Words>(line_, next.signature);
#endif
        counting.add(kOccupancyFirst + std::popcount(found.live));
        if (found.hit() && !found.several()) [[likely]]
            return update(std::countr_zero(found.match), found.payload, next, rule, generation, counting);
        if (found.match != 0) {
            const Contents contents = read();
            const unsigned same = contents.live_with(next.signature);
            if (same != 0) {
                const int way = std::countr_zero(same);
                empty_others(same, way);
                return update(way, contents.payloads[way], next, rule, generation, counting);
            }
        }
        if (found.live != kAllWays) {
            counting.add(kReasonsFirst + static_cast<int>(Reason::kEmpty));
            return write(std::countr_one(found.live), next, generation, Outcome::kReplaced);
        }
        const Choice choice = choice_for<kDenseWays, dense::Fields>(next.payload, next.signature, generation,
                                                                    rule, rule.weights);
#if TABIYA_WIDE_SCAN
        const int victim = choose_victim<kDenseWays, dense::Fields>(words4(line.first_payloads),
                                                                    words4(line.second_payloads), choice);
        return replace(victim, [&] { return contents(line); }, next, rule, generation, counting);
#else
        const Contents contents = read();
        const int victim = choose_victim<dense::Fields>(contents.payloads, choice);
        return replace(victim, [&] { return contents; }, next, rule, generation, counting);
#endif
    }

    // Under every policy the better entry stays (by the rank of the cascade), and entries keep their
    // generation. Returns whether the new one was accepted.
    bool insert(const Opened& opened, std::uint32_t generation) {
        const Next next = next_of(opened);
        const Contents contents = read();
        const auto rank = [&](std::uint64_t payload) {
            return as_signed(rank_of<dense::Fields>(payload, generation, kCascade));
        };
        if (const unsigned same = contents.live_with(next.signature); same != 0) {
            const int way = std::countr_zero(same);
            const std::uint64_t old = contents.payloads[way];
            const bool wins = rank(next.payload) > rank(old);
            const std::uint64_t winner = wins ? next.payload : old;
            const std::uint64_t both =
                combined(winner, wins ? old : next.payload, dense::generation_of(winner));
            write(way, Next{next.signature, both}, generation, Outcome::kUpdated);
            return wins;
        }
        if (contents.live != kAllWays) {
            write(std::countr_one(contents.live), next, generation, Outcome::kReplaced);
            return true;
        }
        const Choice by_cascade{generation, 0, 0, kCascade, start_of<kDenseWays>(next.signature)};
        const int victim = choose_victim<dense::Fields>(contents.payloads, by_cascade);
        if (rank(next.payload) <= rank(contents.payloads[victim])) return false;
        write(victim, next, generation, Outcome::kReplaced);
        return true;
    }

    Opened read_way(int way, std::uint32_t generation) const {
        const std::uint64_t piece = Words::load(line_->pieces[dense::piece_word(way)]);
        return dense::open_payload(Words::load(line_->payloads[way]), piece >> dense::piece_shift(way),
                                   generation);
    }

  private:
    static constexpr unsigned kAllWays = (1u << kDenseWays) - 1;

    // An entry to write.
    struct Next {
        std::uint64_t signature;
        std::uint64_t payload;
    };

    static Next next_of(const Opened& opened) {
        return {opened.signature() & dense::kSignatureMask, dense::payload_of(opened)};
    }

    struct Contents {
        std::array<std::uint64_t, kDenseWays> payloads;
        std::array<std::uint64_t, 2> pieces;
        unsigned live = 0;

        std::uint64_t signature(int way) const {
            const std::uint64_t payload = payloads[static_cast<std::size_t>(way)];
            const std::uint64_t piece =
                pieces[static_cast<std::size_t>(dense::piece_word(way))] >> dense::piece_shift(way);
            return (payload >> dense::kKeyShift) << dense::kPieceBits |
                   ((piece ^ dense::link(payload)) & dense::kPieceMask);
        }
        unsigned live_with(std::uint64_t wanted) const {
            unsigned same = 0;
            for (int way = 0; way < kDenseWays; ++way) same |= unsigned{signature(way) == wanted} << way;
            return same & live;
        }
    };

    Contents read() const {
        Contents contents;
        for (unsigned i = 0; i < 2; ++i) contents.pieces[i] = Words::load(line_->pieces[i]);
        for (unsigned way = 0; way < kDenseWays; ++way) {
            contents.payloads[way] = Words::load(line_->payloads[way]);
            contents.live |= unsigned{dense::is_live(contents.payloads[way])} << way;
        }
        return contents;
    }

#if TABIYA_WIDE_SCAN
    static Contents contents(const DenseMatches& line) {
        Contents contents;
        alignas(32) std::uint64_t second[4];
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(contents.payloads.data()), line.first_payloads);
        _mm256_store_si256(reinterpret_cast<__m256i*>(second), line.second_payloads);
        contents.payloads[4] = second[0];
        contents.payloads[5] = second[1];
        contents.pieces = {second[2], second[3]};
        contents.live = kAllWays;
        return contents;
    }
#endif

    static Opened opened_as(std::uint64_t payload, std::uint64_t signature, std::uint32_t generation = 0) {
        return dense::open_payload(payload, (signature & dense::kPieceMask) ^ dense::link(payload),
                                   generation);
    }

    template <class Counting>
    Found find_first(std::uint64_t signature, Counting& counting) const {
        const Contents contents = read();
        const unsigned match = contents.live_with(signature);
        if constexpr (Counting::kCounting) count_probe(match, contents.live, counting);
        if (match == 0) return Found{};
        const auto way = static_cast<std::size_t>(std::countr_zero(match));
        return Found{true, opened_as(contents.payloads[way], signature)};
    }

    // The word of pieces is read again right before it is written, so that a neighbour's piece is rarely
    // lost.
    void write_words(int way, std::uint64_t payload, std::uint64_t piece) {
        std::uint64_t& pieces = line_->pieces[dense::piece_word(way)];
        const int shift = dense::piece_shift(way);
        Words::store(line_->payloads[way], payload);
        Words::store(pieces, (Words::load(pieces) & ~(dense::kPieceMask << shift)) | piece << shift);
    }

    Stored write(int way, const Next& next, std::uint32_t generation, Outcome outcome) {
        write_words(way, next.payload, (next.signature & dense::kPieceMask) ^ dense::link(next.payload));
        return Stored{outcome, way, opened_as(next.payload, next.signature, generation)};
    }

    // Racing writers can leave a key twice. The next store removes the duplicates.
    void empty_others(unsigned same, int first) {
        for (int way = first + 1; way < kDenseWays; ++way) {
            if (same >> way & 1) write_words(way, 0, 0);
        }
    }

    template <class Counting>
    [[gnu::always_inline]] Stored update(int way, std::uint64_t payload, const Next& next,
                                         const VictimRule& rule, std::uint32_t generation,
                                         Counting& counting) {
        const bool wins = wins_update(payload, next.payload, rule, generation);
        counting.add(kKeptOld, !wins);
        const std::uint64_t both =
            combined(wins ? next.payload : payload, wins ? payload : next.payload, generation);
        return write(way, Next{next.signature, both}, generation, Outcome::kUpdated);
    }

    // Replacement::wins_update and combine for payloads.
    static bool wins_update(std::uint64_t old, std::uint64_t next, const Replacement& rule,
                            std::uint32_t generation) {
        using F = dense::Fields;
        const std::uint64_t depth = F::depth(old), next_depth = F::depth(next);
        const std::uint64_t bound = F::bound(old), next_bound = F::bound(next);
        const bool current = F::age(old, generation) == 0;
        const bool is_protected = rule.protects_sources() & current & (depth >= next_depth) &
                                  static_cast<bool>(better_sources(F::source(next)) >> F::source(old) & 1);
        const bool better = !current | (next_depth > depth) |
                            ((next_depth == depth) & (next_bound >= bound)) |
                            ((next_bound == 3) & (bound != 3));
        return !unpredictable(is_protected) & better;
    }
    static std::uint64_t combined(std::uint64_t winner, std::uint64_t loser, std::uint32_t generation) {
        constexpr std::uint64_t kEvalMask = std::uint64_t{(1 << dense::kEvalBits) - 1} << dense::kEvalShift;
        constexpr std::uint64_t kNone = dense::narrow_eval(kNoEval) << dense::kEvalShift;
        constexpr std::uint64_t kAgeMask = std::uint64_t{dense::kGenerations - 1} << dense::kGenerationShift;
        std::uint64_t result = (winner & ~kAgeMask) | std::uint64_t{generation % dense::kGenerations}
                                                          << dense::kGenerationShift;
        result |= (result & dense::kMaxMove) == 0 ? loser & dense::kMaxMove : 0;
        const std::uint64_t eval = (result & kEvalMask) == kNone ? loser : winner;
        result = (result & ~kEvalMask) | (eval & kEvalMask);
        return result;
    }

    // `contents` gives what the line held when the victim was chosen.
    template <class GetContents, class Counting>
    [[gnu::always_inline]] Stored replace(int victim, const GetContents& contents, const Next& next,
                                          const VictimRule& rule, std::uint32_t generation,
                                          Counting& counting) {
        const auto word1_of = [&](std::uint64_t payload) { return opened_as(payload, 0, generation).word1; };
        if constexpr (Counting::kCounting) {
            std::array<std::uint64_t, kDenseWays> words = contents().payloads;
            for (std::uint64_t& word : words) word = word1_of(word);
            count_replaced(words, victim, word1_of(next.payload), next.signature, rule, generation, counting);
        }
        if (victim < 0) return Stored{};
        if (rule.refuses()) {
            const std::uint64_t old = word1_of(contents().payloads[victim]);
            if (rule.ground(old, word1_of(next.payload), generation) == Ground::kKept) return Stored{};
        }
        Stored stored = write(victim, next, generation, Outcome::kReplaced);
        const Contents held = contents();
        stored.displaced = opened_as(held.payloads[victim], held.signature(victim), generation);
        return stored;
    }

    template <class Counting>
    static void count_probe(unsigned match, unsigned live, Counting& counting) {
        const unsigned miss = match == 0;
        const unsigned others = live != 0;
        counting.add(kHits + static_cast<int>(miss + (miss & others)));
        counting.add(kScanFirst + std::countr_zero(match | 1u << (kDenseWays - 1)));
    }

    DenseLine* line_;
};

// An entry of a dense line with its whole generation.
inline Found aged(Found found, std::uint32_t current) {
    const std::uint32_t whole = dense::whole_generation(generation_of(found.opened.word1), current);
    found.opened.word1 = (found.opened.word1 & ~kGenerationMask) | (std::uint64_t{whole} << kGenerationShift);
    if (!found.hit) found.opened = {};
    return found;
}

}  // namespace tabiya::table
