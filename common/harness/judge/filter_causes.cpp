#include "harness/judge/filter_causes.hpp"

#include <algorithm>
#include <cctype>
#include <string>

#include "diagnose/outside.hpp"

namespace halo::lab {

namespace {

bool is_filter(const Geometry& g, const Size& size, const Finding& f)
{
    const std::int64_t count = elements_of(f);
    if (g.filter == 0 || names(f.array, "out") || f.access != Access::read) return false;
    if (f.space == Space::constant) return count > 1;
    if (names(f.array, "filter")) return true;
    return count > 1 && count == g.filter && count != std::int64_t(size.width) * size.height;
}

/// The thread's own element, where threads lie along one direction.
std::int64_t own(const Finding& f) { return std::int64_t(f.block.x) * f.block_shape.x + f.thread.x; }

/// The kernel takes the input's width for the filter's: the first thread begins in the middle of so wide a filter.
bool has_width_of_input(const Size& size, const Finding& f)
{
    return size.height == 1 && own(f) == 0 && f.index[0] == size.width / 2 && f.index[0] > elements_of(f);
}

/// A wrong index of a weight fails in the first thread already; this one moves with the thread.
bool has_index_of_input(const Geometry& g, const Size& size, const Finding& f)
{
    return size.height == 1 && own(f) > 0 && std::abs(f.index[0] - own(f)) <= g.radius;
}

}  // namespace

bool names(std::string_view array, std::string_view word)
{
    std::string low(array);
    std::ranges::transform(low, low.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    return low.find(word) != std::string::npos;
}

std::optional<Diagnosis> outside_of_filter(const Geometry& geometry, const Size& size, const Finding& f)
{
    if (!outside_of_array(f) || !is_filter(geometry, size, f)) return {};
    Evidence evidence{.due = geometry.filter, .array = f.array, .launch_line = f.launched.line};
    if (f.outside == Outside::before_start) return Diagnosis{Mistake::before_filter, evidence};
    if (f.space == Space::global && f.index.size() == 1 && f.launched.line > 0) {
        evidence.index = f.index[0];
        if (elements_of(f) < geometry.filter) return Diagnosis{Mistake::filter_array_short, evidence};
        if (has_width_of_input(size, f)) return Diagnosis{Mistake::sizes_exchanged, evidence};
        if (has_index_of_input(geometry, size, f)) return Diagnosis{Mistake::filter_as_input, evidence};
    }
    return Diagnosis{Mistake::past_filter, evidence};
}

}  // namespace halo::lab
