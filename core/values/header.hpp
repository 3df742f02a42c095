// What stands in front of the slots of a value table, for other processes and later runs. The places of
// header, locks and slots are those of the main table (table/header.hpp), whose memory class knows them.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "table/header.hpp"

namespace tabiya::values {

inline constexpr std::uint64_t kMagic = 0x3156'4159'4942'4154;  // "TABIYAV1" in little-endian bytes
inline constexpr std::uint32_t kFormatVersion = 1;
inline constexpr std::uint32_t kBuckets = 256;  // locks for writers
inline constexpr std::size_t kMaxTypeText = table::kLocksOffset - 192;

// Python reads the same bytes before it maps a file (src/tabiya/storage/header.py).
struct Header {
    // Line 0: written once.
    std::uint64_t magic;  // last of all: a table without it is not finished
    std::uint32_t format_version;
    std::uint32_t byte_order;
    std::uint64_t clusters;
    std::uint64_t data_offset;
    std::uint32_t entry_bytes;
    std::uint32_t value_bytes;  // of the user's type
    std::uint32_t key_bits;
    std::uint32_t buckets;
    std::uint32_t lock_bytes;
    std::uint32_t type_bytes;  // of the text

    // Line 1: written while others read.
    alignas(64) std::atomic<std::uint32_t> generation;  // free-running; entries keep its low 6 bits

    // Line 2: written once, for people who want to know who made the table.
    alignas(64) std::uint64_t creator;
    std::uint64_t created;
    std::uint64_t unused[6];

    char type_text[kMaxTypeText];  // the user's type, as NumPy describes it in its own files
};
static_assert(offsetof(Header, generation) == 64 && offsetof(Header, creator) == 128);
static_assert(offsetof(Header, type_text) == 192 && sizeof(Header) == table::kLocksOffset);

}  // namespace tabiya::values
