// Times the rungs for a layer of 1024 x 1024 channels, length 4, and checks them. A launch takes microseconds: many are timed at once, as a
// graph, cold (each with another of 24 sets of weights, 503 MB: more than a cache holds) and hot (all with the same one). Prints lines of words
// between tabs, the first as time_ladder does, in ms, all cold:
//
//   time   channels rung from idea  min median low high  share low high  gain low high  wrong     share: of what a large copy takes
//          for as many bytes in the same round; gain: how many times as long `from` took
//   peer   channels function  ... the same from min on; gain: how many times as long as the last rung
//   sweep  channels kernel a-thread threads filters  min median low high  share low high  wrong     input channels a thread, threads and output
//          channels a block
//   block  channels rung-or-kernel  threads shared registers blocks  hot alone     shared: bytes of a block; blocks: on a multiprocessor at once; hot,
//          and one cold launch by itself with events around it, in ms
//   right  channels calls sizes wrong                            every rung and row of the sweep at awkward sizes and addresses
//
// With the argument `once`, for the profiler: runs each rung and each row of the sweep once, and prints `order channels rung-or-kernel`.

#include <algorithm>
#include <array>
#include <cstdio>
#include <numeric>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "../../12_conv1d_channels/conv1d_channels.cu"     // the solution's kernel, without its launcher's wait
#include "cuda/device_buffer.hpp"
#include "cuda/timer.hpp"
#include "layer.hpp"
#include "layer_arena.hpp"
#include "overlap.hpp"
#include "timing/interval.hpp"

using namespace halo;
using namespace halo::ladder;
using halo::timing::Interval;
using halo::timing::median_of;

namespace {

constexpr int kChannelsOfLayer = 1024, kLength = 4, kSets = 24, kRounds = 21;

/// The weights of a layer, and next to nothing computed: 256 threads with five quads each a row.
__global__ void __launch_bounds__(256) read_kernel(LayerOfChannels a)
{
    const float* const row = a.weight + std::size_t(blockIdx.x) * a.in_channels * kLayerTaps;
    float4 quad[kLayerTaps];
#pragma unroll
    for (int q = 0; q < kLayerTaps; ++q) quad[q] = load_quad(row + 4 * (q * 256 + int(threadIdx.x)));
    float sum = 0.0f;
#pragma unroll
    for (int q = 0; q < kLayerTaps; ++q) sum += quad[q].x + quad[q].y + quad[q].z + quad[q].w;
    if (sum == 1.2345678f) a.out[0] = sum;
}

void run_read(const LayerOfChannels& a, cudaStream_t stream) { read_kernel<<<a.out_channels, 256, 0, stream>>>(a); }

/// The solution's kernel with another number of channels a thread.
template <int kChannels>
void run_solution(const LayerOfChannels& a, cudaStream_t stream)
{
    const dim3 grid(ceil_div(a.out_channels, kFilters), ceil_div(a.length, 4));
    const auto start = [&]<class Vector>(Vector) {
        conv1d_channels_kernel<kChannels, 4, Vector><<<grid, kChunk / kChannels, 0, stream>>>(a.in, a.weight, a.bias, a.out, a.in_channels, a.out_channels, a.length);
    };
    if constexpr (kChannels >= 4) quads_in_weights(a) && quads_in_elements(a) ? start(float4{}) : start(0.0f);
    else start(0.0f);
    CUDA_CHECK(cudaGetLastError());
}

template <int kChannels>
Kernel solution_kernel()
{
    using Vector = std::conditional_t<kChannels >= 4, float4, float>;
    return {reinterpret_cast<const void*>(&conv1d_channels_kernel<kChannels, 4, Vector>), kChunk / kChannels, 0};
}

template <int kChannels>
LayerSweep solution_with() { return {kChannels, kChunk / kChannels, kFilters, run_solution<kChannels>, solution_kernel<kChannels>()}; }

enum class Row { rung, peer, sweep };

struct Timed {
    Row what;
    std::string name, from, idea;
    Run run;
    Kernel kernel;
    LayerSweep sweep = {};
    std::vector<double> cold_ms = {}, hot_ms = {}, alone_ms = {};
    std::uint64_t wrong = 0;
};

/// What a large copy takes for as many bytes as a layer must move, once for each round.
class Copies {
public:
    Copies() : from_(kElements, "from"), to_(kElements, "to") { CUDA_CHECK(cudaMemset(from_.data(), 0, kElements * sizeof(float))); }

