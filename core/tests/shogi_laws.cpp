// The laws of the shogi core, each a function named after it. Prints the broken law and exits with 1.
//
//     shogi_laws DATA_DIRECTORY [--nodes N]     counts of the suite up to N nodes per position (1,000,000)
#include "tests/shogi_laws.hpp"

int main(int argc, char** argv) {
    return laws::run_laws(argc, argv, "shogi", [](const std::string& data, std::uint64_t nodes) {
        shogi_laws::keys();
        shogi_laws::rules(data);
        shogi_laws::moves(data, nodes);
    });
}
