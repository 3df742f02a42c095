// Othello has no optional rules.
#pragma once

namespace tabiya::othello {

struct Rules {};

}  // namespace tabiya::othello
