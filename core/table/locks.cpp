#include "table/locks.hpp"

#include <cerrno>
#include <system_error>

namespace tabiya::table {

void Locks::initialise() {
    make_mutexes();
    remade_.made();
}

void Locks::make_mutexes() {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    for (std::uint32_t bucket = 0; bucket < buckets_; ++bucket)
        pthread_mutex_init(mutex(bucket), &attributes);
    pthread_mutexattr_destroy(&attributes);
}

// Takes what pthread answered to a lock call; true if the lock is ours now.
bool Locks::take(std::uint32_t bucket, int result) {
    if (result == 0) return true;
    if (result == EBUSY) return false;
    if (result == EOWNERDEAD) {
        pthread_mutex_consistent(mutex(bucket));
        recoveries_.fetch_add(1, std::memory_order_relaxed);
        return true;
    }
    throw std::system_error(result, std::generic_category(), "bucket lock");
}

bool Locks::try_lock(std::uint32_t bucket) {
    after_fork();
    return take(bucket, pthread_mutex_trylock(mutex(bucket)));
}

void Locks::lock(std::uint32_t bucket) {
    after_fork();
    take(bucket, pthread_mutex_lock(mutex(bucket)));
}

void Locks::unlock(std::uint32_t bucket) {
    pthread_mutex_unlock(mutex(bucket));
}

}  // namespace tabiya::table
