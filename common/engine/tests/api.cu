// Errors of the host side, as a card's driver returns them, and basic features of kernels.

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "engine/engine.hpp"

namespace {

__global__ void fill(float* out, int n, float value)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) out[i] = value;
}

__global__ void add_one(int* sum) { atomicAdd(sum, 1); }

extern __shared__ float s_everywhere[];

__global__ void reverse_by_dynamic(float* data)
{
    s_everywhere[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    data[threadIdx.x] = s_everywhere[blockDim.x - 1 - threadIdx.x];
}

__global__ void reverse_by_dynamic_inside(float* data)
{
    extern __shared__ float s_inside[];
    s_inside[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    data[threadIdx.x] = s_inside[blockDim.x - 1 - threadIdx.x];
}

__global__ void votes(int* out)
{
    const int negative = __syncthreads_count(threadIdx.x < 10);
    const int all = __syncthreads_and(threadIdx.x < 1000);
    const int any = __syncthreads_or(threadIdx.x == 5);
    if (threadIdx.x == 0) {
        out[0] = negative;
        out[1] = all;
        out[2] = any;
    }
}

template <int kFloats>
__global__ void takes_shared(float* out)
{
    __shared__ float s_room[kFloats];
    s_room[threadIdx.x] = 1.0f;
    __syncthreads();
    out[threadIdx.x] = s_room[threadIdx.x ^ 1];
}

template <class Function>
__global__ void apply(float* data, Function function)
{
    data[threadIdx.x] = function(data[threadIdx.x]);
}

__device__ int d_count = 7;
__global__ void read_device_variable(int* out) { out[threadIdx.x] = d_count + int(threadIdx.x); }

}  // namespace

TEST_CASE("a launch that a card would refuse is refused, and the error is reported once")
{
    float* out = nullptr;
    REQUIRE(cudaMalloc(&out, 64) == cudaSuccess);
    struct Case {
        dim3 grid, block;
        std::size_t shared;
        cudaError_t status;
    };
    for (const Case& c : {Case{1, 1025, 0, cudaErrorInvalidConfiguration},
                          Case{1, dim3(32, 33), 0, cudaErrorInvalidConfiguration},
                          Case{0, 32, 0, cudaErrorInvalidConfiguration},
                          Case{dim3(1, 65536), 32, 0, cudaErrorInvalidConfiguration},
                          Case{1, dim3(1, 1, 65), 0, cudaErrorInvalidConfiguration},
                          Case{1, 32, 49153, cudaErrorInvalidValue}}) {
        halo::engine::reset_watchers();
        fill<<<c.grid, c.block, c.shared>>>(out, 16, 1.0f);
        CHECK(halo::engine::counters().launches == 0);
        CHECK(cudaPeekAtLastError() == c.status);
        CHECK(cudaGetLastError() == c.status);
        CHECK(cudaGetLastError() == cudaSuccess);
    }
    fill<<<1, dim3(32, 32), 49152>>>(out, 16, 1.0f);  // the largest allowed
    CHECK(cudaGetLastError() == cudaSuccess);
    cudaFree(out);
}

TEST_CASE("a block gets 48 KiB of shared memory, static and dynamic together")
{
    float* out = nullptr;
    REQUIRE(cudaMalloc(&out, 64 * sizeof(float)) == cudaSuccess);
    takes_shared<1000><<<1, 32, 49152 - 4000>>>(out);
    CHECK(cudaGetLastError() == cudaSuccess);
    takes_shared<1000><<<1, 32, 49152 - 3999>>>(out);
    CHECK(cudaGetLastError() == cudaErrorInvalidValue);
    cudaFree(out);
}

TEST_CASE("host code may call its own variables blockDim and gridDim")
{
    float* out = nullptr;
    REQUIRE(cudaMalloc(&out, 64 * sizeof(float)) == cudaSuccess);
    const dim3 blockDim(8, 4), gridDim(2);
    fill<<<gridDim, blockDim>>>(out, 64, 1.0f);
    CHECK(cudaGetLastError() == cudaSuccess);
    CHECK(cudaDeviceReset() == cudaSuccess);
    CHECK(cudaFree(out) == cudaErrorInvalidValue);  // freed by the reset
    cudaGetLastError();
}

TEST_CASE("a copy must stay inside its allocation and go in the given direction")
{
    float* device = nullptr;
    std::vector<float> host(32, 1.0f);
    REQUIRE(cudaMalloc(&device, 31 * sizeof(float)) == cudaSuccess);
    CHECK(cudaMemcpy(device, host.data(), 32 * sizeof(float), cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
    CHECK(cudaMemcpy(device, host.data(), 31 * sizeof(float), cudaMemcpyHostToDevice) == cudaSuccess);
    CHECK(cudaMemcpy(device, host.data(), 4, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
    CHECK(cudaMemcpy(host.data(), host.data(), 4, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
    CHECK(cudaMemcpy(host.data(), device, 4, cudaMemcpyDefault) == cudaSuccess);
    CHECK(cudaMemset(device, 0, 31 * sizeof(float) + 1) == cudaErrorInvalidValue);
    CHECK(cudaFree(device + 1) == cudaErrorInvalidValue);
    CHECK(cudaFree(device) == cudaSuccess);
    CHECK(cudaFree(device) == cudaErrorInvalidValue);
    CHECK(cudaFree(nullptr) == cudaSuccess);
    CHECK(cudaMemcpy(host.data(), device, 4, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
    cudaGetLastError();
}

TEST_CASE("allocations are aligned, start as NaN, and count until they are freed")
{
    const auto before = halo::engine::allocated();
    float *a = nullptr, *b = nullptr;
    REQUIRE(cudaMalloc(&a, 4) == cudaSuccess);
    REQUIRE(cudaMalloc(&b, 1000) == cudaSuccess);
    CHECK(reinterpret_cast<std::uintptr_t>(a) % 256 == 0);
    CHECK(reinterpret_cast<std::uintptr_t>(b) % 256 == 0);
    CHECK(halo::engine::allocated().count == before.count + 2);
    CHECK(halo::engine::allocated().bytes == before.bytes + 1004);
    float value = 0.0f;
    REQUIRE(cudaMemcpy(&value, a, 4, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(std::isnan(value));
    cudaFree(a);
    cudaFree(b);
    CHECK(halo::engine::allocated().count == before.count);
    void* huge = nullptr;
    CHECK(cudaMalloc(&huge, std::size_t(1) << 50) == cudaErrorMemoryAllocation);
    CHECK(huge == nullptr);
    CHECK(cudaGetLastError() == cudaErrorMemoryAllocation);
}

TEST_CASE("dynamic shared memory works inside and outside a function")
{
    std::vector<float> host(100);
    for (std::size_t i = 0; i < host.size(); ++i) host[i] = float(i);
    float* device = nullptr;
    REQUIRE(cudaMalloc(&device, 400) == cudaSuccess);
    for (int round = 0; round < 2; ++round) {
        REQUIRE(cudaMemcpy(device, host.data(), 400, cudaMemcpyHostToDevice) == cudaSuccess);
        if (round == 0)
            reverse_by_dynamic<<<1, 100, 400>>>(device);
        else
            reverse_by_dynamic_inside<<<1, 100, 100 * sizeof(float)>>>(device);
        std::vector<float> got(100);
        REQUIRE(cudaMemcpy(got.data(), device, 400, cudaMemcpyDeviceToHost) == cudaSuccess);
        CHECK(got[0] == 99.0f);
        CHECK(got[98] == 1.0f);
    }
    CHECK(halo::engine::findings().empty());
    cudaFree(device);
}

TEST_CASE("atomics of a whole grid lose nothing, on any number of host threads")
{
    int* sum = nullptr;
    REQUIRE(cudaMalloc(&sum, sizeof(int)) == cudaSuccess);
    REQUIRE(cudaMemset(sum, 0, sizeof(int)) == cudaSuccess);
    halo::engine::set_host_threads(4);
    add_one<<<100, 333>>>(sum);
    halo::engine::set_host_threads(0);
    int got = 0;
    REQUIRE(cudaMemcpy(&got, sum, sizeof(int), cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(got == 33'300);
    cudaFree(sum);
}

TEST_CASE("barriers that count, and lambdas and device variables in kernels")
{
    int* out = nullptr;
    REQUIRE(cudaMalloc(&out, 32 * sizeof(int)) == cudaSuccess);
    votes<<<1, 64>>>(out);
    std::vector<int> got(3);
    REQUIRE(cudaMemcpy(got.data(), out, 12, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(got == std::vector<int>{10, 1, 1});

    const int ten = 10;
    REQUIRE(cudaMemcpyToSymbol(d_count, &ten, sizeof ten) == cudaSuccess);
    read_device_variable<<<1, 3>>>(out);
    REQUIRE(cudaMemcpy(got.data(), out, 12, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(got == std::vector<int>{10, 11, 12});

    float* data = nullptr;
    REQUIRE(cudaMalloc(&data, 4) == cudaSuccess);
    REQUIRE(cudaMemset(data, 0, 4) == cudaSuccess);
    const float more = 2.5f;
    apply<<<1, 1>>>(data, [more](float x) { return x + more; });
    float value = 0.0f;
    REQUIRE(cudaMemcpy(&value, data, 4, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(value == 2.5f);
    CHECK(halo::engine::findings().empty());
    cudaFree(out);
    cudaFree(data);
}

namespace {

__device__ int first_variable;
__device__ long second_variable;

}  // namespace

TEST_CASE("a copy to a variable ends within it, and begins in no gap between two")
{
    static const char bytes[16384] = {};
    void* variable = nullptr;
    REQUIRE(cudaGetSymbolAddress(&variable, first_variable) == cudaSuccess);
    CHECK(cudaMemcpy(variable, bytes, sizeof first_variable, cudaMemcpyHostToDevice) == cudaSuccess);
    CHECK(cudaMemcpy(variable, bytes, sizeof bytes, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
    CHECK(cudaMemset(variable, 0, sizeof bytes) == cudaErrorInvalidValue);
    void* second = nullptr;
    REQUIRE(cudaGetSymbolAddress(&second, second_variable) == cudaSuccess);
    // Which of them comes first is the compiler's choice.
    char *gap = static_cast<char*>(variable) + sizeof first_variable, *end = static_cast<char*>(second);
    if (end < gap) gap = end + sizeof second_variable, end = static_cast<char*>(variable);
    REQUIRE(gap < end);
    for (; gap < end; ++gap) {
        CHECK(cudaMemcpy(gap, bytes, 1, cudaMemcpyHostToDevice) != cudaSuccess);
        CHECK(cudaMemcpy(gap, bytes, sizeof bytes, cudaMemcpyHostToDevice) != cudaSuccess);
        CHECK(cudaMemset(gap, 0, sizeof bytes) != cudaSuccess);
    }
    cudaGetLastError();
}

TEST_CASE("extents whose product is more than any memory are refused")
{
    constexpr std::size_t kHalf = std::size_t(1) << 32;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<unsigned char>();
    cudaArray_t array = nullptr;
    CHECK(cudaMallocArray(&array, &format, kHalf, kHalf) == cudaErrorInvalidValue);
    CHECK(cudaMalloc3DArray(&array, &format, cudaExtent{kHalf + 1, kHalf, 1}) == cudaErrorInvalidValue);
    CHECK(cudaMallocArray(&array, &format, 64, 64) == cudaSuccess);
    cudaFreeArray(array);
    char* pitched = nullptr;
    std::size_t pitch = 0;
    CHECK(cudaMallocPitch(&pitched, &pitch, kHalf, kHalf) == cudaErrorMemoryAllocation);
    CHECK(cudaMallocPitch(&pitched, &pitch, SIZE_MAX, 1) == cudaErrorInvalidValue);
    char* small = nullptr;
    REQUIRE(cudaMalloc(&small, 64) == cudaSuccess);
    CHECK(cudaMemset2D(small, kHalf, 0, 1, kHalf + 1) == cudaErrorInvalidValue);
    cudaFree(small);
    cudaGetLastError();
}

TEST_CASE("a kernel that is given a null pointer names the allocation before it that had no room")
{
    halo::engine::reset_watchers();
    float *d_first = nullptr, *d_second = nullptr;
    int line = 0;
    SUBCASE("null")
    {
        line = __LINE__ + 1;
        CHECK(cudaMalloc(&d_first, SIZE_MAX / 2) == cudaErrorMemoryAllocation);
        CHECK(cudaMalloc(&d_second, SIZE_MAX / 4) == cudaErrorMemoryAllocation);
        fill<<<1, 32>>>(d_first, 32, 1.0f);
    }
    SUBCASE("far from null")
    {
        line = __LINE__ + 1;
        CHECK(cudaMalloc(&d_first, SIZE_MAX / 2) == cudaErrorMemoryAllocation);
        fill<<<1, 32>>>(d_first + (1ull << 28), 32, 1.0f);     // below AddressSanitizer's own memory
    }
    SUBCASE("refused after the launch")
    {
        fill<<<1, 32>>>(d_first, 32, 1.0f);
        CHECK(cudaMalloc(&d_first, SIZE_MAX / 2) == cudaErrorMemoryAllocation);
    }
    SUBCASE("for another reason")
    {
        CHECK(cudaFree(&line) == cudaErrorInvalidValue);
        fill<<<1, 32>>>(d_first, 32, 1.0f);
    }
    CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
    REQUIRE(halo::engine::findings().size() == 1);
    const halo::Finding finding = halo::engine::findings()[0];
    CHECK(finding.allocated.line == line);
    CHECK(finding.asked == (line == 0 ? 0 : SIZE_MAX / 2));
    CHECK((finding.there > 0) == (line != 0));
    if (line != 0) CHECK(finding.call == "cudaMalloc");
    cudaGetLastError();
}

TEST_CASE("a refused allocation from a pool names the function that was called")
{
    halo::engine::reset_watchers();
    cudaMemPool_t pool = nullptr;
    REQUIRE(cudaDeviceGetDefaultMemPool(&pool, 0) == cudaSuccess);
    float *d_first = nullptr, *d_second = nullptr;
    CHECK(cudaMallocAsync(&d_first, SIZE_MAX / 2, 0) == cudaErrorMemoryAllocation);
    CHECK(cudaMallocFromPoolAsync(&d_second, SIZE_MAX / 2, pool, 0) == cudaErrorMemoryAllocation);
    const std::vector<halo::Refusal> refused = halo::engine::refusals();
    REQUIRE(refused.size() == 2);
    CHECK(refused[0].call == "cudaMallocAsync");
    CHECK(refused[0].target.array == "d_first");
    CHECK(refused[1].call == "cudaMallocFromPoolAsync");
    CHECK(refused[1].target.array == "d_second");
    cudaGetLastError();
}
