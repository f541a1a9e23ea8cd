#pragma once
// A host array that ends at an unmapped page: a read past its end crashes at once, on every machine.

#include <cstddef>
#include <cstring>
#include <new>
#include <span>
#include <utility>

#include <sys/mman.h>
#include <unistd.h>

namespace halo::lab {

/// Floats that end where a page does; any access to the next page faults. Allocates again only when the size changes.
class EdgeArray {
public:
    EdgeArray() = default;
    ~EdgeArray() { release(); }
    EdgeArray(const EdgeArray&) = delete;
    EdgeArray& operator=(const EdgeArray&) = delete;

    void assign(std::span<const float> values)
    {
        if (values.size() != count_ || base_ == nullptr) reserve(values.size());
        std::memcpy(data(), values.data(), values.size_bytes());
    }

    float* data() const { return reinterpret_cast<float*>(base_ + usable_ - count_ * sizeof(float)); }

private:
    void reserve(std::size_t count)
    {
        release();
        const auto page = std::size_t(sysconf(_SC_PAGESIZE));
        count_ = count;
        usable_ = (count * sizeof(float) + page - 1) / page * page;
        mapped_ = usable_ + page;
        void* memory = mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) throw std::bad_alloc();
        base_ = static_cast<std::byte*>(memory);
        if (mprotect(base_ + usable_, page, PROT_NONE) != 0) throw std::bad_alloc();
    }

    void release()
    {
        if (base_ != nullptr) munmap(std::exchange(base_, nullptr), mapped_);
    }

    std::byte* base_ = nullptr;
    std::size_t count_ = 0, usable_ = 0, mapped_ = 0;
};

}  // namespace halo::lab
