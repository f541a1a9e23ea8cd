#include "harness/judge/filter_causes.hpp"

#include <algorithm>
#include <cctype>
#include <functional>
#include <numeric>
#include <string>

#include "diagnose/outside.hpp"

namespace halo::lab {

namespace {

/// Elements of the input.
std::int64_t inputs(const Geometry& g) { return std::accumulate(g.in.begin(), g.in.end(), std::int64_t(1), std::multiplies<>()); }

/// Is the input a single row?
bool flat(const Geometry& g) { return !g.in.empty() && inputs(g) == g.in.back(); }

bool is_filter(const Geometry& g, const Finding& f)
{
    const std::int64_t count = elements_of(f);
    if (g.filter == 0 || names(f.array, "out") || f.access != Access::read) return false;
    if (f.space == Space::constant) return count > 1;
    if (names(f.array, "filter")) return true;
    return count > 1 && count == g.filter && count != inputs(g);
}

/// The thread's own element, where threads lie along one direction.
std::int64_t own(const Finding& f) { return std::int64_t(f.block.x) * f.block_shape.x + f.thread.x; }

/// The kernel takes the input's width for the filter's: the first thread begins in the middle of so wide a filter.
bool has_width_of_input(const Geometry& g, const Finding& f)
{
    return flat(g) && own(f) == 0 && f.index[0] == g.in.back() / 2 && f.index[0] > elements_of(f);
}

/// A wrong index of a weight fails in the first thread already; this one moves with the thread.
bool has_index_of_input(const Geometry& g, const Finding& f)
{
    return flat(g) && own(f) > 0 && std::abs(f.index[0] - own(f)) <= g.radius;
}

}  // namespace

bool names(std::string_view array, std::string_view word)
{
    std::string low(array);
    std::ranges::transform(low, low.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    return low.find(word) != std::string::npos;
}

std::optional<Diagnosis> outside_of_filter(const Geometry& geometry, const Finding& f)
{
    if (!outside_of_array(f) || !is_filter(geometry, f)) return {};
    Evidence evidence{.weights = geometry.filter, .array = f.array, .launch_line = f.launched.line};
    if (f.outside == Outside::before_start) return Diagnosis{Mistake::before_filter, evidence};
    if (f.space == Space::global && f.index.size() == 1 && f.launched.line > 0) {
        evidence.index = f.index[0];
        if (elements_of(f) < geometry.filter) return Diagnosis{Mistake::filter_array_short, evidence};
        if (has_width_of_input(geometry, f)) return Diagnosis{Mistake::sizes_exchanged, evidence};
        if (has_index_of_input(geometry, f)) return Diagnosis{Mistake::filter_as_input, evidence};
    }
    return Diagnosis{Mistake::past_filter, evidence};
}

}  // namespace halo::lab
