// Requirements on the chess keys, checked at compile time.
#include "games/chess/zobrist.hpp"

#include "zobrist/checks.hpp"

namespace tabiya::chess {

static_assert(zobrist::all_non_zero(kTermKeys));
static_assert(zobrist::all_distinct(zobrist::KeySpan(kTermKeys)));
static_assert(zobrist::rank(kTermKeys) == 64);
static_assert(zobrist::rank(zobrist::KeySpan(kTermKeys).first(kGameTerms)) == 64);
static_assert(zobrist::bits_balanced(zobrist::KeySpan(kTermKeys).first(kGameTerms)));

}  // namespace tabiya::chess
