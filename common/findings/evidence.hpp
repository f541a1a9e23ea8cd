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

/// A run, both ends included.
struct Span {
    std::int64_t first, last;
};

/// `missing` of every `period`.
struct InTurns {
    std::int64_t missing, period;
};

struct SomeOf {
    std::int64_t some, all;
};

/// Loads or stores.
struct Work {
    std::int64_t made, would_do;
};

struct Reuse {
    double ratio, due;
    std::int64_t basic_loads;   ///< of the basic kernel
};

/// A counter that a lab limits: what there is of it for each output, and what passes.
struct Limited {
    std::string counter;        ///< `global_loads`
    double each, allowed;
};

using Number = std::optional<std::int64_t>;

/// Each kind of mistake needs some of it; mistakes.def says which.
struct Evidence {
    // The outputs that show it
    Number affected = {};                   ///< so many outputs …
    Number wrong = {};                      ///< … out of this many wrong ones
    std::vector<std::int64_t> at = {};      ///< the index of the first, per dimension; or that of a weight
    Number row = {}, column = {};           ///< where they begin, or where one element is …
    Number due_row = {}, due_column = {};   ///< … and the one that was due
    std::optional<Span> span = {};          ///< a run of lines, of channels or of weights
    std::optional<InTurns> turns = {};
    std::string element = {};               ///< of the output: `out[3][14]`
    std::optional<Stored> stored = {};                  ///< who stored an element, where several threads did
    std::optional<Footprint> footprint = {};            ///< of one wrong output

    // The filter
    Number weights = {}, weights_used = {}, weights_unused = {};
    Number taps_used = {};                  ///< in each direction
    Number weight_offset = {};              ///< between the weight that is taken and the right one
    std::optional<Trim> trim = {};
    std::optional<End> end = {};
    std::optional<Axis> axis = {};

    // Rows and channels
    Number row_length = {}, row_taken = {};             ///< elements of a row, and how many it is taken to have
    Number own_row = {}, own_column = {};               ///< of the thread, as its index has them
    Number channels = {};
    Number apart = {};                                  ///< in a tree of sums: the distance of two threads
    Number biases = {};                                 ///< how often it is added

    // Blocks and tiles
    Number radius = {}, tile = {}, blocks = {};
    Number part = {};                                   ///< elements of a part of a block
    Number edge = {};                                   ///< elements at an end
    Number second_load = {};                            ///< elements of a tile that are loaded second
    std::optional<Shift> shift = {};
    std::optional<HaloSides> halo = {};
    std::optional<Seam> seam = {};

    // Arrays
    std::string array = {};                             ///< as the student calls it
    std::string other_array = {};
    Number array_elements = {}, array_due = {};         ///< that it has, and should have
    Number index = {};                                  ///< in elements from the array's start
    Number index_met = {}, index_due = {};              ///< of the element that is used, and of the right one
    Number last_index = {};                             ///< that is valid
    Number launch_line = {};                            ///< where the kernel is launched

    // Values
    std::optional<double> off_by = {}, factor = {}, value = {};
    Number fractions = {};                              ///< elements that have one
    std::optional<Colours> colours = {};

    // What was counted
    std::optional<Work> work = {};
    std::optional<SomeOf> some_of = {};                 ///< elements that came some way, of all that there are
    Number stores = {}, outputs = {}, threads = {}, launches = {};
    Number host_reads = {}, host_fetched = {};          ///< elements, by host code
    Number loads_each = {};                             ///< for each output
    std::optional<Reuse> reuse = {};
    std::optional<Limited> limited = {};
    std::optional<double> share = {};                   ///< elements to a request or a sector

    // How it ended
    Number signal = {}, exit_code = {};
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
