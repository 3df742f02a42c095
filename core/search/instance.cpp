// One game with one way to reach a table: CMakeLists.txt says which.
#include "search/instance.hpp"

#include "search/team.hpp"

namespace tabiya {

template TABIYA_SEARCH(TABIYA_GAME, TABIYA_ACCESS);

}  // namespace tabiya
