#include "search/instances/chess.hpp"
#include "search/team.hpp"

namespace tabiya {

template TABIYA_CHESS_SEARCH(search::NoTable);

}  // namespace tabiya
