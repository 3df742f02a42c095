// Who is using a table's memory: nobody frees or swaps it under a running call.
//
// Long calls (batches, searches, iterators) count themselves in and out. Whoever swaps or frees the memory
// must be alone. Short calls are kept away from swaps by the GIL, or by `readers` where there is none.
#pragma once

#include <atomic>
#include <stdexcept>

#include "table/readers.hpp"

namespace tabiya::table {

// Thrown by what would pull memory away from under a running call.
struct InUse : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Thrown by every use of a table after its close.
struct Closed : std::invalid_argument {
    Closed() : std::invalid_argument("the table is closed") {}
};

class Usable {
  public:
    Usable() = default;
    Usable(const Usable&) = delete;
    Usable& operator=(const Usable&) = delete;

    // For scalar calls, unless something else keeps them away from swaps: the GIL does.
    Readers& readers() const { return readers_; }
    // For all that takes longer. Throws Closed, InUse, or what `check_memory` throws.
    void begin_use();
    void end_use() { users_.fetch_sub(1, std::memory_order_release); }
    void begin_exclusive();
    void end_exclusive();

    virtual void check_open() const = 0;  // throws Closed

  protected:
    ~Usable() = default;

  private:
    virtual void check_memory() const = 0;  // throws DamagedMemory
    // A thread of the table's own must leave the memory alone while somebody is exclusive.
    virtual void pause() {}
    virtual void resume() {}

    std::atomic<int> users_{0};  // -1 while somebody is exclusive
    mutable Readers readers_;
};

class UseGuard {
  public:
    explicit UseGuard(Usable& table) : table_(table) { table_.begin_use(); }
    ~UseGuard() { table_.end_use(); }
    UseGuard(const UseGuard&) = delete;
    UseGuard& operator=(const UseGuard&) = delete;

  private:
    Usable& table_;
};

class ExclusiveGuard {
  public:
    explicit ExclusiveGuard(Usable& table) : table_(table) { table_.begin_exclusive(); }
    ~ExclusiveGuard() { table_.end_exclusive(); }
    ExclusiveGuard(const ExclusiveGuard&) = delete;
    ExclusiveGuard& operator=(const ExclusiveGuard&) = delete;

  private:
    Usable& table_;
};

}  // namespace tabiya::table
