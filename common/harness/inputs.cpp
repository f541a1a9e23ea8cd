#include <utility>

#include "data/generate.hpp"
#include "harness/problem.hpp"

namespace halo::lab {

namespace {

/// `in` and the filter, whose extent is all that the kinds differ in.
Inputs in_and_filter(Size size, Extent filter, std::uint64_t seed)
{
    return {size, {whole_numbers(size.extent(), mix(seed, "in")), asymmetric_filter(filter, mix(seed, "filter"))}};
}

Inputs make(const HostConv1d&, Size size, std::uint64_t seed)
{
    return in_and_filter(size, {size.filter_width, 1}, seed);
}

Inputs make(const DeviceConv1d&, Size size, std::uint64_t seed)
{
    return in_and_filter(size, {size.filter_width, 1}, seed);
}

Inputs make(const Conv1d& problem, Size size, std::uint64_t seed)
{
    return in_and_filter(size, {2 * problem.radius + 1, 1}, seed);
}

Inputs make(const Conv2d& problem, Size size, std::uint64_t seed)
{
    return in_and_filter(size, {2 * problem.radius + 1, 2 * problem.radius + 1}, seed);
}

/// Whole numbers of at most seven digits in no order, up to 2²³ elements without a repetition: where a value came from
/// can be told.
Inputs matrix(Size size, Extent extent, std::uint64_t seed)
{
    // Each step can be undone modulo 2²³, and a float holds every result exactly.
    constexpr std::uint64_t kMask = (1u << 23) - 1;
    const std::uint64_t start = mix(seed, "in");
    std::vector<float> values(extent.count());
    for (std::size_t i = 0; i < values.size(); ++i) {
        std::uint64_t v = (i + start) * 0x9e3779b1u & kMask;
        v = (v ^ v >> 12) * 0x85ebca6bu & kMask;
        values[i] = float((v ^ v >> 13) + 1);
    }
    return {size, {std::move(values)}};
}

Inputs make(const Transpose&, Size size, std::uint64_t seed) { return matrix(size, size.extent(), seed); }

Inputs make(const TransposeInPlace&, Size size, std::uint64_t seed) { return matrix(size, {size.width, size.width}, seed); }
Inputs make(const FilterImage& problem, Size size, std::uint64_t seed)
{
    return {size, {colour_bytes(size.extent(), mix(seed, "in")), byte_filter(problem.radius, mix(seed, "filter"))}};
}

/// Column and row such that their product, too, differs from its mirror images and its transpose.
Inputs make(const SeparableConv2d& problem, Size size, std::uint64_t seed)
{
    const Extent filter{2 * problem.radius + 1, 1};
    std::vector<float> column = asymmetric_filter(filter, mix(seed, "column")), row = asymmetric_filter(filter, mix(seed, "row"));
    for (; problem.radius > 0 && column.front() * row.back() == column.back() * row.front(); seed = mix(seed, 1))
        row = asymmetric_filter(filter, mix(seed, "another row"));
    return {size, {whole_numbers(size.extent(), mix(seed, "in")), std::move(column), std::move(row)}};
}

/// The filters of all pairs of channels are one array; each of them is asymmetric for itself.
Inputs make(const Channels1d& problem, Size size, std::uint64_t seed)
{
    std::vector<float> weight;
    for (int pair = 0; pair < size.out_channels * size.in_channels; ++pair) {
        const auto filter = asymmetric_filter({2 * problem.radius + 1, 1}, mix(mix(seed, "weight"), std::uint64_t(pair)));
        weight.insert(weight.end(), filter.begin(), filter.end());
    }
    return {size, {whole_numbers({size.width, size.in_channels}, mix(seed, "in")), std::move(weight),
                   whole_numbers({size.out_channels, 1}, mix(seed, "bias"))}};
}

}  // namespace

Inputs make_inputs(const Problem& problem, Size size, std::uint64_t seed)
{
    return std::visit([&](const auto& kind) { return make(kind, size, seed); }, problem);
}

}  // namespace halo::lab
