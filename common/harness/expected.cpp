#include "harness/expected.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "diagnose/compare.hpp"
#include "data/reference.hpp"

namespace halo::lab {

namespace {

double interior_1d(int tile, int radius)
{
    const double t = tile, m = 2 * radius + 1;
    return t * m / (t + m - 1);
}

/// Taps of the outputs of a row of tiles that stay within their own tile.
double core_taps(int size, int tile, int radius)
{
    double sum = 0;
    for (int begin = 0; begin < size; begin += tile) sum += taps(std::min(tile, size - begin), radius);
    return sum;
}

/// Design 3: the core once, and the taps that leave it.
Loads core_only_loads(double elements, double all_taps, double taps_in_cores)
{
    return {.basic = all_taps, .tiled = elements + all_taps - taps_in_cores, .interior_ratio = {}, .core_only = true};
}

Expected conv1d(const Inputs& inputs, int tile, bool core_only)
{
    const std::vector<float>&in = inputs.arrays.at(0), &filter = inputs.arrays.at(1);
    const int radius = int(filter.size()) / 2, width = inputs.size.width;

    Expected e;
    e.want = conv1d_reference(in, filter);
    e.tolerance = rounding_bound(filter, in);
    e.task = Convolution{.width = width, .radius_x = radius, .tile = tile, .in = in, .filter = filter};
    e.loads.basic = taps(width, radius);
    if (tile > 0) {
        e.loads.tiled = patch_loads(width, tile, radius);
        e.loads.interior_ratio = interior_1d(tile, radius);
    }
    if (core_only) {
        const double all = double(tile) * (2 * radius + 1);
        e.loads = core_only_loads(width, taps(width, radius), core_taps(width, tile, radius));
        e.loads.interior_ratio = all / (tile + all - taps(tile, radius));
    }
    return e;
}

/// The filter is in global memory too, so that its loads cannot be told from those of the input.
Expected solve_kind(const HostConv1d&, const Inputs& inputs)
{
    Expected e = conv1d(inputs, 0, false);
    e.loads = {};
    return e;
}

/// Only the input is in global memory: a load for each product, and no more.
Expected solve_kind(const DeviceConv1d&, const Inputs& inputs) { return conv1d(inputs, 0, false); }

Expected solve_kind(const Conv1d& problem, const Inputs& inputs) { return conv1d(inputs, problem.tile, problem.core_only); }

Expected solve_kind(const Conv2d& problem, const Inputs& inputs)
{
    const std::vector<float>&in = inputs.arrays.at(0), &filter = inputs.arrays.at(1);
    const auto [width, height] = inputs.size.extent();
    const int radius = problem.radius, tile = problem.tile;

    Expected e;
    e.want = conv2d_reference(in, inputs.size.extent(), filter, radius);
    e.tolerance = rounding_bound(filter, in);
    e.task = Convolution{.width = width, .height = height, .radius_x = radius, .radius_y = radius, .tile = tile,
                         .in = in, .filter = filter};
    e.loads.basic = taps(width, radius) * taps(height, radius);
    if (tile > 0) {
        e.loads.tiled = patch_loads(width, tile, radius) * patch_loads(height, tile, radius);
        e.loads.interior_ratio = interior_1d(tile, radius) * interior_1d(tile, radius);
    }
    if (problem.core_only) {
        const double all = double(tile) * (2 * radius + 1), core = taps(tile, radius);
        e.loads = core_only_loads(double(width) * height, taps(width, radius) * taps(height, radius),
                                  core_taps(width, tile, radius) * core_taps(height, tile, radius));
        e.loads.interior_ratio = all * all / (double(tile) * tile + all * all - core * core);
    }
    return e;
}

Expected transpose(const Transposition& task)
{
    Expected e;
    e.want.reserve(task.in.size());
    for (int x = 0; x < task.width; ++x)
        for (int y = 0; y < task.height; ++y) e.want.push_back(task.at(x, y));
    e.task = task;
    return e;
}

Expected solve_kind(const Transpose& problem, const Inputs& inputs)
{
    return transpose({.width = inputs.size.width, .height = inputs.size.height, .tile = problem.tile,
                      .in_place = false, .in = inputs.arrays.at(0)});
}

Expected solve_kind(const TransposeInPlace& problem, const Inputs& inputs)
{
    const int n = inputs.size.width;
    Expected e = transpose({.width = n, .height = n, .tile = problem.tile, .in_place = true, .in = inputs.arrays.at(0)});
    e.resting = std::size_t(n);             // the diagonal
    return e;
}

std::string_view policy(Boundary boundary)
{
    switch (boundary) {
    case Boundary::zero: return "0 outside";
    case Boundary::replicate: return "edge repeated";
    case Boundary::mirror: return "edge mirrored";
    }
    return "";
}

}  // namespace

Expected solve(const Problem& problem, const Inputs& inputs)
{
    return std::visit([&](const auto& kind) { return solve_kind(kind, inputs); }, problem);
}

std::string describe(const Problem& problem, const Size& size)
{
    if (const auto* conv2d = std::get_if<Conv2d>(&problem))
        return fmt::format("{} x {} image, radius {}", size.width, size.height, conv2d->radius);
    if (std::holds_alternative<Transpose>(problem))
        return fmt::format("matrix of {} row{} and {} column{}", size.height, size.height == 1 ? "" : "s", size.width,
                           size.width == 1 ? "" : "s");
    if (std::holds_alternative<TransposeInPlace>(problem)) return fmt::format("{0} x {0} matrix", size.width);
    if (const auto* image = std::get_if<FilterImage>(&problem))
        return fmt::format("{} x {} picture, radius {}, {}", size.width, size.height, image->radius, policy(image->boundary));
    if (const auto* separable = std::get_if<SeparableConv2d>(&problem))
        return fmt::format("{} x {} image, radius {}", size.width, size.height, separable->radius);
    if (const auto* layer = std::get_if<Channels1d>(&problem))
        return fmt::format("{} channel{} in, {} out, length {}, radius {}", size.in_channels, size.in_channels == 1 ? "" : "s",
                           size.out_channels, size.width, layer->radius);
    const std::string elements = fmt::format("{} element{}", size.width, size.width == 1 ? "" : "s");
    if (const auto* conv1d = std::get_if<Conv1d>(&problem)) return fmt::format("{}, radius {}", elements, conv1d->radius);
    return fmt::format("{}, filter {} wide", elements, size.filter_width);
}

std::string element_word(const Problem& problem)
{
    if (std::holds_alternative<FilterImage>(problem)) return "byte";
    const bool image = std::holds_alternative<Conv2d>(problem) || std::holds_alternative<SeparableConv2d>(problem);
    return image ? "pixel" : "element";
}

std::string output_name(const Problem& problem)
{
    if (std::holds_alternative<TransposeInPlace>(problem)) return "d_data";
    const bool on_host = std::holds_alternative<HostConv1d>(problem) || std::holds_alternative<FilterImage>(problem);
    return on_host ? "h_out" : "d_out";
}

std::string output_element(const Problem& problem, const Size& size, std::size_t flat)
{
    if (std::holds_alternative<FilterImage>(problem)) return fmt::format("{}[{}]", element(flat / 3, size.width), flat % 3);
    return element(flat, row_length(problem, size), std::holds_alternative<TransposeInPlace>(problem) ? "data" : "out");
}

int row_length(const Problem& problem, const Size& size)
{
    if (std::holds_alternative<Transpose>(problem)) return size.height;
    const bool rows = std::holds_alternative<Conv2d>(problem) || std::holds_alternative<TransposeInPlace>(problem) ||
                      std::holds_alternative<SeparableConv2d>(problem) || std::holds_alternative<Channels1d>(problem);
    return rows ? size.width : 0;
}

double taps(int size, int radius)
{
    double sum = 0;
    for (int i = 0; i < size; ++i) sum += std::min(size - 1, i + radius) - std::max(0, i - radius) + 1;
    return sum;
}

double patch_loads(int size, int tile, int radius)
{
    double sum = 0;
    for (int begin = 0; begin < size; begin += tile)
        sum += std::min(size, begin + tile + radius) - std::max(0, begin - radius);
    return sum;
}

}  // namespace halo::lab
