#pragma once
// One step on the CPU engine: what it counts, and whether its output is the CPU's, byte for byte.

#include <cstdint>
#include <span>
#include <vector>

#include <cuda_runtime.h>

#include "cuda/check.hpp"
#include "cuda/device_buffer.hpp"
#include "data/picture.hpp"
#include "engine/engine.hpp"
#include "findings/counters.hpp"
#include "steps.hpp"

namespace halo::steps {

struct Counted {
    Counters counters;
    std::size_t findings = 0;       ///< of the engine: races, accesses outside of arrays, values that nobody stored
    std::uint64_t wrong = 0;        ///< bytes that differ from the CPU's
    std::uint64_t outside = 0;      ///< bytes beside the output that were stored
};

/// Bytes of a picture as the first step gives them.
inline std::vector<unsigned char> filtered_on_cpu(const Picture& picture, std::span<const float> filter)
{
    std::vector<unsigned char> out(picture.bytes.size());
    on_cpu(picture.bytes.data(), out.data(), picture.extent.width, picture.extent.height, filter.data());
    return out;
}

inline Counted counted(void (*run)(const Work&), const Picture& picture, std::span<const float> filter, std::span<const unsigned char> want)
{
    constexpr std::size_t kGuard = 64;
    constexpr unsigned char kFresh = 0x5a;
    const std::size_t bytes = picture.bytes.size();
    DeviceBuffer<unsigned char> d_in(bytes, "in"), d_out(bytes, "out", kGuard);
    DeviceBuffer<float> d_filter(filter.size(), "filter");
    d_in.upload(picture.bytes);
    d_out.fill(kFresh);
    d_filter.upload(filter);
    halo::engine::reset_watchers();
    run({d_in.data(), d_out.data(), picture.extent.width, picture.extent.height, filter.data(), d_filter.data()});
    const bool ended = cudaDeviceSynchronize() == cudaSuccess;      // a wrong step may be stopped by the engine: that counts as a finding
    cudaGetLastError();

    Counted result{.counters = halo::engine::counters(), .findings = halo::engine::findings().size() + !ended};
    const std::vector<unsigned char> got = d_out.download_all();
    for (std::size_t i = 0; i < got.size(); ++i) {
        const bool inside = i >= kGuard && i < kGuard + bytes;
        if (inside) result.wrong += got[i] != want[i - kGuard];
        else result.outside += got[i] != kFresh;
    }
    return result;
}

/// Products of pixels that exist with a filter of 5 along one axis.
inline std::uint64_t taps(int size)
{
    std::uint64_t sum = 0;
    for (int i = 0; i < size; ++i)
        for (int d = -kRadius; d <= kRadius; ++d) sum += i + d >= 0 && i + d < size;
    return sum;
}

/// Bytes that a kernel without tile loads, its filter in constant memory: what reuse_ratio is measured against.
inline std::uint64_t basic_loads(Extent extent) { return 3 * taps(extent.width) * taps(extent.height); }

}  // namespace halo::steps
