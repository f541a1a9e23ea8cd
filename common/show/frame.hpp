#pragma once
// What to draw of a run, as solutions/pictures.toml says it.

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace halo::show {

/// What the colours of cells tell apart.
enum class Colours {
    accesses,           ///< what is loaded, and what is stored
    steps,              ///< which moment stored the element last; of threads, how often they stored
};

/// What is written into cells.
enum class Words { none, thread, value };

/// A part of a panel: its first and last row and column, counted from 0 as they are drawn.
struct Crop {
    std::array<int, 2> rows{}, columns{};
};

struct Frame {
    std::string scene = {};                      ///< file
    std::string title = {};                      ///< what it shows; empty: the moment's sentence, or what the thread does
    int line = 0, round = 1;                    ///< the moment in which this line is run for the so-manieth time; line 0: the whole run
    std::vector<std::int64_t> threads = {};     ///< that are followed; several: each with a letter
    std::int64_t warp = -1;                     ///< whose threads are followed, the others are fainter; -1: all alike
    Colours colours = Colours::accesses;
    Words words = Words::none;
    std::vector<std::string> panels = {};       ///< `threads`, `requests` of its warp, `host`, arrays by name, `map:` and a name, `banks:` and a shared array's name; empty: threads and all arrays
    std::map<std::string, Crop> parts = {};     ///< by panel
    bool bars = true;                           ///< where a sector or a warp begins
    int cell = 0;                               ///< px; 0: as fits
    bool beside = false;                        ///< a frame as narrow as its panels, which stand below each other; next to the frame before if there is room
};

/// Throws Unreadable.
std::vector<Frame> frames_from_json(std::string_view json);

}  // namespace halo::show
