// What every set of shogi keys must be, as far as the compiler checks it in a second or two; the rest is a
// law of core/tests/shogi_laws_keys.cpp.
#include "games/shogi/zobrist.hpp"

#include "zobrist/checks.hpp"

namespace tabiya::shogi {

static_assert(zobrist::all_non_zero(kTermKeys));
static_assert(zobrist::rank(zobrist::KeySpan(kTermKeys).first(kGameTerms)) == 64);

}  // namespace tabiya::shogi
