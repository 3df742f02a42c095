// The search of one game, for the files that compile it. CMakeLists.txt names the game: TABIYA_GAME is its
// namespace, TABIYA_GAME_HEADER the header of its Game.
//
// Searches with, without and with a recorded table each take many seconds to compile, so each is a separate
// object file. Callers only include search.hpp.
#pragma once

#include TABIYA_GAME_HEADER
#include "search/team.hpp"

#define TABIYA_RUN_WITH(Access)                                                                              \
    search::Result<TABIYA_GAME::Move> search::Search<TABIYA_GAME::Game>::run_with<search::Access>(           \
        const search::Access&, const search::Root<TABIYA_GAME::Game>&, table::Table*, const search::Limits&, \
        const search::ConfigOf<TABIYA_GAME::Game>&, const search::OnInfo<TABIYA_GAME::Move>&)

namespace tabiya {

extern template TABIYA_RUN_WITH(NoTable);
extern template TABIYA_RUN_WITH(TableAccess);
extern template TABIYA_RUN_WITH(RecordedAccess);

}  // namespace tabiya
