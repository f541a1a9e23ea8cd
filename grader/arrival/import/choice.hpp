#pragma once
// Which of a student's files counts for a lab, and why not the others.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arrival/import/file_name.hpp"
#include "arrival/import/layout.hpp"
#include "arrival/import/listing.hpp"
#include "arrival/import/source_text.hpp"
#include "course/manifest.hpp"

namespace halo::grader::arrival {

struct Candidate {
    const File* file = nullptr;
    Origin origin = {};
    FileName name = {};
    bool in_folder = false;        ///< in a folder named after the lab
    bool untouched = false;        ///< it is the lab's skeleton
    SourceText text = {};

    const std::string& path() const { return origin.path; }
};

/// The lab of that name, if it is one: `conv2d_tiled`, or `07_conv2d_tiled`.
const course::LabBuild* lab_named(const FileName& name, const std::vector<course::LabBuild>& labs);

struct Choice {
    std::optional<std::size_t> chosen;
    std::vector<std::string> reasons;    ///< for each candidate, why it was chosen or not
};

/// In this order: text that can be read, a name that is surely theirs, the newest attempt, the later download, one that was worked on, the lab's folder, the later upload, the later time, the
/// larger count in its name, the plainer name, the shorter path.
Choice choose(const std::vector<Candidate>& candidates);

/// `2026-10-01 12:00`, UTC.
std::string time_text(std::int64_t seconds);

}  // namespace halo::grader::arrival
