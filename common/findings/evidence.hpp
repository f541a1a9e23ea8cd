#pragma once
// What shows a mistake, as numbers and names; a row of mistakes.def says which of them its sentence needs.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "findings/footprint.hpp"
#include "findings/history.hpp"
#include "findings/mistake.hpp"
#include "findings/refused.hpp"

namespace halo {

enum class Axis { x, y };
enum class End { first, last };

/// A displacement in elements, positive to the right and down.
struct Shift {
    int x = 0, y = 0;
};

/// How many columns and rows of taps are left out on each side.
struct Trim {
    int left = 0, right = 0, top = 0, bottom = 0;
};

/// Which halo of a tile: before it, after it or both, along an axis; or all around it.
struct HaloSides {
    Axis axis = Axis::x;
    bool before = false, after = false, around = false;
};

/// How deep wrong elements reach into tiles from their edges, along one axis.
struct Seam {
    Axis axis = Axis::x;
    int before = 0;             ///< in the first `before` columns or rows of a tile …
    int after = 0;             ///< … or in the last `after`
    int tile = 0, radius = 0;
};

/// The colours of a pixel, red first.
struct Colours {
    bool wrong[3] = {false, false, false};
};

using Number = std::optional<std::int64_t>;

struct Evidence {
    Number count = {};                      ///< elements that show the mistake …
    Number wrong = {};                      ///< … out of this many wrong ones
    Number n = {};                          ///< whatever the sentence counts
    Number due = {};                        ///< what `n` should be
    Number radius = {}, tile = {}, blocks = {};
    Number row = {}, column = {};
    Number due_row = {}, due_column = {};
    Number first = {}, last = {};
    std::vector<std::int64_t> at = {};      ///< an index, per dimension
    Number index = {};                      ///< in elements from the array's start
    std::string array = {};                 ///< as the student calls it
    std::string other_array = {};
    Number launch_line = {};                ///< where the kernel is launched
    std::string element = {};               ///< of the output: `out[3][14]`
    std::string counter = {};               ///< `global_loads`
    std::optional<double> amount = {}, due_amount = {};     ///< signed
    std::optional<double> share = {};       ///< elements per request or sector
    Number made = {}, would_do = {};        ///< loads or stores
    std::optional<Axis> axis = {};
    std::optional<End> end = {};
    std::optional<Shift> shift = {};
    std::optional<Trim> trim = {};
    std::optional<HaloSides> halo = {};
    std::optional<Seam> seam = {};
    std::optional<Colours> colours = {};
    std::optional<Stored> stored = {};                  ///< who stored an element, where several threads did
    std::optional<Footprint> footprint = {};            ///< of one wrong output
    std::optional<Refusal> refusal = {};
};

/// What is wrong, and what shows it.
struct Diagnosis {
    Mistake mistake = Mistake::wrong_result;
    Evidence evidence = {};
    std::optional<Mistake> because = {};    ///< the cause, where it is known more precisely: its advice replaces the mistake's

    Key key() const { return key_of(mistake); }
};

}  // namespace halo
