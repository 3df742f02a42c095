#include "table/memory.hpp"

#include <sys/mman.h>

#include <cstdint>
#include <limits>
#include <new>

#include "table/header.hpp"

namespace tabiya::table {
namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;

}  // namespace

PrivateMemory::PrivateMemory(std::size_t data_bytes, bool huge_pages) {
    const std::size_t slack = kDataOffset + 2 * kHugePage;
    if (data_bytes > std::numeric_limits<std::size_t>::max() / 2 - slack) throw std::bad_alloc();
    mapped_bytes_ = data_bytes + slack;
    mapping_ = mmap(nullptr, mapped_bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapping_ == MAP_FAILED) {
        mapping_ = nullptr;
        throw std::bad_alloc();
    }
    // The slots, not the header, start on a huge page.
    const auto first_data = reinterpret_cast<std::uintptr_t>(mapping_) + kDataOffset;
    auto* data = reinterpret_cast<std::byte*>((first_data + kHugePage - 1) / kHugePage * kHugePage);
    buffer_ = data - kDataOffset;
    // A hint: a kernel without transparent huge pages refuses, and the table works all the same.
    madvise(data, data_bytes, huge_pages ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
}

PrivateMemory::~PrivateMemory() {
    if (mapping_ != nullptr) munmap(mapping_, mapped_bytes_);
}

bool PrivateMemory::forget(std::byte* begin, std::size_t bytes) {
    return madvise(begin, bytes, MADV_DONTNEED) == 0;
}

}  // namespace tabiya::table
