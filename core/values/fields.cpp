#include "values/fields.hpp"

#include <cmath>
#include <cstring>
#include <limits>

namespace tabiya::values {
namespace {

// Calls use(T{}) with the type of the kind.
template <class Use>
void with_type(Kind kind, const Use& use) {
    switch (kind) {
        case Kind::kInt8:
            return use(std::int8_t{});
        case Kind::kInt16:
            return use(std::int16_t{});
        case Kind::kInt32:
            return use(std::int32_t{});
        case Kind::kInt64:
            return use(std::int64_t{});
        case Kind::kUint8:
            return use(std::uint8_t{});
        case Kind::kUint16:
            return use(std::uint16_t{});
        case Kind::kUint32:
            return use(std::uint32_t{});
        case Kind::kUint64:
            return use(std::uint64_t{});
        case Kind::kFloat32:
            return use(float{});
        case Kind::kFloat64:
            return use(double{});
        default:
            return;
    }
}

template <class T>
T load(const std::byte* place) {
    T value;
    std::memcpy(&value, place, sizeof value);
    return value;
}

template <class T>
bool fits(Int128 sum) {
    return sum >= std::numeric_limits<T>::min() && sum <= std::numeric_limits<T>::max();
}

}  // namespace

Amount amount_of(Field field, std::size_t number, const std::byte* payload) {
    Amount amount{field, number, 0, 0, false};
    with_type(field.kind, [&]<class T>(T) {
        const T value = load<T>(payload + field.offset);
        if constexpr (std::numeric_limits<T>::is_integer)
            amount.integer = value;
        else
            amount.real = value;
    });
    return amount;
}

int add_amounts(std::byte* payload, std::span<const Amount> amounts) {
    for (const Amount& amount : amounts) {
        bool right = true;
        with_type(amount.field.kind, [&]<class T>(T) {
            std::byte* const place = payload + amount.field.offset;
            // -0.0, because 0.0 + -0.0 loses the sign.
            const T old = amount.replaces ? static_cast<T>(-T{}) : load<T>(place);
            T value;
            if constexpr (std::numeric_limits<T>::is_integer) {
                const Int128 sum = old + amount.integer;
                right = fits<T>(sum);
                value = static_cast<T>(sum);
            } else {
                value = static_cast<T>(double{old} + amount.real);
                right = std::isfinite(value) || !std::isfinite(old) || !std::isfinite(amount.real);
            }
            std::memcpy(place, &value, sizeof value);
        });
        if (!right) return static_cast<int>(amount.number);
    }
    return -1;
}

}  // namespace tabiya::values
