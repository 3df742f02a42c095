// The exceptions of src/tabiya/errors.py, raised from here.
#pragma once

#include <stdexcept>

namespace tabiya::bindings {

// A move that the position does not allow: IllegalMoveError.
struct IllegalMove : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

// Sets Python's error to the class of that name in tabiya.errors.
void raise_as(const char* name, const char* what);

// IllegalMove, and what the games' setups and perft throw.
void add_game_exceptions();

}  // namespace tabiya::bindings
