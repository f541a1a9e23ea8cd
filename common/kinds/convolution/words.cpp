#include "kinds/convolution/words.hpp"

#include <fmt/format.h>

#include "diagnose/outside.hpp"

namespace halo::lab {

std::string follow_the_sum(const std::string& element)
{
    return fmt::format("compute {} with pencil and paper: which products does your sum lack or have twice?", element);
}

std::optional<std::string> about_ghosts(const Finding& f)
{
    if (f.space != Space::global || !outside_of_array(f) || f.access != Access::read || f.outside != Outside::past_end) return {};
    return "test the index against the size before the load: beyond the last element lie ghost elements, which count "
           "as 0, and threads with nothing to do";
}

std::optional<std::string> about_core(const Finding& f)
{
    if (f.space != Space::shared) return {};
    if (f.kind == FindingKind::uninitialised)
        return "ask before the read whether the element exists, or let the overhang store 0 in its place of the core";
    if (f.kind == FindingKind::out_of_bounds)
        return "the tile holds the core alone: which test sends the sum to global memory where an index leaves it, on either side?";
    return {};
}

}  // namespace halo::lab
