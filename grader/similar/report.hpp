#pragma once
// The findings, written down. All writers escape what they print.

#include <filesystem>
#include <string>
#include <vector>

#include "similar/findings.hpp"

namespace halo::grader::similar {

struct Report {
    std::vector<LabFindings> labs;
    std::vector<std::string> notes;   ///< what was skipped
};

/// "a hint to look, not a verdict", in the words that the terminal and the pages share.
extern const char* const kWhatItMeans;

/// How many pairs of a lab are in the index and shown side by side; the hints come first, the most unusual first.
inline constexpr std::size_t kMostPages = 100;

/// `07_conv2d_tiled-003.html`, of the lab's pair number `pair` from 0.
std::string page_name(const LabFindings& lab, std::size_t pair);

/// One sentence: how many files were compared, and what is usual.
std::string summary(const LabFindings& lab);
/// How many pairs beyond kMostPages there are, and where they are: a sentence; empty if there are none.
std::string rest_text(const LabFindings& lab);
/// How unusual a pair is: `7.3`, or why there is no number.
std::string unusual_text(const Pair& pair);
/// `31 of 40`; a dash if its writers chose no name in what matches.
std::string names_text(const Pair& pair);

struct Note {
    std::string title;
    std::vector<std::string> people;
    std::string why;
};
/// Who is not in the table of pairs, and why: identical, untouched, too short, unreadable, missing.
std::vector<Note> notes_of(const LabFindings& lab);

std::string terminal(const Report& report);
std::string csv(const Report& report);
std::string json(const Report& report);
std::string index_page(const Report& report);
std::string pair_page(const LabFindings& lab, std::size_t pair);

/// index.html, a page for each pair, similar.csv; files are readable by their owner alone, and so is the folder if it is new. Pages of an earlier call
/// are removed. Throws GraderFault.
void write_report(const Report& report, const std::filesystem::path& folder);

}  // namespace halo::grader::similar
