// One game with one way to reach a table, or with both: CMakeLists.txt says which.
#include "search/instance.hpp"

#include "search/team.hpp"

namespace tabiya {

#ifdef TABIYA_ACCESS
template TABIYA_SEARCH(TABIYA_GAME, TABIYA_ACCESS);
#else
TABIYA_SEARCHES(template, TABIYA_GAME);
#endif

}  // namespace tabiya
