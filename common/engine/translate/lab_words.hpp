#pragma once
// The words of a submission after preprocessing, when nothing can hide behind a macro any more.

#include <optional>
#include <string_view>

#include "submission_lines.hpp"
#include "translate.hpp"

namespace halo::engine {

/// `preprocessed` is the compiler's output of -E. Refuses words with which a submission would leave the engine's sight: inline assembly,
/// attributes and pragmas that change how code is compiled or where it runs, builtins that read registers or memory, the engine's own
/// names. Lines of trusted headers may have them. The valid text is what to compile.
Translation check_submission(std::string_view preprocessed, const SubmissionRules& rules);

/// A #line directive, with which a submission's lines would pass for a header's: before preprocessing.
std::optional<Refusal> line_directive(std::string_view source);

}  // namespace halo::engine
