#pragma once
// Panels as SVG. Colours are classes, which the page or the picture defines; every mark is a shape or a letter, too.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "findings/markup.hpp"
#include "show/layout.hpp"
#include "show/scene.hpp"

namespace halo::show {

/// Classes of cells, by element: `read`, `stored`, `had`, `mine`, …
using Marks = std::map<std::int64_t, std::string>;

/// Elements of an SVG, the upper left corner at the origin, and their size in its units.
struct Drawing {
    std::string inside;
    int width = 0, height = 0;
};

inline constexpr int kCell = 14;

/// What a picture shows in the cells of a panel.
struct Look {
    Marks marks = {};
    std::map<std::int64_t, std::string> words = {};     ///< by element
    int cell = kCell;                                   ///< px
    bool bars = true;                                   ///< where a sector or a warp begins
};

/// Cells and labels of a panel. `look`: nothing for a page, whose script finds the cells by `data-e`, their element, and marks them.
Drawing panel_drawing(const Panel& panel, const std::optional<Look>& look);
/// One cell, and what it means.
Drawing key_drawing(const Panel& panel, const Look& look, std::string_view says);
/// The largest cell with which a panel is at most this wide.
int widest_cell(const Panel& panel, int width);

/// Where the block's part of an array of rows lies in the array. Empty for one without rows.
Drawing map_drawing(const Scene& scene, std::size_t array);

/// What the host made the device do, from left to right: copies between its memory and the device's, and launches.
Drawing host_drawing(const Scene& scene);

/// What one warp asks for in a part: the sectors of global memory, each with the elements that are used, or the banks of shared memory,
/// each with the words that are wanted from it. Empty for constant memory.
Drawing request_drawing(const Array& array, const Part& part, std::int64_t warp);

/// The products of one output as they should be, and as they are.
Drawing footprint_drawing(const Footprint& footprint);

/// A drawing as an SVG in a page. `attributes`: of its element.
std::string svg(const Drawing& drawing, std::string_view attributes);

/// The marks of a moment: what is loaded and stored in it, and what shared memory and output hold by then. `thread`: its own elements
/// are `mine`; -1: nobody's.
Marks marks_at(const Scene& scene, std::size_t array, std::size_t moment, std::int64_t thread);
/// What this thread loads from, or stores to, the array in the whole run.
Marks life_of(const Scene& scene, std::size_t array, std::int64_t thread, bool stores);
Marks threads_at(const Scene& scene, std::size_t moment, std::int64_t thread);

}  // namespace halo::show
