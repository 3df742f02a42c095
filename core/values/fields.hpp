// The meaning of the user's bytes, as far as `add` needs it: numbers at offsets in the payload.
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
    std::uint16_t offset = 0;  // bytes from the start of the payload
};

constexpr bool is_integer(Kind kind) {
    return kind <= Kind::kUint64;
}
constexpr bool is_addable(Kind kind) {
    return kind <= Kind::kFloat64;
}

// What happens to a field: an amount is added, or a value replaces it.
struct Amount {
    Field field;
    std::size_t number;  // which field it is, for the error
    Int128 integer;      // of an integer field
    double real;         // of a float field
    bool replaces;
};

// The field's own value as an amount: what a batch adds.
Amount amount_of(Field field, std::size_t number, const std::byte* payload);

// Adds the amounts to a copy of a payload, one after the other: the number of the first field that would
// overflow, or -1. Floats are added in double precision and rounded once; finite ones stay finite.
int add_amounts(std::byte* payload, std::span<const Amount> amounts);

}  // namespace tabiya::values
