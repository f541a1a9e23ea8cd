#pragma once
// What one output summed, beside what it should have: a drawing of its filter, and the first product that is wrong.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace halo {

/// What became of one weight in the sum of one output.
enum class Mark {
    right,
    no_product,     ///< rightly so: its element is a ghost
    missing,
    left, right_of, above, below,       ///< it met an element a little to this side of its own
    elsewhere,      ///< … or one further away
    ghost,          ///< its element is a ghost and should count as 0, but it met something
    again,          ///< counted more than once
    several,        ///< it met more than one element
};

/// `right_of`, as JSON and pages call it.
std::string_view name(Mark mark);
std::optional<Mark> mark_named(std::string_view name);
/// The letter that drawings have for it: `<`.
char sign(Mark mark);

using Indices = std::vector<std::int64_t>;

/// One wrong product.
struct WrongProduct {
    Mark mark = Mark::missing;
    Indices weight = {};        ///< the offset that the weight belongs to: {dy, dx}, or {d}
    Indices due = {}, met = {}; ///< elements of the input; `met` is empty where there is none, or several
    int times = 1;
    Indices instead = {};       ///< missing: the weight that its element is multiplied with; empty where that is none, or not known

    bool operator==(const WrongProduct&) const = default;
};

struct Footprint {
    std::string output;         ///< `out[2][14]`
    std::size_t element = 0;    ///< its flat index
    int columns = 0;            ///< of the filter
    std::vector<Mark> marks = {};           ///< a weight each, row by row
    WrongProduct first = {};
    int wrong = 0;              ///< products

    bool operator==(const Footprint&) const = default;
};

/// `f[-1][+2]`
std::string weight_at(const Indices& offset);

/// `out[2][14] multiplies f[-2][+2] with in[0][15], not with in[0][16]; 4 more of its products are wrong`
std::string sentence(const Footprint& footprint);

/// The filter as a drawing, a line for each of its rows, with a key; empty where it would be too wide.
std::string drawing(const Footprint& footprint);

}  // namespace halo
