// Which elements of the inputs kernels loaded, by which way they came, and who stored the outputs.

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "engine/tests/input_use.cuh"

namespace {

using halo::ArrayRole;
using halo::InputUse;

__constant__ float c_in[kCount];
__constant__ float c_filter[3];
__device__ float d_twin[kCount];
__managed__ float m_filter[3];

struct Filter {
    float weight[3];
};

__global__ void triple_constant(float* out, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) out[i] = 3 * c_in[i];
}
__global__ void triple_texture(cudaTextureObject_t in, float* out, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) out[i] = 3 * tex1Dfetch<float>(in, i);
}
__global__ void triple_twin(float* out, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) out[i] = 3 * d_twin[i];
}
__global__ void weighted(const float* in, float* out, int n, Filter filter)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) out[i] = filter.weight[1] * in[i];
}
__global__ void put_one(float* out, float value) { *out = value; }
__global__ void turn(float* data, int n)
{
    const int i = int(threadIdx.x);
    const float mine = data[n - 1 - i];
    __syncthreads();
    data[i] = mine;
}

/// Arrays of a call whose inputs are on the device, followed while it lives.
struct Followed {
    std::vector<float> host = std::vector<float>(kCount), filter{0.5f, 1.5f, -2.5f};
    float *in = nullptr, *out = nullptr;

    Followed()
    {
        std::iota(host.begin(), host.end(), 1.25f);
        cudaMalloc(&in, kCount * sizeof(float));
        cudaMalloc(&out, kCount * sizeof(float));
        cudaMemcpy(in, host.data(), kCount * sizeof(float), cudaMemcpyHostToDevice);
        halo::engine::give_array({in, kCount, sizeof(float), ArrayRole::input});
        halo::engine::give_array({filter.data(), filter.size(), sizeof(float), ArrayRole::filter});
        halo::engine::give_array({out, kCount, sizeof(float), ArrayRole::output});
    }
    ~Followed()
    {
        halo::engine::forget_given_arrays();
        cudaFree(in);
        cudaFree(out);
    }
};

/// A linear texture over `data` [kCount].
cudaTextureObject_t texture_over(float* data)
{
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = data;
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = kCount * sizeof(float);
    const cudaTextureDesc description{};
    cudaTextureObject_t texture = 0;
    REQUIRE(cudaCreateTextureObject(&texture, &resource, &description, nullptr) == cudaSuccess);
    return texture;
}

}  // namespace

TEST_CASE("elements that a kernel loads, and outputs that it stores, are counted once each")
{
    const Followed f;
    CHECK(use().loaded == 0);
    triple<<<kBlocks, kThreads>>>(f.in, f.out, kCount);
    triple<<<kBlocks, kThreads>>>(f.in, f.out, kCount);
    CHECK(use().inputs == kCount);
    CHECK(use().loaded == kCount);
    CHECK(use().stored == kCount);
    CHECK(use().host_made == 0);
    CHECK(use().weights_sent == 0);
}

TEST_CASE("a part of the input is loaded, and no more is counted")
{
    const Followed f;
    triple<<<kBlocks, kThreads>>>(f.in, f.out, 100);
    CHECK(use().loaded == 100);
    CHECK(use().stored == 100);
}

TEST_CASE("an input may be copied to another array, to a variable or to rows of another length before it is loaded")
{
    const Followed f;
    float* other;
    size_t pitch;
    SUBCASE("an array")
    {
        cudaMalloc(&other, kCount * sizeof(float));
        cudaMemcpy(other, f.in, kCount * sizeof(float), cudaMemcpyDeviceToDevice);
        triple<<<kBlocks, kThreads>>>(other, f.out, kCount);
        cudaFree(other);
    }
    SUBCASE("a variable")
    {
        cudaMemcpyToSymbol(d_twin, f.in, kCount * sizeof(float), 0, cudaMemcpyDeviceToDevice);
        triple_twin<<<kBlocks, kThreads>>>(f.out, kCount);
    }
    SUBCASE("rows")
    {
        cudaMallocPitch(&other, &pitch, 100 * sizeof(float), 10);
        cudaMemcpy2D(other, pitch, f.in, 100 * sizeof(float), 100 * sizeof(float), 10, cudaMemcpyDeviceToDevice);
        for (int y = 0; y < 10; ++y) triple<<<1, kThreads>>>(other + std::size_t(y) * pitch / sizeof(float), f.out, 100);
        cudaFree(other);
    }
    CHECK(use().loaded == kCount);
}

