// Code shared by the evaluations of all games. An evaluation is a sum of weights, each counted for one side
// and against the other. The phase of the game then interpolates between the two values of every weight. It
// is written once, as a template over what is done with a term: `Total` adds up (search), `Trace` counts
// (tuning and `eval`).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tabiya {

// Evaluations and scores of finished games are within +-kMaxEvaluation.
inline constexpr int kMaxEvaluation = 20'000;

}  // namespace tabiya

namespace tabiya::evaluation {

// A middlegame and an endgame value in one integer, so that one instruction adds both or multiplies both by a
// count. The endgame half is stored as if the other half were zero, hence the rounding.
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

// A game's weights are a struct of arrays of Weight only: a flat array with a name for each part.
struct Group {
    std::string_view name;
    std::size_t size;
};

// "knight_mobility[3]", or just the group's name if it has one weight.
inline std::string weight_name(const Group& group, std::size_t i) {
    std::string name(group.name);
    return group.size == 1 ? name : name + "[" + std::to_string(i) + "]";
}

template <class Weights>
inline constexpr std::size_t kWeightCount = sizeof(Weights) / sizeof(Weight);

// Whether the groups are all members in order, as far as their sizes tell.
template <class Weights>
consteval bool cover(std::span<const Group> groups) {
    std::size_t sum = 0;
    for (const Group& group : groups) sum += group.size;
    return sum == kWeightCount<Weights>;
}

// The terms of side 0 minus those of side 1.
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

// How often each side counted each weight.
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
