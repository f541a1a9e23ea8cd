// Runs the steps on the CPU engine and prints what they count, a line for each, words between tabs, for print-steps:
//
//   picture  width height      then, for each step:
//   step     name change wrong global_loads global_load_requests global_load_sectors shared_loads shared_stores constant_loads idle_threads threads reuse_ratio
//
// usage: count_steps PICTURE.png [WIDTH HEIGHT]     with a size: also a drawn picture as large as that. Exit 1 if an output differs from the CPU's.

#include <cstdio>
#include <cstdlib>
#include <exception>

#include "count.hpp"
#include "data/generate.hpp"

using namespace halo;
using namespace halo::steps;

namespace {

bool print_counts(const Picture& picture)
{
    const std::vector<float> filter = byte_filter(kRadius, 1);
    const std::vector<unsigned char> want = filtered_on_cpu(picture, filter);
    std::printf("picture\t%d\t%d\n", picture.extent.width, picture.extent.height);
    bool right = true;
    for (const Step& step : device_steps()) {
        const Counted result = counted(step.run, picture, filter, want);
        const Counters& c = result.counters;
        right &= result.wrong == 0 && result.outside == 0 && result.findings == 0;
        std::printf("step\t%s\t%s\t%llu", step.name, step.change, static_cast<unsigned long long>(result.wrong + result.outside));
        for (const std::uint64_t count : {c.global_loads, c.global_load_requests, c.global_load_sectors, c.shared_loads, c.shared_stores, c.constant_loads, c.idle_threads, c.threads})
            std::printf("\t%llu", static_cast<unsigned long long>(count));
        std::printf("\t%.4f\n", double(basic_loads(picture.extent)) / double(c.global_loads));
    }
    return right;
}

}  // namespace

int main(int argc, char** argv)
try {
    if (argc != 2 && argc != 4) {
        std::fprintf(stderr, "usage: count_steps PICTURE.png [WIDTH HEIGHT]\n");
        return 2;
    }
    bool right = print_counts(read_png(argv[1]));
    if (argc == 4) right &= print_counts(drawn_picture({std::atoi(argv[2]), std::atoi(argv[3])}));
    return right ? 0 : 1;
} catch (const std::exception& fault) {
    std::fprintf(stderr, "count_steps: %s\n", fault.what());
    return 2;
}
