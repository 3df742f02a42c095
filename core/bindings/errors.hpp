// The exceptions of the package, raised from here.
#pragma once

#include <nanobind/nanobind.h>

#include <exception>
#include <stdexcept>

namespace tabiya::bindings {

// A move that the position does not allow: IllegalMoveError.
struct IllegalMove : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

// Sets Python's error to the class of that name in a module of the package.
void raise_as(const char* name, const char* what, const char* module = "tabiya.errors");

// From now on a C++ `Error` becomes the class of that name.
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

// What all games throw. Each game's own bindings add the errors of its texts.
void add_game_exceptions();

}  // namespace tabiya::bindings
