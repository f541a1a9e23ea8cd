// Convolutions on a card: their arrays, and their check.

#include "kinds/convolution/kind.hpp"

#include <stdexcept>

#include "cuda/device_buffer.hpp"
#include "kinds/card_data.cuh"
#include "kinds/convolution/card_shape.hpp"

namespace halo::lab {

namespace {


/// For the check.
__constant__ float c_weights[kMostWeights];

/// The sum for element i, from inputs that are made again.
struct Want {
    WindowShape shape;
    std::uint64_t seed;

    __device__ double operator()(std::uint64_t i) const
    {
        const std::int64_t width = shape.width, x = std::int64_t(i) % width, y = std::int64_t(i) / width;
        double sum = 0;
        int weight = 0;
        for (int dy = -shape.radius_y; dy <= shape.radius_y; ++dy)
            for (int dx = -shape.radius_x; dx <= shape.radius_x; ++dx, ++weight) {
                const std::int64_t ix = x + dx, iy = y + dy;
                if (ix < 0 || ix >= width || iy < 0 || iy >= shape.height) continue;
                sum += double(c_weights[weight]) * double(card::input_at(seed, std::uint64_t(iy * width + ix)));
            }
        return sum;
    }
};

void to_constant(const std::vector<float>& weights) { CUDA_CHECK(cudaMemcpyToSymbol(c_weights, weights.data(), weights.size() * sizeof(float))); }

/// Inputs, outputs, and one filter or the two that a separable one is made of.
class Convolutions final : public CardTask {
public:
    Convolutions(const Size& size, const WindowShape& shape, bool separable)
        : shape_(shape), separable_(separable), in_(shape.elements()), out_(shape.elements())
    {
        if (shape.weights() > kMostWeights) throw std::invalid_argument("a filter of more than 33 x 33 weights");
        arrays_ = {.size = size, .device = {in_.data(), out_.data()}, .elements = {in_.size(), out_.size()}, .host = {}};
        arrays_.host.resize(separable ? 2 : 1);
    }

    const CardArrays& arrays() const override { return arrays_; }

    void fill(std::uint64_t seed) override
    {
        seed_ = seed;
        if (separable_) {
            arrays_.host[0] = card::filter_of(std::size_t(2 * shape_.radius_y + 1), ~seed);
            arrays_.host[1] = card::filter_of(std::size_t(2 * shape_.radius_x + 1), ~seed * 3);
        } else {
            arrays_.host[0] = card::filter_of(std::size_t(shape_.weights()), ~seed);
        }
        card::fill(in_.data(), in_.size(), seed);
        card::poison(out_.data(), out_.size());
    }

    std::uint64_t wrong() override
    {
        to_constant(weights_of(arrays_.host));
        return card::count_wrong(out_.data(), out_.size(), Want{shape_, seed_}, card::rounding_of(std::size_t(shape_.weights())));
    }

private:
    WindowShape shape_;
    bool separable_;
    DeviceBuffer<float> in_, out_;
    CardArrays arrays_;
    std::uint64_t seed_ = 0;
};

std::unique_ptr<CardTask> task_of(const Size& size, const WindowShape& shape, bool separable = false) { return std::make_unique<Convolutions>(size, shape, separable); }

}  // namespace

std::unique_ptr<CardTask> DeviceConv1d::card_task(const Size& size) const { return task_of(size, signal(size.width, size.filter_width / 2)); }
std::unique_ptr<CardTask> Conv1d::card_task(const Size& size) const { return task_of(size, signal(size.width, radius)); }
std::unique_ptr<CardTask> Conv2d::card_task(const Size& size) const { return task_of(size, image(size, radius)); }
std::unique_ptr<CardTask> SeparableConv2d::card_task(const Size& size) const { return task_of(size, image(size, radius), true); }

}  // namespace halo::lab
