#pragma once
// A host array with unmapped pages around it: an access past its end stops at once, on every machine.

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <new>
#include <span>
#include <utility>

#include <sys/mman.h>
#include <unistd.h>

#include "kinds/calling.hpp"

namespace halo::lab {

/// Elements that end where a page does, or `margin` elements before, between pages that fault. The margin before them is in the
/// same page. Allocates again only when the size changes.
template <class T>
class EdgeArray {
public:
    explicit EdgeArray(std::size_t margin = 0) : margin_(margin) {}
    ~EdgeArray() { release(); }
    EdgeArray(const EdgeArray&) = delete;
    EdgeArray& operator=(const EdgeArray&) = delete;

    template <class U>
    void assign(std::span<const U> values)
    {
        prepare(values.size());
        std::copy(values.begin(), values.end(), data());
    }
    template <class U>
    void assign(const std::vector<U>& values)
    {
        assign(std::span<const U>(values));
    }
    /// `value` in `count` elements, `margin` in those around them.
    void fill(std::size_t count, T value, T margin)
    {
        prepare(count);
        std::ranges::fill(whole(), margin);
        std::fill_n(data(), count, value);
    }

    T* data() const { return reinterpret_cast<T*>(base_ + fence_ + usable_) - margin_ - count_; }
    /// With both margins.
    std::span<T> whole() const { return {data() - margin_, count_ + 2 * margin_}; }

    HostArray named(const char* name) const
    {
        const std::size_t bytes = count_ * sizeof(T), after = margin_ * sizeof(T);
        return {data(), bytes, sizeof(T), name, fence_ + usable_ - bytes - after, after + fence_};
    }

    GivenArray given(ArrayRole role) const { return {data(), count_, sizeof(T), role}; }

private:
    void prepare(std::size_t count)
    {
        if (count != count_ || base_ == nullptr) reserve(count);
        // A call that went past the array may have opened them.
        if (mprotect(base_, fence_, PROT_NONE) != 0 || mprotect(base_ + fence_ + usable_, fence_, PROT_NONE) != 0) throw std::bad_alloc();
    }

    void reserve(std::size_t count)
    {
        release();
        const auto page = std::size_t(sysconf(_SC_PAGESIZE));
        const auto pages = [&](std::size_t bytes) { return (bytes + page - 1) / page * page; };
        count_ = count;
        usable_ = pages((count + 2 * margin_) * sizeof(T));
        fence_ = std::max(16 * page, pages(4 * count * sizeof(T)));     // elements taken for bytes, or the reverse, end in it
        mapped_ = usable_ + 2 * fence_;
        void* memory = mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (memory == MAP_FAILED) throw std::bad_alloc();
        base_ = static_cast<std::byte*>(memory);
    }

    void release()
    {
        if (base_ != nullptr) munmap(std::exchange(base_, nullptr), mapped_);
    }

    std::byte* base_ = nullptr;
    std::size_t margin_ = 0, count_ = 0, usable_ = 0, fence_ = 0, mapped_ = 0;
};

}  // namespace halo::lab
