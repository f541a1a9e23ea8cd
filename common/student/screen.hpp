#pragma once
// Fits text to a screen, in width and in height.

#include <string>
#include <string_view>

namespace halo::student {

struct Screen {
    int columns = 0, rows = 0;      ///< 0: no limit
    bool colour = false;            ///< adds no information to the words
    bool clears = false;            ///< the terminal can be cleared
};

/// The screen of standard output: a terminal's size, or COLUMNS if it is none. Respects NO_COLOR.
Screen screen();

/// Folds lines at blanks. If body and foot do not both fit, the body is truncated, never the foot; `more` says where the rest is.
std::string laid_out(std::string_view body, std::string_view foot, const Screen& screen, std::string_view more = "... more: make");

/// Prints it on standard output, laid out for its screen.
void show(std::string_view body, std::string_view foot = {});

}  // namespace halo::student
