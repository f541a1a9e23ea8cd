// Transposes on a card: their arrays, and their check.

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

class Transposes final : public CardTask {
public:
    /// In place, the array that is transposed is the only one of the call; the basic kernel has the other one, too.
    Transposes(const Size& size, Extent extent, bool in_place)
        : in_(extent.count()), out_(extent.count()), extent_(extent)
    {
        both_ = {.size = size, .device = {in_.data(), out_.data()}, .elements = {in_.size(), out_.size()}, .host = {}};
        own_ = both_;
        if (in_place) own_.device.pop_back(), own_.elements.pop_back();
    }

    const CardArrays& arrays() const override { return own_; }
    const CardArrays& basic_arrays() const override { return both_; }

    void fill(std::uint64_t seed) override
    {
        seed_ = seed;
        card::fill(in_.data(), in_.size(), seed);
        card::poison(out_.data(), out_.size());
    }

    std::uint64_t wrong() override { return wrong_in(own_); }
    std::uint64_t basic_wrong() override { return wrong_in(both_); }

private:
    std::uint64_t wrong_in(const CardArrays& a) const
    {
        return card::count_wrong(a.device.back(), out_.size(), Want{std::uint64_t(extent_.width), std::uint64_t(extent_.height), seed_}, 0);
    }

    DeviceBuffer<float> in_, out_;
    Extent extent_;
    CardArrays own_, both_;
    std::uint64_t seed_ = 0;
};

}  // namespace

std::unique_ptr<CardTask> Transpose::card_task(const Size& size) const { return std::make_unique<Transposes>(size, size.extent(), false); }
std::unique_ptr<CardTask> TransposeInPlace::card_task(const Size& size) const { return std::make_unique<Transposes>(size, size.extent(), true); }

}  // namespace halo::lab
