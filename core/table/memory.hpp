// The memory a table lives in: a buffer with the header in front and the slots aligned for huge pages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

namespace tabiya::table {

struct GuardedMapping;

// Thrown where bytes that others can reach are not what a table leaves there.
struct DamagedMemory : std::runtime_error {
    using std::runtime_error::runtime_error;
};

enum class HugePages : std::uint8_t {
    kNone = 0,
    kTransparent = 1,  // asked for; the kernel gives what it has
    kExplicit = 2,     // from the pool that an administrator reserved, or not at all
};

// What a table finds in memory that others may map too.
enum class Opening : std::uint8_t {
    kFresh,   // zeros: header and locks are made
    kJoined,  // a table that others may be using: nothing is written
    kOrphan,  // a table that nobody else uses: its locks are made anew, since holders may have died
};

class Memory {
  public:
    Memory() = default;
    // Private, zeroed memory from the kernel. Throws std::bad_alloc if it refuses.
    Memory(std::size_t data_bytes, HugePages huge_pages);
    // The bytes of an open file, a named piece of shared memory among them, shared with all who map it. The
    // descriptor may be closed afterwards. The file must be that large: a page beyond its end cannot be
    // touched. Throws std::system_error.
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
    // The path of what is mapped; empty for private memory.
    const std::string& name() const { return name_; }
    // Throws DamagedMemory if a touch of these bytes found a page gone: the file was cut off, or its disk
    // fails.
    void check() const {
        if (guarded_ != nullptr) check_pages();
    }
    // Whether other processes, or a later one, may see these bytes.
    bool shared() const { return kind_ == Kind::kShared; }

    // Gives pages back to the kernel, which hands out zeroed ones on the next touch; false if it will not.
    // Shared memory and the pool of huge pages keep theirs: no later touch may fail.
    bool forget(std::byte* begin, std::size_t bytes) const;
    // Moves the pages of shared memory into huge ones, as far as the kernel can.
    void collapse() const;
    // Writes a mapped file's changed pages to its disk and waits. Throws std::system_error.
    void flush() const;

  private:
    enum class Kind : std::uint8_t { kPrivate, kPool, kShared };

    void check_pages() const;

    void* mapping_ = nullptr;  // all that was taken, with what alignment left over
    std::size_t mapped_bytes_ = 0;
    std::byte* buffer_ = nullptr;  // header, locks and slots
    std::size_t bytes_ = 0;
    Kind kind_ = Kind::kPrivate;
    GuardedMapping* guarded_ = nullptr;  // of shared memory
    std::string name_;
};

}  // namespace tabiya::table
