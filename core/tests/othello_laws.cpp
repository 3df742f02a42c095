// The laws of the Othello core, each a function named after it. Prints the broken law and exits with 1.
//
//     othello_laws DATA_DIRECTORY [--nodes N]     counts of the suite up to N nodes per position (1,000,000)
#include "tests/othello_laws.hpp"

int main(int argc, char** argv) {
    return laws::run_laws(argc, argv, "othello", [](const std::string& data, std::uint64_t nodes) {
        othello_laws::keys();
        othello_laws::moves(data, nodes);
        othello_laws::endings(nodes);
    });
}
