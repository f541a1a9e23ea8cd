// Convolutions on a card: their arrays, their check, and the basic kernels.

#include "kinds/convolution/kind.hpp"

#include "cuda/device_buffer.hpp"
#include "kinds/card_data.cuh"

namespace halo::lab {

namespace {

constexpr int kMostWeights = 33 * 33;
constexpr int kBlock = 256, kBlock2d = 16;

/// Weights for the check and for the basic 2-D kernel. Of one call after another: the calls of a contest follow each other.
__constant__ float c_weights[kMostWeights];

/// A window of (2·radius_y + 1) · (2·radius_x + 1) elements around each of width · height; what lies outside is 0.
struct Shape {
    int width, height, radius_x, radius_y;

    std::uint64_t elements() const { return std::uint64_t(width) * std::uint64_t(height); }
    int weights() const { return (2 * radius_x + 1) * (2 * radius_y + 1); }
};

/// The sum for element i, from inputs that are made again.
struct Want {
    Shape shape;
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

/// As in lab 02: the weights are in global memory, and each thread loads all that it needs.
__global__ void conv1d_basic_kernel(const float* in, const float* filter, float* out, int width, int radius)
{
    const int i = int(blockIdx.x) * kBlock + int(threadIdx.x);
    if (i >= width) return;
    float sum = 0.0f;
    for (int d = -radius; d <= radius; ++d)
        if (i + d >= 0 && i + d < width) sum += filter[d + radius] * in[i + d];
    out[i] = sum;
}

/// As in lab 07: the weights are in constant memory, and the compiler knows the radius. 0: any, and it does not.
template <int kRadius>
__global__ void conv2d_basic_kernel(const float* in, float* out, int width, int height, int any_radius)
{
    const int radius = kRadius > 0 ? kRadius : any_radius;
    const int x = int(blockIdx.x) * kBlock2d + int(threadIdx.x), y = int(blockIdx.y) * kBlock2d + int(threadIdx.y);
    if (x >= width || y >= height) return;
    float sum = 0.0f;
    for (int dy = -radius; dy <= radius; ++dy)
        for (int dx = -radius; dx <= radius; ++dx)
            if (y + dy >= 0 && y + dy < height && x + dx >= 0 && x + dx < width)
                sum += c_weights[(dy + radius) * (2 * radius + 1) + dx + radius] * in[std::size_t(y + dy) * std::size_t(width) + std::size_t(x + dx)];
    out[std::size_t(y) * std::size_t(width) + std::size_t(x)] = sum;
}

using Basic2d = void (*)(const float*, float*, int, int, int);

Basic2d conv2d_basic_for(int radius)
{
    switch (radius) {
    case 1: return conv2d_basic_kernel<1>;
    case 2: return conv2d_basic_kernel<2>;
    case 3: return conv2d_basic_kernel<3>;
    case 4: return conv2d_basic_kernel<4>;
    default: return conv2d_basic_kernel<0>;
    }
}

int blocks_for(int elements, int threads) { return (elements + threads - 1) / threads; }

void to_constant(const std::vector<float>& weights) { CUDA_CHECK(cudaMemcpyToSymbol(c_weights, weights.data(), weights.size() * sizeof(float))); }

/// The weights of a filter, or of the product of a column and a row.
std::vector<float> weights_of(const std::vector<std::vector<float>>& filters)
{
    if (filters.size() == 1) return filters[0];
    std::vector<float> weights;
    for (const float column : filters.at(0))
        for (const float row : filters.at(1)) weights.push_back(column * row);
    return weights;
}

/// The basic kernel of this shape.
CardCaller basic_of(const Shape& shape)
{
    return [shape, filter = std::make_shared<DeviceBuffer<float>>(std::size_t(shape.weights()))](const CardArrays& a) {
        const std::vector<float> weights = weights_of(a.host);
        const float* d_in = a.device[0];
        float* d_out = a.device[1];
        if (shape.height == 1) {
            CUDA_CHECK(cudaMemcpy(filter->data(), weights.data(), weights.size() * sizeof(float), cudaMemcpyHostToDevice));
            conv1d_basic_kernel<<<blocks_for(shape.width, kBlock), kBlock>>>(d_in, filter->data(), d_out, shape.width, shape.radius_x);
        } else {
            to_constant(weights);
            const dim3 blocks(blocks_for(shape.width, kBlock2d), blocks_for(shape.height, kBlock2d));
            const Basic2d kernel = conv2d_basic_for(shape.radius_x);
            kernel<<<blocks, dim3(kBlock2d, kBlock2d)>>>(d_in, d_out, shape.width, shape.height, shape.radius_x);
        }
        CUDA_CHECK(cudaGetLastError());
    };
}

/// Inputs, outputs, and one filter or the two that a separable one is made of.
class Convolutions final : public CardTask {
public:
    Convolutions(const Size& size, const Shape& shape, bool separable)
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

    std::string basic_name() const override { return shape_.height == 1 ? "conv1d_basic" : "conv2d_basic"; }

private:
    Shape shape_;
    bool separable_;
    DeviceBuffer<float> in_, out_;
    CardArrays arrays_;
    std::uint64_t seed_ = 0;
};

Shape signal(const Size& size, int radius) { return {.width = size.width, .height = 1, .radius_x = radius, .radius_y = 0}; }
Shape image(const Size& size, int radius) { return {.width = size.width, .height = size.height, .radius_x = radius, .radius_y = radius}; }

std::unique_ptr<CardTask> task_of(const Size& size, const Shape& shape, bool separable = false) { return std::make_unique<Convolutions>(size, shape, separable); }

}  // namespace

std::unique_ptr<CardTask> DeviceConv1d::card_task(const Size& size) const { return task_of(size, signal(size, size.filter_width / 2)); }
std::unique_ptr<CardTask> Conv1d::card_task(const Size& size) const { return task_of(size, signal(size, radius)); }
std::unique_ptr<CardTask> Conv2d::card_task(const Size& size) const { return task_of(size, image(size, radius)); }
std::unique_ptr<CardTask> SeparableConv2d::card_task(const Size& size) const { return task_of(size, image(size, radius), true); }

CardCaller DeviceConv1d::card_basic(const Size& size) const { return basic_of(signal(size, size.filter_width / 2)); }
CardCaller Conv1d::card_basic(const Size& size) const { return basic_of(signal(size, radius)); }
CardCaller Conv2d::card_basic(const Size& size) const { return basic_of(image(size, radius)); }
CardCaller SeparableConv2d::card_basic(const Size& size) const { return basic_of(image(size, radius)); }

}  // namespace halo::lab
