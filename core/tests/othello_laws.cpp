// The laws of the Othello core, each a function named by what it holds. Exits with 1 and the broken law.
//
//     othello_laws DATA_DIRECTORY [--nodes N]     counts of the suite up to N nodes a position (1,000,000)
#include "tests/othello_laws.hpp"

int main(int argc, char** argv) {
    return laws::run_laws(argc, argv, "othello", [](const std::string& data, std::uint64_t nodes) {
        othello_laws::keys();
        othello_laws::moves(data, nodes);
        othello_laws::endings(nodes);
    });
}
