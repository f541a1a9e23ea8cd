#pragma once
// Work that was received and is known to be nobody's: whoever has none may be its author, and a 0 would be a guess.

#include <string>
#include <vector>

#include "gradebook/table.hpp"

namespace halo::grader::gradebook {

/// A lab of somebody without a file for it, and what may be that file.
struct Guess {
    std::size_t row = 0, lab = 0;          ///< in the table
    std::vector<std::string> own = {};     ///< files of theirs that count for no lab
    std::vector<std::string> unmatched = {};   ///< files and folders of nobody
};

/// Of the labs for which anybody handed in a file, and of `lab` if it is not empty, then of no other. Points that were set by hand are nobody's guess.
std::vector<Guess> guesses(const Table& table, const std::string& lab);

/// Did anybody hand in a file for it?
bool anyone_handed_in(const Table& table, std::string_view lab);

}  // namespace halo::grader::gradebook
