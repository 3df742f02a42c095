// What the C++ library of Debian's emscripten lacks, for one thread. Included before every file by
// wasm.cmake.
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <iterator>
#include <utility>

namespace std {

template <class T>
class atomic_ref {
  public:
    explicit atomic_ref(T& value) : value_(&value) {}
    T load(memory_order = memory_order_seq_cst) const { return *value_; }
    void store(T value, memory_order = memory_order_seq_cst) const { *value_ = value; }
    T fetch_and(T mask, memory_order = memory_order_seq_cst) const {
        return exchange(*value_, *value_ & mask);
    }
    T fetch_or(T mask, memory_order = memory_order_seq_cst) const {
        return exchange(*value_, *value_ | mask);
    }
    bool compare_exchange_strong(T& expected, T value, memory_order, memory_order) const {
        if (*value_ != expected) {
            expected = *value_;
            return false;
        }
        *value_ = value;
        return true;
    }

  private:
    T* value_;
};

namespace ranges {

template <class Range, class Value>
auto count(const Range& range, const Value& value) {
    return std::count(range.begin(), range.end(), value);
}
template <class Range, class Test>
constexpr bool none_of(const Range& range, Test test) {
    return std::none_of(range.begin(), range.end(), test);
}
template <class Range>
constexpr auto adjacent_find(Range& range) {
    return std::adjacent_find(range.begin(), range.end());
}
template <class Range, class Order = std::less<>, class Projection = std::identity>
constexpr void sort(Range& range, Order order = {}, Projection of = {}) {
    std::sort(range.begin(), range.end(),
              [&](const auto& a, const auto& b) { return order(std::invoke(of, a), std::invoke(of, b)); });
}

}  // namespace ranges
}  // namespace std
