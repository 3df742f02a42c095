// The object behind tabiya._core.SearchConfig: the techniques of any search, and the rules that games add.
#pragma once

#include <nanobind/nanobind.h>

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "search/config.hpp"

namespace tabiya::bindings {

namespace nb = nanobind;

struct PyConfig : search::Config {
    using Rules = std::map<std::string, int, std::less<>>;

    PyConfig(const search::Config& config = {}) : Config(config) {}

    // The value of a rule added by a game.
    int rule(std::string_view name) const { return rules.find(name)->second; }

    // All games' rules with their defaults, filled at import.
    static inline Rules known_rules;
    Rules rules = known_rules;
};

// Adds an attribute to SearchConfig for a rule of a game. The game's board converts the attributes to its own
// Rules.
void add_rule(const char* name, int default_value);

}  // namespace tabiya::bindings
