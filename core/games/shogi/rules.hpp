// What players of shogi agree on.
#pragma once

#include <optional>

#include "games/shogi/declaration.hpp"

namespace tabiya::shogi {

struct Rules {
    // By which rule an entered king wins; none: it does not.
    std::optional<DeclarationRule> declaration = DeclarationRule::kPoints27;
};

}  // namespace tabiya::shogi
