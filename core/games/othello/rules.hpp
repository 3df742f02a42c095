// What players of Othello agree on.
#pragma once

namespace tabiya::othello {

struct Rules {};

}  // namespace tabiya::othello
