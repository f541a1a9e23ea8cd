#include "engine/measure/launches.hpp"

#include <cstdint>
#include <cstdio>
#include <exception>
#include <numeric>
#include <random>
#include <string>

#include <cuda_runtime.h>

#include "engine/measure/counts.hpp"
#include "cuda/check.hpp"
#include "cuda/device_buffer.hpp"

namespace measure {
namespace {

/// Avoids std::shuffle, whose result may differ between libraries.
std::vector<int> permutation(int count)
{
    std::vector<int> out(count);
    std::iota(out.begin(), out.end(), 0);
    std::mt19937 random(1);
    for (int i = count - 1; i > 0; --i) std::swap(out[i], out[random() % unsigned(i + 1)]);
    return out;
}

/// FNV-1a of the values' bytes.
std::uint64_t hash(const std::vector<float>& values)
{
    std::uint64_t out = 0xcbf29ce484222325u;
    const auto* bytes = reinterpret_cast<const unsigned char*>(values.data());
    for (std::size_t i = 0; i < values.size() * sizeof(float); ++i) out = (out ^ bytes[i]) * 0x100000001b3u;
    return out;
}

void run_one(const Launch& launch, const Arrays& arrays, halo::DeviceBuffer<float>& out)
{
    out.fill(0.0f);     // from the host: no other kernel runs between the launches
    start_counting();
    launch.run(arrays);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    const std::string counted = counts();
    std::printf("%s %016llx%s\n", launch.name.c_str(), static_cast<unsigned long long>(hash(out.download_all())),
                counted.c_str());
}

}  // namespace

std::vector<float> small_numbers(int count)
{
    std::vector<float> out(count);
    std::mt19937 random(2);
    for (float& value : out) value = float(random() % 16);
    return out;
}

int run(int argc, char** argv, const std::vector<Launch>& launches)
{
    try {
        halo::DeviceBuffer<float> in(kElements, "in"), out(kElements, "out");
        halo::DeviceBuffer<int> order(kElements, "order");
        in.upload(small_numbers(kElements));
        order.upload(permutation(kElements));
        bool found = argc < 2;
        for (const Launch& launch : launches) {
            if (argc >= 2 && launch.name != argv[1]) continue;
            found = true;
            run_one(launch, {in.data(), order.data(), out.data()}, out);
        }
        if (found) return 0;
        std::fprintf(stderr, "%s: no launch is called %s\n  try:   run it without an argument: that runs and lists all\n", argv[0], argv[1]);
        return 2;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}

}  // namespace measure
