#pragma once
// Everything that a submission is compiled with, copied to where the sandbox's ordinary user can read it.

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "course/manifest.hpp"
#include "sandbox/sandbox.hpp"

namespace halo::grader::judging {

/// Identifies a harness: everything that can change a verdict on a lab, apart from the submission and the settings.
class HarnessHash {
public:
    explicit HarnessHash(const course::Manifest& manifest) : manifest_(manifest) {}
    std::string of(const course::LabBuild& lab);

private:
    const std::string& file(const std::filesystem::path& path, std::string_view what);
    const std::string& headers(const std::filesystem::path& folder);

    const course::Manifest& manifest_;
    std::map<std::filesystem::path, std::string> known_;   ///< labs share most of their harness
};

/// Inside the sandbox the kit is /kit: /kit/bin/cucc, /kit/include, /kit/lib, and /kit/labs/<lab>/ with the
/// lab's run library and headers.
class Kit {
public:
    Kit(const course::Manifest& manifest, const std::vector<course::LabBuild>& labs, sandbox::StagingDir& staging);

    sandbox::Bind bind() const { return {root_, "/kit"}; }
    static std::filesystem::path include() { return "kit/include"; }     ///< of the engine, in the staging folder
    std::vector<std::string> include_flags(const course::LabBuild& lab) const;   ///< -I for each of the lab's folders
    std::string run_library(const course::LabBuild& lab) const;                  ///< path inside
    /// Path inside of a file with the names that a submission's object shows: those of the lab's functions, as the linker knows them.
    std::string functions(const course::LabBuild& lab) const;
    /// The lab's judge, for its own sandbox: no submission ever sees it.
    sandbox::Bind judge(const course::LabBuild& lab) const;
    /// What it is to add to the lab's tests, if the course says so.
    std::optional<sandbox::Bind> tests(const course::LabBuild& lab) const;

private:
    std::filesystem::path root_, judges_;
};

}  // namespace halo::grader::judging
