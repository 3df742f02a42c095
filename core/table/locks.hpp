// Bucket locks: robust mutexes that serialise writers of one bucket of clusters.
//
// They live in the table's buffer, so that processes that map it share them. A mutex whose holder died is
// taken over, made consistent and counted. The protected slots need no repair, because the link rejects
// half-written ones. For the same reason a child of fork simply recreates the locks of private memory.
#pragma once

#include <pthread.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <stdexcept>
#include <string>

#include "table/fork.hpp"
#include "table/memory.hpp"

namespace tabiya::table {

inline constexpr std::uint32_t kMaxBuckets = 4096;

// Thrown after waiting for a lock for so long that its holder must be stuck.
struct StuckLock : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// A thread that waits for a lock calls this about ten times per second. An exception ends the wait. Set once,
// before there are tables; null does nothing.
inline void (*while_waiting)() = nullptr;

// One lock per cache line, to avoid false sharing between writers of neighbouring buckets.
struct alignas(64) BucketLock {
    pthread_mutex_t mutex;
};
static_assert(sizeof(BucketLock) == 64);

// Throws DamagedMemory unless mutexes of `bytes` each are those of this C library.
void check_locks_fit(std::uint32_t bytes, const Memory& memory);

class Locks {
  public:
    Locks() = default;
    Locks(const Locks&) = delete;
    Locks& operator=(const Locks&) = delete;

    // Uses the mutexes at this address, or none (buckets = 0).
    void attach(BucketLock* locks, std::uint32_t buckets, const Memory& memory);
    // Recreates the mutexes. None may be held.
    void initialise();

    std::uint32_t buckets() const { return buckets_; }
    std::uint32_t bucket_of(std::uint64_t cluster) const {
        return static_cast<std::uint32_t>(cluster) & (buckets_ - 1);
    }
    pthread_mutex_t* mutex(std::uint32_t bucket) const { return &locks_[bucket].mutex; }

    bool try_lock(std::uint32_t bucket);
    // Throws StuckLock after `patience`, DamagedMemory if this is not a lock, and what `while_waiting`
    // throws.
    void lock(std::uint32_t bucket);
    void unlock(std::uint32_t bucket);

    std::chrono::milliseconds patience() const { return patience_; }
    void set_patience(std::chrono::milliseconds patience) { patience_ = patience; }

    std::uint64_t recoveries() const { return recoveries_.load(std::memory_order_relaxed); }
    void reset_recoveries() { recoveries_.store(0, std::memory_order_relaxed); }

  private:
    bool take(std::uint32_t bucket, int result);
    [[gnu::cold]] void wait(std::uint32_t bucket);
    void check(std::uint32_t bucket) const;
    [[noreturn, gnu::cold]] void refuse(const std::string& reason) const;
    std::string table_name() const;
    void make_mutexes();
    void after_fork() {
        if (!shared_) remade_.after_fork([this] { make_mutexes(); });
    }

    BucketLock* locks_ = nullptr;
    std::uint32_t buckets_ = 0;
    bool shared_ = false;  // with other processes
    std::string path_;     // of shared memory
    std::chrono::milliseconds patience_{0};
    Remade remade_;
    std::atomic<std::uint64_t> recoveries_{0};
};

class BucketGuard {
  public:
    BucketGuard(Locks& locks, std::uint32_t bucket) : locks_(locks), bucket_(bucket) { locks_.lock(bucket_); }
    // For a lock that is already held.
    BucketGuard(Locks& locks, std::uint32_t bucket, std::adopt_lock_t) : locks_(locks), bucket_(bucket) {}
    ~BucketGuard() { locks_.unlock(bucket_); }
    BucketGuard(const BucketGuard&) = delete;
    BucketGuard& operator=(const BucketGuard&) = delete;

  private:
    Locks& locks_;
    std::uint32_t bucket_;
};

// Takes all locks in order, for `clear`.
class AllBucketsGuard {
  public:
    explicit AllBucketsGuard(Locks& locks) : locks_(locks) {
        try {
            for (; taken_ < locks_.buckets(); ++taken_) locks_.lock(taken_);
        } catch (...) {
            unlock();
            throw;
        }
    }
    ~AllBucketsGuard() { unlock(); }
    AllBucketsGuard(const AllBucketsGuard&) = delete;
    AllBucketsGuard& operator=(const AllBucketsGuard&) = delete;

  private:
    void unlock() {
        while (taken_ > 0) locks_.unlock(--taken_);
    }

    Locks& locks_;
    std::uint32_t taken_ = 0;
};

}  // namespace tabiya::table
