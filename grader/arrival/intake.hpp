#pragma once
// What was handed in: a folder per student, and in it one file per lab, flat or in a folder named after the lab; and predictions, if there are any.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "course/manifest.hpp"
#include "record/person.hpp"
#include "record/submission.hpp"

namespace halo::grader::arrival {

struct Intake {
    std::vector<std::string> students;
    std::map<std::string, record::Person> people;  ///< by student, of those about whom something is known
    std::vector<record::Unplaced> of_nobody = {};  ///< as the import says
    std::vector<record::Submission> submissions;   ///< students in order of their names, then labs
    std::vector<std::string> notes;        ///< what was skipped, one line each
};

struct IntakeOptions {
    std::size_t file_bytes = 1 << 20;      ///< larger files are refused
    bool only_cu_file = false;             ///< accept a folder's only .cu file whatever its name
};

/// Never follows a symbolic link, opens regular files only, and reads each file once.
/// Throws UsageError if `folder` is not a folder or contains no student's folder.
Intake take_in(const std::filesystem::path& folder, const std::vector<course::LabBuild>& labs, const IntakeOptions& options);

}  // namespace halo::grader::arrival
