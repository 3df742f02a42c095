#include "search/instance.hpp"

namespace tabiya {

template TABIYA_RUN_WITH(NoTable);

}  // namespace tabiya
