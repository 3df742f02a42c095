// The laws of the chess core, each a function named by what it holds. Exits with 1 and the broken law.
//
//     chess_laws DATA_DIRECTORY [--nodes N]     counts of the suites up to N nodes a position (1,000,000)
#include "tests/chess_laws.hpp"

int main(int argc, char** argv) {
    return laws::run_laws(argc, argv, "chess", [](const std::string& data, std::uint64_t nodes) {
        chess_laws::keys();
        chess_laws::rules();
        chess_laws::moves(data, nodes);
    });
}
