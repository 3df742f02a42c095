// What every set of shogi keys must be, checked when it is compiled.
#include "games/shogi/zobrist.hpp"

#include "zobrist/checks.hpp"

namespace tabiya::shogi {

static_assert(zobrist::all_non_zero(kTermKeys));
static_assert(zobrist::all_distinct(zobrist::KeySpan(kTermKeys)));
static_assert(zobrist::rank(kTermKeys) == 64);
static_assert(zobrist::rank(zobrist::KeySpan(kTermKeys).first(kGameTerms)) == 64);
static_assert(zobrist::bits_balanced(zobrist::KeySpan(kTermKeys).first(kGameTerms)));

}  // namespace tabiya::shogi
