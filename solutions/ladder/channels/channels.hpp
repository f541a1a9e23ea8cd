#pragma once
// The ladder of a layer of channels: a few microseconds, and nearly all bytes are weights. Its rungs are in channels.cu, channels_lines.cu, channels_rows.cu and channels_bulk.cu,
// its times are measured by time_channels.cu.

#include <cstddef>
#include <span>

#include <cuda_runtime.h>

namespace halo::ladder {

constexpr int kLayerRadius = 2, kLayerTaps = 2 * kLayerRadius + 1;

/// One call of a rung: out[o][l] = bias[o] + Σ weight[o][c][d+2] · in[c][l+d], |d| ≤ 2. Ghost elements, outside a channel, count as 0.
/// in [in_channels][length], weight [out_channels][in_channels][5], bias [out_channels], out [out_channels][length], at any multiple of 4 bytes.
struct LayerOfChannels {
    const float* in = nullptr;
    const float* weight = nullptr;
    const float* bias = nullptr;
    float* out = nullptr;
    int in_channels = 0, out_channels = 0, length = 0;
};

/// What a multiprocessor needs for a block, for the size that is timed.
struct Kernel {
    const void* entry = nullptr;
    int threads = 0;                    ///< of a block
    std::size_t dynamic_bytes = 0;      ///< of shared memory
};

struct LayerRung {
    const char* name;
    const char* from;                   ///< the rung that it differs from by one idea; empty: the first
    const char* idea;
    void (*run)(const LayerOfChannels&, cudaStream_t);      ///< starts the work and does not wait for its end
    Kernel kernel;
};

std::span<const LayerRung> channels_plain_rungs();          // channels.cu
std::span<const LayerRung> channels_lines_rungs();          // channels_lines.cu
std::span<const LayerRung> channels_rows_rungs();           // channels_rows.cu
std::span<const LayerRung> channels_bulk_rungs();           // channels_bulk.cu; they go on from there

/// A row of the sweep: the same kernel with other numbers of input channels a thread, of threads and output channels a block.
struct LayerSweep {
    int channels, threads, filters;
    void (*run)(const LayerOfChannels&, cudaStream_t);
    Kernel kernel;
};
std::span<const LayerSweep> channels_sweep();               // channels.cu: blocks of one output channel; time_channels.cu adds those of the solution

}  // namespace halo::ladder
