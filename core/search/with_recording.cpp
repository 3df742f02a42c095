#include "search/instance.hpp"

namespace tabiya {

template TABIYA_RUN_WITH(RecordedAccess);

}  // namespace tabiya
