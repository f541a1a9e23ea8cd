#pragma once
// What `grader similar` has to say about a lab: data, from which terminal, CSV, JSON and pages are written.

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "similar/distribution.hpp"
#include "similar/own_code.hpp"
#include "similar/works.hpp"

namespace halo::grader::similar {

/// Fewer own tokens than this are too short to say anything: the task forces them.
inline constexpr std::size_t kShortest = 40;
/// A run of at least this many own tokens is a match.
inline constexpr unsigned kShortestRun = 16;
/// As many spreads above the median make a hint.
inline constexpr double kUnusual = 4;

/// Tokens [first_begin, first_end) of the one file are those of the other. Handed-out code may lie between.
struct Match {
    std::size_t first_begin = 0, first_end = 0, second_begin = 0, second_end = 0;
    std::size_t own = 0;              ///< how many of them are not handed out
};

struct Pair {
    std::size_t first = 0, second = 0;                ///< numbers of works
    double first_percent = 0, second_percent = 0;     ///< how much of the own code of each is in the other
    std::size_t own = 0;                              ///< matching tokens of the first
    std::size_t names = 0, same_names = 0;            ///< of those, names that their writer chose, and how many are spelled the same in both
    bool same_code = false;                           ///< all own code is spelled the same: only comments and layout may differ
    double weight = 0;                                ///< 0 … 100: like the larger percentage, but one long match weighs more than many short ones
    std::optional<double> unusual;                    ///< of the weight: spreads above the class's usual; nothing: too few files to say
    bool hint = false;                                ///< worth a look
    std::vector<Match> matches;                       ///< in the order of the first file

    double percent() const { return std::max(first_percent, second_percent); }
};

struct Identical {
    std::vector<std::size_t> works;
};

struct LabFindings {
    LabWorks works;
    std::vector<OwnCode> code;                 ///< of each work
    std::vector<Identical> identical;          ///< the same bytes; the first of them is compared for all
    std::vector<std::size_t> untouched;        ///< nothing but handed-out code
    std::vector<std::size_t> too_short;
    std::vector<std::size_t> too_long;
    std::vector<std::size_t> unreadable;       ///< the tester failed at them
    Message why;                               ///< how
    std::size_t compared = 0;                  ///< files that were compared
    std::optional<Usual> usual;                ///< weight of the class's pairs; nothing: too few files
    std::vector<Pair> pairs;                   ///< at least `least` percent; hints first, the most unusual first
};

/// `least` percent of either file. Throws as compare() does.
LabFindings find_similar(const Tester& tester, LabWorks works, double least);

}  // namespace halo::grader::similar
