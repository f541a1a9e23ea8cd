#include "walks.hpp"

#include <cstdint>

#include <cuda_runtime.h>

#include "cuda/check.hpp"
#include "cuda/device_buffer.hpp"
#include "cuda/timer.hpp"
#include "timing/interval.hpp"

namespace halo::ladder {
namespace {

constexpr std::size_t kSharedBytes = 32 << 10, kConstantBytes = 64 << 10;
constexpr unsigned kWarmSteps = 4096;                       // before the clock is read: code and small chains are in their caches then
constexpr std::size_t kNear = 512 << 10;                    // bytes; no cache of a multiprocessor holds as many

__constant__ unsigned c_next[kConstantBytes / sizeof(unsigned)];

struct Ended {
    long long cycles;
    unsigned end;
};

template <class At, class Step>
__device__ At walk(At at, unsigned steps, Step step)
{
#pragma unroll 1
    for (unsigned i = 0; i < steps; i += kStepsOfGroup)
#pragma unroll
        for (unsigned u = 0; u < kStepsOfGroup; ++u)
            at = step(at);          // needs the last one's result
    return at;
}

/// The walk alone is timed. `warm`: steps before it, from the same start, which leave nothing but caches.
template <class At, class Step>
__device__ At timed_walk(At at, unsigned warm, unsigned steps, Step step, long long& cycles)
{
    const At warmed = walk(at, warm, step);
    if (warmed == At(~std::uintptr_t(0))) at = warmed;      // never, but no compiler knows
    const long long begin = clock64();
    at = walk(at, steps, step);
    cycles = clock64() - begin;
    return at;
}

/// `__ldg`, since the compiler cannot see that a loaded pointer is one to global memory, and would ask for each which memory it is.
struct FollowPointer {
    __device__ const char* operator()(const char* at) const { return reinterpret_cast<const char*>(__ldg(reinterpret_cast<const unsigned long long*>(at))); }
};

/// In shared memory a node holds the next one's address, so that a step is one instruction. The CPU engine has no such addresses: there it is the word's number.
struct FollowShared {
    const unsigned* words;
#ifdef __HALO_CPU__
    __device__ unsigned address(unsigned word) const { return word; }
    __device__ unsigned operator()(unsigned at) const { return words[at]; }
#else
    __device__ unsigned address(unsigned word) const { return unsigned(__cvta_generic_to_shared(words + word)); }
    __device__ unsigned operator()(unsigned at) const { return *static_cast<const unsigned*>(__cvta_shared_to_generic(at)); }
#endif
};

struct FollowConstant {
    __device__ unsigned operator()(unsigned at) const { return *reinterpret_cast<const unsigned*>(reinterpret_cast<const char*>(c_next) + at); }
};

struct FollowTexture {
    cudaTextureObject_t nodes;
    __device__ unsigned operator()(unsigned at) const { return tex1Dfetch<unsigned>(nodes, int(at)); }
};

struct AddOne {
    float factor, summand;
    __device__ float operator()(float x) const { return fmaf(x, factor, summand); }
};

struct AddOneInteger {
    unsigned factor, summand;
    __device__ unsigned operator()(unsigned x) const { return x * factor + summand; }
};

/// A ring of 31 lanes: were it 32, groups of steps would be whole turns, and end where none at all would.
struct TakeNeighbour {
    int neighbour;
    __device__ unsigned operator()(unsigned x) const { return __shfl_sync(0xffffffffu, x, neighbour); }
};

struct WaitForAll {
    __device__ unsigned operator()(unsigned count) const
    {
        __syncthreads();
        return count + 1;
    }
};

__global__ void link_kernel(char* nodes, const unsigned* next, unsigned count, std::size_t stride)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) *reinterpret_cast<const char**>(nodes + i * stride) = nodes + next[i] * stride;
}

__global__ void walk_global_kernel(const char* nodes, std::size_t stride, unsigned start, unsigned warm, unsigned steps, Ended* ended)
{
    const char* const end = timed_walk(nodes + start * stride, warm, steps, FollowPointer{}, ended->cycles);
    ended->end = unsigned(std::size_t(end - nodes) / stride);
}

