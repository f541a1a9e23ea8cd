#pragma once
// What the build made for each lab, read from labs/manifest.json.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "record/predictions.hpp"

namespace halo::grader::course {

/// What times a lab's functions on a card. Only builds with nvcc have it.
struct TimerBuild {
    std::filesystem::path timer;
    std::filesystem::path library;    ///< what a submission is linked with
    std::filesystem::path solution;   ///< a shared library; need not exist
};

struct LabBuild {
    std::string lab;    ///< `07_conv2d_tiled`
    std::string stem;   ///< `conv2d_tiled`
    std::string title;  ///< of lab.toml; the lab's name if it has none
    std::filesystem::path folder;   ///< with the untouched skeleton
    std::filesystem::path judge;
    std::filesystem::path run_library;
    std::vector<std::filesystem::path> include_dirs;
    std::optional<TimerBuild> timer;
    std::vector<record::Question> questions;    ///< what the lab asks to be predicted
    std::string tests = {};             ///< what the course adds to the lab's own, as its judge reads it; empty: nothing. Not of the manifest

    std::string file() const { return stem + ".cu"; }
};

struct Manifest {
    std::filesystem::path file;     ///< where it was read
    std::vector<LabBuild> labs;
    std::filesystem::path cucc;
    std::filesystem::path translate;
    std::filesystem::path gate;
    std::vector<std::filesystem::path> kit_include;
    std::filesystem::path kit_library;
    std::filesystem::path nvcc, contestant;     ///< empty in a build without nvcc

    /// The labs that `--lab` names: "07", "7", "conv2d_tiled" or "07_conv2d_tiled"; all if nothing is named.
    /// Throws UsageError for an unknown name.
    std::vector<LabBuild> select(const std::vector<std::string>& names) const;
};

/// Throws GraderFault if a field is missing.
Manifest read_manifest(const std::filesystem::path& path);

}  // namespace halo::grader::course
