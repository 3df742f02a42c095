//     othello_perft [POSITION | startpos] DEPTH [--no-bulk] [--verify] [--divide] [--threads N] [--repeat N]
#include "tests/othello_laws.hpp"
#include "tests/perft_program.hpp"

int main(int argc, char** argv) {
    return perft_program::main<othello_laws::Othello>(argc, argv,
                                                      {{"startpos", std::string(tabiya::othello::kStart)}});
}