    double ms(EventTimer& timer)
    {
        timer.start();
        CUDA_CHECK(cudaMemcpyAsync(to_.data(), from_.data(), kElements * sizeof(float), cudaMemcpyDeviceToDevice));
        return timer.ms() * kLayerBytes / (2.0 * kElements * sizeof(float));
    }

private:
    static constexpr std::size_t kElements = std::size_t(1) << 28;
    static constexpr double kLayerBytes = sizeof(float) * (double(kChannelsOfLayer) * kChannelsOfLayer * kLayerTaps + kChannelsOfLayer * (2.0 * kLength + 1));
    DeviceBuffer<float> from_, to_;
};

double ms_of(EventTimer& timer, const auto& call, int launches)
{
    timer.start();
    call();
    return timer.ms() / launches;
}

/// Everybody once in each round, in an order that is drawn anew. The first two rounds are not counted. Returns the times of a copy.
std::vector<double> take_turns(LayerArena& arena, std::vector<Timed>& all)
{
    std::vector<std::array<Launches, 2>> launches;
    for (Timed& one : all) {
        launches.push_back({Launches(arena, one.run, true), Launches(arena, one.run, false)});
        if (one.what == Row::peer) continue;       // it computes nothing
        for (const int set : {0, 7, kSets - 1}) {
            arena.forget();
            one.run(arena.layer(set), nullptr);
            one.wrong += arena.wrong(set);
        }
        arena.forget();
        launches.back()[0]();                       // launches that overlap must not read or store too early
        one.wrong += arena.wrong(kLaunches - 1);
    }
    std::mt19937 random(1);
    std::vector<std::size_t> order(all.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    EventTimer timer;
    Copies copies;
    std::vector<double> copy_ms;
    for (int round = 0; round < kRounds + 2; ++round) {
        std::ranges::shuffle(order, random);
        const double copy = copies.ms(timer);
        if (round >= 2) copy_ms.push_back(copy);
        for (const std::size_t i : order) {
            const double cold = ms_of(timer, launches[i][0], kLaunches), hot = ms_of(timer, launches[i][1], kLaunches);
            const double alone = ms_of(timer, [&] { all[i].run(arena.layer(round + 1), nullptr); }, 1);
            if (round < 2) continue;
            all[i].cold_ms.push_back(cold), all[i].hot_ms.push_back(hot), all[i].alone_ms.push_back(alone);
        }
    }
    return copy_ms;
}

void print(const Interval& interval) { std::printf("\t%.6g\t%.6g\t%.6g", interval.median, interval.low, interval.high); }

/// The median of above[i] / below[i].
Interval ratio_of(const std::vector<double>& above, const std::vector<double>& below)
{
    std::vector<double> ratios;
    for (std::size_t round = 0; round < above.size(); ++round) ratios.push_back(above[round] / below[round]);
    return median_of(ratios);
}

void print_times(const Timed& one, const std::vector<double>& copy_ms, const std::vector<Timed>& all)
{
    if (one.what == Row::sweep) std::printf("sweep\tchannels\t%s\t%d\t%d\t%d", one.name.c_str(), one.sweep.channels, one.kernel.threads, one.sweep.filters);
    else if (one.what == Row::peer) std::printf("peer\tchannels\t%s", one.name.c_str());
    else std::printf("time\tchannels\t%s\t%s\t%s", one.name.c_str(), one.from.c_str(), one.idea.c_str());
    std::printf("\t%.6g", *std::ranges::min_element(one.cold_ms));
    print(median_of(one.cold_ms));
    print(ratio_of(copy_ms, one.cold_ms));
    if (one.what == Row::rung) {
        const auto from = std::ranges::find(all, one.from, &Timed::name);
        print(ratio_of(from == all.end() ? one.cold_ms : from->cold_ms, one.cold_ms));
    } else if (one.what == Row::peer) print(ratio_of(one.cold_ms, std::ranges::find(all.rbegin(), all.rend(), Row::rung, &Timed::what)->cold_ms));
    std::printf("\t%llu\n", static_cast<unsigned long long>(one.wrong));
}

void print_block(const Timed& one)
{
    cudaFuncAttributes attributes = {};
    int blocks = 0;
    CUDA_CHECK(cudaFuncGetAttributes(&attributes, one.kernel.entry));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, one.kernel.entry, one.kernel.threads, one.kernel.dynamic_bytes));
    std::printf("block\tchannels\t%s\t%d\t%zu\t%d\t%d\t%.6g\t%.6g\n", one.name.c_str(), one.kernel.threads, attributes.sharedSizeBytes + one.kernel.dynamic_bytes,
                attributes.numRegs, blocks, median_of(one.hot_ms).median, median_of(one.alone_ms).median);
}

