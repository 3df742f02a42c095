#include "table/tier/codec.hpp"

namespace tabiya::table::tier {
namespace {

enum Kind : std::uint32_t { kMain = 0, kNullMove = 1, kQuiescence = 2, kOther = 3 };

template <std::size_t kCount>
struct Classes {
    std::array<std::uint8_t, kCount> width{};
    std::array<std::uint32_t, kCount> first{};  // the least value of a class; the last class holds all values

    constexpr explicit Classes(const std::uint8_t (&widths)[kCount]) {
        std::uint32_t next = 0;
        for (std::size_t i = 0; i < kCount; ++i) {
            width[i] = widths[i];
            first[i] = i + 1 < kCount ? next : 0;
            next += 1u << widths[i];
        }
    }
    constexpr std::uint32_t of(std::uint32_t value) const {
        std::uint32_t found = 0;
        while (found + 1 < kCount && value - first[found] >= 1u << width[found]) ++found;
        return found;
    }
};

// The same numbers as in make_codes.py.
constexpr Classes<8> kDepths({0, 0, 0, 0, 1, 2, 3, 8});
constexpr Classes<5> kMoves({6, 8, 10, 12, 24});
constexpr Classes<6> kScores({5, 7, 8, 9, 11, 20});
constexpr Classes<6> kEvals({0, 6, 8, 9, 10, 16});
static_assert(kMoves.first[3] + (1u << kMoves.width[3]) == MoveIndex::kCapacity);

constexpr std::uint32_t kMoveClasses = 6;  // the first means no move
constexpr std::uint32_t kEvalClasses = 7;  // the first means no eval
constexpr std::uint32_t kEscape = 3 * 4 * 8 * kMoveClasses;
constexpr int kRawLength = 58 + 16;
constexpr int kGenerationWidth = 6;

constexpr PrefixCode<kEscape + 1, 11> kEntryCode(kEntryLengths);
using ValueCode = PrefixCode<6 * kEvalClasses, 9>;
constexpr ValueCode kKeptCodes[2] = {ValueCode(kKeptMainLengths), ValueCode(kKeptQuiescenceLengths)};
using ScoreCode = PrefixCode<6, 9>;
constexpr ScoreCode kDroppedCodes[2] = {ScoreCode(kDroppedMainLengths), ScoreCode(kDroppedQuiescenceLengths)};
static_assert(kEntryCode.length(kEscape) > 0);

constexpr std::uint32_t zigzag(std::int32_t value) {
    return (static_cast<std::uint32_t>(value) << 1) ^ static_cast<std::uint32_t>(value >> 31);
}
constexpr std::int32_t unzigzag(std::uint32_t value) {
    return static_cast<std::int32_t>((value >> 1) ^ (0u - (value & 1)));
}

// A decoded entry symbol, with the bit widths of its classes.
struct EntrySymbol {
    std::uint8_t bound = 0;
    std::uint8_t kind = 0;
    std::uint8_t depth_class = 0;
    std::uint8_t move_class = 0;
    std::uint8_t width = 0;  // of kind, depth and move together
};

constexpr std::uint32_t entry_symbol(std::uint32_t bound, std::uint32_t kind, std::uint32_t depth_class,
                                     std::uint32_t move_class) {
    return (((bound - 1) * 4 + kind) * 8 + depth_class) * kMoveClasses + move_class;
}

constexpr std::uint8_t move_width(std::uint32_t move_class) {
    return move_class == 0 ? 0 : kMoves.width[move_class - 1];
}

constexpr std::array<EntrySymbol, kEscape> kEntrySymbols = [] {
    std::array<EntrySymbol, kEscape> symbols{};
    for (std::uint32_t symbol = 0; symbol < kEscape; ++symbol) {
        EntrySymbol& s = symbols[symbol];
        s.move_class = static_cast<std::uint8_t>(symbol % kMoveClasses);
        s.depth_class = static_cast<std::uint8_t>(symbol / kMoveClasses % 8);
        s.kind = static_cast<std::uint8_t>(symbol / (kMoveClasses * 8) % 4);
        s.bound = static_cast<std::uint8_t>(symbol / (kMoveClasses * 8 * 4) + 1);
        s.width = static_cast<std::uint8_t>((s.kind == kOther ? 4 : 0) + kDepths.width[s.depth_class] +
                                            move_width(s.move_class));
    }
    return symbols;
}();

struct ValueSymbol {
    std::uint8_t score_class = 0;
    std::uint8_t eval_class = 0;
    std::uint8_t code_length = 0;
    std::uint8_t width = 0;  // of score and eval together
};

ValueSymbol read_value(std::uint64_t bits, bool quiescence, bool keep_evals) {
    ValueSymbol value;
    if (keep_evals) {
        const auto word = kKeptCodes[quiescence].read(bits);
        value.score_class = static_cast<std::uint8_t>(word.symbol / kEvalClasses);
        value.eval_class = static_cast<std::uint8_t>(word.symbol % kEvalClasses);
        value.code_length = word.length;
    } else {
        const auto word = kDroppedCodes[quiescence].read(bits);
        value.score_class = static_cast<std::uint8_t>(word.symbol);
        value.code_length = word.length;
    }
    value.width = kScores.width[value.score_class];
    if (value.eval_class > 0) value.width += kEvals.width[value.eval_class - 1u];
    return value;
}

constexpr std::uint32_t kind_of(std::uint64_t word1) {
    if (pv_of(word1)) return kOther;
    switch (source_of(word1)) {
        case Source::kMain:
            return kMain;
        case Source::kNullMove:
            return kNullMove;
        case Source::kQuiescence:
            return kQuiescence;
        default:
            return kOther;
    }
}

constexpr std::uint64_t kind_bits(std::uint32_t kind) {
    constexpr Source kSources[] = {Source::kMain, Source::kNullMove, Source::kQuiescence};
    return static_cast<std::uint64_t>(kSources[kind]) << kSourceShift;
}

// Packs word1 without its generation into 58 bits, and back.
constexpr std::uint64_t squeeze(std::uint64_t word1) {
    const std::uint64_t below = (std::uint64_t{1} << kGenerationShift) - 1;
    return (word1 & below) | (word1 >> kBoundShift << kGenerationShift);
}
constexpr std::uint64_t unsqueeze(std::uint64_t bits) {
    const std::uint64_t below = (std::uint64_t{1} << kGenerationShift) - 1;
    return (bits & below) | (bits >> kGenerationShift << kBoundShift);
}
static_assert(kBoundShift - kGenerationShift == kGenerationWidth);

Bits raw(std::uint64_t word1, std::int16_t eval) {
    Bits body;
    body.append(kEntryCode.bits(kEscape), kEntryCode.length(kEscape));
    body.append(squeeze(word1), 58);
    body.append(static_cast<std::uint16_t>(eval), 16);
    return body;
}

// Reads bits from the low end.
class Taking {
  public:
    explicit Taking(Uint128 bits) : bits_(bits) {}
    std::uint32_t take(int length) {
        const auto result = static_cast<std::uint32_t>(low_bits(bits_, length));
        bits_ >>= length;
        return result;
    }
    void skip(int length) { bits_ >>= length; }

