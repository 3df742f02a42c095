// The laws of the search, each a function named after it. Prints the broken law and exits with 1.
//
//     search_laws [SCALE]     1 is the short form
#include "tests/search_laws.hpp"

#include <cstdio>
#include <cstdlib>

int main(int argc, char** argv) {
    const double scale = argc > 1 ? std::atof(argv[1]) : 1;
    return program::run("search_laws", [&] {
        search_laws::exactness(scale);
        search_laws::margins(scale);
        search_laws::mates(scale);
        search_laws::recordings(scale);
        search_laws::running(scale);
        search_laws::table_rules(scale);
        std::puts("all laws of the search hold");
    });
}
