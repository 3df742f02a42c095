#include "search/instances/chess.hpp"
#include "search/team.hpp"

namespace tabiya {

template TABIYA_CHESS_SEARCH(search::Direct4);

}  // namespace tabiya
