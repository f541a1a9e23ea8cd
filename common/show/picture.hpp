#pragma once
// One moment of a run as a picture for a page of the workbook: the same panels, one above the other.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "show/scene.hpp"

namespace halo::show {

/// What to draw.
struct Choice {
    std::size_t moment = 1;                     ///< counted from 1
    std::int64_t thread = -1;                   ///< that is followed; -1: nobody
    std::vector<std::string> arrays = {};       ///< by name; empty: all that the block touches
};

/// From `3,42` or `3,42,d_in,s_tile`. Throws Unreadable.
Choice picture_from(std::string_view text);

/// An SVG with a background, a title and colours for light and dark.
std::string picture(const Scene& scene, const Choice& choice);

}  // namespace halo::show
