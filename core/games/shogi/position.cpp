#include "games/shogi/position.hpp"

#include <algorithm>

namespace tabiya::shogi {

// Only positions with the same side to move. Captures do not end the search for them, as they do in chess:
// what was captured may be dropped and captured back. Equal keys are equal positions here: a false match
// would need two positions of one game to collide in 64 bits.
std::size_t Position::earlier(std::size_t below, std::size_t oldest) const {
    for (std::size_t at = below; at >= oldest + 2;) {
        at -= 2;
        if (boards()[at].key() == key()) return at;
    }
    return kNone;
}

int Position::repetitions() const {
    int count = 0;
    for (std::size_t at = earlier(height(), oldest()); at != kNone; at = earlier(at, oldest())) ++count;
    return count;
}

Repetition Position::repetition() const {
    std::size_t at = height();
    for (int count = 0; count < 3; ++count) {
        at = earlier(at, oldest());
        if (at == kNone) return Repetition::none;
    }
    return kind_since(at);
}

Repetition Position::repetition(int search_plies) const {
    const std::size_t root = height() - std::min(height(), static_cast<std::size_t>(search_plies));
    const std::size_t once = earlier(height(), std::max(root, oldest()));
    return once != kNone ? kind_since(once) : repetition();
}

Repetition Position::kind_since(std::size_t first) const {
    // Whether the side to move was in check each time, and whether the other side was.
    bool us = true, them = true;
    for (std::size_t at = height(); at > first && (us || them); at -= 2) {
        us = us && boards()[at].in_check();
        them = them && boards()[at - 1].in_check();
    }
    if (us == them) return Repetition::draw;
    return us ? Repetition::win : Repetition::loss;
}

}  // namespace tabiya::shogi
