#pragma once
// Which page and which slide treat a mistake.

#include <span>
#include <string_view>
#include <vector>

namespace halo::grader::report {

/// A section of a page, or a slide.
struct Place {
    std::string_view text;      ///< `lab 07, Questions`, `slide “Another block” (deck 11)`
    std::string_view path;      ///< in the site that `make book` makes: `labs/07_conv2d_tiled/index.html#questions`
};

/// A row of grader/MISCONCEPTIONS.md.
struct Treated {
    std::string_view lab;       ///< its number, `07`
    std::string_view title;     ///< of that lab
    std::string_view key;       ///< `ghost_not_zero`
    Place page;                 ///< without a text: none treats it
    std::vector<Place> slides;
};

std::span<const Treated> treated();

}  // namespace halo::grader::report
