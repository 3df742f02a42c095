// The laws of the chess core, each a function named after it. Prints the broken law and exits with 1.
//
//     chess_laws DATA_DIRECTORY [--nodes N]     counts of the suites up to N nodes per position (1,000,000)
#include "tests/chess_laws.hpp"

int main(int argc, char** argv) {
    return laws::run_laws(argc, argv, "chess", [](const std::string& data, std::uint64_t nodes) {
        chess_laws::keys();
        chess_laws::rules();
        chess_laws::moves(data, nodes);
    });
}
