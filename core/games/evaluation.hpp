// What the evaluations of all games share. An evaluation is a sum of weights, each taken so often for one
// side and so often for the other; the game's phase then mixes the two values of every weight. It is written
// once, as a template over what is done with a term: `Total` adds up (the search), `Trace` counts (tuning and
// `eval`).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tabiya {

// No evaluation and no score of a finished game is outside of +-kMaxEvaluation.
inline constexpr int kMaxEvaluation = 20'000;

}  // namespace tabiya

namespace tabiya::evaluation {

// A value in the middle game and one in the end game, in one integer: both are added, and multiplied by a
// count, with one instruction. The end game's half is kept as if the other half were zero, hence the
// rounding.
struct Weight {
    std::int32_t packed = 0;

    constexpr Weight() = default;
    constexpr Weight(int middle_game, int end_game) : packed(end_game * 65536 + middle_game) {}
    constexpr int middle_game() const { return static_cast<std::int16_t>(packed); }
    constexpr int end_game() const { return static_cast<std::int16_t>((packed + 0x8000) >> 16); }
    constexpr Weight operator+(Weight o) const { return from(packed + o.packed); }

    static constexpr Weight from(std::int32_t packed) {
        Weight weight;
        weight.packed = packed;
        return weight;
    }
};

// A game's weights are a struct of nothing but arrays of Weight: a flat array with a name for each part.
struct Group {
    std::string_view name;
    std::size_t size;
};

// "knight_mobility[3]", or the group's name alone where it is of one weight.
inline std::string weight_name(const Group& group, std::size_t i) {
    std::string name(group.name);
    return group.size == 1 ? name : name + "[" + std::to_string(i) + "]";
}

template <class Weights>
inline constexpr std::size_t kWeightCount = sizeof(Weights) / sizeof(Weight);

// Whether the groups are the members, all of them and in their order, as far as their sizes can tell.
template <class Weights>
consteval bool cover(std::span<const Group> groups) {
    std::size_t sum = 0;
    for (const Group& group : groups) sum += group.size;
    return sum == kWeightCount<Weights>;
}

// Side 0's terms less side 1's.
class Total {
  public:
    static constexpr bool kCounts = false;

    template <int Side>
    void add(const Weight& weight, int count = 1) {
        sum_.packed += (Side == 0 ? count : -count) * weight.packed;
    }
    void add(Weight sum) { sum_.packed += sum.packed; }
    Weight sum() const { return sum_; }

  private:
    Weight sum_;
};

// How often each weight was taken, by either side.
template <class Weights>
class Trace {
  public:
    static constexpr bool kCounts = true;

    explicit Trace(const Weights& weights) : weights_(&weights) {}

    template <int Side>
    void add(const Weight& weight, int count = 1) {
        const auto offset = reinterpret_cast<const char*>(&weight) - reinterpret_cast<const char*>(weights_);
        std::int16_t& counted = counts_[Side][static_cast<std::size_t>(offset) / sizeof(Weight)];
        counted = static_cast<std::int16_t>(counted + count);
    }
    int count(int side, std::size_t weight) const { return counts_[static_cast<std::size_t>(side)][weight]; }
    Weight sum() const {
        const Weight* flat = reinterpret_cast<const Weight*>(weights_);
        std::int32_t packed = 0;
        for (std::size_t i = 0; i < kWeightCount<Weights>; ++i) {
            packed += (counts_[0][i] - counts_[1][i]) * flat[i].packed;
        }
        return Weight::from(packed);
    }

  private:
    const Weights* weights_;
    std::array<std::array<std::int16_t, kWeightCount<Weights>>, 2> counts_{};
};

}  // namespace tabiya::evaluation