std::vector<Timed> everything()
{
    std::vector<Timed> all;
    for (const auto part : {channels_plain_rungs(), channels_lines_rungs(), channels_rows_rungs(), channels_bulk_rungs()})
        for (const LayerRung& rung : part) all.push_back({Row::rung, rung.name, rung.from, rung.idea, rung.run, rung.kernel});
    all.push_back({Row::rung, "lab 12, solution", "channels_two_rows", "weights first, in whole lines, handed out within a warp; half as many threads", run_solution<4>, solution_kernel<4>()});
    const auto add_sweep = [&](const LayerSweep& row) {
        all.push_back({Row::sweep, std::to_string(row.channels) + " a thread, blocks of " + std::to_string(row.filters), "", "", row.run, row.kernel, row});
    };
    for (const LayerSweep& row : channels_sweep()) add_sweep(row);
    for (const LayerSweep& row : {solution_with<1>(), solution_with<2>(), solution_with<4>(), solution_with<8>(), solution_with<16>()}) add_sweep(row);
    return all;
}

bool check_awkward_sizes(const std::vector<Timed>& all)
{
    struct Size {
        int in_channels, out_channels, length;
    };
    int calls = 0;
    std::uint64_t wrong = 0;
    for (const Size size : {Size{1, 1, 1}, {4, 3, 4}, {5, 9, 4}, {260, 3, 4}, {1024, 1021, 4}, {1028, 17, 4}, {1029, 17, 4}, {4100, 33, 4}, {12, 5, 3}, {513, 3, 9}, {70, 70, 101}})
        for (const Offsets offsets : {Offsets{}, {1, 0, 0}, {0, 1, 0}, {0, 0, 3}, {2, 2, 2}}) {
            LayerArena arena(size.in_channels, size.out_channels, size.length, 2, offsets);
            for (const Timed& one : all) {
                arena.forget();
                one.run(arena.layer(1), nullptr);
                const std::uint64_t here = arena.wrong(1);
                if (here > 0)
                    std::fprintf(stderr, "%s: %llu wrong at %d, %d channels, length %d, offsets %d, %d, %d\n", one.name.c_str(), static_cast<unsigned long long>(here),
                                 size.in_channels, size.out_channels, size.length, offsets.in, offsets.weight, offsets.out);
                wrong += here;
                ++calls;
            }
        }
    std::printf("right\tchannels\t%d\t1 x 1 to 4100 x 33 channels, lengths 1 to 101\t%llu\n", calls, static_cast<unsigned long long>(wrong));
    return wrong == 0;
}

}  // namespace

int main(int argc, char**)
try {
    LayerArena arena(kChannelsOfLayer, kChannelsOfLayer, kLength, kSets);
    std::vector<Timed> all = everything();
    if (argc > 1) {
        for (const Timed& one : all) {
            std::printf("order\tchannels\t%s\n", one.name.c_str());
            one.run(arena.layer(1), nullptr);
            CUDA_CHECK(cudaDeviceSynchronize());
        }
        return 0;
    }
    all.push_back({Row::peer, "weights read, nothing computed", "", "", run_read, {reinterpret_cast<const void*>(&read_kernel), 256, 0}});
    const std::vector<double> copy_ms = take_turns(arena, all);
    bool fine = true;
    for (const Timed& one : all) {
        print_times(one, copy_ms, all);
        print_block(one);
        fine &= one.wrong == 0;
    }
    print_times({Row::peer, "cudaMemcpy of 2 GiB, for as many bytes", "", "", nullptr, {}, {}, copy_ms}, copy_ms, all);
    std::erase_if(all, [](const Timed& one) { return one.what == Row::peer; });
    return check_awkward_sizes(all) && fine ? 0 : 1;
} catch (const std::exception& fault) {
    std::fprintf(stderr, "time_channels: %s\n", fault.what());
    return 2;
}
