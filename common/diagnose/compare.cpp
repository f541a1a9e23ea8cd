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
constexpr std::uint32_t kUnwrittenBits = 0x7f85'a5a5u;    // a signalling NaN: any arithmetic makes a quiet one of it
constexpr std::uint32_t kFreshBits = 0xffff'ffffu;
}

float unwritten() { return std::bit_cast<float>(kUnwrittenBits); }
bool is_unwritten(float value) { return std::bit_cast<std::uint32_t>(value) == kUnwrittenBits; }
std::string they_lie(std::size_t wrong) { return wrong == 1 ? "it lies" : "all " + std::to_string(wrong) + " lie"; }
bool never_written(float value)
{
    return is_unwritten(value) || std::bit_cast<std::uint32_t>(value) == kFreshBits;
}

Comparison compare(std::span<const float> got, std::span<const float> want, int width, double tolerance)
{
    Comparison result;
    result.total = want.size();
    if (got.size() != want.size()) {
        result.wrong = want.size();
        result.story = fmt::format("{} elements arrived, expected {}", got.size(), want.size());
        return result;
    }
    for (std::size_t i = 0; i < want.size(); ++i) {
        const double error = std::abs(double(got[i]) - double(want[i]));
        if (error <= tolerance) continue;              // NaN is not
        if (result.wrong++ == 0) result.first = i;
        if (never_written(got[i])) ++result.unwritten;
    }
    result.same = result.wrong == 0;
    if (!result.same) {
        const float value = got[result.first];
        const std::string where = element(result.first, width);
        result.story = never_written(value)
            ? fmt::format("first {} was never written, expected {}", where, number(want[result.first]))
            : fmt::format("first {} = {}, expected {}", where, number(value), number(want[result.first]));
    }
    return result;
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

std::string element(std::size_t flat, int width, std::string_view array)
{
    if (width <= 0) return fmt::format("{}[{}]", array, flat);
    const auto columns = std::size_t(width);
    return fmt::format("{}[{}][{}]", array, flat / columns, flat % columns);
}

std::string number(float value)
{
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value > 0 ? "infinity" : "-infinity";
    return fmt::format("{:.7g}", value);
}

}  // namespace halo
