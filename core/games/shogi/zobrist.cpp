// Requirements on the shogi keys, as far as the compiler can check them in a second or two. The rest is a law
// in core/tests/shogi_laws_keys.cpp.
#include "games/shogi/zobrist.hpp"

#include "zobrist/checks.hpp"

namespace tabiya::shogi {

static_assert(zobrist::all_non_zero(kTermKeys));
static_assert(zobrist::rank(zobrist::KeySpan(kTermKeys).first(kGameTerms)) == 64);

}  // namespace tabiya::shogi
