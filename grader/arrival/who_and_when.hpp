#pragma once
// Who handed in what, and when: as the import wrote it down, as a roster says, or as a table of times says.

#include <filesystem>
#include <vector>

#include "arrival/intake.hpp"
#include "course/deadlines.hpp"

namespace halo::grader::arrival {

struct WhoAndWhen {
    std::filesystem::path times;      ///< columns student, id or mail; lab, if not for all; at. Empty: none
    std::filesystem::path roster;     ///< as for the import. Empty: none
};

/// Fills in people and times. What the files of `from` say counts more than SUBMISSIONS/.received/import.json, which need not be there. A time is only given to a file that was handed in.
/// What can't be used of import.json, in which students chose many of the words, becomes a note and no error; a row of `from.times` about nobody in the run, too.
/// Throws UsageError, with its line, for a table without its columns, for a time that is none, and for an unknown lab.
void add_who_and_when(Intake& intake, const std::filesystem::path& submissions, const WhoAndWhen& from, const std::vector<course::LabBuild>& labs, const course::Deadlines& deadlines);

}  // namespace halo::grader::arrival
