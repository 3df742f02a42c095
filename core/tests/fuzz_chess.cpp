// A coverage-guided fuzzer of chess's parsers (make fuzz; needs clang): any bytes are a FEN or are refused
// with a sentence; a position that was accepted survives perft, its keys verify, and its text reads back as
// itself.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "games/chess/fen.hpp"
#include "games/chess/movegen.hpp"
#include "games/chess/uci.hpp"
#include "games/chess/verify.hpp"
#include "games/perft.hpp"

using namespace tabiya;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    // The first line is a position, the rest is a move in it.
    const std::size_t line = text.find('\n');
    chess::Board board;
    try {
        board = chess::parse_fen(text.substr(0, line));
    } catch (const chess::FenError& error) {
        if (std::string_view(error.what()).empty()) std::abort();
        return 0;
    }
    if (chess::verify(board)) std::abort();
    // The counters are not part of the text's promise beyond what a FEN can say.
    if (chess::parse_fen(chess::to_fen(board)).key() != board.key()) std::abort();
    perft(board, 2, PerftOptions{true, true, 1, nullptr});
    if (line != std::string_view::npos) {
        const chess::Move move = chess::parse_uci(board, text.substr(line + 1));
        if (move && !chess::is_legal(board, move)) std::abort();
    }
    return 0;
}
