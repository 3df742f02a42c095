//     shogi_perft [SFEN | startpos | drops] DEPTH [--no-bulk] [--verify] [--divide] [--threads N] [--repeat
//     N]
#include "tests/perft_program.hpp"
#include "tests/shogi_laws.hpp"

int main(int argc, char** argv) {
    return perft_program::main<shogi_laws::Shogi>(
        argc, argv, {{"startpos", std::string(tabiya::shogi::kStartSfen)}, {"drops", shogi_laws::kDrops}});
}
