#pragma once
// The page of `make show`: one HTML file that needs nothing else.

#include <string>
#include <string_view>

#include "show/scene.hpp"

namespace halo::show {

/// `style`, `script`: the texts of page/page.css and page/page.js.
std::string page(const Scene& scene, std::string_view style, std::string_view script);

}  // namespace halo::show
