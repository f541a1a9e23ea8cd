// Colour pictures, and filters that are a column times a row.

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "diagnose/compare.hpp"
#include "kinds/convolution/suspects.hpp"
#include "data/reference.hpp"
#include "harness/expected.hpp"
#include "kinds/picture/image_mistakes.hpp"

namespace halo::lab {

namespace {

/// As patch_loads, where elements outside are read, too: from those that stand for them.
double whole_patch_loads(int size, int tile, int radius)
{
    double sum = 0;
    for (int begin = 0; begin < size; begin += tile) sum += std::min(tile, size - begin) + 2 * radius;
    return sum;
}

std::vector<float> product(std::span<const float> column, std::span<const float> row)
{
    std::vector<float> filter;
    for (const float c : column)
        for (const float r : row) filter.push_back(c * r);
    return filter;
}

/// A pass that does nothing: its middle weight is 1.
std::vector<float> nothing(std::size_t width)
{
    std::vector<float> filter(width, 0.0f);
    filter[width / 2] = 1.0f;
    return filter;
}

/// Column and row taken for one another, one of them left out, used twice, or kept from the call before.
std::optional<Diagnosis> passes(const Convolution& p, std::span<const float> got, double tolerance,
                                std::span<const float> column, std::span<const float> row, const Earlier* earlier)
{
    const auto is = [&](std::span<const float> c, std::span<const float> r) {
        return !compare(got, mistaken(p, p.in, product(c, r), {}), 0, tolerance).wrong;
    };
    const auto wrong = [](std::string seen, std::string attempt) {
        return Diagnosis{"wrong_result", std::move(seen), std::move(attempt), {}};
    };
    if (is(row, column))
        return Diagnosis{"filter_mirrored", "it fits exactly when column and row change places",
                         "the column's weights go with dy, the row's with dx", "the filter is transposed"};
    const std::vector<float> none = nothing(row.size());
    if (is(none, row))
        return wrong("only the row is there", "the second pass goes along the columns of what the first one made");
    if (is(column, none))
        return wrong("only the column is there", "the second pass reads what the first one made, not the image again");
    if (is(row, row))
        return wrong("the row is used for both passes", "which filter does the pass along columns multiply with?");
    if (is(column, column))
        return wrong("the column is used for both passes", "which filter does the pass along rows multiply with?");
    for (const bool of_column : {true, false})
        for (const bool first : {true, false}) {
            const auto whole = of_column ? column : row;
            std::vector<float> cut(whole.begin(), whole.end());
            (first ? cut.front() : cut.back()) = 0.0f;
            if (of_column ? is(cut, row) : is(column, cut))
                return Diagnosis{"halo_off_by_one",
                                 fmt::format("it fits exactly when the {} tap of the {} is left out",
                                             first ? "first" : "last", of_column ? "column" : "row"),
                                 "a pass runs from -R to R, both included: 2R + 1 taps", "a tap is left out"};
        }
    if (earlier == nullptr) return {};
    for (const bool column_kept : {true, false})
        if (column_kept ? is(earlier->inputs.arrays.at(1), row) : is(column, earlier->inputs.arrays.at(2)))
            return Diagnosis{"stale",
                             column_kept ? "this comes of the column of the call before"
                                         : "this comes of the row of the call before",
                             "copy both filters to the device in every call", "the result of an earlier call"};
    return {};
}

}  // namespace

Expected solve_kind(const FilterImage& problem, const Inputs& inputs)
{
    const std::vector<float>&in = inputs.arrays.at(0), &filter = inputs.arrays.at(1);
    const auto [width, height] = inputs.size.extent();
    const int radius = problem.radius, tile = problem.tile, taps_of_row = 2 * radius + 1;
    const bool ghosts = problem.boundary == Boundary::zero;

    Expected e;
    e.want = filter_image_reference(in, inputs.size.extent(), filter, radius, problem.boundary);
    e.fewest_stores = (e.want.size() + 3) / 4;              // a word holds four bytes
    e.loads.basic
        = ghosts ? 3 * taps(width, radius) * taps(height, radius) : 3.0 * taps_of_row * taps_of_row * width * height;
    if (tile > 0) {
        const auto patch = ghosts ? patch_loads : whole_patch_loads;
        e.loads.tiled = 3 * patch(width, tile, radius) * patch(height, tile, radius);
        const double ratio = double(tile) * taps_of_row / (tile + taps_of_row - 1);
        e.loads.interior_ratio = ratio * ratio;
    }
    e.diagnose = [task = ImageTask{inputs.size.extent(), radius, tile, problem.boundary, in, filter}](
                     std::span<const float> got, const Expected& own, const Earlier* earlier) {
        WrongImage wrong{task, got, own.want, {}, {}, {}};
        if (earlier != nullptr) {
            wrong.earlier_want = earlier->expected.want;
            wrong.earlier_in = earlier->inputs.arrays.at(0);
            wrong.earlier_filter = earlier->inputs.arrays.at(1);
        }
        return classify(wrong);
    };
    return e;
}

Expected solve_kind(const SeparableConv2d& problem, const Inputs& inputs)
{
    const std::vector<float>&in = inputs.arrays.at(0), &column = inputs.arrays.at(1), &row = inputs.arrays.at(2);
    const auto [width, height] = inputs.size.extent();
    const int radius = problem.radius;

    Expected e;
    e.want = conv2d_separable_reference(in, inputs.size.extent(), column, row);
    e.tolerance = rounding_bound(product(column, row), in);
    e.loads.basic = taps(width, radius) * taps(height, radius);
    e.loads.tiled = taps(width, radius) * height + width * taps(height, radius);    // a load for each product of both passes
    e.loads.interior_ratio = (2 * radius + 1) / 2.0;
    const Convolution geometry{.width = width, .height = height, .radius_x = radius, .radius_y = radius, .in = in, .filter = {}};
    e.diagnose = [&column, &row, geometry](std::span<const float> got, const Expected& own, const Earlier* earlier) {
        const std::vector<float> filter = product(column, row);
        Convolution problem = geometry;
        problem.filter = filter;
        if (auto found = passes(problem, got, own.tolerance, column, row, earlier)) return found;
        WrongOutput wrong{problem, got, own.want, own.tolerance, {}, {}, {}};
        std::vector<float> earlier_filter;
        if (earlier != nullptr) {
            earlier_filter = product(earlier->inputs.arrays.at(1), earlier->inputs.arrays.at(2));
            wrong.earlier_want = earlier->expected.want;
            wrong.earlier_in = earlier->inputs.arrays.at(0);
            wrong.earlier_filter = earlier_filter;
        }
        return halo::classify(wrong);
    };
    return e;
}

}  // namespace halo::lab
