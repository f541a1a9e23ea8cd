#pragma once
// What a platform takes to grade a lab by itself: scripts from this folder, the course, and Halo's own source, which is built there.

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "course/manifest.hpp"

namespace halo::grader::package {

struct Content {
    std::string bytes;
    bool executable = false;
};

/// Relative path → content.
using Tree = std::map<std::filesystem::path, Content>;

struct Wanted {
    std::filesystem::path source;    ///< the root of Halo's source
    std::filesystem::path course;    ///< the course file to ship
    course::LabBuild lab;
    std::string points;              ///< of the lab, as a number
};

struct Platform {
    const char* name;                ///< `gradescope`
    const char* what;                ///< one line of `grader package --help`
    bool zip;                        ///< one zip archive; else a folder
    Tree (*make)(const Wanted& wanted);
    const char* next;                ///< what to do with it
};

std::span<const Platform> platforms();

/// Throws UsageError if `source` holds no source of Halo.
void need_source(const std::filesystem::path& source);

/// The tree of Halo's source below `as`: what a build needs, without solutions, tests and pictures.
Tree source_tree(const std::filesystem::path& source, const std::filesystem::path& as);

/// Throws GraderFault if a file cannot be read or the archive not be written. The same tree gives the same bytes.
std::string zip_of(const Tree& tree);
std::string tar_of(const Tree& tree);

}  // namespace halo::grader::package
