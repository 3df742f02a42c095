// A list of moves on the stack, for any game.
#pragma once

#include <cstddef>

namespace tabiya {

// `Capacity` is at least the largest number of moves in any accepted position of the game.
template <class Move, std::size_t Capacity>
class MoveListOf {
  public:
    static constexpr std::size_t kCapacity = Capacity;

    MoveListOf() {}  // uninitialised: clearing it at every node would cost time

    void push(Move move) { moves_[size_++] = move; }
    void clear() { size_ = 0; }
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    Move operator[](std::size_t i) const { return moves_[i]; }
    Move& operator[](std::size_t i) { return moves_[i]; }
    const Move* begin() const { return moves_; }
    const Move* end() const { return moves_ + size_; }
    Move* begin() { return moves_; }
    Move* end() { return moves_ + size_; }
    bool contains(Move move) const {
        for (Move m : *this) {
            if (m == move) return true;
        }
        return false;
    }

  private:
    std::size_t size_ = 0;
    union {
        Move moves_[kCapacity];
    };
};

}  // namespace tabiya
