#pragma once
// The arrays of a ladder's calls on a card, and the check of what a call has stored.

#include "cuda/check.hpp"
#include "cuda/device_buffer.hpp"
#include "task.hpp"

namespace halo::ladder {

static __global__ void fill_kernel(float* data, std::uint64_t n, std::uint64_t from)
{
    for (std::uint64_t i = blockIdx.x * std::uint64_t(blockDim.x) + threadIdx.x; i < n; i += std::uint64_t(gridDim.x) * blockDim.x)
        data[i] = input_at(from + i);
}

/// `want(i)` is what element i must be.
template <class W>
__global__ void count_wrong_kernel(const float* got, std::uint64_t n, W want, double most, unsigned long long* wrong)
{
    for (std::uint64_t i = blockIdx.x * std::uint64_t(blockDim.x) + threadIdx.x; i < n; i += std::uint64_t(gridDim.x) * blockDim.x)
        if (!(fabs(double(got[i]) - want(i)) <= most)) atomicAdd(wrong, 1ull);
}

static __global__ void count_written_kernel(const float* guard, int n, unsigned long long* wrong)
{
    for (int i = int(threadIdx.x); i < n; i += int(blockDim.x))
        if (!isnan(guard[i])) atomicAdd(wrong, 1ull);
}

/// An input, an output between guard bands, and a filter. The arrays begin `in_offset` and `out_offset` floats past a multiple of 16 bytes.
class Arena {
public:
    static constexpr int kGuard = 1024;

    Arena(const Ladder& ladder, int width, int height, int in_offset = 0, int out_offset = 0)
        : ladder_(ladder), width_(width), height_(height), elements_(std::size_t(width) * std::size_t(height)),
          in_offset_(in_offset), out_offset_(out_offset), h_filter_(filter_of(ladder)), in_(elements_ + 4, "in"),
          out_(elements_ + 2 * kGuard + 4, "out"), filter_(h_filter_.size(), "filter"), wrong_(1, "wrong")
    {
        filter_.upload(h_filter_);
        fill(in_.data() + in_offset_);
    }

    Problem problem() const
    {
        const bool in_place = ladder_.what == What::in_place;
        return {in_place ? nullptr : in_.data() + in_offset_, out(), width_, height_, h_filter_.data(), filter_.data()};
    }

    /// The output as a call finds it: NaN, or in place the matrix.
    void prepare()
    {
        CUDA_CHECK(cudaMemset(out_.data(), 0xff, out_.size() * sizeof(float)));
        if (ladder_.what == What::in_place) fill(out());
    }

    /// Elements that a call has stored wrongly, not at all, or outside the output.
    std::uint64_t wrong(bool replicate = false)
    {
        Want want = want_of(ladder_, width_, height_);
        want.replicate = replicate;
        CUDA_CHECK(cudaMemset(wrong_.data(), 0, sizeof(unsigned long long)));
        count_wrong_kernel<<<4096, 256>>>(out(), elements_, want, want.most(), wrong_.data());
        CUDA_CHECK(cudaGetLastError());
        count_written_kernel<<<1, 256>>>(out_.data(), kGuard + out_offset_, wrong_.data());
        count_written_kernel<<<1, 256>>>(out() + elements_, kGuard, wrong_.data());
        CUDA_CHECK(cudaGetLastError());
        unsigned long long count = 0;
        CUDA_CHECK(cudaMemcpy(&count, wrong_.data(), sizeof(count), cudaMemcpyDeviceToHost));
        return count;
    }

    std::size_t bytes() const { return elements_ * sizeof(float); }
    float* out() const { return out_.data() + kGuard + out_offset_; }
    const float* in() const { return in_.data() + in_offset_; }

private:
    void fill(float* data)
    {
        fill_kernel<<<4096, 256>>>(data, elements_, 0);
        CUDA_CHECK(cudaGetLastError());
    }

    const Ladder& ladder_;
    int width_, height_;
    std::size_t elements_;
    int in_offset_, out_offset_;
    std::vector<float> h_filter_;
    DeviceBuffer<float> in_, out_, filter_;
    DeviceBuffer<unsigned long long> wrong_;
};

}  // namespace halo::ladder
