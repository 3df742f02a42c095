#include "table/bus_errors.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <mutex>

#include "table/fork.hpp"

namespace tabiya::table {
namespace {

std::atomic<GuardedMapping*> mappings{nullptr};
struct sigaction previous;
std::atomic<bool> passed_on{false};
std::uintptr_t page_bytes = 4096;

static_assert(std::atomic<std::uintptr_t>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

// The following runs in a signal handler: atomics and system calls only.

bool replace_pages(std::uintptr_t address) {
    for (GuardedMapping* each = mappings.load(); each != nullptr; each = each->next) {
        const std::uintptr_t end = each->end.load();
        if (address < each->begin.load() || address >= end) continue;
        // All pages to the end, because a file is truncated at its end. Page by page, a scan would exceed the
        // number of mappings that a process may have.
        const std::uintptr_t page = address / page_bytes * page_bytes;
        void* const zeros = mmap(reinterpret_cast<void*>(page), end - page, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0);
        each->lost.store(true);
        return zeros != MAP_FAILED;
    }
    return false;
}

// Another handler may pass the signal back to us, as faulthandler does. The second time it is final.
void pass_on(int number, siginfo_t* info, void* context) {
    const bool again = passed_on.exchange(true);
    if (!again && (previous.sa_flags & SA_SIGINFO) != 0) return previous.sa_sigaction(number, info, context);
    if (!again && previous.sa_handler == SIG_IGN && info->si_code <= 0) {
        passed_on.store(false);
        return;
    }
    if (!again && previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN)
        return previous.sa_handler(number);
    signal(number, SIG_DFL);
    if (info->si_code <= 0) raise(number);  // sent by a process; a fault repeats by itself
}

void handle(int number, siginfo_t* info, void* context) {
    const int error = errno;
    const bool ours =
        info->si_code == BUS_ADRERR && replace_pages(reinterpret_cast<std::uintptr_t>(info->si_addr));
    if (!ours) pass_on(number, info, context);
    errno = error;
}

// Repeated for every mapping, because others may have replaced the handler.
void install_handler() {
    struct sigaction current;
    if (sigaction(SIGBUS, nullptr, &current) != 0) return;
    if ((current.sa_flags & SA_SIGINFO) != 0 && current.sa_sigaction == handle) return;
    previous = current;
    struct sigaction action = {};
    action.sa_sigaction = handle;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    sigaction(SIGBUS, &action, nullptr);
}

GuardedMapping* free_mapping() {
    for (GuardedMapping* each = mappings.load(); each != nullptr; each = each->next) {
        if (!each->taken.exchange(true)) return each;
    }
    auto* const mapping = new GuardedMapping;
    mapping->next = mappings.load();
    mappings.store(mapping);
    return mapping;
}

}  // namespace

GuardedMapping* guard_mapping(void* begin, std::size_t bytes) {
    static LeafMutex& mutex = *new LeafMutex;
    const std::lock_guard guard(mutex);
    page_bytes = static_cast<std::uintptr_t>(sysconf(_SC_PAGE_SIZE));
    GuardedMapping* const mapping = free_mapping();
    mapping->lost.store(false);
    mapping->end.store(reinterpret_cast<std::uintptr_t>(begin) +
                       (bytes + page_bytes - 1) / page_bytes * page_bytes);
    mapping->begin.store(reinterpret_cast<std::uintptr_t>(begin));
    install_handler();
    return mapping;
}

void end_guard(GuardedMapping* mapping) {
    mapping->end.store(0);
    mapping->begin.store(0);
    mapping->taken.store(false);
}

}  // namespace tabiya::table
