// Filters that are a column times a row.

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "data/generate.hpp"
#include "data/reference.hpp"
#include "diagnose/compare.hpp"
#include "kinds/convolution/classify.hpp"
#include "kinds/convolution/convolved.hpp"
#include "kinds/convolution/kind.hpp"
#include "kinds/convolution/taps.hpp"
#include "kinds/convolution/words.hpp"

namespace halo::lab {

namespace {

std::vector<float> product(std::span<const float> column, std::span<const float> row)
{
    std::vector<float> filter;
    for (const float c : column)
        for (const float r : row) filter.push_back(c * r);
    return filter;
}

/// The filter of a pass that changes nothing: its middle weight is 1.
std::vector<float> identity_filter(std::size_t width)
{
    std::vector<float> filter(width, 0.0f);
    filter[width / 2] = 1.0f;
    return filter;
}

/// Column and row exchanged, one of them left out, used twice, or kept from the previous call.
std::optional<Diagnosis> passes(const Convolution& p, std::span<const float> got, double tolerance,
                                std::span<const float> column, std::span<const float> row, const Earlier* earlier)
{
    const auto is = [&](std::span<const float> c, std::span<const float> r) {
        return compare(got, convolved(p, p.in, product(c, r)), tolerance).same;
    };
    if (is(row, column)) return Diagnosis{Mistake::passes_exchanged};
    const std::vector<float> none = identity_filter(row.size());
    if (is(none, row)) return Diagnosis{Mistake::pass_of_row_only};
    if (is(column, none)) return Diagnosis{Mistake::pass_of_column_only};
    if (is(row, row)) return Diagnosis{Mistake::row_used_twice};
    if (is(column, column)) return Diagnosis{Mistake::column_used_twice};
    for (const Axis axis : {Axis::y, Axis::x})
        for (const End end : {End::first, End::last}) {
            const auto whole = axis == Axis::y ? column : row;
            std::vector<float> cut(whole.begin(), whole.end());
            (end == End::first ? cut.front() : cut.back()) = 0.0f;
            if (axis == Axis::y ? is(cut, row) : is(column, cut))
                return Diagnosis{Mistake::pass_tap_left_out, {.end = end, .axis = axis}};
        }
    if (earlier == nullptr) return {};
    if (is(earlier->inputs.arrays.at(1), row)) return Diagnosis{Mistake::stale_column};
    if (is(column, earlier->inputs.arrays.at(2))) return Diagnosis{Mistake::stale_row};
    return {};
}

}  // namespace

/// Column and row such that their product, too, differs from its mirror images and its transpose.
Inputs SeparableConv2d::make_inputs(const Size& size, std::uint64_t seed) const
{
    const Extent filter{2 * radius + 1, 1};
    std::vector<float> column = asymmetric_filter(filter, mix(seed, "column")), row = asymmetric_filter(filter, mix(seed, "row"));
    for (; radius > 0 && column.front() * row.back() == column.back() * row.front(); seed = mix(seed, 1))
        row = asymmetric_filter(filter, mix(seed, "another row"));
    return {size, {whole_numbers(size.extent(), mix(seed, "in")), std::move(column), std::move(row)}, kFraction};
}

Expected SeparableConv2d::solve(const Inputs& inputs) const
{
    const std::vector<float>&in = inputs.arrays.at(0), &column = inputs.arrays.at(1), &row = inputs.arrays.at(2);
    const Extent extent = inputs.size.as<Size>().extent();
    const auto [width, height] = extent;

    Expected e;
    e.want = conv2d_separable_reference(in, extent, column, row);
    e.tolerance = rounding_bound(product(column, row), in);
    e.loads.basic = taps(width, radius) * taps(height, radius);
    e.loads.tiled = taps(width, radius) * height + width * taps(height, radius);    // a load for each product of both passes
    e.loads.interior_ratio = (2 * radius + 1) / 2.0;
    return e;
}

std::string SeparableConv2d::describe(const Size& size) const
{
    return fmt::format("{} x {} image, radius {}", size.width, size.height, radius);
}

Output SeparableConv2d::output(const Size& size) const { return {.shape = {size.height, size.width}}; }

Geometry SeparableConv2d::geometry(const Size& size) const
{
    return {.radius = radius, .filter = 2 * radius + 1, .in = {size.height, size.width}, .matrices = {{.rows = size.height, .row = size.width}}, .passes = 2};
}

/// The weights are products: a digit of the column times one of the row. Two elements of the column a pass.
std::optional<TapQuestion> SeparableConv2d::question(const Size& size) const
{
    if (2 * radius + 1 > int(TapQuestion::kFloatDigits)) return {};
    const int width = 2 * radius + 1, rows = std::max(1, int(TapQuestion::kFloatDigits) / width);
    const auto count = std::size_t(width) * std::size_t(width);
    const std::size_t pixels = size.extent().count();
    TapQuestion q{.sources = pixels, .weights = count, .outputs = pixels, .products = double(pixels) * 2 * width, .pass = {}, .ones = {}};
    const std::vector<float> ones(std::size_t(width), 1.0f);
    q.ones = {ones, ones};
    q.passes = std::size_t((width + rows - 1) / rows);
    q.pass = [width, rows](std::size_t p) {
        TapPass pass;
        const int first = int(p) * rows;
        std::vector<float> column(std::size_t(width), 0.0f), row;
        for (int x = 0; x < width; ++x) row.push_back(std::ldexp(1.0f, 2 * x));
        for (int y = first; y < std::min(first + rows, width); ++y) {
            column[std::size_t(y)] = std::ldexp(1.0f, 2 * width * (y - first));
            for (int x = 0; x < width; ++x) pass.weights.push_back(y * width + x);
        }
        pass.arrays = {std::move(column), std::move(row)};
        return pass;
    };
    return q;
}

std::optional<Diagnosis> SeparableConv2d::diagnose(const WrongResult& w) const
{
    const std::vector<float>&in = w.inputs.arrays.at(0), &column = w.inputs.arrays.at(1), &row = w.inputs.arrays.at(2);
    const std::vector<float> filter = product(column, row);
    const auto size = w.inputs.size.as<Size>();
    const Convolution task{.width = size.width, .height = size.height, .radius_x = radius, .radius_y = radius,
                           .in = in, .filter = filter};
    if (auto found = passes(task, w.got, w.expected.tolerance, column, row, w.earlier)) return found;
    WrongConvolution wrong{task, w.got, w.expected.want, w.expected.tolerance, {}, {}, {}, false, w.taps, w.drawn};
    std::vector<float> earlier_filter;
    if (w.earlier != nullptr) {
        earlier_filter = product(w.earlier->inputs.arrays.at(1), w.earlier->inputs.arrays.at(2));
        wrong.earlier_want = w.earlier->expected.want;
        wrong.earlier_in = w.earlier->inputs.arrays.at(0);
        wrong.earlier_filter = earlier_filter;
    }
    return traced(classify(wrong), w.trace(0));
}

/// Like an image, but each pass has a one-dimensional filter.
Words SeparableConv2d::words() const
{
    Words words = kImageWords;
    words.offset = kSignalWords.offset;
    words.no_offset = kSignalWords.no_offset;
    words.source = "a product comes of two passes: the one along the row reads in[y][x + d] and tests x + d, the other the first one's result at [y + d][x] and tests y + d. "
                   "Which of them has another index, or another test?";
    return words;
}

Mistake SeparableConv2d::unexplained() const { return Mistake::unexplained_sum; }

std::optional<Diagnosis> SeparableConv2d::advice(const Finding& finding, const Size&) const { return about_ghosts(finding, true); }

}  // namespace halo::lab