TEST_CASE("constant memory and textures are ways of their own")
{
    const Followed f;
    SUBCASE("constant memory")
    {
        cudaMemcpyToSymbol(c_in, f.in, kCount * sizeof(float), 0, cudaMemcpyDeviceToDevice);
        triple_constant<<<kBlocks, kThreads>>>(f.out, kCount);
        CHECK(use().in_constant == kCount);
        cudaMemcpyToSymbol(c_filter, f.filter.data(), sizeof c_filter);
        CHECK(use().in_constant == kCount);
    }
    SUBCASE("a texture")
    {
        const cudaTextureObject_t texture = texture_over(f.in);
        triple_texture<<<kBlocks, kThreads>>>(texture, f.out, kCount);
        cudaDestroyTextureObject(texture);
        CHECK(use().in_texture == kCount);
        CHECK(use().texels == kCount);
    }
    CHECK(use().loaded == 0);
    CHECK(use().stored == kCount);
}

TEST_CASE("what kernels copy to constant memory or an array with a texture is seen there as well")
{
    const Followed f;
    float* copy;
    cudaMalloc(&copy, kCount * sizeof(float));
    triple<<<kBlocks, kThreads>>>(f.in, copy, kCount);
    SUBCASE("constant memory")
    {
        cudaMemcpyToSymbol(c_in, copy, kCount * sizeof(float), 0, cudaMemcpyDeviceToDevice);
        CHECK(use().in_constant == kCount);
    }
    SUBCASE("a texture")
    {
        const cudaTextureObject_t texture = texture_over(copy);
        for (int i = 0; i < 3; ++i) triple_texture<<<kBlocks, kThreads>>>(texture, f.out, kCount);
        cudaDestroyTextureObject(texture);
        CHECK(use().in_texture == 0);
        CHECK(use().texels == kCount);
    }
    cudaFree(copy);
}

TEST_CASE("copies of a few elements within the device are counted, if they leave their neighbours; rows, padded ones too, are not")
{
    const Followed f;
    for (int i = 0; i < 50; ++i) cudaMemcpy(f.out + i, f.in + 99 - i, sizeof(float), cudaMemcpyDeviceToDevice);
    CHECK(use().moved_in_pieces == 50);
    cudaMemcpy(f.out, f.in, 100 * sizeof(float), cudaMemcpyDeviceToDevice);
    CHECK(use().moved_in_pieces == 50);

    // Rows of 5 elements, from a dense array to a pitched one and from there to a dense one.
    constexpr std::size_t kRow = 5 * sizeof(float);
    float *pitched, *dense;
    std::size_t pitch;
    cudaMallocPitch(&pitched, &pitch, kRow, 10);
    cudaMalloc(&dense, 10 * kRow);
    cudaMemcpy2D(pitched, pitch, f.in, kRow, kRow, 10, cudaMemcpyDeviceToDevice);
    cudaMemcpy2D(dense, kRow, pitched, pitch, kRow, 10, cudaMemcpyDeviceToDevice);
    CHECK(use().moved_in_pieces == 50);
    cudaMemcpy2D(dense, kRow, f.in, kRow, kRow, 10, cudaMemcpyDeviceToDevice);
    CHECK(use().moved_in_pieces == 55);     // the first row: only the next one shows that they stay together
    // Pairs of a dense array, each to another row: those that come to beside one that is there already.
    for (int i = 0; i < 5; ++i) cudaMemcpy2D(f.out + 100 + 2 * i, 10 * sizeof(float), f.in + 10 * i, 2 * sizeof(float), 2 * sizeof(float), 5, cudaMemcpyDeviceToDevice);
    CHECK(use().moved_in_pieces > 90);
    cudaFree(pitched);
    cudaFree(dense);
}

