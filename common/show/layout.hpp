#pragma once
// Where the elements of an array, and the threads of a block, lie in a drawing.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "show/scene.hpp"

namespace halo::show {

struct Cell {
    std::int64_t element = 0;                   ///< flat; of a ghost element: of no use
    int row = 0, column = 0;
    bool ghost = false;                         ///< outside the array, or of no use
    bool begins_unit = false;                 ///< global memory: 32 bytes begin here; threads: a warp
};

struct Panel {
    std::string title;                          ///< `s_tile, shared memory`
    std::string note;                           ///< which part of the array is drawn; empty: all of it
    int rows = 0, columns = 0;
    std::vector<Cell> cells;
    std::vector<std::string> row_labels;        ///< one for each row
    std::vector<std::string> column_labels = {};    ///< below them, one for each column; or none at all
};

/// The part of an array that the block touches. Without rows of its own it is drawn in rows of 32 elements, a warp each.
Panel panel_of(const Scene& scene, std::size_t array);

/// A shared array word by word, in as many columns as there are banks: each column is a bank. Words that nothing touches are ghosts.
Panel banks_panel(const Scene& scene, std::size_t array);

/// A part of a panel: first and last row and column, as they are drawn.
Panel cropped(const Panel& panel, const std::array<int, 2>& rows, const std::array<int, 2>& columns);

/// The threads of the block: `Cell::element` is the thread's number.
Panel threads_panel(const Scene& scene);

}  // namespace halo::show
