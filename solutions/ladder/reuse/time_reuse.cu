// Does the time follow the reuse of what was loaded? Prints lines of words between tabs:
//
//   reuse  kernel tile block loads_per_output reuse_ratio  min median low high     in ms, at 2²⁸ elements: one row, or 16384 × 16384 (another
//          side: the second argument)
//
// Loads are the CPU engine's count of the same kernel at a smaller size, from the file that is its first argument (reuse/loads.tsv, by count_loads). The
// ratio is that of the loads of the first kernel, which has no tile, to those of this one, for as many outputs.
// Ends with 1 if an output is wrong, which stderr names.

#include <cstdio>
#include <exception>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>

#include "kernels.hpp"
#include "turns.hpp"

using namespace halo;
using namespace halo::ladder;

namespace {

constexpr int kRounds = 21;

/// (kernel, tile, block) → loads of an output.
using Loads = std::map<std::tuple<std::string, int, int>, double>;

Loads loads_in(const char* path)
{
    Loads loads;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::string what, kernel;
        int tile = 0, block = 0;
        double count = 0, outputs = 0;
        if (words >> what >> kernel >> tile >> block >> count >> outputs && what == "loads" && outputs > 0) loads[{kernel, tile, block}] = count / outputs;
    }
    return loads;
}

double loads_of(const TiledKernel& kernel, const Loads& loads)
{
    const auto found = loads.find({kernel.name, kernel.tile, kernel.block});
    if (found == loads.end())
        throw std::runtime_error(std::string("no loads are known of ") + kernel.name + "\n  where: tile " + std::to_string(kernel.tile) + ", block "
                                 + std::to_string(kernel.block) + "\n  try:   name solutions/ladder/reuse/loads.tsv, as count_loads writes it");
    return found->second;
}

/// Whether every output is right.
bool time_kernels(const std::vector<TiledKernel>& kernels, const Ladder& ladder, int width, int height, const Loads& loads)
{
    std::vector<double> own;
    for (const TiledKernel& kernel : kernels) own.push_back(loads_of(kernel, loads));

    Arena arena(ladder, width, height);
    std::vector<Turn> turns;
    bool fine = true;
    for (const TiledKernel& kernel : kernels) {
        turns.push_back({kernel.name, [run = kernel.run, problem = arena.problem()] { run(problem); }});
        if (const std::uint64_t wrong = wrong_after(arena, turns.back().call); wrong > 0) {
            std::fprintf(stderr, "%s, tile %d: %llu wrong at %d x %d\n", kernel.name, kernel.tile, static_cast<unsigned long long>(wrong), width, height);
            fine = false;
        }
    }
    take_turns(turns, kRounds);
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        std::printf("reuse\t%s\t%d\t%d\t%.4f\t%.4f", kernels[i].name, kernels[i].tile, kernels[i].block, own[i], own[0] / own[i]);
        print_ms(turns[i]);
        std::printf("\n");
    }
    std::fflush(stdout);
    return fine;
}

}  // namespace

int main(int argc, char** argv)
try {
    if (argc < 2) throw std::runtime_error("the file of loads is missing\n  where: time_reuse LOADS [SIDE]\n  try:   solutions/ladder/reuse/loads.tsv");
    const int side = argc > 2 ? std::stoi(argv[2]) : 16384;
    const Loads loads = loads_in(argv[1]);
    bool fine = true;
    for (const Ladder& ladder : ladders(capability_of_card())) {
        const std::string name = ladder.name;
        if (name == "1-D convolution, filter 9") fine = time_kernels(line_kernels(), ladder, side * side, 1, loads) && fine;
        if (name == "2-D convolution, 5 × 5") fine = time_kernels(image_kernels(), ladder, side, side, loads) && fine;
    }
    return fine ? 0 : 1;
} catch (const std::exception& fault) {
    std::fprintf(stderr, "time_reuse: %s\n", fault.what());
    return 2;
}
