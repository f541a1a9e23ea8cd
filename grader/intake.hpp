#pragma once
// What was handed in: a folder per student, and in it one file per lab, flat or in a folder named after the lab; and predictions, if there are any.

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "errors.hpp"
#include "manifest.hpp"
#include "people.hpp"

namespace halo::grader {

/// In place of a time: an LMS marks the file as late, and says no more.
inline constexpr const char* kMarkedLate = "late";
inline constexpr const char* kMarkedInTime = "in time";

/// One student's file for one lab, or why there is none.
struct Submission {
    std::string student;               ///< printable form of the folder's name
    std::string lab;
    std::string file;                  ///< as found, relative to the student's folder; empty if none
    std::optional<std::string> bytes;  ///< the file's content
    std::string content;               ///< sha256 of the bytes
    Message missing;                   ///< why there are no bytes
    Predictions predictions = {};      ///< what was handed in of them
    std::string handed_in_at = {};     ///< UTC, 2026-02-28T12:00:00Z; kMarkedLate, kMarkedInTime: an LMS says only that; empty: unknown
    std::string time_from = {};        ///< where the time comes from: `submissions.zip`, `times.csv`
};

struct Intake {
    std::vector<std::string> students;
    std::map<std::string, Person> people;  ///< by student, of those about whom something is known
    std::vector<Submission> submissions;   ///< students in order of their names, then labs
    std::vector<std::string> notes;        ///< what was skipped, one line each
};

struct IntakeOptions {
    std::size_t file_bytes = 1 << 20;      ///< larger files are refused
    bool only_cu_file = false;             ///< accept a folder's only .cu file whatever its name
};

/// Never follows a symbolic link, opens regular files only, and reads each file once.
/// Throws UsageError if `folder` is not a folder or contains no student's folder.
Intake take_in(const std::filesystem::path& folder, const std::vector<LabBuild>& labs, const IntakeOptions& options);

}  // namespace halo::grader
