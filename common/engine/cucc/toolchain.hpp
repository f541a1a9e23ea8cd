#pragma once
// What cucc builds with: the compiler, the linker, and the engine's headers and library.

#include <string>
#include <vector>

namespace halo::cucc {

/// $CXX may have words before the compiler (`ccache g++`), or be a path with spaces.
std::vector<std::string> compiler();

/// g++'s words for a linker that takes a half (gold) or a third (lld) of the usual one's time; none if neither is installed.
std::vector<std::string> quick_linker();

/// Where the engine is.
struct Kit {
    std::string include, archive;
};

/// In the folder that --kit names; or beside this program, if it was installed, wherever its prefix is now; or in the tree that built it.
Kit find_kit(const std::string& named);

}  // namespace halo::cucc
