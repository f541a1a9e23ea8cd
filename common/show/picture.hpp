#pragma once
// Moments of runs as a picture for a page of the workbook, drawn with the panels of `make show`.

#include <map>
#include <string>
#include <vector>

#include "show/frame.hpp"
#include "show/scene.hpp"

namespace halo::show {

/// An SVG with a background, a title, a key, and colours for light and dark. `scenes`: by the names that the frames use. Throws Unreadable where a
/// frame shows nothing.
std::string picture(const std::map<std::string, Scene>& scenes, const std::vector<Frame>& frames);

}  // namespace halo::show
