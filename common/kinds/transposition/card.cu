// Transposes on a card: their arrays, their check, and the basic kernel.

#include "kinds/transposition/kind.hpp"

#include "cuda/device_buffer.hpp"
#include "kinds/card_data.cuh"

namespace halo::lab {

namespace {

/// The element that belongs at place i of the transpose of height rows and width columns.
struct Want {
    std::uint64_t width, height, seed;

    __device__ double operator()(std::uint64_t i) const { return double(card::input_at(seed, i % height * width + i / height)); }
};

/// As in lab 01: a warp loads along a row, and each of its threads stores to a row of its own.
__global__ void transpose_naive_kernel(const float* in, float* out, int width, int height)
{
    const int x = int(blockIdx.x * blockDim.x + threadIdx.x), y = int(blockIdx.y * blockDim.y + threadIdx.y);
    if (x < width && y < height) out[std::size_t(x) * std::size_t(height) + std::size_t(y)] = in[std::size_t(y) * std::size_t(width) + std::size_t(x)];
}

class Transposes final : public CardTask {
public:
    /// In place, the array that is transposed is the only one of the call; the other one is the basic kernel's.
    Transposes(const Size& size, bool in_place)
        : size_(size), in_place_(in_place), in_(size.extent().count()), out_(size.extent().count())
    {
        arrays_ = {.size = size, .device = {in_.data()}, .elements = {in_.size()}, .host = {}};
        if (!in_place) arrays_.device.push_back(out_.data()), arrays_.elements.push_back(out_.size());
    }

    const CardArrays& arrays() const override { return arrays_; }

    void fill(std::uint64_t seed) override
    {
        seed_ = seed;
        card::fill(in_.data(), in_.size(), seed);
        card::poison(out_.data(), out_.size());
        by_basic_ = false;
    }

    std::uint64_t wrong() override
    {
        const float* got = in_place_ && !by_basic_ ? in_.data() : out_.data();
        return card::count_wrong(got, out_.size(), Want{std::uint64_t(size_.width), std::uint64_t(size_.height), seed_}, 0);
    }

    CardCaller basic() const override
    {
        return [this](const CardArrays& arrays) {
            const dim3 threads(32, 8), blocks((size_.width + 31) / 32, (size_.height + 7) / 8);
            transpose_naive_kernel<<<blocks, threads>>>(arrays.device[0], out_.data(), size_.width, size_.height);
            CUDA_CHECK(cudaGetLastError());
            by_basic_ = true;
        };
    }

    std::string basic_name() const override { return "transpose_naive"; }

private:
    Size size_;
    bool in_place_;
    DeviceBuffer<float> in_, out_;
    CardArrays arrays_;
    std::uint64_t seed_ = 0;
    mutable bool by_basic_ = false;
};

}  // namespace

std::unique_ptr<CardTask> Transpose::card_task(const Size& size) const { return std::make_unique<Transposes>(size, false); }
std::unique_ptr<CardTask> TransposeInPlace::card_task(const Size& size) const { return std::make_unique<Transposes>(size, true); }

}  // namespace halo::lab
