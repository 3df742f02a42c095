// Shortest mates. The search prunes and reduces, so a mate that it found may hide a shorter one. Here nothing
// is pruned: is there a mate within n plies, yes or no? The first thread asks when an iteration ends with a
// mate, with as many nodes as the search used, or twice as many if the limit is a mate.
#pragma once

#include <algorithm>
#include <array>

#include "search/worker.hpp"

namespace tabiya::search {

namespace detail {

// Proof entries have separate keys, because results of a search with pruning are not proofs.
inline constexpr std::uint64_t kProofKey = 0x9d39247e33776d41;
// The minimum of nodes for a proof; more if no iteration follows.
inline constexpr std::uint64_t kLeastProof = 20'000;
inline constexpr std::uint64_t kLastProof = 500'000;

}  // namespace detail

// Replaces the mate of the best root move by the shortest one that can be proved with the available nodes.
template <Game G, class Access>
void Worker<G, Access>::prove_mate() {
    if (!config_.prove_mates) return;
    notes_.purpose(Purpose::kProof);
    notes_.enter(visit_begin(0, 0, 0, 1, false, false, false));
    const std::uint64_t begin = nodes_;
    const std::uint64_t least = root_depth_ == team_.limits.depth ? detail::kLastProof : detail::kLeastProof;
    const std::uint64_t share = team_.limits.mate > 0 ? 2 : 1;  // relative to the nodes of the search
    const std::uint64_t searched = nodes_ - proof_nodes_;
    proof_end_ = begin + std::max(share * searched - std::min(share * searched, proof_nodes_), least);
    prove_claimed_mate();

    const int score = root_moves_[0].score;
    const bool losing = score <= -kMateBound;
    int longest = team_.limits.mate;
    if (is_mate(score)) longest = kMate - std::abs(score) - 2;
    int& disproved = disproved_[losing];
    while (disproved < longest && !out_of_proof()) {
        // A loss has an even number of plies, a win an odd one; a declaration may have either.
        const int plies = std::min(disproved == 0 && !losing ? 1 : disproved + 2, longest);
        if (losing ? all_moves_lose(0, plies) : is_won(0, plies)) {
            if (!out_of_proof()) keep_mate(losing, plies);
            break;
        }
        if (!out_of_proof()) disproved = plies;
    }
    proof_nodes_ += nodes_ - begin;
    notes_.ended(proved_ ? Ending::kProved : Ending::kDisproved);
    notes_.leave(proved_.has_value());
}

// Plies to the mate that the table claims for the root: positive if the side to move wins, negative if it
// loses, 0 without a claim.
template <Game G, class Access>
int Worker<G, Access>::claimed_mate(const Remembered<Move>& remembered) {
    const auto plies = [](int score, Bound bound) {
        if (score >= kMateBound && (bound == Bound::kLower || bound == Bound::kExact)) return kMate - score;
        if (score <= -kMateBound && (bound == Bound::kUpper || bound == Bound::kExact)) return -kMate - score;
        return 0;
    };
    if (const int claimed = remembered.hit ? plies(remembered.score, remembered.bound) : 0; claimed != 0)
        return claimed;
    const ProofEntry entry = proof_entry(0);
    return plies(entry.score, entry.bound);
}

// Deep entries of the search that found a mate may hide it from the next search: they cut off before the mate
// comes into view. So a mate that the table claims for the root is proved again, mostly from the table.
template <Game G, class Access>
void Worker<G, Access>::prove_claimed_mate() {
    if (claimed_mate_ == 0 || team_.limits.mate > 0 || is_mate(root_moves_[0].score)) return;
    const bool losing = claimed_mate_ < 0;
    const int plies = std::abs(claimed_mate_);
    const bool holds = losing ? all_moves_lose(0, plies) : is_won(0, plies);
    if (out_of_proof()) return;  // the next iteration has more nodes
    if (holds) keep_mate(losing, plies);
    claimed_mate_ = 0;
}

template <Game G, class Access>
void Worker<G, Access>::keep_mate(bool losing, int plies) {
    proof_end_ = 2 * nodes_ + detail::kLeastProof;  // the variation mostly comes from the table
    RootMove<G> mate;
    follow_mate(losing, plies, mate.pv);
    for (std::size_t i = 0; i < mate.pv.size(); ++i) notes_.leave(0);
    if (mate.pv.empty()) return;
    mate.move = mate.pv[0];
    mate.score = losing ? mated_in(plies) : mate_in(plies);
    mate.previous = mate.score;
    mate.depth = root_depth_;
    mate.seldepth = plies;
    proved_ = std::move(mate);
    restore_mate();
}

// A later iteration may miss the proved mate.
template <Game G, class Access>
void Worker<G, Access>::restore_mate() {
    if (!proved_) return;
    const int score = root_moves_[0].score;
    if (score == proved_->score || (proved_->score > 0 && score > proved_->score)) return;
    const auto at = std::find_if(root_moves_.begin(), root_moves_.end(),
                                 [&](const RootMove<G>& m) { return m.move == proved_->move; });
    *at = *proved_;
    at->depth = root_depth_;
    std::rotate(root_moves_.begin(), at, at + 1);
}

// The winner picks a move that keeps the mate within its plies, the loser one that delays it as long as
// possible.
template <Game G, class Access>
void Worker<G, Access>::follow_mate(bool losing, int plies, std::vector<Move>& pv) {
    for (int ply = 0; plies > 0; ++ply, --plies, losing = !losing) {
        ProofMoves moves(*this, ply, proof_entry(ply).move, losing || plies > 1);
        Move chosen;
        while (const Move move = chosen ? Move() : moves.next()) {
            make(ply, move);
            const bool fits =
                losing ? plies <= 2 || !is_won(ply + 1, plies - 3) : all_moves_lose(ply + 1, plies - 1);
            if (out_of_proof()) return;
            if (fits) chosen = move;
        }
        if (!chosen) return;  // a declaration ends the variation
        make(ply, chosen);
        pv.push_back(chosen);
        notes_.purpose(Purpose::kProof);
        notes_.enter(visit_begin(ply + 1, plies - 1, 0, 1, false, false, false));
        notes_.ended(Ending::kNotSearched);
    }
}

// Whether the side to move mates within `plies` plies.
template <Game G, class Access>
bool Worker<G, Access>::is_won(int ply, int plies) {
    notes_.purpose(Purpose::kProof);
    notes_.enter(visit_begin(ply, plies, 0, 1, false, true, false));
    const bool holds = is_won_node(ply, plies);
    notes_.leave(holds);
    return holds;
}

template <Game G, class Access>
bool Worker<G, Access>::is_won_node(int ply, int plies) {
    if (out_of_proof()) return false;  // meaningless; search no further node
    if (ply > 0) {
        if (const Verdict verdict = proof_verdict(ply); verdict != Verdict::none)
            return ended(Ending::kRule, verdict == Verdict::win);
    }
    if (plies < 1) return ended(Ending::kDisproved, false);
    const ProofEntry entry = ply > 0 ? proof_entry(ply) : ProofEntry{};
    const int known = kMate - entry.score;
    if (entry.bound == Bound::kLower && known <= plies) return ended(Ending::kTable, true);
    if (entry.bound == Bound::kUpper && known > plies) return ended(Ending::kTable, false);
    ProofMoves moves(*this, ply, entry.move, plies > 1);
    while (const Move move = moves.next()) {
        make(ply, move);
        const bool wins = all_moves_lose(ply + 1, plies - 1);
        if (out_of_proof()) return false;
        if (wins) {
            learn_proof(ply, move, plies);
            store_proof(ply, mate_in(plies), plies, Bound::kLower, move);
            notes_.moves(0, move.pack());
            return ended(Ending::kProved, true);
        }
    }
    store_proof(ply, mate_in(plies + 1), plies, Bound::kUpper, Move());
    return ended(Ending::kDisproved, false);
}

// Whether the side to move is mated within `plies` plies, whatever it plays.
template <Game G, class Access>
bool Worker<G, Access>::all_moves_lose(int ply, int plies) {
    notes_.purpose(Purpose::kProof);
    notes_.enter(visit_begin(ply, plies, 0, 1, false, false, false));
    const bool holds = all_moves_lose_node(ply, plies);
    notes_.leave(holds);
    return holds;
}

template <Game G, class Access>
bool Worker<G, Access>::all_moves_lose_node(int ply, int plies) {
    if (out_of_proof()) return false;  // meaningless; search no further node
    if (ply > 0) {
        if (const Verdict verdict = proof_verdict(ply); verdict != Verdict::none)
            return ended(Ending::kRule, verdict == Verdict::loss);
    }
    const Frame<G>& here = frame(ply);
    if (plies < 1) {
        const bool mated =
            G::without_moves(here.board, here.in_check) == Verdict::loss && !G::has_legal_move(here.board);
        return ended(mated ? Ending::kNoMoves : Ending::kDisproved, mated);
    }
    const ProofEntry entry = ply > 0 ? proof_entry(ply) : ProofEntry{};
    const int known = kMate + entry.score;
    if (entry.bound == Bound::kUpper && known <= plies) return ended(Ending::kTable, true);
    if (entry.bound == Bound::kLower && known > plies) return ended(Ending::kTable, false);
    Move& last_defence = frame(ply).killers[0];
    ProofMoves moves(*this, ply, entry.move ? entry.move : last_defence, true);
    int count = 0;
    while (const Move move = moves.next()) {
        ++count;
        make(ply, move);
        const bool lost = is_won(ply + 1, plies - 1);
        if (out_of_proof()) return false;
        if (!lost) {
            last_defence = move;
            learn_proof(ply, move, plies);
            store_proof(ply, mated_in(plies + 1), plies, Bound::kLower, move);
            notes_.moves(count, move.pack());
            return ended(Ending::kDisproved, false);
        }
    }
    if (count == 0)
        return ended(Ending::kNoMoves, G::without_moves(here.board, here.in_check) == Verdict::loss);
    store_proof(ply, mated_in(plies), plies, Bound::kUpper, Move());
    notes_.moves(count, 0);
    return ended(Ending::kProved, true);
}

// Moves that mated or prevented mate are tried earlier elsewhere.
template <Game G, class Access>
void Worker<G, Access>::learn_proof(int ply, Move move, int plies) {
    const Board& board = frame(ply).board;
    if (!G::is_tactical(board, move))
        state_.history.quiet[G::route_slot(board, move)].update(history_bonus(plies));
}

// Like rules(), but positions may repeat: a shortest mate never needs a repetition, and the results do not
// depend on the path.
template <Game G, class Access>
Verdict Worker<G, Access>::proof_verdict(int ply) const {
    const Frame<G>& here = frame(ply);
    if (config_.repetition) {
        const Verdict verdict = G::repetition(here.board, stack_.past(ply), 0);
        if (verdict != Verdict::none) return verdict;
    }
    const Verdict verdict = G::verdict(here.board, here.in_check, config_.rules);
    return verdict == Verdict::none && ply >= kMaxPly - 1 ? Verdict::draw : verdict;
}

template <Game G, class Access>
typename Worker<G, Access>::ProofEntry Worker<G, Access>::proof_entry(int ply) {
    if (!acts_on_table()) return {};
    const Board& board = frame(ply).board;
    const std::uint64_t key = G::table_key(board, config_.rules) ^ detail::kProofKey;
    const Found found = access_.probe(access_.hash_of(key));
    if (!found.hit) return {};
    const table::Opened& opened = found.opened;
    ProofEntry entry{Move(), opened.bound(), opened.score()};
    if (const std::uint32_t bits = opened.move(); bits != 0) {
        entry.move = G::move_from_table(board, bits);
        if (!entry.move) return {};  // of another position or program
    }
    const bool trusted =
        is_mate(entry.score) && G::may_cut_off(board, config_.rules) && believes(board, entry.score);
    if (!trusted) entry.bound = Bound::kNone;
    return entry;
}

template <Game G, class Access>
void Worker<G, Access>::store_proof(int ply, int score, int plies, Bound bound, Move move) {
    const Board& board = frame(ply).board;
    if (ply == 0 || !G::may_cut_off(board, config_.rules)) return;
    Frame<G>& here = frame(ply);
    here.eval = table::kNoEval;
    here.hash = access_.hash_of(G::table_key(board, config_.rules) ^ detail::kProofKey);
    store(ply, from_table(score, ply), plies, bound, move, Source::kMain, false);
}

// All moves of a node: previously good ones first, then checks, then generally good ones; or checks only.
template <Game G, class Access>
class Worker<G, Access>::ProofMoves {
  public:
    ProofMoves(Worker& worker, int ply, Move first, bool quiet_too) {
        if (ply == 0) {
            for (const RootMove<G>& root_move : worker.root_moves_) moves_.push(root_move.move);
        } else {
            G::generate(worker.frame(ply).board, moves_);
        }
        const Board& board = worker.frame(ply).board;
        const typename G::CheckFinder checks(board);
        std::size_t kept = 0;
        for (std::size_t i = 0; i < moves_.size(); ++i) {
            const Move move = moves_[i];
            const bool check = checks.gives(move);
            if (!check && !quiet_too) continue;
            const bool tactical = G::is_tactical(board, move);
            int order = tactical ? (1 << 20) + G::tactical_order(board, move)
                                 : worker.state_.history.quiet[G::route_slot(board, move)].value();
            if (check) order += 1 << 24;
            if (move == first) order += 1 << 28;
            moves_[kept] = move;
            orders_[kept++] = order;
        }
        size_ = kept;
    }

    Move next() {
        if (next_ == size_) return Move();
        std::size_t best = next_;
        for (std::size_t i = next_ + 1; i < size_; ++i) {
            if (orders_[i] > orders_[best]) best = i;
        }
        std::swap(moves_[next_], moves_[best]);
        std::swap(orders_[next_], orders_[best]);
        return moves_[next_++];
    }

  private:
    typename G::MoveList moves_;
    std::array<int, G::MoveList::kCapacity> orders_;
    std::size_t next_ = 0, size_ = 0;
};

}  // namespace tabiya::search
