// Included before everything else where many mutants are compiled at once. TABIYA_MUTANT=number switches one
// on. TABIYA_MUTANTS_SEEN names a file of bytes, one per mutant: those that run are set to 1.
#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>

namespace tabiya_mutants {

inline constexpr int kMost = 4096;

struct Switch {
    int chosen = -1;
    volatile unsigned char* seen = nullptr;

    Switch() {
        if (const char* number = std::getenv("TABIYA_MUTANT")) chosen = std::atoi(number);
        const char* path = std::getenv("TABIYA_MUTANTS_SEEN");
        const int file = path != nullptr ? ::open(path, O_RDWR | O_CLOEXEC) : -1;
        if (file < 0) return;
        void* bytes = ::mmap(nullptr, kMost, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (bytes != MAP_FAILED) seen = static_cast<volatile unsigned char*>(bytes);
        ::close(file);
    }
};

// Initialised before all other variables of a file, because it stands before them.
inline const Switch kSwitch;

inline bool is_chosen(int mutant) {
    if (kSwitch.seen != nullptr) kSwitch.seen[mutant] = 1;
    return kSwitch.chosen == mutant;
}

// No mutant is chosen while the compiler computes: it reports the number, and that mutant is compiled alone.
constexpr bool refused(int mutant) {
    if (mutant >= 0) throw mutant;
    return false;
}

constexpr bool on(int mutant) {
    return __builtin_is_constant_evaluated() ? refused(mutant) : is_chosen(mutant);
}

}  // namespace tabiya_mutants