TEST_CASE("what the host chooses for launches is counted: what is another than at the kernel's last one")
{
    const Followed f;
    triple<<<kBlocks, kThreads>>>(f.in, f.out, kCount);
    const std::uint64_t first = use().host_choices;
    CHECK(first > 6);                                           // two pointers, a count, two extents of six that are not zero, and the launch
    for (int i = 0; i < 10; ++i) triple<<<kBlocks, kThreads>>>(f.in, f.out, kCount);
    CHECK(use().host_choices == first + 10);
    triple<<<kBlocks, kThreads>>>(f.in, f.out, kCount - 1);     // an argument
    triple<<<kBlocks + 1, kThreads>>>(f.in, f.out, kCount - 1); // an extent
    CHECK(use().host_choices == first + 10 + 4);
    const std::uint64_t launched = use().host_choices;
    for (int i = 0; i < 5; ++i) cudaMemset(f.out + i, 0, sizeof(float));
    cudaMemcpy(f.out, f.in, sizeof(float), cudaMemcpyDeviceToDevice);
    CHECK(use().host_choices == launched + 6);
    cudaMemset2D(f.out, 40, 0, 20, 7);                          // of seven rows
    CHECK(use().host_choices == launched + 7);
    float back;
    cudaMemcpy(&back, f.out, sizeof back, cudaMemcpyDeviceToHost);
    CHECK(use().host_choices == launched + 7);
}

TEST_CASE("numbers of the host's own are counted, the input through its own array is not")
{
    const Followed f;
    std::vector<float> mine = f.host;
    float* there;
    cudaMalloc(&there, kCount * sizeof(float));
    SUBCASE("its own")
    {
        for (float& value : mine) value *= 3;
        cudaMemcpy(there, mine.data(), kCount * sizeof(float), cudaMemcpyHostToDevice);
        CHECK(use().host_made == kCount);
    }
    SUBCASE("the input's, which host code can only have fetched")
    {
        cudaMemcpy(there, mine.data(), kCount * sizeof(float), cudaMemcpyHostToDevice);
        triple<<<kBlocks, kThreads>>>(there, f.out, kCount);
        CHECK(use().host_made >= kCount - 1);       // but for one that is a weight, too
        CHECK(use().loaded == 0);
    }
    SUBCASE("whole numbers, as indices are")
    {
        std::vector<int> indices(kCount);
        std::iota(indices.begin(), indices.end(), 1);
        cudaMemcpy(there, indices.data(), kCount * sizeof(float), cudaMemcpyHostToDevice);
        CHECK(use().host_made == 0);
        CHECK(use().host_counts == kCount);
    }
    SUBCASE("one by one, as arguments")
    {
        for (int i = 0; i < 100; ++i) put_one<<<1, 1>>>(there + i, 1000.5f + float(i));
        CHECK(use().host_made == 100);
        for (int i = 0; i < 100; ++i) put_one<<<1, 1>>>(there + i, f.filter[1]);
        CHECK(use().host_made == 100);
    }
    SUBCASE("by fills of a few bytes")
    {
        for (int i = 0; i < 100; ++i) cudaMemset(there + i, i + 1, 1);
        CHECK(use().host_made == 100);
        cudaMemset(there, 255, kCount * sizeof(float));
        CHECK(use().host_made == 100);
    }
    SUBCASE("zeros, or one number over and over")
    {
        mine.assign(kCount, 7.5f);
        cudaMemcpy(there, mine.data(), kCount * sizeof(float), cudaMemcpyHostToDevice);
        CHECK(use().host_made <= 1);
    }
    cudaFree(there);
}

TEST_CASE("weights reach the device by a copy, from another array, or as an argument")
{
    const Followed f;
    SUBCASE("a copy") { cudaMemcpyToSymbol(c_filter, f.filter.data(), sizeof c_filter); }
    SUBCASE("turned round")
    {
        const float turned[3] = {f.filter[2], f.filter[1], f.filter[0]};
        cudaMemcpyToSymbol(c_filter, turned, sizeof c_filter);
    }
    SUBCASE("an argument") { weighted<<<kBlocks, kThreads>>>(f.in, f.out, kCount, Filter{{f.filter[0], f.filter[1], f.filter[2]}}); }
    CHECK(use().weights == 3);
    CHECK(use().weights_sent == 3);
}

