#pragma once
// What a student handed in for a lab, and when.

#include <optional>
#include <string>

#include "findings/verdict.hpp"
#include "record/predictions.hpp"

namespace halo::grader::record {

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

}  // namespace halo::grader::record
