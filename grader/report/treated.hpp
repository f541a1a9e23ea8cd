#pragma once
// Which page and which slide treat a mistake.

#include <span>
#include <string_view>

namespace halo::grader::report {

/// A row of grader/MISCONCEPTIONS.md, as text: the report is read where no book is.
struct Treated {
    std::string_view lab;       ///< its number, `07`
    std::string_view title;     ///< of that lab
    std::string_view key;       ///< `ghost_not_zero`
    std::string_view page;      ///< `lab 07, Questions`; empty: none treats it
    std::string_view slides;    ///< `slide “Another block” (deck 11)`; empty: none
};

std::span<const Treated> treated();

}  // namespace halo::grader::report
