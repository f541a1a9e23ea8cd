// Counts on the CPU engine how many elements of the input each kernel of reuse/kernels.hpp loads. Prints lines of words between tabs:
//
//   loads  kernel tile block loads outputs
//
// That is solutions/ladder/reuse/loads.tsv; time_reuse takes it to a card. With files as arguments, it says which of them is not what is counted now.

#include <cstdio>
#include <exception>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <cuda_runtime.h>

#include "cuda/check.hpp"
#include "cuda/device_buffer.hpp"
#include "engine/engine.hpp"
#include "kernels.hpp"
#include "task.hpp"

using namespace halo;
using namespace halo::ladder;

namespace {

// Large enough that the edges, where there is less to load, hardly count.
constexpr int kLine = 1 << 18, kSide = 768;

void count(const TiledKernel& kernel, int width, int height, int taps, std::ostream& out)
{
    const std::size_t elements = std::size_t(width) * std::size_t(height);
    const std::vector<float> in(elements, 1.0f), filter(std::size_t(taps), 1.0f);
    DeviceBuffer<float> d_in(elements, "in"), d_out(elements, "out");
    d_in.upload(in);
    halo::engine::reset_watchers();
    kernel.run({d_in.data(), d_out.data(), width, height, filter.data(), nullptr});     // no filter there: no load of it is counted
    CUDA_CHECK(cudaDeviceSynchronize());
    out << "loads\t" << kernel.name << '\t' << kernel.tile << '\t' << kernel.block << '\t' << halo::engine::counters().global_loads << '\t' << elements << '\n';
}

/// Names the first line that differs.
int compare(const std::string& counted, const char* path)
{
    std::ifstream file(path);
    std::istringstream lines(counted);
    std::string want, have;
    for (int line = 1;; ++line) {
        const bool more = bool(std::getline(lines, want)), there = bool(std::getline(file, have));
        if (!more && !there) return 0;
        if (more && there && want == have) continue;
        std::fprintf(stderr, "%s:%d: not what the engine counts now\n  where: %s\n  try:   %s\n", path, line,
                     more ? ("counted: " + want).c_str() : "there is no such kernel", "count_loads > solutions/ladder/reuse/loads.tsv, and then make measure on a card");
        return 1;
    }
}

}  // namespace

int main(int argc, char** argv)
try {
    std::ostringstream out;
    for (const TiledKernel& kernel : line_kernels()) count(kernel, kLine, 1, 9, out);
    for (const TiledKernel& kernel : image_kernels()) count(kernel, kSide, kSide, 25, out);
    if (argc == 1) std::fputs(out.str().c_str(), stdout);
    int differ = 0;
    for (int file = 1; file < argc; ++file) differ |= compare(out.str(), argv[file]);
    return differ;
} catch (const std::exception& fault) {
    std::fprintf(stderr, "count_loads: %s\n", fault.what());
    return 2;
}
