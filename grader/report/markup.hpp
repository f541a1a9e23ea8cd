#pragma once
// What every page's writer needs to put text into HTML and SVG.

#include <string>
#include <string_view>

namespace halo::grader::report {

/// Valid UTF-8 without control characters or markup, for an element or a quoted attribute.
std::string escaped(std::string_view bytes);

/// What a Content-Security-Policy calls a script or style that is in the page: `'sha256-…'`. Of the bytes between the tags.
std::string policy_hash(std::string_view content);

}  // namespace halo::grader::report
