// The optional rules of shogi.
#pragma once

#include <optional>

#include "games/shogi/declaration.hpp"

namespace tabiya::shogi {

struct Rules {
    // The rule by which an entering king wins; none: it does not.
    std::optional<DeclarationRule> declaration = DeclarationRule::kPoints27;
};

}  // namespace tabiya::shogi
