// Prefix codes decoded with one look-up, made at compile time from the lengths of their code words.
//
// Bits are written and read from the least significant end, as everywhere in a line.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace tabiya::table::tier {

// Looks up `kLongest` bits at once.
template <std::size_t kSymbols, int kLongest>
class PrefixCode {
  public:
    struct Word {
        std::uint16_t symbol = 0;
        std::uint8_t length = 0;  // 0: no word begins with these bits
    };

    explicit constexpr PrefixCode(const std::uint8_t (&lengths)[kSymbols]) {
        std::uint32_t next = 0;
        for (int length = 1; length <= kLongest; ++length) {
            next <<= 1;
            for (std::size_t symbol = 0; symbol < kSymbols; ++symbol) {
                if (lengths[symbol] == length) add(symbol, length, next++);
            }
        }
    }

    constexpr Word read(std::uint64_t bits) const { return words_[bits & ((1u << kLongest) - 1)]; }
    constexpr int length(std::size_t symbol) const { return lengths_[symbol]; }
    constexpr std::uint32_t bits(std::size_t symbol) const { return bits_[symbol]; }

  private:
    // Words in canonical order, most significant bit first, reversed. Every continuation of a word maps to
    // it.
    constexpr void add(std::size_t symbol, int length, std::uint32_t word) {
        std::uint32_t turned = 0;
        for (int bit = 0; bit < length; ++bit) turned |= (word >> bit & 1) << (length - 1 - bit);
        bits_[symbol] = static_cast<std::uint16_t>(turned);
        lengths_[symbol] = static_cast<std::uint8_t>(length);
        for (std::uint32_t rest = turned; rest < (1u << kLongest); rest += 1u << length) {
            words_[rest] = Word{static_cast<std::uint16_t>(symbol), static_cast<std::uint8_t>(length)};
        }
    }

    std::array<Word, std::size_t{1} << kLongest> words_{};
    std::array<std::uint16_t, kSymbols> bits_{};
    std::array<std::uint8_t, kSymbols> lengths_{};
};

}  // namespace tabiya::table::tier
