// Raises the exceptions of the package.
#pragma once

#include <nanobind/nanobind.h>

#include <exception>
#include <stdexcept>

namespace tabiya::bindings {

// An illegal move: IllegalMoveError.
struct IllegalMove : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

// Sets Python's error to the class with this name in a module of the package.
void raise_as(const char* name, const char* what, const char* module = "tabiya.errors");

// Translates a C++ `Error` to the class with this name from now on.
template <class Error>
void add_exception(const char* name, const char* module = "tabiya.errors") {
    struct Known {
        const char *name, *module;
    };
    static Known known;
    known = {name, module};
    nanobind::register_exception_translator(
        [](const std::exception_ptr& pointer, void* found) {
            const Known& known = *static_cast<const Known*>(found);
            try {
                std::rethrow_exception(pointer);
            } catch (const Error& error) {
                raise_as(known.name, error.what(), known.module);
            }
        },
        &known);
}

// For IllegalMove and perft, in all games. The bindings of each game add the errors of its texts.
void add_game_exceptions();

}  // namespace tabiya::bindings
