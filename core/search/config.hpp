// Search techniques. Every technique is a switch, so that each can be measured.
#pragma once

#include <cstdint>

#include "games/game.hpp"

namespace tabiya::search {

enum class TableMode : std::uint8_t {
    kUse = 0,
    // Probes and stores but ignores hits: the same nodes as without a table.
    kProbeOnly = 1,
    // Uses hits but writes nothing, not even a generation. The table stays unchanged.
    kReadOnly = 2,
};

struct Config {
    int threads = 1;

    // framework
    bool aspiration = true;
    bool pvs = true;
    bool quiescence = true;
    bool mate_distance = true;
    bool prove_mates = true;  // verify root mates without pruning, to find shorter ones
    bool repetition = true;   // off: positions may repeat, and values do not depend on the path

    // pruning
    bool null_move = true;
    bool null_move_verification = true;
    bool null_move_entries = true;  // store null-move cutoffs as lower bounds
    bool futility = true;
    bool reverse_futility = true;
    bool razoring = true;
    bool late_move_pruning = true;
    bool see_pruning = true;

    // depth
    bool lmr = true;
    bool iir = true;    // reduce nodes without a table move by one ply
    int iir_depth = 4;  // from this depth on
    bool iid = false;   // or search them with reduced depth first, to find one
    bool check_extension = true;
    bool singular_extension = true;

    // ordering
    bool killers = true;
    bool history = true;
    bool counter_moves = true;
    bool continuation_history = true;
    bool capture_history = true;

    // the table
    bool table_move_first = true;
    bool quiescence_table = true;
    bool prefetch = true;
    bool draw_entries = true;  // store scores of exactly a draw, which may stem from a repetition
    bool exact_depth = false;  // entries only cut off at exactly their depth
    TableMode table_mode = TableMode::kUse;
    bool verify_keys = false;  // shadow mode: check board and key from scratch at every node

    // Plain alpha-beta, whose value equals minimax, with or without a table.
    static Config plain() {
        Config config;
        for (bool Config::* const option : {&Config::aspiration,
                                            &Config::pvs,
                                            &Config::quiescence,
                                            &Config::mate_distance,
                                            &Config::prove_mates,
                                            &Config::null_move,
                                            &Config::null_move_verification,
                                            &Config::futility,
                                            &Config::reverse_futility,
                                            &Config::razoring,
                                            &Config::late_move_pruning,
                                            &Config::see_pruning,
                                            &Config::lmr,
                                            &Config::iir,
                                            &Config::iid,
                                            &Config::check_extension,
                                            &Config::singular_extension,
                                            &Config::killers,
                                            &Config::history,
                                            &Config::counter_moves,
                                            &Config::continuation_history,
                                            &Config::capture_history}) {
            config.*option = false;
        }
        config.exact_depth = true;
        return config;
    }
};

// The techniques of a search, and the rules of its game.
template <Game G>
struct ConfigOf : Config {
    using Rules = typename G::Rules;

    ConfigOf(const Config& config = {}, const Rules& rules = {}) : Config(config), rules(rules) {}

    Rules rules;
};

}  // namespace tabiya::search