__global__ void walk_shared_kernel(const unsigned* words, unsigned count, unsigned steps, Ended* ended)
{
    __shared__ unsigned s_words[kSharedBytes / sizeof(unsigned)];
    const FollowShared follow{s_words};
    for (unsigned i = 0; i < count; ++i) s_words[i] = follow.address(words[i]);
    const unsigned end = timed_walk(follow.address(0), kWarmSteps, steps, follow, ended->cycles);
    for (unsigned i = 0; i < count; i += kLine / sizeof(unsigned))
        if (follow.address(i) == end) ended->end = i / unsigned(kLine / sizeof(unsigned));
}

__global__ void walk_constant_kernel(unsigned steps, Ended* ended)
{
    ended->end = timed_walk(0u, kWarmSteps, steps, FollowConstant{}, ended->cycles) / unsigned(kConstantLine);
}

__global__ void walk_texture_kernel(cudaTextureObject_t nodes, unsigned steps, Ended* ended)
{
    ended->end = timed_walk(0u, kWarmSteps, steps, FollowTexture{nodes}, ended->cycles) / unsigned(kLine / sizeof(unsigned));
}

__global__ void fma_kernel(float factor, float summand, unsigned steps, Ended* ended) { ended->end = unsigned(timed_walk(0.0f, 0, steps, AddOne{factor, summand}, ended->cycles)); }

__global__ void integers_kernel(unsigned factor, unsigned summand, unsigned steps, Ended* ended)
{
    ended->end = timed_walk(0u, 0, steps, AddOneInteger{factor, summand}, ended->cycles);
}

__global__ void shuffles_kernel(unsigned steps, Ended* ended)
{
    long long cycles = 0;
    const unsigned end = timed_walk(threadIdx.x, 0, steps, TakeNeighbour{threadIdx.x < 31 ? int(threadIdx.x + 1) % 31 : 31}, cycles);
    if (threadIdx.x == 0) *ended = {cycles, end};
}

__global__ void barriers_kernel(unsigned steps, Ended* ended)
{
    long long cycles = 0;
    const unsigned end = timed_walk(0u, 0, steps, WaitForAll{}, cycles);
    if (threadIdx.x == 0) *ended = {cycles, end};
}

/// Calls kernel with room for its result, and waits.
template <class Call>
Walked walked(unsigned steps, Call call)
{
    DeviceBuffer<Ended> ended(1, "ended");
    call(ended.data());
    CUDA_CHECK(cudaGetLastError());
    Ended found = {};
    CUDA_CHECK(cudaMemcpy(&found, ended.data(), sizeof(found), cudaMemcpyDeviceToHost));
    return {double(found.cycles) / steps, found.end};
}

/// An array of words, node i at word i · apart, in which each node holds where the next one is, in units of `unit` words or bytes.
std::vector<unsigned> spread(const std::vector<unsigned>& next, std::size_t apart, std::size_t unit)
{
    std::vector<unsigned> words(next.size() * apart, 0u);
    for (std::size_t i = 0; i < next.size(); ++i) words[i * apart] = unsigned(next[i] * unit);
    return words;
}

void copy_in(DeviceBuffer<unsigned>& to, const std::vector<unsigned>& from) { CUDA_CHECK(cudaMemcpy(to.data(), from.data(), from.size() * sizeof(unsigned), cudaMemcpyHostToDevice)); }

}  // namespace

