#pragma once
// Panels as SVG. Colours are classes, which the page or the picture defines; every mark is a shape or a letter, too.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "show/layout.hpp"
#include "show/scene.hpp"

namespace halo::show {

/// Classes of cells, by element: `read`, `stored`, `had`, `mine`, …
using Marks = std::map<std::int64_t, std::string>;

std::string escaped(std::string_view text);

/// The cells and labels of a panel, its upper left corner at the origin; `id`: of the group, and prefix of its cells' data.
std::string cells_svg(const Panel& panel, const Marks& marks);

/// Its size in the units of the drawing.
struct Extent {
    int width = 0, height = 0;
};
Extent extent(const Panel& panel);

/// A panel as an SVG of its own, whose cells a script can find: `data-e` is the element. `id`: of the element.
std::string panel_svg(const Panel& panel, std::string_view id);

/// What one warp asks for in a part: the sectors of global memory, each with the elements that are used, or the banks of shared memory,
/// each with the words that are wanted from it. Empty for constant memory.
std::string request_svg(const Array& array, const Part& part, std::int64_t warp);

/// The products of one output as they should be, and as they are.
std::string footprint_svg(const Footprint& footprint);

/// The marks of a moment: what is loaded and stored in it, and what shared memory and output hold by then. `thread`: its own elements
/// are `mine`; -1: nobody's.
Marks marks_at(const Scene& scene, std::size_t array, std::size_t moment, std::int64_t thread);
Marks threads_at(const Scene& scene, std::size_t moment, std::int64_t thread);

}  // namespace halo::show
