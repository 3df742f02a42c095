// What a recorded search writes down about its nodes. A search without a recording has NoNotes, whose empty
// functions compile to nothing.
//
// A visit is one look at a position: a call of search, quiescence or proof. A move that is made is a node,
// and its first visit is flagged as made. A node searched again, with more depth or another window, has
// several visits; so has one that is searched without its best move, or to verify a null move.
#pragma once

#include <cstdint>

namespace tabiya::search {

// How a visit ended.
enum class Ending : std::uint8_t {
    kNotSearched = 0,  // only made, to follow a proved mate
    kStopped = 1,
    kRule = 2,  // repetition, a rule of the game, or the longest line
    kMateDistance = 3,
    kTable = 4,
    kReverseFutility = 5,
    kRazoring = 6,
    kNullMove = 7,
    kMultiCut = 8,  // the search without the table's move failed high
    kNoMoves = 9,
    kBetaCutoff = 10,
    kMovesDone = 11,
    kStandPat = 12,
    kLeaf = 13,       // evaluated, in a search without quiescence
    kProved = 14,     // the claim about a mate holds
    kDisproved = 15,  // or does not
};

// Why a visit was made.
enum class Purpose : std::uint8_t {
    kFull = 0,     // with the window of its parent
    kScout = 1,    // with a null window
    kReduced = 2,  // the same, with less depth
    kRoot = 3,
    kNullMove = 4,
    kVerification = 5,  // of a null move
    kSingular = 6,      // without the table's move
    kRazoring = 7,      // quiescence instead of a search
    kDeepening = 8,     // to find a move to begin with
    kProof = 9,         // of a mate
};

// Why a move was not searched.
enum class Pruned : std::uint8_t { kLate = 0, kFutile = 1, kExchange = 2 };

struct VisitBegin {
    int ply, depth, alpha, beta;
    bool pv, cut_node, quiescence;
    std::uint32_t move;  // that led to the node
};

struct NoNotes {
    void made(int, std::uint32_t, bool) {}
    void purpose(Purpose) {}
    void enter(const VisitBegin&) {}
    void leave(int) {}
    void ended(Ending) {}
    void evaluated(int) {}
    void moves(int, std::uint32_t) {}
    void pruned(Pruned) {}
};

}  // namespace tabiya::search
