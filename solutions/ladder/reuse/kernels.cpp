#include "kernels.hpp"

#include <stdexcept>
#include <string>

#include "rungs.hpp"

namespace halo::ladder {

namespace {

TiledKernel rung(std::span<const Rung> rungs, const std::string& name, int tile, int block)
{
    for (const Rung& rung : rungs)
        if (name == rung.name) return {rung.name, tile, block, rung.run};
    throw std::invalid_argument("no rung is called " + name);
}

}  // namespace

std::vector<TiledKernel> line_kernels()
{
    const std::span<const Rung> rungs = conv1d_rungs();
    return {
        rung(rungs, "conv1d_constant", 1, 256),
        rung(rungs, "conv1d_unrolled", 1, 256),
        {"conv1d_design1", 32, 32, conv1d_design1<32>},
        {"conv1d_design1", 64, 64, conv1d_design1<64>},
        {"conv1d_design1", 256, 256, conv1d_design1<256>},
        {"conv1d_design1", 1024, 1024, conv1d_design1<1024>},
        {"conv1d_design2", 24, 32, conv1d_design2<32>},
        {"conv1d_design2", 56, 64, conv1d_design2<64>},
        {"conv1d_design2", 248, 256, conv1d_design2<256>},
        {"conv1d_design2", 1016, 1024, conv1d_design2<1024>},
        {"conv1d_design3", 32, 32, conv1d_design3<32>},
        {"conv1d_design3", 64, 64, conv1d_design3<64>},
        {"conv1d_design3", 256, 256, conv1d_design3<256>},
        {"conv1d_design3", 1024, 1024, conv1d_design3<1024>},
        rung(rungs, "conv1d_argument", 4, 256),         // four outputs of a thread share its window: hardly any reuse, and the fastest
    };
}

std::vector<TiledKernel> image_kernels()
{
    const std::span<const Rung> rungs = conv2d_5x5_rungs();
    return {
        rung(rungs, "conv2d_constant", 1, 256),
        rung(rungs, "conv2d_unrolled", 1, 256),
        {"conv2d_design1", 16, 256, conv2d_design1<16, 16>},
        {"conv2d_design1", 32, 1024, conv2d_design1<32, 32>},
        {"conv2d_design2", 4, 64, conv2d_design2<8>},
        {"conv2d_design2", 8, 144, conv2d_design2<12>},
        {"conv2d_design2", 12, 256, conv2d_design2<16>},
        {"conv2d_design2", 16, 400, conv2d_design2<20>},
        {"conv2d_design2", 28, 1024, conv2d_design2<32>},
        {"conv2d_design3", 16, 256, conv2d_design3<16>},
        {"conv2d_design3", 32, 1024, conv2d_design3<32>},
        rung(rungs, "conv2d_4x4", 4, 128),              // 4 × 4 outputs of a thread share its window
    };
}

}  // namespace halo::ladder
