#pragma once
// What every writer of HTML and SVG needs, in the grader and out of it.

#include <string>
#include <string_view>

namespace halo {

/// `text` without markup, for an element or an attribute in double quotes. All other bytes stay as they are.
std::string escaped(std::string_view text);

}  // namespace halo
