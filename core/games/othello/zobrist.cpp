// What the keys of Othello must be, as far as the compiler checks it in a second or two; the rest is a law of
// core/tests/othello_laws.cpp.
#include "games/othello/zobrist.hpp"

#include "zobrist/checks.hpp"

namespace tabiya::othello {

static_assert(zobrist::all_non_zero(kTermKeys));
static_assert(zobrist::rank(zobrist::KeySpan(kTermKeys).first(kGameTerms)) == 64);

}  // namespace tabiya::othello
