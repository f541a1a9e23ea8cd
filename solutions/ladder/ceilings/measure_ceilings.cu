// What this card can do at most, one thing at a time. Prints lines of words between tabs:
//
//   ceiling  what value unit
//
//   copy            bytes read and stored by cudaMemcpyAsync, 2²⁸ floats       B/s
//   reads           bytes loaded by a kernel that stores nothing, 2²⁸ floats    B/s
//   multiply-adds   two operations each, one operand of the launch's argument   flop/s
//   shared memory   bytes loaded from it, 16 a lane, no conflicts               B/s
//   L2              bytes loaded from it, of an array of 16 MiB, not kept in L1  B/s
//   launch          an empty kernel between two events                          s
//   launch in a row the same, each of 1000 that are queued                      s
//
// The best of 21 runs: what lies above it was never seen.

#include <algorithm>
#include <cstdio>
#include <exception>
#include <functional>

#include "quads.hpp"
#include "turns.hpp"

using namespace halo;
using namespace halo::ladder;

namespace {

constexpr int kThreads = 256, kBlocksOfMultiprocessor = 8;
constexpr int kRepeats = 21;

/// Keeps a result alive that nobody needs: no sum is this number, and no compiler knows it.
__device__ void keep(float sum, float* never)
{
    if (sum == 1.2345e30f) *never = sum;
}

__device__ float sum_of(float4 quad) { return quad.x + quad.y + quad.z + quad.w; }

// A load a thread, as in the fastest copy.
__global__ void reads_kernel(const float* in, float* never)
{
    keep(sum_of(load_quad(in + 4 * (std::int64_t(blockIdx.x) * kThreads + threadIdx.x))), never);
}

// Sixteen sums that do not wait for each other.
constexpr int kSums = 16, kSteps = 512, kUnrolled = 8;
__global__ void __launch_bounds__(kThreads) multiply_adds_kernel(FilterArgument<kSums> factor, float* never)
{
    float sum[kSums];
#pragma unroll
    for (int i = 0; i < kSums; ++i) sum[i] = float(threadIdx.x + i);
    const float start = float(blockIdx.x);
#pragma unroll 1
    for (int step = 0; step < kSteps; ++step)
#pragma unroll
        for (int u = 0; u < kUnrolled; ++u)
#pragma unroll
            for (int i = 0; i < kSums; ++i) sum[i] = sum[i] * factor[i] + start;
    float all = 0.0f;
#pragma unroll
    for (int i = 0; i < kSums; ++i) all += sum[i];
    keep(all, never);
}

constexpr int kSharedQuads = 1024, kSharedLoads = 4096;
__global__ void __launch_bounds__(kThreads) shared_kernel(float* never)
{
    __shared__ float4 s_quads[kSharedQuads];
    for (int i = int(threadIdx.x); i < kSharedQuads; i += kThreads) s_quads[i] = make_float4(float(i), 1.0f, 2.0f, 3.0f);
    __syncthreads();
    float4 sum = {};
    int at = int(threadIdx.x);
#pragma unroll 8
    for (int load = 0; load < kSharedLoads; ++load) {
        const float4 quad = s_quads[at];
        sum.x += quad.x, sum.y += quad.y, sum.z += quad.z, sum.w += quad.w;
        at = (at + 32) % kSharedQuads;
    }
    keep(sum_of(sum), never);
}

// Every block goes through the whole array, and begins elsewhere.
constexpr int kCachedQuads = 1 << 20, kCachedLoads = 1024;
__global__ void __launch_bounds__(kThreads) cached_kernel(const float4* in, float* never)
{
    float4 sum = {};
    const unsigned first = blockIdx.x * 4099u * kThreads + threadIdx.x;
#pragma unroll 8
    for (unsigned load = 0; load < kCachedLoads; ++load) {
        const float4 quad = __ldcg(in + (first + load * kThreads) % kCachedQuads);
        sum.x += quad.x, sum.y += quad.y, sum.z += quad.z, sum.w += quad.w;
    }
    keep(sum_of(sum), never);
}

__global__ void empty_kernel() {}

/// The shortest of several runs, each after a pause, in seconds.
double shortest(const std::function<void()>& call)
{
    std::vector<Turn> turns = {{"", call}};
    take_turns(turns, kRepeats);
    return *std::ranges::min_element(turns[0].ms) / 1e3;
}

void print_ceiling(const char* what, double value, const char* unit)
{
    std::printf("ceiling\t%s\t%.6g\t%s\n", what, value, unit);
    std::fflush(stdout);
}

}  // namespace

int main()
try {
    cudaDeviceProp card;
    CUDA_CHECK(cudaGetDeviceProperties(&card, 0));
    const int blocks = kBlocksOfMultiprocessor * card.multiProcessorCount;
    const double threads = double(blocks) * kThreads;

    constexpr int kElements = 1 << 28;
    const auto all = ladders(capability_of_card());
    Arena arena(*std::ranges::find(all, std::string("1-D convolution, filter 9"), &Ladder::name), kElements, 1);
    float* const never = arena.out();
    print_ceiling("copy", 2.0 * double(arena.bytes()) / shortest(copy_in(arena).call), "B/s");
    print_ceiling("reads", double(arena.bytes()) / shortest([&] { reads_kernel<<<kElements / 4 / kThreads, kThreads>>>(arena.in(), never); }), "B/s");

    FilterArgument<kSums> factor;
    for (int i = 0; i < kSums; ++i) factor.weight[i] = filter_at(i);
    print_ceiling("multiply-adds", 2.0 * threads * kSums * kUnrolled * kSteps / shortest([&] { multiply_adds_kernel<<<blocks, kThreads>>>(factor, never); }), "flop/s");
    print_ceiling("shared memory", threads * kSharedLoads * sizeof(float4) / shortest([&] { shared_kernel<<<blocks, kThreads>>>(never); }), "B/s");
    const auto quads = reinterpret_cast<const float4*>(arena.in());
    print_ceiling("L2", threads * kCachedLoads * sizeof(float4) / shortest([&] { cached_kernel<<<blocks, kThreads>>>(quads, never); }), "B/s");

    print_ceiling("launch", shortest([] { empty_kernel<<<1, 1>>>(); }), "s");
    constexpr int kRow = 1000;
    print_ceiling("launch in a row", shortest([] { for (int i = 0; i < kRow; ++i) empty_kernel<<<1, 1>>>(); }) / kRow, "s");
    CUDA_CHECK(cudaGetLastError());
    return 0;
} catch (const std::exception& fault) {
    std::fprintf(stderr, "measure_ceilings: %s\n", fault.what());
    return 2;
}
