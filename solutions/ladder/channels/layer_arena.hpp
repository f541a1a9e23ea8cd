#pragma once
// What time_channels.cu calls the rungs on: the arrays of a layer, with many sets of weights, and many launches as one graph.

#include "arena.hpp"
#include "channels.hpp"
#include "cuda/check.hpp"
#include "cuda/device_buffer.hpp"
#include "layer_task.hpp"

namespace halo::ladder {

constexpr int kLaunches = 96;                       // of a graph: each of 24 sets of weights four times

/// Floats by which arrays begin past a multiple of 16 bytes.
struct Offsets {
    int in = 0, weight = 0, out = 0;
};

/// A layer's arrays, with several sets of weights, and the output's check.
class LayerArena {
public:
    LayerArena(int in_channels, int out_channels, int length, int sets, Offsets offsets = {})
        : want_{in_channels, out_channels, length}, sets_(sets), offsets_(offsets), in_(std::size_t(in_channels) * length + 4, "in"),
          weight_(want_.weights() * sets + 4, "weight"), bias_(std::size_t(out_channels), "bias"), out_(outputs() + 4, "out"), wrong_(1, "wrong")
    {
        fill(in_.data() + offsets.in, in_.size() - 4, 0);
        fill(weight_.data() + offsets.weight, weight_.size() - 4, kWeightsFrom);
        fill(bias_.data(), bias_.size(), kBiasesFrom);
    }

    LayerOfChannels layer(int set) const
    {
        return {.in = in_.data() + offsets_.in, .weight = weight_.data() + offsets_.weight + want_.weights() * (set % sets_), .bias = bias_.data(),
                .out = out_.data() + offsets_.out, .in_channels = want_.in_channels, .out_channels = want_.out_channels, .length = want_.length};
    }
    void forget() { CUDA_CHECK(cudaMemset(out_.data(), 0xff, out_.size() * sizeof(float))); }

    std::uint64_t wrong(int set)
    {
        WantOfLayer want = want_;
        want.set = set % sets_;
        CUDA_CHECK(cudaMemset(wrong_.data(), 0, sizeof(unsigned long long)));
        count_wrong_kernel<<<1024, 128>>>(out_.data() + offsets_.out, outputs(), want, want.most(), wrong_.data());
        CUDA_CHECK(cudaGetLastError());
        unsigned long long count = 0;
        CUDA_CHECK(cudaMemcpy(&count, wrong_.data(), sizeof(count), cudaMemcpyDeviceToHost));
        return count;
    }

private:
    std::size_t outputs() const { return std::size_t(want_.out_channels) * want_.length; }

    static void fill(float* data, std::size_t n, std::uint64_t from)
    {
        fill_kernel<<<4096, 256>>>(data, n, from);
        CUDA_CHECK(cudaGetLastError());
    }

    WantOfLayer want_;
    int sets_;
    Offsets offsets_;
    DeviceBuffer<float> in_, weight_, bias_, out_;
    DeviceBuffer<unsigned long long> wrong_;
};

using Run = void (*)(const LayerOfChannels&, cudaStream_t);

/// kLaunches launches in a row, by one call.
class Launches {
public:
    Launches(const LayerArena& arena, Run run, bool cold)
    {
        cudaStream_t stream = nullptr;
        cudaGraph_t graph = nullptr;
        run(arena.layer(0), nullptr);               // what it sets up once is set up before
        CUDA_CHECK(cudaDeviceSynchronize());
        CUDA_CHECK(cudaStreamCreate(&stream));
        CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
        for (int i = 0; i < kLaunches; ++i) run(arena.layer(cold ? i : 0), stream);
        CUDA_CHECK(cudaStreamEndCapture(stream, &graph));
        CUDA_CHECK(cudaGraphInstantiate(&ready_, graph, 0));
        CUDA_CHECK(cudaGraphDestroy(graph));
        CUDA_CHECK(cudaStreamDestroy(stream));
    }
    void operator()() const { CUDA_CHECK(cudaGraphLaunch(ready_, nullptr)); }

private:
    cudaGraphExec_t ready_ = nullptr;               // they live as long as the program
};

}  // namespace halo::ladder
