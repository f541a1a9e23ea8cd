#pragma once
// Text for a screen: no line wider, and no text higher, than it is.

#include <string>
#include <string_view>

namespace halo::student {

struct Screen {
    int columns = 0, rows = 0;      ///< 0: no limit
    bool colour = false;            ///< it only repeats what the words say
    bool clears = false;            ///< is a terminal that can be cleared
};

/// Of standard output: a terminal's size, or COLUMNS where there is none. NO_COLOR is heeded.
Screen screen();

/// Folds lines at blanks. The foot, if any, is never cut; the body is, where both do not fit.
std::string laid_out(std::string_view body, std::string_view foot, const Screen& screen);

/// Prints it on standard output as that fits there.
void show(std::string_view body, std::string_view foot = {});

}  // namespace halo::student