TEST_CASE("weights in a managed variable have reached the device in each call, also if they are those of the call before")
{
    for (int call = 0; call < 2; ++call) {
        CAPTURE(call);
        const Followed f;
        std::ranges::copy(f.filter, m_filter);
        CHECK(use().weights_sent == 0);
        triple<<<kBlocks, kThreads>>>(f.in, f.out, kCount);
        CHECK(use().weights_sent == 3);
    }
    const Followed f;
    std::ranges::fill(m_filter, 0.0f);
    triple<<<kBlocks, kThreads>>>(f.in, f.out, kCount);
    CHECK(use().weights_sent == 0);
}

TEST_CASE("what a copy puts into the output, no kernel has stored")
{
    const Followed f;
    triple<<<kBlocks, kThreads>>>(f.in, f.out, kCount);
    cudaMemcpy(f.out, f.host.data(), 300 * sizeof(float), cudaMemcpyHostToDevice);
    CHECK(use().stored == kCount - 300);
    cudaMemset(f.out, 0, kCount * sizeof(float));
    CHECK(use().stored == 0);
}

TEST_CASE("a result that another array holds is a kernel's when it is copied to the output")
{
    const Followed f;
    float* other;
    cudaMalloc(&other, kCount * sizeof(float));
    triple<<<kBlocks, kThreads>>>(f.in, other, kCount);
    CHECK(use().stored == 0);
    cudaMemcpy(f.out, other, kCount * sizeof(float), cudaMemcpyDeviceToDevice);
    CHECK(use().stored == kCount);
    cudaFree(other);
}

TEST_CASE("an input that is copied back is fetched, a result is not")
{
    const Followed f;
    std::vector<float> host(kCount);
    triple<<<kBlocks, kThreads>>>(f.in, f.out, kCount);
    cudaMemcpy(host.data(), f.out, kCount * sizeof(float), cudaMemcpyDeviceToHost);
    CHECK(use().fetched == 0);
    cudaMemcpy(host.data(), f.in, kCount * sizeof(float), cudaMemcpyDeviceToHost);
    CHECK(use().fetched == kCount);
}

TEST_CASE("an array that is input and output was loaded where it was stored")
{
    float* data;
    const std::vector<float> host(kThreads, 2.5f);
    cudaMalloc(&data, kThreads * sizeof(float));
    cudaMemcpy(data, host.data(), kThreads * sizeof(float), cudaMemcpyHostToDevice);
    halo::engine::give_array({data, kThreads, sizeof(float), ArrayRole::input});
    halo::engine::give_array({data, kThreads, sizeof(float), ArrayRole::output});
    turn<<<1, kThreads>>>(data, kThreads);
    CHECK(use().loaded == kThreads);
    CHECK(use().stored == kThreads);
    halo::engine::forget_given_arrays();
    cudaFree(data);
}

TEST_CASE("a kernel that works in place loads what it overwrites; one that only overwrites loads nothing")
{
    const Followed f;
    float* data;
    SUBCASE("in an array")
    {
        cudaMalloc(&data, kCount * sizeof(float));
        cudaMemcpy(data, f.in, kCount * sizeof(float), cudaMemcpyDeviceToDevice);
        add_one<<<kBlocks, kThreads>>>(data, kCount);
        CHECK(use().loaded == kCount);
    }
    SUBCASE("not at all")
    {
        cudaMalloc(&data, kCount * sizeof(float));
        cudaMemcpy(data, f.in, kCount * sizeof(float), cudaMemcpyDeviceToDevice);
        cudaMemset(f.out, 0, kCount * sizeof(float));
        triple<<<kBlocks, kThreads>>>(f.out, data, kCount);
        CHECK(use().loaded == 0);
    }
    cudaFree(data);
}
