#include "table/locks.hpp"

#include <cerrno>
#include <cstring>
#include <ctime>
#include <stdexcept>

#include "threads.hpp"

namespace tabiya::table {
namespace {

constexpr std::chrono::seconds kPatience{10};
constexpr std::size_t kBytesPerSecond = std::size_t{1} << 28;  // zeroed by a `clear`, which holds all locks

// Robust and shared between processes.
struct Attributes {
    Attributes() {
        pthread_mutexattr_init(&value);
        pthread_mutexattr_setrobust(&value, PTHREAD_MUTEX_ROBUST);
        pthread_mutexattr_setpshared(&value, PTHREAD_PROCESS_SHARED);
    }
    ~Attributes() { pthread_mutexattr_destroy(&value); }
    pthread_mutexattr_t value;
};

// Whether the mutex is of the kind that `make_mutexes` creates. With another kind, glibc waits forever or
// aborts.
#ifdef __GLIBC__
const int our_kind = [] {
    const Attributes attributes;
    pthread_mutex_t model;
    pthread_mutex_init(&model, &attributes.value);
    return model.__data.__kind;
}();
bool has_our_kind(const pthread_mutex_t& mutex) {
    return mutex.__data.__kind == our_kind;
}
#else
bool has_our_kind(const pthread_mutex_t&) {
    return true;
}
#endif

}  // namespace

void check_locks_fit(std::uint32_t bytes, const Memory& memory) {
    if (bytes == sizeof(pthread_mutex_t)) return;
    throw DamagedMemory("the table in '" + memory.name() + "' has locks of " + std::to_string(bytes) +
                        " bytes, but this C library has locks of " + std::to_string(sizeof(pthread_mutex_t)));
}

void Locks::attach(BucketLock* locks, std::uint32_t buckets, const Memory& memory) {
    locks_ = locks;
    buckets_ = buckets;
    shared_ = memory.shared();
    path_ = memory.name();
    patience_ = kPatience + std::chrono::seconds(memory.bytes() / kBytesPerSecond);
}

void Locks::initialise() {
    make_mutexes();
    remade_.made();
}

void Locks::make_mutexes() {
    if (!kHasThreads)  // and its robust locks end the program
        throw std::invalid_argument("sync must not be 'bucket_locks': WebAssembly has one thread");
    const Attributes attributes;
    for (std::uint32_t bucket = 0; bucket < buckets_; ++bucket)
        pthread_mutex_init(mutex(bucket), &attributes.value);
}

// Handles the result of a pthread lock call. Returns whether the lock is ours.
bool Locks::take(std::uint32_t bucket, int result) {
    if (result == 0) return true;
    if (result == EBUSY || result == ETIMEDOUT) return false;
    if (result == EOWNERDEAD) {
        pthread_mutex_consistent(mutex(bucket));
        recoveries_.fetch_add(1, std::memory_order_relaxed);
        return true;
    }
    refuse(std::strerror(result));
}

void Locks::refuse(const std::string& reason) const {
    throw DamagedMemory(table_name() + " has a bucket lock that cannot be taken (" + reason +
                        "): something overwrote it; make a new table");
}

std::string Locks::table_name() const {
    return shared_ ? "the table in '" + path_ + "'" : "the table";
}

void Locks::check(std::uint32_t bucket) const {
    if (!has_our_kind(*mutex(bucket))) [[unlikely]]
        refuse("it is not a lock");
}

// Waits in slices of wall-clock time, the only one that old C libraries support, within a monotonic bound.
void Locks::wait(std::uint32_t bucket) {
    constexpr long kSlice = 100'000'000, kSecond = 1'000'000'000;
    const auto end = std::chrono::steady_clock::now() + patience_;
    while (std::chrono::steady_clock::now() < end) {
        timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += kSlice;
        if (until.tv_nsec >= kSecond) {
            until.tv_nsec -= kSecond;
            ++until.tv_sec;
        }
        check(bucket);
        if (take(bucket, pthread_mutex_timedlock(mutex(bucket), &until))) return;
        if (while_waiting != nullptr) while_waiting();
    }
    throw StuckLock(
        table_name() + " could not take a bucket lock in " +
        std::to_string(std::chrono::duration_cast<std::chrono::seconds>(patience_).count()) +
        " s: its holder is stopped, or the lock was overwritten; end that process, or make a new table");
}

bool Locks::try_lock(std::uint32_t bucket) {
    if (shared_) {
        check(bucket);
    } else {
        after_fork();
    }
    const int result = pthread_mutex_trylock(mutex(bucket));
    return result == 0 || take(bucket, result);
}

void Locks::lock(std::uint32_t bucket) {
    if (!try_lock(bucket)) wait(bucket);
}

void Locks::unlock(std::uint32_t bucket) {
    pthread_mutex_unlock(mutex(bucket));
}

}  // namespace tabiya::table