GlobalChain::GlobalChain(const std::vector<unsigned>& next, std::size_t stride) : count_(next.size()), stride_(stride)
{
    DeviceBuffer<unsigned> d_next(next.size(), "next");
    copy_in(d_next, next);
    CUDA_CHECK(cudaMalloc(&nodes_, next.size() * stride));
    link_kernel<<<unsigned((next.size() + 255) / 256), 256>>>(nodes_, d_next.data(), unsigned(next.size()), stride);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

GlobalChain::~GlobalChain() { cudaFree(nodes_); }

Walked GlobalChain::walk(unsigned start, unsigned steps) const
{
    const unsigned once = unsigned((count_ + kStepsOfGroup - 1) / kStepsOfGroup * kStepsOfGroup), warm = count_ * stride_ <= kNear ? once : 0;
    return walked(steps, [&](Ended* ended) { walk_global_kernel<<<1, 1>>>(nodes_, stride_, start, warm, steps, ended); });
}

Walked walk_shared(const std::vector<unsigned>& next, unsigned steps)
{
    const std::vector<unsigned> words = spread(next, kLine / sizeof(unsigned), kLine / sizeof(unsigned));
    if (words.size() * sizeof(unsigned) > kSharedBytes) CUDA_CHECK(cudaErrorInvalidValue);
    DeviceBuffer<unsigned> d_words(words.size(), "words");
    copy_in(d_words, words);
    return walked(steps, [&](Ended* ended) { walk_shared_kernel<<<1, 1>>>(d_words.data(), unsigned(words.size()), steps, ended); });
}

Walked walk_constant(const std::vector<unsigned>& next, unsigned steps)
{
    const std::vector<unsigned> words = spread(next, kConstantLine / sizeof(unsigned), kConstantLine);
    CUDA_CHECK(cudaMemcpyToSymbol(c_next, words.data(), words.size() * sizeof(unsigned)));
    return walked(steps, [&](Ended* ended) { walk_constant_kernel<<<1, 1>>>(steps, ended); });
}

Walked walk_texture(const std::vector<unsigned>& next, unsigned steps)
{
    const std::vector<unsigned> words = spread(next, kLine / sizeof(unsigned), kLine / sizeof(unsigned));
    DeviceBuffer<unsigned> d_words(words.size(), "words");
    copy_in(d_words, words);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = d_words.data();
    resource.res.linear.desc = cudaCreateChannelDesc<unsigned>();
    resource.res.linear.sizeInBytes = words.size() * sizeof(unsigned);
    cudaTextureDesc description = {};
    description.readMode = cudaReadModeElementType;
    cudaTextureObject_t texture = 0;
    CUDA_CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    const Walked found = walked(steps, [&](Ended* ended) { walk_texture_kernel<<<1, 1>>>(texture, steps, ended); });
    CUDA_CHECK(cudaDestroyTextureObject(texture));
    return found;
}

Walked chain_of_fma(unsigned steps)
{
    return walked(steps, [&](Ended* ended) { fma_kernel<<<1, 1>>>(1.0f, 1.0f, steps, ended); });
}

Walked chain_of_integers(unsigned steps)
{
    return walked(steps, [&](Ended* ended) { integers_kernel<<<1, 1>>>(1, 1, steps, ended); });
}

Walked chain_of_shuffles(unsigned steps)
{
    return walked(steps, [&](Ended* ended) { shuffles_kernel<<<1, 32>>>(steps, ended); });
}

Walked row_of_barriers(unsigned steps, int threads)
{
    return walked(steps, [&](Ended* ended) { barriers_kernel<<<1, threads>>>(steps, ended); });
}

double cycles_per_ns()
{
    constexpr unsigned kSteps = 1 << 22;                    // about ten milliseconds
    constexpr int kWarm = 11, kTimed = 9;                   // clocks rise meanwhile
    DeviceBuffer<Ended> ended(1, "ended");                  // before the events: to make room takes time, too
    EventTimer timer;
    std::vector<double> per_ns;
    for (int i = 0; i < kWarm + kTimed; ++i) {
        timer.start();
        fma_kernel<<<1, 1>>>(1.0f, 1.0f, kSteps, ended.data());
        const double ms = timer.ms();
        CUDA_CHECK(cudaGetLastError());
        if (i >= kWarm) per_ns.push_back(double(ended.download_all()[0].cycles) / (ms * 1e6));
    }
    return timing::median_of(per_ns).median;
}

}  // namespace halo::ladder
