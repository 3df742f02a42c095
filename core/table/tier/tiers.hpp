// Two tiers as one table: a miss in the first tier probes the second; entries replaced in the first tier are
// demoted to the second if they are worth keeping.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "table/tier/background.hpp"
#include "table/tier/rules.hpp"
#include "table/tier/second_tier.hpp"
#include "table/view.hpp"

namespace tabiya::table::tier {

class Tiers {
  public:
    // `sweep` demotes some old entries of the first tier and returns whether there are more to check.
    Tiers(const TierRules& rules, bool huge_pages, const std::function<bool()>& sweep);

    const TierRules& rules() const { return rules_; }
    SecondTier& second() { return second_; }
    const SecondTier& second() const { return second_; }

    // Returns whether the entry is in the second tier now.
    template <class Counting>
    bool demote(std::uint64_t hash, const Opened& opened, std::uint32_t now, Counting& counting) {
        const TierStored stored = second_.store(hash, opened, now);
        if constexpr (Counting::kCounting) {
            counting.add(kDemotions);
            counting.add(kDemotionsFirst + static_cast<int>(stored));
        }
        return stored != TierStored::kRefused && stored != TierStored::kBusy;
    }

    // No entry is demoted in the background between `pause` and `resume`.
    void pause() {
        if (background_) background_->pause();
    }
    void resume() {
        if (background_) background_->resume();
    }
    // Ends the thread, so that the objects it uses can be destroyed.
    void stop() {
        if (background_) background_->stop();
    }

  private:
    TierRules rules_;
    SecondTier second_;
    std::unique_ptr<Background> background_;
};

class PauseGuard {
  public:
    explicit PauseGuard(Tiers* tiers) : tiers_(tiers) {
        if (tiers_ != nullptr) tiers_->pause();
    }
    ~PauseGuard() {
        if (tiers_ != nullptr) tiers_->resume();
    }
    PauseGuard(const PauseGuard&) = delete;
    PauseGuard& operator=(const PauseGuard&) = delete;

  private:
    Tiers* tiers_;
};

// The view of a table with a second tier.
template <int kWays, class Words>
class TieredView : public View<kWays, Words> {
  public:
    using Base = View<kWays, Words>;

    TieredView(const Base& base, const Geometry& geometry, Tiers& tiers)
        : Base(base), geometry_(&geometry), tiers_(&tiers) {}

    void prefetch(std::uint64_t hash) const {
        Base::prefetch(hash);
        tiers_->second().prefetch(hash);
    }

    template <class Counting>
    Found probe(std::uint64_t hash, Counting& counting) const {
        const Found found = Base::probe(hash, counting);
        if (found.hit) return found;
        counting.add(kTierProbes);
        const Found below = tiers_->second().probe(hash);
        if (!below.hit) return below;
        counting.add(kTierHits);
        if (tiers_->rules().promotes(below.opened.word1)) {
            counting.add(kPromotions);
            NoCounts none;  // not a store by the caller
            keep_displaced(hash, Base::store(hash, below.opened.entry(), none), counting);
        }
        return below;
    }

    template <class Counting>
    Stored store(std::uint64_t hash, Entry entry, Counting& counting) const {
        entry.generation = 0;
        return store_in(Base::slots_of(hash), hash, opened_of(hash & kSignatureMask, entry), counting);
    }

    template <class Counting>
    Stored store_in(Slot* slots, std::uint64_t hash, const Opened& next, Counting& counting) const {
        const Stored stored = Base::store_in(slots, hash, next, counting);
        if (stored.outcome != Outcome::kRefused) {
            keep_displaced(hash, stored, counting);
            return stored;
        }
        Opened refused = next;
        refused.word1 |= std::uint64_t{Base::generation()} << kGenerationShift;
        if (tiers_->rules().demotes(refused.word1)) {
            tiers_->demote(hash, refused, Base::generation(), counting);
        }
        return stored;
    }

  private:
    template <class Counting>
    void keep_displaced(std::uint64_t hash, const Stored& stored, Counting& counting) const {
        const Opened& displaced = stored.displaced;
        if (!displaced.live() || !tiers_->rules().demotes(displaced.word1)) return;
        const std::uint64_t cluster = geometry_->cluster_of(hash);
        const std::uint64_t its_hash = geometry_->recover_hash(cluster, displaced.signature());
        if (geometry_->cluster_of(its_hash) != cluster) return;  // torn
        tiers_->demote(its_hash, displaced, Base::generation(), counting);
    }

    const Geometry* geometry_;
    Tiers* tiers_;
};

}  // namespace tabiya::table::tier
