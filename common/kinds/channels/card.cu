// Layers of channels on a card: their arrays, and their check.

#include "kinds/channels/kind.hpp"

#include "cuda/device_buffer.hpp"
#include "kinds/card_data.cuh"
#include "kinds/channels/card_shape.hpp"

namespace halo::lab {

namespace {

/// Seeds of the arrays of one call.
__host__ __device__ inline std::uint64_t seed_of_weights(std::uint64_t seed) { return ~seed; }
__host__ __device__ inline std::uint64_t seed_of_biases(std::uint64_t seed) { return ~seed * 3; }

struct Want {
    LayerShape shape;
    std::uint64_t seed;

    __device__ double operator()(std::uint64_t i) const
    {
        const int o = int(i / std::uint64_t(shape.length)), l = int(i % std::uint64_t(shape.length));
        double sum = double(card::input_at(seed_of_biases(seed), std::uint64_t(o)));
        for (int c = 0; c < shape.in_channels; ++c)
            for (int k = 0; k < shape.taps(); ++k) {
                const int at = l + k - shape.radius;
                if (at < 0 || at >= shape.length) continue;
                const std::uint64_t weight = (std::uint64_t(o) * std::uint64_t(shape.in_channels) + std::uint64_t(c)) * std::uint64_t(shape.taps()) + std::uint64_t(k);
                sum += double(card::input_at(seed_of_weights(seed), weight)) * double(card::input_at(seed, std::uint64_t(c) * std::uint64_t(shape.length) + std::uint64_t(at)));
            }
        return sum;
    }
};

class Layer final : public CardTask {
public:
    Layer(const LayerSize& size, const LayerShape& shape)
        : shape_(shape), in_(shape.inputs()), weight_(shape.weights()), bias_(std::size_t(shape.out_channels)), out_(shape.outputs())
    {
        arrays_ = {.size = size, .device = {in_.data(), weight_.data(), bias_.data(), out_.data()},
                   .elements = {in_.size(), weight_.size(), bias_.size(), out_.size()}, .host = {}};
    }

    const CardArrays& arrays() const override { return arrays_; }

    void fill(std::uint64_t seed) override
    {
        seed_ = seed;
        card::fill(in_.data(), in_.size(), seed);
        card::fill(weight_.data(), weight_.size(), seed_of_weights(seed));
        card::fill(bias_.data(), bias_.size(), seed_of_biases(seed));
        card::poison(out_.data(), out_.size());
    }

    std::uint64_t wrong() override
    {
        const auto products = std::size_t(shape_.in_channels) * std::size_t(shape_.taps()) + 1;
        return card::count_wrong(out_.data(), out_.size(), Want{shape_, seed_}, card::rounding_of(products) / 2);
    }

private:
    LayerShape shape_;
    DeviceBuffer<float> in_, weight_, bias_, out_;
    CardArrays arrays_;
    std::uint64_t seed_ = 0;
};

}  // namespace

std::unique_ptr<CardTask> Channels1d::card_task(const Size& size) const { return std::make_unique<Layer>(size, shape_of(size, radius)); }

}  // namespace halo::lab
