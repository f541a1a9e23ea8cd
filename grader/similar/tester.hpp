#pragma once
// Runs the similarity tester, Debian's sim_c++, and reads what it prints. It gets no byte of a submission: files of one word a line,
// from a small alphabet, under names that we make. So its line numbers are token numbers.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "findings/verdict.hpp"
#include "sandbox/sandbox.hpp"

namespace halo::grader::similar {

/// The same words in two files; numbers of files and words from 0, `…_end` beyond the last.
struct Run {
    std::size_t first = 0, first_begin = 0, first_end = 0;
    std::size_t second = 0, second_begin = 0, second_end = 0;
    friend bool operator==(const Run&, const Run&) = default;
};

/// What sim_c++ -n printed about `files` files. Throws GraderFault on a line of any other form, and on numbers of files that there are not.
std::vector<Run> runs_in(std::string_view printed, std::size_t files);

struct Tester {
    std::filesystem::path program = "/usr/bin/sim_c++";
    sandbox::Confinement confinement;
};

/// Throws UsageError, with what to install, if the program is not there.
void need(const Tester& tester);

using Words = std::vector<std::string_view>;

struct Compared {
    std::vector<Run> runs;                 ///< numbers of files: `fresh`, then `old`
    std::vector<std::size_t> unreadable;   ///< files that the program can't finish with, alone or since they are so like another
    Message why;                           ///< how it failed at the last of these
};

enum class Compare { fresh_with_all, fresh_with_old };

/// Runs of at least `least` words. `fresh` files are compared with each other and with the `old`, or with the old alone; the old never with each other.
/// Throws as need() does, and GraderFault if the sandbox fails or the program fails without files to blame.
Compared compare(const Tester& tester, const std::vector<Words>& fresh, const std::vector<Words>& old, Compare what, unsigned least);

}  // namespace halo::grader::similar
