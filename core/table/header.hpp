// The memory in front of the slots: everything that another process or a later run must know.
//
//   offset      0   Header, three cache lines: settings, generation, creator
//            4096   kMaxBuckets bucket locks (untouched pages cost nothing)
//     kDataOffset   the clusters
//
// Processes with write access to shared memory or a file are trusted not to harm its users on purpose. The
// effect of accidents is limited:
//
//   the header   every field is checked before anything is mapped, and copied; later changes only affect the
//                generation
//   the locks    each is checked before it is taken, and waited for with a bound (locks.hpp). Overwriting a
// lock
//                while it is held is not covered: the C library follows the pointers in it
//   the slots    nothing in them is trusted (entry.hpp)
//   the size     lost pages read as empty, and the table reports them (bus_errors.hpp)
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "table/locks.hpp"

namespace tabiya::table {

inline constexpr std::uint64_t kMagic = 0x3130'4159'4942'4154;  // "TABIYA01" in little-endian bytes
inline constexpr std::uint32_t kFormatVersion = 1;
inline constexpr std::uint32_t kByteOrder = 0x0102'0304;
inline constexpr std::size_t kLocksOffset = 4096;
inline constexpr std::size_t kDataOffset = kLocksOffset + kMaxBuckets * sizeof(BucketLock);
static_assert(kDataOffset % 4096 == 0);

// Python reads the same bytes before it maps a file (src/tabiya/storage/header.py).
struct Header {
    // Line 0: written once, read by everyone who opens the table.
    std::uint64_t magic;  // written last: a table without it is not finished
    std::uint32_t format_version;
    std::uint32_t byte_order;
    std::uint64_t clusters;
    std::uint64_t data_offset;
    std::uint8_t layout;
    std::uint8_t policy;
    std::uint8_t sync;
    std::uint8_t flags;  // HeaderFlag
    std::uint32_t buckets;
    std::int32_t depth_weight;
    std::int32_t age_weight;
    std::uint32_t max_age;
    std::uint32_t lock_bytes;  // size of a mutex: that of another C library may differ
    std::uint64_t aging_interval;

    // Line 1: written while others read, so on a separate cache line.
    alignas(64) std::atomic<std::uint32_t> generation;  // free-running; entries keep its low 6 bits
    std::atomic<std::uint32_t> steps;                   // generations advanced by this search's nodes
    std::atomic<std::uint64_t> nodes;                   // counted in this search, for aging by interval

    // Line 2: written once, for people who want to know who made the table.
    alignas(64) std::uint64_t creator;  // process ID
    std::uint64_t created;              // seconds since 1970
};
static_assert(offsetof(Header, generation) == 64 && offsetof(Header, creator) == 128);
static_assert(sizeof(Header) == 192 && sizeof(Header) <= kLocksOffset);
static_assert(std::atomic<std::uint64_t>::is_always_lock_free &&
              std::atomic<std::uint32_t>::is_always_lock_free);

enum HeaderFlag : std::uint8_t {
    kRandomKeys = 1,
    kStrict = 2,
    kSourcePriority = 4,
    kClampScores = 8,
    kReplaceIfExact = 16
};

}  // namespace tabiya::table
