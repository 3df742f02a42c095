// The search of each game is compiled twice, without a table and with one, each in an object of its own
// (CMakeLists.txt): the compiler takes many seconds for each.
#pragma once

#include "games/chess/game.hpp"
#include "games/shogi/game.hpp"
#include "search/search.hpp"

#define TABIYA_SEARCH(game, Access)                                                                   \
    search::Result<game::Move> search::Search<game::Game>::run_with<search::Access>(                  \
        const search::Access&, const search::Root<game::Game>&, table::Table*, const search::Limits&, \
        const search::Config&, const search::OnInfo<game::Move>&)

#define TABIYA_SEARCHES(declare, game)    \
    declare TABIYA_SEARCH(game, NoTable); \
    declare TABIYA_SEARCH(game, TableAccess)

namespace tabiya {

TABIYA_SEARCHES(extern template, chess);
TABIYA_SEARCHES(extern template, shogi);

}  // namespace tabiya
