#pragma once
// Translated copies of a CUDA source and of the included headers that contain device code.

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/translate/header_text.hpp"
#include "engine/translate/probe.hpp"
#include "engine/translate/translate.hpp"

namespace halo::cucc {

class Sources {
public:
    /// Copies go to `folder`. `include_folders`: those of -I and -iquote. Headers in `engine` are ours and are not copied.
    Sources(std::filesystem::path folder, std::vector<std::filesystem::path> include_folders, std::filesystem::path engine,
            bool allow_main, bool watch, bool for_debugger, bool relaxed_constexpr);

    /// The translations are a submission's: `unhooked` as in Rules, no #line, and kernels stay whole.
    void are_submission(std::string unhooked);

    /// The preprocessor's output for a file as host code and, with `both_sides`, as device code; empty if it fails.
    using Preprocess = std::function<std::vector<std::string>(const std::string& path, bool both_sides)>;

    /// Returns the path of the translation; empty if the source was refused, with the reason printed to stderr. Calls
    /// `preprocess` if the files' text does not determine which of their code is compiled. Throws Fault if a file can't
    /// be read or written.
    std::string translate(const std::filesystem::path& path, const Preprocess& preprocess);

    /// Of a submission, and of the headers beside it.
    const std::vector<engine::MacroLine>& macros() const { return macros_; }

    /// Of each copy.
    const std::map<std::filesystem::path, std::filesystem::path>& originals() const { return originals_; }
    std::vector<std::string> own_files() const;

    /// The last translated source or one of its headers.
    bool may_need_rest_of_cmath() const { return may_need_rest_of_cmath_; }

private:
    struct Refused {};

    void probe_conditionals(const std::filesystem::path& path, const std::string& source, const Preprocess& preprocess);
    std::string include(std::string_view name, bool quoted, const std::filesystem::path& beside, bool moved);
    std::filesystem::path find(const std::filesystem::path& name, bool quoted, const std::filesystem::path& beside) const;
    std::string translated(const std::filesystem::path& path, const std::string& source, bool plain, bool moved);

    /// False: nothing changes in this header, so no copy is made.
    bool copy(const std::filesystem::path& path, const std::string& source, const std::filesystem::path& target, bool header);
    std::filesystem::path new_target(const std::filesystem::path& path);

    std::filesystem::path folder_;
    std::vector<std::filesystem::path> include_folders_;
    std::filesystem::path engine_;
    engine::Rules rules_;
    std::filesystem::path quoted_folder_;                    // the source's own, which g++ gets as -iquote
    std::vector<std::string> includers_;                     // of the header being translated: file:line, the source first
    std::map<std::filesystem::path, std::string> headers_;   // path of each header's copy; empty: the original is included
    std::map<std::filesystem::path, std::filesystem::path> originals_;
    engine::Probe probe_;
    std::vector<engine::MacroLine> macros_;
    bool submission_ = false;
    bool may_need_rest_of_cmath_ = false;
    bool probing_ = false;   // copies are input for the preprocessor, not translations
    int number_ = 0;
};

}  // namespace halo::cucc
