// Locks and fork: the child inherits locks in their current state, but not the threads that would unlock
// them.
//
// A lock in memory shared by processes belongs to both sides and needs no care. In private memory there are
// two kinds. A LeafMutex is held only briefly, so fork waits for it, and both sides find it free. A lock that
// may be held for long is not waited for: its owner notices by `fork_count` that it is a copy, and recreates
// the lock on first use (Remade).
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>

namespace tabiya::table {

// The number of forks between this process and the one that loaded the library.
inline std::atomic<std::uint32_t> forks_so_far{0};
inline std::uint32_t fork_count() {
    return forks_so_far.load(std::memory_order_relaxed);
}

// Its holder never waits for another lock.
class LeafMutex {
  public:
    LeafMutex();
    ~LeafMutex();
    LeafMutex(const LeafMutex&) = delete;
    LeafMutex& operator=(const LeafMutex&) = delete;

    void lock() { mutex_.lock(); }
    void unlock() { mutex_.unlock(); }

  private:
    std::mutex mutex_;
};

// Remembers the process that created something, and recreates it once in a child of that process.
class Remade {
  public:
    void made() { made_in_.store(fork_count(), std::memory_order_release); }

    template <class Make>
    void after_fork(const Make& make) {
        if (made_in_.load(std::memory_order_acquire) != fork_count()) [[unlikely]]
            remake(make);
    }

  private:
    template <class Make>
    [[gnu::cold, gnu::noinline]] void remake(const Make& make) {
        const std::lock_guard guard(remaking());
        if (made_in_.load(std::memory_order_relaxed) == fork_count()) return;
        make();
        made();
    }
    static LeafMutex& remaking();

    std::atomic<std::uint32_t> made_in_{fork_count()};
};

}  // namespace tabiya::table
