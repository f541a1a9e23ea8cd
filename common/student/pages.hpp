#pragma once
// A text that is longer than the screen, page by page. Knows no terminal: text in, text out.

#include <string>
#include <string_view>
#include <vector>

#include "student/screen.hpp"

namespace halo::student {

/// Folded to the screen's width. Each page leaves `reserved` of its rows free; without a limit, all is one page. At least one.
std::vector<std::string> pages_of(std::string_view text, const Screen& screen, int reserved);

}  // namespace halo::student
