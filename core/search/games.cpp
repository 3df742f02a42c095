// The part of each game's search that does not depend on the table.
#include "search/instance.hpp"
#include "search/team.hpp"

namespace tabiya {

template class search::Search<chess::Game>;
template class search::Search<shogi::Game>;

}  // namespace tabiya
