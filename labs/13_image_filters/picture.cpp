// `make picture`: the lab's filters on a file. Reads a PNG, writes before.png and after.png, and compares with plain loops.
//
// usage: picture PNG FILTER BOUNDARY [--out FOLDER] [--clock]
//
// --clock says how long loops and function take, which means something where a card runs the function. The time includes
// both copies, as a call does; of five calls the fastest counts.

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "data/boundary.hpp"
#include "data/picture.hpp"
#include "data/reference.hpp"
#include "image_filters.hpp"

namespace {

using halo::Boundary;
using halo::Picture;

constexpr std::size_t kWeights = (2 * kRadius + 1) * (2 * kRadius + 1);
static_assert(kWeights == 25, "the filters below are 5 x 5");

/// Whole numbers, and what they are parts of.
struct Filter {
    std::string_view name;
    std::array<int, kWeights> parts;
    int whole;
};

constexpr std::array<Filter, 4> kFilters = {{
    {"blur",                            // the binomial column 1 4 6 4 1 times the row
     { 1,  4,  6,  4,  1,
       4, 16, 24, 16,  4,
       6, 24, 36, 24,  6,
       4, 16, 24, 16,  4,
       1,  4,  6,  4,  1}, 256},
    {"sharpen",                         // the picture twice, less its blur
     {-1,  -4,  -6,  -4, -1,
      -4, -16, -24, -16, -4,
      -6, -24, 476, -24, -6,
      -4, -16, -24, -16, -4,
      -1,  -4,  -6,  -4, -1}, 256},
    {"edges",                           // the picture less its surroundings: 0 where nothing changes
     { 0,  0, -1,  0,  0,
       0, -1, -2, -1,  0,
      -1, -2, 16, -2, -1,
       0, -1, -2, -1,  0,
       0,  0, -1,  0,  0}, 4},
    {"box",                             // the mean
     { 1, 1, 1, 1, 1,
       1, 1, 1, 1, 1,
       1, 1, 1, 1, 1,
       1, 1, 1, 1, 1,
       1, 1, 1, 1, 1}, 25},
}};

struct Policy {
    std::string_view name, function;
    Boundary boundary;
    void (*call)(const unsigned char*, unsigned char*, int, int, const float*);
};

constexpr std::array<Policy, 3> kPolicies = {{
    {"zero", "filter_image", Boundary::zero, filter_image},
    {"replicate", "filter_image_replicate", Boundary::replicate, filter_image_replicate},
    {"mirror", "filter_image_mirror", Boundary::mirror, filter_image_mirror},
}};

template <class Table>
const auto& chosen(const Table& table, std::string_view name, std::string_view variable)
{
    const auto found = std::ranges::find(table, name, [](const auto& entry) { return entry.name; });
    if (found != table.end()) return *found;
    std::string names;
    for (const auto& entry : table) names += (names.empty() ? "" : ", ") + std::string(entry.name);
    const std::string what(variable), given(name);
    throw std::runtime_error("there is no " + what + " of this name: " + given + "\n  where: " + what + "=" + given + "\n  try:   one of " + names);
}

double fastest_ms(int calls, const auto& call)
{
    double best = 0;
    for (int i = 0; i < calls; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        call();
        const double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
        if (i == 0 || ms < best) best = ms;
    }
    return best;
}

struct Options {
    std::filesystem::path png, folder = ".";
    std::string filter, boundary;
    bool clock = false;
};

int filter(const Options& options)
{
    const Filter& filter = chosen(kFilters, options.filter, "FILTER");
    const Policy& policy = chosen(kPolicies, options.boundary, "BOUNDARY");
    const Picture before = halo::read_png(options.png);
    const auto [width, height] = before.extent;
    std::vector<float> weights;
    for (const int part : filter.parts) weights.push_back(float(part) / float(filter.whole));

    Picture after{before.extent, std::vector<std::uint8_t>(before.bytes.size())};
    const auto call = [&] { policy.call(before.bytes.data(), after.bytes.data(), width, height, weights.data()); };
    const double function_ms = fastest_ms(options.clock ? 5 : 1, call);

    const std::vector<float> in(before.bytes.begin(), before.bytes.end());
    std::vector<float> want;
    const double loops_ms = fastest_ms(1, [&] {
        want = halo::filter_image_reference(in, before.extent, weights, kRadius, policy.boundary);
    });
    // These filters, unlike those of the tests, do make halves: up or down, both are the nearest.
    std::size_t wrong = 0, halves = 0;
    for (std::size_t i = 0; i < want.size(); ++i) {
        const int error = std::abs(int(after.bytes[i]) - int(want[i]));
        if (error > 1) ++wrong;
        if (error == 1) ++halves;
    }

    halo::write_png(options.folder / "before.png", before);
    halo::write_png(options.folder / "after.png", after);
    std::printf("%s: %d x %d pixels, %s, %s\n", options.png.c_str(), width, height, options.filter.c_str(),
                options.boundary.c_str());
    std::printf("  before.png   the same pixels, without what else is in the file\n");
    std::printf("  after.png    by your %s\n", std::string(policy.function).c_str());
    if (options.clock)
        std::printf("  time         %.3f ms, both copies included; plain loops on one CPU core %.1f ms\n", function_ms,
                    loops_ms);
    if (wrong > 0) {
        std::fprintf(stderr, "%s: %zu of %zu bytes are not what plain loops give\n  where: after.png shows them\n"
                             "  try:   make, which says more\n", std::string(policy.function).c_str(), wrong, want.size());
        return 1;
    }
    std::printf("  compared     all %zu bytes are what plain loops give", want.size());
    if (halves > 0) std::printf("; %zu of them are 1 apart, as a half may be rounded", halves);
    std::printf("\n");
    return 0;
}

}  // namespace

int main(int argc, char** argv)
try {
    Options options;
    std::vector<std::string> words;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        if (word == "--clock") options.clock = true;
        else if (word == "--out" && i + 1 < argc) options.folder = argv[++i];
        else words.push_back(word);
    }
    if (words.size() != 3) {
        std::fprintf(stderr, "usage: picture PNG FILTER BOUNDARY [--out FOLDER] [--clock]\n");
        return 2;
    }
    options.png = words[0], options.filter = words[1], options.boundary = words[2];
    return filter(options);
} catch (const std::exception& fault) {
    std::fprintf(stderr, "%s\n", fault.what());
    return 2;
}
