#include <algorithm>

#include "tier_laws.hpp"

namespace tabiya::tier_laws {

using table::Bound;
using table::Source;
using table::tier::Bits;
using table::tier::Codec;
using table::tier::MoveIndex;

Entry random_entry(Random& random) {
    const auto any = [&](std::uint64_t span) {  // of a random number of bits
        return random.next() % span >> random.below(64 - static_cast<unsigned>(__builtin_clzll(span)));
    };
    Entry entry;
    entry.move = random.below(3) == 0 ? 0 : static_cast<std::uint32_t>(any(table::kMaxMove + 1));
    const auto sign = [&] { return random.below(2) == 0 ? 1 : -1; };
    entry.score = sign() * static_cast<std::int32_t>(any(table::kMaxScore + 1));
    const std::int32_t near = entry.score + sign() * static_cast<std::int32_t>(any(2048));
    const bool fits = near >= -table::kMaxEval && near <= table::kMaxEval;
    entry.eval = random.below(4) == 0 ? table::kNoEval
                 : fits               ? static_cast<std::int16_t>(near)
                                      : static_cast<std::int16_t>(sign() * static_cast<int>(any(32768)));
    entry.depth = static_cast<std::uint8_t>(any(256));
    entry.generation = static_cast<std::uint8_t>(random.below(64));
    entry.bound = static_cast<Bound>(1 + random.below(3));
    entry.source = static_cast<Source>(random.below(5));
    entry.pv = random.below(8) == 0;
    return entry;
}

namespace {

void check(const Codec& codec, Entry entry) {
    entry.generation = 0;
    const std::uint64_t word1 = table::pack_word1(entry);
    const Bits body = codec.encode(word1, entry.eval);
    require(body.length > 0 && body.length <= Codec::kLongestBody,
            "a body is of the length that is promised");
    require((body.bits >> body.length) == 0, "a body has no bits beyond its length");
    // The bits after an entry must not matter.
    const table::Uint128 followed = body.bits | ~table::Uint128{0} << body.length;
    for (const table::Uint128 bits : {body.bits, followed}) {
        std::uint64_t found = 0;
        std::int16_t eval = 0;
        require(codec.decode(bits, found, eval), "an entry that was written can be read");
        require(found == word1, "every field comes back");
        require(eval == (codec.keeps_evals() ? entry.eval : table::kNoEval),
                "the eval comes back if it is kept");
        const auto start = static_cast<std::uint64_t>(bits);
        require(codec.length(start) == body.length, "the length is known without decoding");
        const table::tier::Outline outline = codec.outline(start);
        require(outline.length == body.length, "the outline knows the length");
        require(table::depth_of(outline.word1) == entry.depth &&
                    table::bound_of(outline.word1) == entry.bound &&
                    (table::move_of(outline.word1) != 0) == (entry.move != 0),
                "the outline knows depth, bound and whether there is a move");
    }
}

}  // namespace

std::uint64_t every_class_comes_back(bool keep_evals) {
    MoveIndex moves;
    const Codec codec(moves, keep_evals);
    constexpr std::int32_t kScores[] = {0,    15,   16,    80,    207,    208,     463,     1487,
                                        1488, 2047, 32767, 32768, 99'754, 100'000, 499'999, 500'000};
    constexpr std::int32_t kSteps[] = {0, 1, 31, 32, 33, 160, 161, 416, 417, 928, 929, 5000};
    std::uint64_t cases = 0;
    Entry entry;
    // Later moves get larger numbers. When these run out, moves are written as they are.
    for (std::uint32_t move = 0; move < MoveIndex::kCapacity + 200; move += move < 70 ? 1 : 13) {
        for (std::uint32_t more = 0; more < 13 && move >= 70; ++more) moves.number_of(1000 + move + more);
        entry.move = move == 0 ? 0 : move + 1000;
        for (int bound = 1; bound <= 3; ++bound) {
            for (int source = 0; source < 5; ++source) {
                for (const int depth : {0, 1, 2, 3, 4, 5, 6, 9, 10, 17, 18, 255}) {
                    entry.bound = static_cast<Bound>(bound);
                    entry.source = static_cast<Source>(source);
                    entry.depth = static_cast<std::uint8_t>(depth);
                    entry.pv = (move + static_cast<unsigned>(depth)) % 5 == 0;
                    entry.score = kScores[cases % std::size(kScores)] * (cases % 2 == 0 ? 1 : -1);
                    const std::int32_t eval = entry.score + kSteps[cases % std::size(kSteps)];
                    const bool fits = eval <= table::kMaxEval && eval >= -table::kMaxEval;
                    entry.eval = fits ? static_cast<std::int16_t>(eval) : table::kNoEval;
                    check(codec, entry);
                    ++cases;
                }
            }
        }
    }
    for (const std::int32_t size : kScores) {
        for (const std::int32_t score : {size, -size, size + 1, -size - 1}) {
            for (const std::int32_t step : kSteps) {
                for (const std::int32_t eval : {score + step, score - step, 32767, -32767, 0}) {
                    for (const Source source : {Source::kMain, Source::kQuiescence, Source::kBook}) {
                        entry.score = std::clamp(score, -table::kMaxScore, table::kMaxScore);
                        const bool fits = eval <= table::kMaxEval && eval >= -table::kMaxEval;
                        entry.eval = fits ? static_cast<std::int16_t>(eval) : table::kNoEval;
                        entry.source = source;
                        check(codec, entry);
                        ++cases;
                    }
                }
            }
        }
    }
    return cases;
}

std::uint64_t any_entry_comes_back(bool keep_evals, std::uint64_t seed, std::uint64_t cases) {
    MoveIndex moves;
    const Codec codec(moves, keep_evals);
    Random random(seed);
    for (std::uint64_t i = 0; i < cases; ++i) check(codec, random_entry(random));
    return cases;
}

std::uint64_t any_bits_are_read_safely(bool keep_evals, std::uint64_t seed, std::uint64_t cases) {
    MoveIndex moves;
    const Codec codec(moves, keep_evals);
    Random random(seed);
    for (std::uint64_t i = 0; i < cases; ++i) {
        const table::Uint128 bits = table::Uint128{random.next()} << 64 | random.next();
        std::uint64_t word1 = 0;
        std::int16_t eval = 0;
        const int length = codec.length(static_cast<std::uint64_t>(bits));
        require(length <= Codec::kLongestBody, "no body is longer than the longest");
        if (codec.decode(bits, word1, eval)) require(table::is_live(word1), "what is decoded is an entry");
        require(codec.outline(static_cast<std::uint64_t>(bits)).length == length, "outline and length agree");
    }
    return cases;
}

}  // namespace tabiya::tier_laws
