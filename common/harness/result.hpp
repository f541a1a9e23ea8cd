#pragma once
// What a run of a lab's tests leaves for `halo`: one object of JSON.

#include <cstddef>
#include <string>

namespace halo::lab {

/// Of the first failure, or of memory that leaks; else only how many tests pass.
struct RunResult {
    std::string lab = {}, function = {}, verdict = "passed", key = {};
    std::size_t held = 0, sentences = 0;    ///< tests that pass, and all
    std::string message = {};                    ///< three lines; empty: nothing was found
    std::string about = {};                      ///< what tells this failure from the next of its kind
    int line = 0;                           ///< in the student's file; 0: unknown
    std::string source = {};                     ///< the text of that line
};

/// UTF-8 whatever the strings hold.
std::string to_json(const RunResult& result);

}  // namespace halo::lab
