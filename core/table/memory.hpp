// The memory a table lives in: a buffer with the header in front and the slots aligned for huge pages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

namespace tabiya::table {

struct GuardedMapping;

// Thrown if shared bytes are not what a table would leave there.
struct DamagedMemory : std::runtime_error {
    using std::runtime_error::runtime_error;
};

enum class HugePages : std::uint8_t {
    kNone = 0,
    kTransparent = 1,  // requested; the kernel may decline
    kExplicit = 2,     // from the reserved pool, or fail
};

// The state of memory that others may map too.
enum class Opening : std::uint8_t {
    kFresh,   // zeros: header and locks are made
    kJoined,  // a table that others may use: nothing is written
    kOrphan,  // a table without other users: its locks are recreated, as holders may have died
};

class Memory {
  public:
    Memory() = default;
    // Private, zeroed memory from the kernel. Throws std::bad_alloc if it refuses.
    Memory(std::uint64_t data_bytes, HugePages huge_pages);
    // Maps an open file or shared memory segment, shared with everyone who maps it. The descriptor may be
    // closed afterwards. The file must have at least `bytes` bytes: pages beyond its end cannot be touched.
    // Throws std::system_error.
    static Memory map(int descriptor, std::size_t bytes, HugePages huge_pages);
    ~Memory();
    Memory(Memory&& other) noexcept { swap(other); }
    Memory& operator=(Memory&& other) noexcept {
        swap(other);
        return *this;
    }
    void swap(Memory& other) noexcept {
        std::swap(mapping_, other.mapping_);
        std::swap(mapped_bytes_, other.mapped_bytes_);
        std::swap(buffer_, other.buffer_);
        std::swap(bytes_, other.bytes_);
        std::swap(kind_, other.kind_);
        std::swap(guarded_, other.guarded_);
        std::swap(name_, other.name_);
    }

    std::byte* buffer() const { return buffer_; }
    std::size_t bytes() const { return bytes_; }
    // The path of the mapped file; empty for private memory.
    const std::string& name() const { return name_; }
    // Throws DamagedMemory if an access found a page lost: the file was truncated, or its disk fails.
    void check() const {
        if (guarded_ != nullptr) check_pages();
    }
    // Whether other processes, now or later, can see these bytes.
    bool shared() const { return kind_ == Kind::kShared; }

    // Returns pages to the kernel, so that they read as zero; false if it refuses. Shared memory and reserved
    // huge pages are kept, because no later access may fail.
    bool forget(std::byte* begin, std::size_t bytes) const;
    // Moves the pages of shared memory into huge pages, as far as the kernel can.
    void collapse() const;
    // Writes the changed pages of a mapped file to disk and waits. Throws std::system_error.
    void flush() const;

  private:
    enum class Kind : std::uint8_t { kPrivate, kPool, kShared };

    void check_pages() const;

    void* mapping_ = nullptr;  // the whole mapping, including alignment padding
    std::size_t mapped_bytes_ = 0;
    std::byte* buffer_ = nullptr;  // header, locks and slots
    std::size_t bytes_ = 0;
    Kind kind_ = Kind::kPrivate;
    GuardedMapping* guarded_ = nullptr;  // shared memory only
    std::string name_;
};

}  // namespace tabiya::table
