// The memory a table lives in: a buffer with the header in front and the slots aligned for huge pages.
#pragma once

#include <cstddef>
#include <utility>

namespace tabiya::table {

// Private, zeroed memory from the kernel.
class PrivateMemory {
  public:
    PrivateMemory() = default;
    // Throws std::bad_alloc if the kernel refuses.
    PrivateMemory(std::size_t data_bytes, bool huge_pages);
    ~PrivateMemory();
    PrivateMemory(PrivateMemory&& other) noexcept { swap(other); }
    PrivateMemory& operator=(PrivateMemory&& other) noexcept {
        swap(other);
        return *this;
    }
    void swap(PrivateMemory& other) noexcept {
        std::swap(mapping_, other.mapping_);
        std::swap(mapped_bytes_, other.mapped_bytes_);
        std::swap(buffer_, other.buffer_);
    }

    std::byte* buffer() const { return buffer_; }

    // Gives pages back to the kernel, which hands out zeroed ones on the next touch; false if it will not.
    static bool forget(std::byte* begin, std::size_t bytes);

  private:
    void* mapping_ = nullptr;
    std::size_t mapped_bytes_ = 0;
    std::byte* buffer_ = nullptr;
};

}  // namespace tabiya::table
