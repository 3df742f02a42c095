// Counts the users of a table's memory, so that no call frees or swaps it under another one.
//
// Long calls (batches, searches, iterators) count themselves in and out. A call that swaps or frees the
// memory must be alone. The GIL keeps short calls apart from swaps; without a GIL, `readers` does.
#pragma once

#include <atomic>
#include <stdexcept>

#include "table/readers.hpp"

namespace tabiya::table {

// Thrown by calls that would take memory away from a running call.
struct InUse : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Thrown by every use of a closed table.
struct Closed : std::invalid_argument {
    Closed() : std::invalid_argument("the table is closed") {}
};

class Usable {
  public:
    Usable() = default;
    Usable(const Usable&) = delete;
    Usable& operator=(const Usable&) = delete;

    // For scalar calls, unless something else (the GIL) keeps them apart from swaps.
    Readers& readers() const { return readers_; }
    // For everything that takes longer. Throws Closed, InUse, or what `check_memory` throws.
    void begin_use();
    void end_use() { users_.fetch_sub(1, std::memory_order_release); }
    void begin_exclusive();
    void end_exclusive();

    virtual void check_open() const = 0;  // throws Closed

  protected:
    ~Usable() = default;

  private:
    virtual void check_memory() const = 0;  // throws DamagedMemory
    // Stop and restart a thread of the table, which must not use the memory while there is an exclusive user.
    virtual void pause() {}
    virtual void resume() {}

    std::atomic<int> users_{0};  // running batches, searches and iterators; -1 for an exclusive user
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
