// A coverage-guided fuzzer of a game's parsers (make fuzz; needs clang). Any bytes are a position, or are
// refused with a message. An accepted position survives perft, its keys verify, and its text parses to the
// same position.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "games/perft.hpp"

namespace fuzz_program {

// For a game as in laws.hpp. The first line is a position, the rest a move in it.
template <class Game>
int run(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const std::size_t line = text.find('\n');
    typename Game::Board board;
    try {
        board = Game::parse(text.substr(0, line));
    } catch (const typename Game::ParseError& error) {
        if (std::string_view(error.what()).empty()) std::abort();
        return 0;
    }
    if (verify(board)) std::abort();
    // Counters are only kept as far as the text can express them.
    if (Game::parse(Game::text(board)).key() != board.key()) std::abort();
    tabiya::perft(board, 2, tabiya::PerftOptions{true, true, 1, nullptr});
    if (line != std::string_view::npos) {
        const auto move = Game::parse_move(board, text.substr(line + 1));
        if (move && !is_legal(board, move)) std::abort();
    }
    return 0;
}

}  // namespace fuzz_program
