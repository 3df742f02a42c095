//     chess_perft [FEN | startpos | kiwipete] DEPTH [--no-bulk] [--verify] [--divide] [--threads N] [--repeat
//     N]
#include "tests/chess_laws.hpp"
#include "tests/perft_program.hpp"

int main(int argc, char** argv) {
    return perft_program::main<chess_laws::Chess>(
        argc, argv,
        {{"startpos", std::string(tabiya::chess::kStartFen)}, {"kiwipete", chess_laws::kKiwipete}});
}
