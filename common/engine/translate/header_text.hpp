#pragma once
// The text that a submission's macros left of the headers it includes.

#include <string>
#include <string_view>
#include <vector>

#include "submission_lines.hpp"
#include "translate.hpp"

namespace halo::engine {

/// A #define or #undef of a submission.
struct MacroLine {
    std::string name;
    int line = 0;
};

/// Appends those of `source`, compiled or not.
void add_macro_lines(std::string_view source, std::vector<MacroLine>& out);

/// `preprocessed` is the compiler's output of -E -dI. The #include directives of the submission's own lines that name a trusted header: a
/// file of them alone has the headers' text as it is without the submission's macros.
std::string header_includes(std::string_view preprocessed, const SubmissionRules& rules);

/// Refuses a submission whose macros put words into a trusted header that its own lines may not have: a header's lines are not checked otherwise.
/// `pristine` is the output of -E -dI for header_includes(preprocessed, rules).
std::optional<Refusal> changed_header(std::string_view preprocessed, std::string_view pristine, const SubmissionRules& rules,
                                      const std::vector<MacroLine>& macros);

}  // namespace halo::engine
