// The frame of a test program: a broken law throws, and the program prints it and exits with 1.
#pragma once

#include <cstdio>
#include <stdexcept>
#include <string>

namespace program {

inline void expect(bool condition, const std::string& what) {
    if (!condition) throw std::runtime_error(what);
}

// Runs `body` for main, and returns the exit code.
template <class Body>
int run(const char* name, const Body& body) {
    try {
        body();
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s: %s\n", name, error.what());
        return 1;
    }
}

}  // namespace program
