// Functions that libstdc++ needs from a newer glibc than wheels require (TABIYA_GLIBC).
#include <pthread.h>

#include <ctime>

extern "C" {

// glibc 2.32: whether the process has only one thread, which saves some atomic instructions.
[[gnu::visibility("hidden")]] char __libc_single_threaded = 0;

// glibc 2.30: waits with any clock. Older versions only have wall-clock time.
[[gnu::visibility("hidden")]] int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                                                         clockid_t clock, const timespec* until) {
    constexpr long kSecond = 1'000'000'000;
    timespec now, today;
    clock_gettime(clock, &now);
    clock_gettime(CLOCK_REALTIME, &today);
    timespec then{until->tv_sec - now.tv_sec + today.tv_sec, until->tv_nsec - now.tv_nsec + today.tv_nsec};
    if (then.tv_nsec >= kSecond) {
        then.tv_nsec -= kSecond;
        ++then.tv_sec;
    } else if (then.tv_nsec < 0) {
        then.tv_nsec += kSecond;
        --then.tv_sec;
    }
    return pthread_cond_timedwait(condition, mutex, &then);
}
}
