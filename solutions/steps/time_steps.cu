// Times the steps on a card: kernel and copy of the filter, the pictures being on the device. Prints lines of words between tabs, for time_steps.py:
//
//   picture  width height       then, for each step:
//   step     name change  ms low high  over-before low high  wrong     over-before: how many times as long the step before took, in the same round
//
// usage: time_steps PICTURE.rgb WIDTH HEIGHT [once]    then a made-up picture of 8192 x 8192; `once`, for the profiler: only the large one, each step once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <cuda_runtime.h>

#include "cuda/check.hpp"
#include "cuda/device_buffer.hpp"
#include "cuda/timer.hpp"
#include "data/generate.hpp"
#include "steps.hpp"
#include "timing/interval.hpp"

using namespace halo;
using namespace halo::steps;
using halo::timing::median_of;

namespace {

constexpr int kRounds = 31, kLarge = 8192;
constexpr auto kPause = std::chrono::milliseconds(3);   // after each call: a card that is kept busy lowers its clock
constexpr long long kWakeClocks = 100'000;              // before each: hides the launch

__global__ void wake_kernel()
{
    const long long begin = clock64();
    while (clock64() - begin < kWakeClocks) {}
}

struct Picture {
    int width, height;
    std::vector<unsigned char> bytes;
};

Picture read(const char* file, int width, int height)
{
    std::ifstream in(file, std::ios::binary);
    Picture picture{width, height, {std::istreambuf_iterator<char>(in), {}}};
    if (picture.bytes.size() != std::size_t(width) * height * 3) throw std::runtime_error(std::string(file) + " is not as large as it should be");
    return picture;
}

Picture made_up(int width, int height)
{
    const std::vector<float> bytes = colour_bytes({width, height}, 1);
    return {width, height, {bytes.begin(), bytes.end()}};
}

/// The picture on the device, and where the steps write.
struct Stage {
    const Picture& picture;
    std::vector<float> filter = byte_filter(kRadius, 1);
    DeviceBuffer<unsigned char> d_in{picture.bytes.size()}, d_out{picture.bytes.size()};
    DeviceBuffer<float> d_filter{filter.size()};

    explicit Stage(const Picture& picture) : picture(picture)
    {
        d_in.upload(picture.bytes);
        d_filter.upload(filter);
    }
    Work work() const { return {d_in.data(), d_out.data(), picture.width, picture.height, filter.data(), d_filter.data()}; }

    std::uint64_t wrong(const Step& step, const std::vector<unsigned char>& want)
    {
        d_out.fill(0x5a);
        step.run(work());
        CUDA_CHECK(cudaDeviceSynchronize());
        const std::vector<unsigned char> got = d_out.download_all();
        std::uint64_t count = 0;
        for (std::size_t i = 0; i < got.size(); ++i) count += got[i] != want[i];
        return count;
    }
};

void print(const timing::Interval& interval) { std::printf("\t%.6g\t%.6g\t%.6g", interval.median, interval.low, interval.high); }

bool time_all(const Picture& picture, int cpu_rounds)
{
    Stage stage(picture);
    std::vector<unsigned char> want(picture.bytes.size());
    std::vector<std::vector<double>> times(1 + device_steps().size());
    for (int round = 0; round < cpu_rounds; ++round) {
        const auto begin = std::chrono::steady_clock::now();
        on_cpu(picture.bytes.data(), want.data(), picture.width, picture.height, stage.filter.data());
        times[0].push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
    }
    std::vector<std::uint64_t> wrong = {0};
    for (const Step& step : device_steps()) wrong.push_back(stage.wrong(step, want));
    EventTimer timer;
    for (int round = -2; round < kRounds; ++round)          // the first two are not counted: code is loaded, clocks rise
        for (std::size_t i = 1; i < times.size(); ++i) {
            wake_kernel<<<1, 1>>>();
            timer.start();
            device_steps()[i - 1].run(stage.work());
            const double ms = timer.ms();
            if (round >= 0) times[i].push_back(ms);
            std::this_thread::sleep_for(kPause);
        }

    std::printf("picture\t%d\t%d\nstep\ton_cpu\tone core, plain loops", picture.width, picture.height);
    print(median_of(times[0]));
    std::printf("\t1\t1\t1\t0\n");
    bool right = true;
    for (std::size_t i = 1; i < times.size(); ++i) {
        std::vector<double> ratios;
        for (int round = 0; round < kRounds; ++round) ratios.push_back((i == 1 ? median_of(times[0]).median : times[i - 1][round]) / times[i][round]);
        std::printf("step\t%s\t%s", device_steps()[i - 1].name, device_steps()[i - 1].change);
        print(median_of(times[i]));
        print(median_of(ratios));
        std::printf("\t%llu\n", static_cast<unsigned long long>(wrong[i]));
        right &= wrong[i] == 0;
    }
    std::fflush(stdout);
    return right;
}

void run_once(const Picture& picture)
{
    Stage stage(picture);
    for (const Step& step : device_steps()) step.run(stage.work());
    CUDA_CHECK(cudaDeviceSynchronize());
}

}  // namespace

int main(int argc, char** argv)
try {
    if (argc < 4) {
        std::fprintf(stderr, "usage: time_steps PICTURE.rgb WIDTH HEIGHT [once]\n");
        return 2;
    }
    const Picture large = made_up(kLarge, kLarge);
    if (argc > 4) {
        run_once(large);
        return 0;
    }
    const bool small_right = time_all(read(argv[1], std::atoi(argv[2]), std::atoi(argv[3])), 21);
    const bool large_right = time_all(large, 3);
    return small_right && large_right ? 0 : 1;
} catch (const std::exception& fault) {
    std::fprintf(stderr, "time_steps: %s\n", fault.what());
    return 2;
}
