// What the laws of chess share. A broken law throws; main names it.
#pragma once

#include <cstdint>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "games/chess/fen.hpp"
#include "games/chess/movegen.hpp"
#include "games/chess/position.hpp"
#include "games/chess/uci.hpp"
#include "games/chess/verify.hpp"
#include "games/perft.hpp"

namespace chess_laws {

using namespace tabiya::chess;

inline constexpr const char* kKiwipete =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

[[noreturn]] inline void broken(const std::string& what) {
    throw std::runtime_error(what);
}

inline void expect(bool condition, const std::string& what) {
    if (!condition) broken(what);
}

inline Move move_of(const Board& board, const char* text) {
    const Move move = parse_uci(board, text);
    expect(static_cast<bool>(move), std::string(text) + " is not legal in " + to_fen(board));
    return move;
}

inline MoveList moves_of(const Board& board) {
    MoveList moves;
    generate(board, moves);
    return moves;
}

// A line of a perft suite: a position, and the counts of depth 1, 2, ...
struct SuiteLine {
    std::string fen;
    std::vector<std::uint64_t> counts;
};

inline std::vector<SuiteLine> read_suite(const std::string& path) {
    std::ifstream file(path);
    expect(static_cast<bool>(file), "cannot read " + path);
    std::vector<SuiteLine> result;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#') continue;
        SuiteLine entry;
        std::istringstream parts(line);
        std::getline(parts, entry.fen, ';');
        for (std::string part; std::getline(parts, part, ';');) {
            entry.counts.push_back(std::stoull(part.substr(part.find(' '))));
        }
        result.push_back(entry);
    }
    return result;
}

// The groups of laws, one to a file.
void moves(const std::string& data_directory, std::uint64_t nodes);
void keys();
void rules();

}  // namespace chess_laws
