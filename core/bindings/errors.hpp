// Raises the exceptions of src/tabiya/errors.py.
#pragma once

#include <stdexcept>

namespace tabiya::bindings {

// An illegal move: IllegalMoveError.
struct IllegalMove : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

// Sets Python's error to the class with this name in tabiya.errors.
void raise_as(const char* name, const char* what);

// For IllegalMove and the exceptions of setups and perft.
void add_game_exceptions();

}  // namespace tabiya::bindings