  private:
    Uint128 bits_;
};

}  // namespace

Bits Codec::encode(std::uint64_t word1, std::int16_t eval) const {
    if (!keep_evals_) eval = kNoEval;
    const std::uint32_t kind = kind_of(word1);
    const std::uint32_t depth = depth_of(word1);
    const std::uint32_t depth_class = kDepths.of(depth);
    std::uint32_t move = move_of(word1);
    std::uint32_t move_class = 0;
    if (move != 0) {
        const std::uint32_t number = moves_->number_of(move);
        move_class = number == MoveIndex::kNone ? kMoveClasses - 1 : kMoves.of(number) + 1;
        if (move_class < kMoveClasses - 1) move = number;
    }
    const std::uint32_t symbol =
        entry_symbol(static_cast<std::uint32_t>(bound_of(word1)), kind, depth_class, move_class);
    if (kEntryCode.length(symbol) == 0) return raw(word1, eval);

    const std::int32_t score = score_of(word1);
    const std::uint32_t score_class = kScores.of(zigzag(score));
    std::uint32_t eval_class = 0;
    std::uint32_t difference = 0;
    if (eval != kNoEval) {
        difference = zigzag(eval - score);
        const std::uint32_t found = kEvals.of(difference);
        eval_class = found + 1;
        if (eval_class == kEvalClasses - 1) difference = static_cast<std::uint16_t>(eval);
    }
    Bits body;
    body.append(kEntryCode.bits(symbol), kEntryCode.length(symbol));
    const bool quiescence = kind == kQuiescence;
    if (keep_evals_) {
        const ValueCode& code = kKeptCodes[quiescence];
        const std::uint32_t value = score_class * kEvalClasses + eval_class;
        body.append(code.bits(value), code.length(value));
    } else {
        const ScoreCode& code = kDroppedCodes[quiescence];
        body.append(code.bits(score_class), code.length(score_class));
    }
    if (kind == kOther) body.append(word1 >> kSourceShift, 4);
    body.append(depth - kDepths.first[depth_class], kDepths.width[depth_class]);
    const bool raw_score = score_class == kScores.width.size() - 1;
    body.append(
        raw_score ? static_cast<std::uint32_t>(score) & 0xF'FFFF : zigzag(score) - kScores.first[score_class],
        kScores.width[score_class]);
    if (eval_class > 0) {
        body.append(difference - kEvals.first[eval_class - 1], kEvals.width[eval_class - 1]);
    }
    if (move_class > 0) body.append(move - kMoves.first[move_class - 1], kMoves.width[move_class - 1]);
    return body;
}

bool Codec::decode(Uint128 body, std::uint64_t& word1, std::int16_t& eval) const {
    const auto word = kEntryCode.read(static_cast<std::uint64_t>(body));
    if (word.length == 0) return false;
    Taking rest(body);
    rest.skip(word.length);
    if (word.symbol == kEscape) {
        const std::uint64_t low = rest.take(32);
        word1 = unsqueeze(low | std::uint64_t{rest.take(26)} << 32);
        eval = static_cast<std::int16_t>(rest.take(16));
        return is_live(word1);
    }
    const EntrySymbol& entry = kEntrySymbols[word.symbol];
    const ValueSymbol value =
        read_value(static_cast<std::uint64_t>(body) >> word.length, entry.kind == kQuiescence, keep_evals_);
    if (value.code_length == 0) return false;
    rest.skip(value.code_length);
    word1 = std::uint64_t{entry.bound} << kBoundShift;
    word1 |= entry.kind == kOther ? std::uint64_t{rest.take(4)} << kSourceShift : kind_bits(entry.kind);
    const std::uint64_t depth =
        kDepths.first[entry.depth_class] + rest.take(kDepths.width[entry.depth_class]);
    word1 |= depth << kDepthShift;
    const std::uint32_t score_bits = rest.take(kScores.width[value.score_class]);
    const bool raw_score = value.score_class == kScores.width.size() - 1;
    const std::int32_t score = raw_score ? static_cast<std::int32_t>(score_bits << 12) >> 12
                                         : unzigzag(score_bits + kScores.first[value.score_class]);
    word1 |= static_cast<std::uint64_t>(static_cast<std::uint32_t>(score) & 0xF'FFFF) << kScoreShift;
    eval = kNoEval;
    if (value.eval_class > 0) {
        const std::uint32_t bits = rest.take(kEvals.width[value.eval_class - 1u]);
        eval = static_cast<std::int16_t>(value.eval_class == kEvalClasses - 1
                                             ? static_cast<std::int32_t>(bits)
                                             : score + unzigzag(bits + kEvals.first[value.eval_class - 1u]));
    }
    if (entry.move_class > 0) {
        const std::uint32_t bits = rest.take(kMoves.width[entry.move_class - 1u]);
        const bool raw_move = entry.move_class == kMoveClasses - 1;
        const std::uint32_t move =
            raw_move ? bits : moves_->move_of(bits + kMoves.first[entry.move_class - 1u]);
        if (move == 0) return false;
        word1 |= move;
    }
    return true;
}

int Codec::length(std::uint64_t body) const {
    const auto word = kEntryCode.read(body);
    if (word.length == 0) return 0;
    if (word.symbol == kEscape) return word.length + kRawLength;
    const EntrySymbol& entry = kEntrySymbols[word.symbol];
    const ValueSymbol value = read_value(body >> word.length, entry.kind == kQuiescence, keep_evals_);
    if (value.code_length == 0) return 0;
    return word.length + value.code_length + entry.width + value.width;
}

Outline Codec::outline(std::uint64_t body) const {
    const auto word = kEntryCode.read(body);
    if (word.length == 0) return {};
    if (word.symbol == kEscape) {
        // The bound is within the first 64 bits: the escape takes ten bits, and 52 more precede it.
        static_assert(kEntryCode.length(kEscape) + 52 + 2 <= 64);
        const std::uint64_t raw_bits = body >> word.length;
        return {word.length + kRawLength, unsqueeze(raw_bits & ((std::uint64_t{1} << 54) - 1))};
    }
    const EntrySymbol& entry = kEntrySymbols[word.symbol];
    const ValueSymbol value = read_value(body >> word.length, entry.kind == kQuiescence, keep_evals_);
    if (value.code_length == 0) return {};
    const int codes = word.length + value.code_length;
    const int before_depth = codes + (entry.kind == kOther ? 4 : 0);
    const std::uint64_t depth = kDepths.first[entry.depth_class] +
                                ((body >> before_depth) & ((1u << kDepths.width[entry.depth_class]) - 1));
    return {codes + entry.width + value.width, std::uint64_t{entry.bound} << kBoundShift |
                                                   depth << kDepthShift | (entry.move_class > 0 ? 1u : 0u)};
}

}  // namespace tabiya::table::tier
