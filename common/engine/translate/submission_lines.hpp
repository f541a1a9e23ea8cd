#pragma once
// Which lines of a submission's preprocessed text are its own.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace halo::engine {

struct SubmissionRules {
    std::vector<std::string> trusted;   ///< folders of headers that are not the submission's: the kit's, the compiler's
    std::string own;                    ///< folder of the submission: it may include what is beside it
    std::string unhooked;               ///< Rules::unhooked of the translation: a word that no macro knew, replaced by its attribute

    bool is_trusted(const std::string& file) const;
    /// Beside the submission, or below.
    bool is_own(const std::string& file) const;
    /// Trusted, but a header of the course's engine and judges: engine/engine.hpp.
    bool is_hidden(const std::string& file) const;
};

/// `# 12 "file" 1 3`
struct LineMarker {
    int line = 0;
    std::string file;
    bool enters = false;
};

std::optional<LineMarker> line_marker(std::string_view text);

/// "numeric" of "/usr/include/c++/12/numeric".
inline std::string_view file_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

}  // namespace halo::engine
