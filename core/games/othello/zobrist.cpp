// Properties of Othello's keys that the compiler checks in a second or two. core/tests/othello_laws.cpp tests
// the rest.
#include "games/othello/zobrist.hpp"

#include "zobrist/checks.hpp"

namespace tabiya::othello {

static_assert(zobrist::all_non_zero(kTermKeys));
static_assert(zobrist::rank(zobrist::KeySpan(kTermKeys).first(kGameTerms)) == 64);

}  // namespace tabiya::othello
