#include "search/recording.hpp"

#include <algorithm>
#include <array>

#include "search/score.hpp"

namespace tabiya::search {

// Returns its number, or kDropped.
std::int32_t Recording::new_visit(int ply, std::uint32_t move) {
    const auto too_deep = [&] { return deepest_ply_ >= 0 && ply > deepest_ply_; };
    if (visits_.size() >= capacity_ && !too_deep()) make_room();
    if (visits_.size() >= capacity_ || too_deep()) {
        ++dropped_visits_;
        return kDropped;
    }
    Visit visit;
    visit.parent = open_.empty() ? -1 : open_.back().visit;
    visit.move = move;
    visit.ply = static_cast<std::uint8_t>(ply);
    visits_.push_back(visit);
    return static_cast<std::int32_t>(visits_.size() - 1);
}

void Recording::made(int ply, std::uint32_t move, bool counts) {
    made_ = Open{new_visit(ply, move), ply, nodes_};
    nodes_ += counts;
    if (made_.visit != kDropped && counts)
        visits_[static_cast<std::size_t>(made_.visit)].flags |= Visit::kMade;
}

void Recording::enter(const VisitBegin& begin) {
    const bool nested = !open_.empty() && open_.back().ply == begin.ply;
    Open open{kDropped, begin.ply, nodes_};
    if (made_.ply == begin.ply && !nested) {
        open.visit = made_.visit;
    } else {
        open.visit = new_visit(begin.ply, nested ? 0 : begin.move);
    }
    made_ = Open{kDropped, -1, 0};
    open_.push_back(open);
    if (Visit* visit = top()) {
        visit->alpha = begin.alpha;
        visit->beta = begin.beta;
        visit->depth = static_cast<std::int16_t>(begin.depth);
        visit->purpose = purpose_;
        visit->ending = Ending::kStopped;
        visit->flags |=
            static_cast<std::uint8_t>((begin.pv ? Visit::kPv : 0) | (begin.cut_node ? Visit::kCutNode : 0) |
                                      (begin.quiescence ? Visit::kQuiescence : 0));
    }
    purpose_ = Purpose::kFull;
}

void Recording::leave(int score) {
    if (Visit* visit = top()) {
        visit->score = score;
        visit->nodes = static_cast<std::uint32_t>(nodes_ - open_.back().nodes);
        // An iteration without a mate leaves nothing to prove.
        const bool idle = visit->purpose == Purpose::kProof && visit->depth == 0 && visit == &visits_.back();
        if (idle && visit->ply == 0) visits_.pop_back();
    }
    open_.pop_back();
    made_ = Open{kDropped, -1, 0};
}

void Recording::moves(int count, std::uint32_t best_move) {
    if (Visit* visit = top()) {
        visit->moves = static_cast<std::uint16_t>(count);
        visit->best_move = best_move;
    }
}

void Recording::pruned(Pruned why) {
    if (Visit* visit = top()) {
        std::uint8_t& count = visit->pruned[static_cast<std::size_t>(why)];
        count = static_cast<std::uint8_t>(std::min(count + 1, 255));
    }
}

void Recording::add(Operation operation) {
    operation.visit = open_.empty() ? -1 : open_.back().visit;
    if (!open_.empty() && operation.visit == kDropped) {
        ++dropped_operations_;
        return;
    }
    const auto number = static_cast<std::int32_t>(operations_.size());
    if (Visit* visit = top()) {
        const bool is_store = operation.result > Operation::kHit;
        (is_store ? visit->store : visit->probe) = number;
    }
    operations_.push_back(operation);
}

// Parents are never deeper than their children, so that cutting at a ply leaves a tree.
void Recording::make_room() {
    std::array<std::size_t, kMaxPly + 3> by_ply{};
    for (const Visit& visit : visits_) ++by_ply[visit.ply];
    int deepest = 0;
    std::size_t kept = by_ply[0];
    while (kept + by_ply[static_cast<std::size_t>(deepest) + 1] <= capacity_ / 2) {
        kept += by_ply[static_cast<std::size_t>(++deepest)];
    }
    deepest_ply_ = deepest;

    std::vector<std::int32_t> numbers(visits_.size(), kDropped);
    std::int32_t next = 0;
    for (std::size_t i = 0; i < visits_.size(); ++i) {
        if (visits_[i].ply > deepest) continue;
        numbers[i] = next;
        visits_[static_cast<std::size_t>(next++)] = visits_[i];
    }
    const auto renumber = [&](std::int32_t& number) {
        if (number >= 0) number = numbers[static_cast<std::size_t>(number)];
    };
    dropped_visits_ += visits_.size() - static_cast<std::size_t>(next);
    visits_.resize(static_cast<std::size_t>(next));
    for (Visit& visit : visits_) {
        renumber(visit.parent);
        visit.probe = visit.store = -1;
    }
    for (Open& open : open_) renumber(open.visit);
    renumber(made_.visit);

    std::erase_if(operations_, [&](Operation& operation) {
        if (operation.visit < 0) return false;
        renumber(operation.visit);
        dropped_operations_ += operation.visit == kDropped;
        return operation.visit == kDropped;
    });
    for (std::size_t i = 0; i < operations_.size(); ++i) {
        const Operation& operation = operations_[i];
        if (operation.visit < 0) continue;
        Visit& visit = visits_[static_cast<std::size_t>(operation.visit)];
        (operation.result > Operation::kHit ? visit.store : visit.probe) = static_cast<std::int32_t>(i);
    }
}

}  // namespace tabiya::search
