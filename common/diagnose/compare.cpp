#include "diagnose/compare.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>

#include <fmt/format.h>

namespace halo {

namespace {
constexpr std::uint32_t kUnwrittenBits = 0x7f85'a5a5u;    // a signalling NaN: any arithmetic turns it into a quiet one
constexpr std::uint32_t kFreshBits = 0xffff'ffffu;
}

float unwritten() { return std::bit_cast<float>(kUnwrittenBits); }
bool is_unwritten(float value) { return std::bit_cast<std::uint32_t>(value) == kUnwrittenBits; }
bool never_written(float value)
{
    return is_unwritten(value) || std::bit_cast<std::uint32_t>(value) == kFreshBits;
}

Comparison compare(std::span<const float> got, std::span<const float> want, double tolerance)
{
    Comparison result;
    result.total = want.size();
    if (got.size() != want.size()) {
        result.wrong = want.size();
        return result;
    }
    for (std::size_t i = 0; i < want.size(); ++i) {
        const double error = std::abs(double(got[i]) - double(want[i]));
        if (error <= tolerance) continue;              // never true of a NaN
        if (result.wrong++ == 0) result.first = i, result.got = got[i], result.want = want[i];
        if (never_written(got[i])) ++result.unwritten;
    }
    result.same = result.wrong == 0;
    return result;
}

std::string first_difference(const Comparison& c, std::string_view element)
{
    return never_written(c.got) ? fmt::format("first {} was never written, expected {}", element, number(c.want))
                                : fmt::format("first {} = {}, expected {}", element, number(c.got), number(c.want));
}

double rounding_bound(std::span<const float> filter, std::span<const float> in)
{
    double weight = 0.0, largest = 0.0;
    for (const float value : filter) {
        if (!std::isfinite(value)) throw std::invalid_argument("rounding_bound: the filter holds a NaN or an infinity");
        weight += std::abs(double(value));
    }
    for (const float value : in) {
        if (!std::isfinite(value)) throw std::invalid_argument("rounding_bound: the input holds a NaN or an infinity");
        largest = std::max(largest, std::abs(double(value)));
    }
    const double nu = double(filter.size()) * 0x1p-24;
    return nu / (1.0 - nu) * weight * largest;
}

std::vector<std::size_t> indices(std::size_t flat, const std::vector<std::int64_t>& shape)
{
    std::vector<std::size_t> all(std::max<std::size_t>(shape.size(), 1));
    for (std::size_t d = all.size(); d-- > 1; flat /= std::size_t(shape[d])) all[d] = flat % std::size_t(shape[d]);
    all[0] = flat;
    return all;
}

std::string element(std::size_t flat, const std::vector<std::int64_t>& shape, std::string_view array)
{
    std::string name(array);
    for (const std::size_t i : indices(flat, shape)) name += fmt::format("[{}]", i);
    return name;
}

std::string number(float value)
{
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value > 0 ? "infinity" : "-infinity";
    return fmt::format("{:.7g}", value);
}

}  // namespace halo
