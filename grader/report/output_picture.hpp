#pragma once
// Draws where an output is wrong, and what one of its elements sums.

#include <string>

#include "findings/wrong_output.hpp"

namespace halo::grader::report {

/// `Rows 3 to 7, columns 0 to 1 of out are wrong; columns 46 to 47 were never written.`: what the map shows, for those who do not see it.
std::string in_words(const WrongOutput& wrong);

/// Two figures at most, the map and the footprint, as HTML; every text in it is escaped.
std::string output_picture(const WrongOutput& wrong);

/// The style of both; a page includes it once. Its colours are the page's --soft, --line, --panel, --good, --wrong and --paper.
extern const char* const kPictureStyle;

}  // namespace halo::grader::report
