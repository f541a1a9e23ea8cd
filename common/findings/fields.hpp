#pragma once
// What a text of mistakes.def may have in braces, and how it is written.

#include <array>
#include <string>
#include <string_view>

#include "findings/evidence.hpp"
#include "findings/words.hpp"

namespace halo {

struct Field {
    std::string_view name;
    std::string (*text)(const Evidence&, const Words&);
};

/// The names, known when the table is compiled. fields.cpp has a writer for each.
inline constexpr std::array kFieldNames = std::to_array<std::string_view>({
    "after", "amount", "array", "at", "bad", "bad_is", "blocks", "column", "count", "distance_weight", "due", "due_column", "due_row",
    "each_block", "edge_line", "end", "filter_and_input", "first", "good", "good_is", "halo", "input", "large", "last", "launch", "lines",
    "look_at_halo", "n", "of_each_line", "pass", "places", "radius", "row", "seam", "spot", "steps", "taps", "they_are", "they_were",
    "thing", "tile", "where", "which_weight",
});

/// Are all braces of the text closed, and is what they hold a field?
constexpr bool well_formed(std::string_view text)
{
    while (true) {
        const std::size_t open = text.find('{');
        if (open == std::string_view::npos) return text.find('}') == std::string_view::npos;
        const std::size_t close = text.find('}', open);
        if (close == std::string_view::npos) return false;
        bool known = false;
        for (const std::string_view name : kFieldNames) known = known || name == text.substr(open + 1, close - open - 1);
        if (!known) return false;
        text.remove_prefix(close + 1);
    }
}

/// The field of that name, written out; `?` where the evidence lacks it.
std::string field(std::string_view name, const Evidence& evidence, const Words& words);

}  // namespace halo
