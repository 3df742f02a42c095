// The search of each game is compiled once for each way to reach a table, each in an object of its own
// (CMakeLists.txt): the compiler takes seconds for each.
#pragma once

#include "games/chess/game.hpp"
#include "games/shogi/game.hpp"
#include "search/search.hpp"

#define TABIYA_SEARCH(game, Access)                                                                   \
    search::Result<game::Move> search::Search<game::Game>::run_with<search::Access>(                  \
        const search::Access&, const search::Root<game::Game>&, table::Table*, const search::Limits&, \
        const search::Config&, const search::OnInfo<game::Move>&)

#define TABIYA_SEARCHES(declare, game)         \
    declare TABIYA_SEARCH(game, NoTable);      \
    declare TABIYA_SEARCH(game, CheckedTable); \
    declare TABIYA_SEARCH(game, Direct1);      \
    declare TABIYA_SEARCH(game, Direct3);      \
    declare TABIYA_SEARCH(game, Direct4);      \
    declare TABIYA_SEARCH(game, Counted4);     \
    declare TABIYA_SEARCH(game, Tiered1);      \
    declare TABIYA_SEARCH(game, Tiered4)

namespace tabiya {

namespace search {

using Counted4 = DirectTable<4, table::LocalCounts>;
using Direct1 = DirectTable<1, table::NoCounts>;
using Direct3 = DirectTable<3, table::NoCounts>;
using Direct4 = DirectTable<4, table::NoCounts>;
using Tiered1 = TieredTable<1>;
using Tiered4 = TieredTable<4>;

}  // namespace search

TABIYA_SEARCHES(extern template, chess);
TABIYA_SEARCHES(extern template, shogi);

}  // namespace tabiya
