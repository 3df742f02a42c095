#include "search/instances/chess.hpp"
#include "search/team.hpp"

namespace tabiya {

template class search::Search<chess::Game>;

}  // namespace tabiya
