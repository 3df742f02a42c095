#include "table/memory.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <limits>
#include <new>
#include <system_error>

#include "table/bus_errors.hpp"
#include "table/header.hpp"

namespace tabiya::table {
namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;
#ifdef MADV_COLLAPSE
constexpr int kCollapse = MADV_COLLAPSE;
#else
constexpr int kCollapse = 25;  // newer than many C libraries; older kernels reject it
#endif

constexpr std::size_t round_up(std::size_t bytes) {
    return (bytes + kHugePage - 1) / kHugePage * kHugePage;
}

std::byte* round_up(void* address) {
    return reinterpret_cast<std::byte*>(round_up(reinterpret_cast<std::uintptr_t>(address)));
}

[[noreturn]] void throw_error(int error, const char* what) {
    throw std::system_error(error, std::generic_category(), what);
}

std::size_t physical_bytes() {
    return static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) *
           static_cast<std::size_t>(sysconf(_SC_PAGE_SIZE));
}

// The kernel's name of an open file.
std::string path_of(int descriptor) {
    char path[4096];
    const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
    const ssize_t length = readlink(link.c_str(), path, sizeof path);
    return length > 0 ? std::string(path, static_cast<std::size_t>(length)) : "shared memory";
}

}  // namespace

Memory::Memory(std::uint64_t data_bytes, HugePages huge_pages) {
    const std::size_t slack = kDataOffset + 2 * kHugePage;
    if (data_bytes > std::numeric_limits<std::size_t>::max() / 2 - slack) throw std::bad_alloc();
    const std::size_t bytes = round_up(static_cast<std::size_t>(data_bytes) + slack);
    const int pool = huge_pages == HugePages::kExplicit ? MAP_HUGETLB : 0;
    void* const mapping =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | pool, -1, 0);
    if (mapping == MAP_FAILED) throw std::bad_alloc();
    mapping_ = mapping;
    mapped_bytes_ = bytes;
    // The slots, not the header, start on a huge page.
    std::byte* const data = round_up(static_cast<std::byte*>(mapping_) + kDataOffset);
    buffer_ = data - kDataOffset;
    bytes_ = kDataOffset + data_bytes;
    kind_ = pool != 0 ? Kind::kPool : Kind::kPrivate;
    // A hint: without transparent huge pages the kernel refuses, and the table still works.
    if (pool == 0)
        madvise(data, data_bytes, huge_pages == HugePages::kNone ? MADV_NOHUGEPAGE : MADV_HUGEPAGE);
}

Memory Memory::map(int descriptor, std::size_t bytes, HugePages huge_pages) {
    Memory memory;
    if (bytes > std::numeric_limits<std::size_t>::max() / 2) throw_error(ENOMEM, "mmap");
    // A huge page of a file can only be mapped where address and offset agree, so the address is chosen here.
    const std::size_t reserved = bytes + kHugePage;
    void* const place =
        mmap(nullptr, reserved, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (place == MAP_FAILED) throw_error(errno, "mmap");
    memory.mapping_ = place;
    memory.mapped_bytes_ = reserved;
    memory.buffer_ = round_up(place);
    memory.bytes_ = bytes;
    memory.kind_ = Kind::kShared;
    if (mmap(memory.buffer_, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, descriptor, 0) ==
        MAP_FAILED)
        throw_error(errno, "mmap");
    memory.guarded_ = guard_mapping(memory.buffer_, bytes);
    memory.name_ = path_of(descriptor);
    madvise(memory.buffer_, bytes, huge_pages == HugePages::kNone ? MADV_NOHUGEPAGE : MADV_HUGEPAGE);
    // For a file larger than memory, read-ahead would evict pages that are needed.
    if (bytes > physical_bytes()) madvise(memory.buffer_, bytes, MADV_RANDOM);
    return memory;
}

Memory::~Memory() {
    if (guarded_ != nullptr) end_guard(guarded_);
    if (mapping_ != nullptr) munmap(mapping_, mapped_bytes_);
}

bool Memory::forget(std::byte* begin, std::size_t bytes) const {
#ifdef __linux__
    return kind_ == Kind::kPrivate && madvise(begin, bytes, MADV_DONTNEED) == 0;
#else  // elsewhere the call may succeed and keep the contents, as in WebAssembly
    static_cast<void>(begin), static_cast<void>(bytes);
    return false;
#endif
}

void Memory::collapse() const {
    const std::size_t whole = bytes_ / kHugePage * kHugePage;
    // One call per page: if one fails, the next may succeed.
    for (std::size_t offset = 0; offset < whole; offset += kHugePage) {
        if (madvise(buffer_ + offset, kHugePage, kCollapse) != 0 && errno == EINVAL) return;
    }
}

void Memory::check_pages() const {
    if (!guarded_->lost.load(std::memory_order_relaxed)) return;
    throw DamagedMemory(
        "the table in '" + name_ +
        "' lost its memory: the file was truncated, or its disk cannot be read; close the table");
}

void Memory::flush() const {
    if (!shared()) return;
    static_cast<void>(*static_cast<const volatile std::byte*>(buffer_ + bytes_ - 1));  // checks its size
    check();
    if (msync(buffer_, bytes_, MS_SYNC) != 0) throw_error(errno, "msync");
}

}  // namespace tabiya::table
