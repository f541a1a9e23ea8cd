#pragma once
// An array in device memory, freed by its destructor.

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "cuda/check.hpp"

namespace halo {

/// `count` elements of T on the device. `name` is what the CPU engine calls the array in its messages.
/// With `guard` > 0, that many elements lie before and after it: they reveal writes outside the array where no watcher runs.
template <class T>
class DeviceBuffer {
public:
    DeviceBuffer() = default;
    explicit DeviceBuffer(std::size_t count, const char* name = "", std::size_t guard = 0)
        : count_(count), guard_(guard)
    {
        CUDA_CHECK(allocate(&base_, all() * sizeof(T), name));
    }
    ~DeviceBuffer()
    {
        if (base_ != nullptr) cudaFree(base_);
    }

    DeviceBuffer(DeviceBuffer&& other) noexcept
        : base_(std::exchange(other.base_, nullptr)), count_(std::exchange(other.count_, 0)),
          guard_(std::exchange(other.guard_, 0)) {}
    DeviceBuffer& operator=(DeviceBuffer&& other) noexcept
    {
        std::swap(base_, other.base_);
        std::swap(count_, other.count_);
        std::swap(guard_, other.guard_);
        return *this;
    }

    T* data() const { return base_ == nullptr ? nullptr : base_ + guard_; }
    std::size_t size() const { return count_; }
    std::size_t guard() const { return guard_; }

    /// Has somebody else freed the array?
    bool is_gone() const
    {
        cudaPointerAttributes known{};
        return base_ != nullptr && (cudaPointerGetAttributes(&known, base_) != cudaSuccess || known.type == cudaMemoryTypeUnregistered);
    }
    /// Frees nothing any more.
    void let_go() { base_ = nullptr; }

    /// Copies `values` into the array, as many as it holds.
    void upload(std::span<const T> values)
    {
        CUDA_CHECK(cudaMemcpy(data(), values.data(), count_ * sizeof(T), cudaMemcpyHostToDevice));
    }

    /// Sets every element, guard bands too.
    void fill(T value)
    {
        const std::vector<T> values(all(), value);
        CUDA_CHECK(cudaMemcpy(base_, values.data(), all() * sizeof(T), cudaMemcpyHostToDevice));
    }

    /// The array and its guard bands.
    std::vector<T> download_all() const
    {
        std::vector<T> values(all());
        CUDA_CHECK(cudaMemcpy(values.data(), base_, all() * sizeof(T), cudaMemcpyDeviceToHost));
        return values;
    }

private:
    std::size_t all() const { return count_ + 2 * guard_; }

    /// The engine takes a name and the place of the allocation. The place stays empty: students should not be shown this line.
    template <class Pointer>
    static cudaError_t allocate(Pointer* pointer, std::size_t bytes, [[maybe_unused]] const char* name)
    {
        if constexpr (requires { cudaMalloc(pointer, bytes, name, {}); })
            return cudaMalloc(pointer, bytes, name, {});
        else
            return cudaMalloc(pointer, bytes);
    }

    T* base_ = nullptr;
    std::size_t count_ = 0;
    std::size_t guard_ = 0;
};

}  // namespace halo
