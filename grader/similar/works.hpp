#pragma once
// Whose files are compared.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "course/manifest.hpp"

namespace halo::grader::similar {

enum class From { this_class, elsewhere, published };

/// One file for one lab.
struct Work {
    std::string who;       ///< printable: `ada`; `2025/ada` from a folder given with --against; `published solution`
    std::string bytes;
    std::string content;   ///< sha256 of the bytes
    From from = From::this_class;
};

struct LabWorks {
    std::string lab, title;
    std::string skeleton;            ///< the text that was handed out
    std::vector<Work> works;         ///< this class's, in order of their names; then the others
    std::vector<std::string> missing;   ///< of this class: who handed in no file
};

struct Sources {
    std::filesystem::path submissions;           ///< a folder of submissions, or empty:
    std::filesystem::path out;                   ///< a folder that `grader run` wrote; what its latest run was given
    std::vector<std::filesystem::path> against;  ///< earlier submissions, or a folder of published solutions, `07_conv2d_tiled/conv2d_tiled.cu`
};

struct Collected {
    std::vector<LabWorks> labs;
    std::vector<std::string> notes;  ///< what was skipped, one line each
};

/// Throws UsageError if a folder cannot be read as what it should be.
Collected collect(const Sources& sources, const std::vector<course::LabBuild>& labs);

}  // namespace halo::grader::similar
