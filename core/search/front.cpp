// The part of a game's search that does not depend on the table.
#include "search/instance.hpp"

template class tabiya::search::Search<tabiya::TABIYA_GAME::Game>;
