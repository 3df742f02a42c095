// What the user's bytes mean, as far as `add` must know it: numbers at places in the payload.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "table/geometry.hpp"

namespace tabiya::values {

__extension__ using Int128 = __int128;

enum class Kind : std::uint8_t {
    kInt8,
    kInt16,
    kInt32,
    kInt64,
    kUint8,
    kUint16,
    kUint32,
    kUint64,
    kFloat32,
    kFloat64,
    kFloat16,  // these three are kept, but not added to
    kBool,
    kOther,
};

struct Field {
    Kind kind = Kind::kOther;
    std::uint16_t offset = 0;  // bytes from the begin of the payload
};

constexpr bool is_integer(Kind kind) {
    return kind <= Kind::kUint64;
}
constexpr bool is_addable(Kind kind) {
    return kind <= Kind::kFloat64;
}

struct Amount {
    Field field;
    std::size_t number = 0;  // which field it is, for the error
    Int128 integer = 0;      // of an integer field
    double real = 0;         // of a float field
};

// The field's own value as an amount: what a batch adds.
Amount amount_of(Field field, std::size_t number, const std::byte* payload);

// Adds all amounts to the payload, or none: the number of the first field that would overflow, or -1. Floats
// are added in double precision and rounded once.
int add_amounts(std::byte* payload, std::span<const Amount> amounts);

}  // namespace tabiya::values
