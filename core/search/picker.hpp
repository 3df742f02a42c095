// The moves of a node, most promising first, generated on demand: most cutoffs come from the first move.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "games/game.hpp"
#include "search/config.hpp"
#include "search/history.hpp"
#include "search/stack.hpp"

namespace tabiya::search {

template <Game G>
class Picker {
  public:
    using Board = typename G::Board;
    using Move = typename G::Move;
    using MoveList = typename G::MoveList;
    using Row = typename History<G>::Row;

    // What a node knows about its quiet moves.
    struct Hints {
        std::array<Move, 3> refutations{};  // two killers and the counter move, or none
        const Row* after_last = nullptr;    // continuation histories of the last move and the one before
        const Row* after_before = nullptr;
    };

    // All moves. `table_move` is legal or none.
    Picker(const Board& board, const History<G>& history, const Config& config, Move table_move,
           const Hints& hints, bool in_check)
        : board_(board),
          history_(history),
          config_(config),
          hints_(hints),
          table_move_(table_move),
          stage_(table_move ? Stage::kTableMove
                 : in_check ? Stage::kStartEvasions
                            : Stage::kStartTactical),
          after_table_move_(in_check ? Stage::kStartEvasions : Stage::kStartTactical) {}

    // Quiescence: tactical moves, or all moves in check.
    Picker(const Board& board, const History<G>& history, const Config& config, Move table_move,
           bool in_check)
        : Picker(board, history, config, table_move, Hints{}, in_check) {
        tactical_only_ = !in_check;
    }

    // Returns none after the last move.
    Move next() {
        while (true) {
            switch (stage_) {
                case Stage::kTableMove:
                    stage_ = after_table_move_;
                    return table_move_;

                case Stage::kStartTactical:
                    G::generate_tactical(board_, moves_);
                    score_tactical();
                    stage_ = Stage::kTactical;
                    [[fallthrough]];
                case Stage::kTactical:
                    while (const Move move = pick()) {
                        if (move == table_move_) continue;
                        if (tactical_only_ || G::see_at_least(board_, move, 0)) return move;
                        bad_[bad_count_++] = move;
                    }
                    if (tactical_only_) return Move();
                    stage_ = Stage::kRefutations;
                    [[fallthrough]];
                case Stage::kRefutations:
                    while (refutation_ < hints_.refutations.size()) {
                        const Move move = hints_.refutations[refutation_++];
                        if (is_usable_refutation(move) && (!checks_only_ || checks().gives(move)))
                            return move;
                    }
                    stage_ = Stage::kStartQuiets;
                    [[fallthrough]];
                case Stage::kStartQuiets:
                    start_list();
                    G::generate_quiet(board_, moves_);
                    if (!checks_only_) score_quiets(0);
                    stage_ = Stage::kQuiets;
                    [[fallthrough]];
                case Stage::kQuiets:
                    while (const Move move = checks_only_ ? next_check() : pick()) {
                        if (move != table_move_ && !was_refutation(move)) return move;
                    }
                    stage_ = Stage::kBad;
                    [[fallthrough]];
                case Stage::kBad:
                    return bad_next_ < bad_count_ ? bad_[bad_next_++] : Move();

                case Stage::kStartEvasions:
                    G::generate_tactical(board_, moves_);
                    score_tactical();
                    {
                        constexpr int kAboveQuiets = 1 << 24;
                        const std::size_t tactical = moves_.size();
                        for (std::size_t i = 0; i < tactical; ++i) scores_[i] += kAboveQuiets;
                        G::generate_quiet(board_, moves_);
                        score_quiets(tactical);
                    }
                    stage_ = Stage::kEvasions;
                    [[fallthrough]];
                case Stage::kEvasions:
                    while (const Move move = pick()) {
                        if (move != table_move_) return move;
                    }
                    return Move();
            }
        }
    }

    // From now on, quiet moves are only returned if they give check.
    void skip_quiets() { checks_only_ = true; }

    // Prepared on first use.
    const typename G::CheckFinder& checks() {
        if (!checks_) checks_.emplace(board_);
        return *checks_;
    }

  private:
    enum class Stage : std::uint8_t {
        kTableMove,
        kStartTactical,
        kTactical,
        kRefutations,
        kStartQuiets,
        kQuiets,
        kBad,
        kStartEvasions,
        kEvasions,
    };

    void start_list() {
        moves_.clear();
        next_ = 0;
    }

    void score_tactical() {
        for (std::size_t i = 0; i < moves_.size(); ++i) {
            scores_[i] = G::tactical_order(board_, moves_[i]) * 32;
            if (config_.capture_history) {
                scores_[i] += history_.tactical[G::tactical_slot(board_, moves_[i])].value();
            }
        }
    }

    void score_quiets(std::size_t first) {
        for (std::size_t i = first; i < moves_.size(); ++i) scores_[i] = quiet_score(moves_[i]);
    }

    int quiet_score(Move move) const {
        int score = config_.history ? 2 * history_.quiet[G::route_slot(board_, move)].value() : 0;
        if (config_.continuation_history && hints_.after_last != nullptr) {
            const std::size_t slot = G::piece_slot(board_, move);
            score += (*hints_.after_last)[slot].value() + (*hints_.after_before)[slot].value();
        }
        return score;
    }

    // The best remaining move: early cutoffs never pay for a full sort.
    Move pick() {
        if (next_ == moves_.size()) return Move();
        std::size_t best = next_;
        for (std::size_t i = next_ + 1; i < moves_.size(); ++i) {
            if (scores_[i] > scores_[best]) best = i;
        }
        std::swap(moves_[next_], moves_[best]);
        std::swap(scores_[next_], scores_[best]);
        return moves_[next_++];
    }

    // Unordered, because few are left.
    Move next_check() {
        while (next_ < moves_.size()) {
            const Move move = moves_[next_++];
            if (checks().gives(move)) return move;
        }
        return Move();
    }

    bool is_usable_refutation(Move move) {
        const std::size_t index = refutation_ - 1;
        bool usable = move && move != table_move_;
        for (std::size_t i = 0; i < index; ++i) usable = usable && move != hints_.refutations[i];
        usable = usable && G::is_legal(board_, move) && !G::is_tactical(board_, move);
        if (!usable) hints_.refutations[index] = Move();
        return usable;
    }

    bool was_refutation(Move move) const {
        return move == hints_.refutations[0] || move == hints_.refutations[1] ||
               move == hints_.refutations[2];
    }

    const Board& board_;
    const History<G>& history_;
    const Config& config_;
    Hints hints_;
    std::optional<typename G::CheckFinder> checks_;
    Move table_move_;
    Stage stage_;
    Stage after_table_move_;
    bool tactical_only_ = false;
    bool checks_only_ = false;
    std::size_t refutation_ = 0;
    std::size_t next_ = 0;
    std::size_t bad_count_ = 0;
    std::size_t bad_next_ = 0;
    MoveList moves_;
    union {  // not cleared, to save writing a kilobyte per node
        int scores_[MoveList::kCapacity];
    };
    union {
        Move bad_[MoveList::kCapacity];
    };
};

}  // namespace tabiya::search
