#pragma once
// Translated copies of a CUDA source and of the headers that it includes, where device code is in them.

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/translate/probe.hpp"
#include "engine/translate/translate.hpp"

namespace halo::cucc {

class Sources {
public:
    /// Copies go to `folder`. `include_folders`: where -I and -iquote look; what lies in `engine` is ours and stays.
    Sources(std::filesystem::path folder, std::vector<std::filesystem::path> include_folders, std::filesystem::path engine,
            bool allow_main, bool watch);

    /// What the preprocessor makes of a file as host code and, with `both_sides`, as device code; empty if it refuses it.
    using Preprocess = std::function<std::vector<std::string>(const std::string& path, bool both_sides)>;

    /// The path of the translation; empty: refused, and the reason is said on stderr. `preprocess` is called if the files
    /// themselves don't say which of their code is compiled. Throws Fault on a file that can't be read or written.
    std::string translate(const std::filesystem::path& path, const Preprocess& preprocess);

private:
    struct Refused {};

    void ask(const std::filesystem::path& path, const std::string& source, const Preprocess& preprocess);
    std::string include(std::string_view name, bool quoted, const std::filesystem::path& beside, bool moved);
    std::filesystem::path find(const std::filesystem::path& name, bool quoted, const std::filesystem::path& beside) const;
    std::string translated(const std::filesystem::path& path, const std::string& source, bool plain, bool moved);

    /// False: a header in which nothing changes, and no copy is made.
    bool copy(const std::filesystem::path& path, const std::string& source, const std::filesystem::path& target, bool header);
    std::filesystem::path new_target(const std::filesystem::path& path);

    std::filesystem::path folder_;
    std::vector<std::filesystem::path> include_folders_;
    std::filesystem::path engine_;
    engine::Rules rules_;
    std::filesystem::path quoted_folder_;                    // the source's own: g++ is told to look there
    std::map<std::filesystem::path, std::string> headers_;   // copy of each; empty: it is included as it is
    engine::Probe probe_;
    bool probing_ = false;   // copies hold the questions for the preprocessor, not translations
    int number_ = 0;
};

}  // namespace halo::cucc
