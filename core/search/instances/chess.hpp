// The search of chess, compiled once for each way to reach a table, each in a file of its own: the compiler
// takes seconds for each.
#pragma once

#include "games/chess/game.hpp"
#include "search/search.hpp"

#define TABIYA_CHESS_SEARCH(Access)                                                            \
    search::Result<chess::Move> search::Search<chess::Game>::run_with<Access>(                 \
        const Access&, const search::Root<chess::Game>&, table::Table*, const search::Limits&, \
        const search::Config&, const search::OnInfo<chess::Move>&)

namespace tabiya {

namespace search {

using Counted1 = DirectTable<1, table::LocalCounts>;
using Counted3 = DirectTable<3, table::LocalCounts>;
using Counted4 = DirectTable<4, table::LocalCounts>;
using Direct1 = DirectTable<1, table::NoCounts>;
using Direct3 = DirectTable<3, table::NoCounts>;
using Direct4 = DirectTable<4, table::NoCounts>;

}  // namespace search

extern template TABIYA_CHESS_SEARCH(search::NoTable);
extern template TABIYA_CHESS_SEARCH(search::CheckedTable);
extern template TABIYA_CHESS_SEARCH(search::Direct1);
extern template TABIYA_CHESS_SEARCH(search::Direct3);
extern template TABIYA_CHESS_SEARCH(search::Direct4);
extern template TABIYA_CHESS_SEARCH(search::Counted1);
extern template TABIYA_CHESS_SEARCH(search::Counted3);
extern template TABIYA_CHESS_SEARCH(search::Counted4);

}  // namespace tabiya
