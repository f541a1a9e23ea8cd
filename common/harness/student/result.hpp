#pragma once
// What a run of a lab's tests writes for `halo`: one JSON object.

#include <cstddef>
#include <string>
#include <vector>

namespace halo::lab {

/// The first failure, or the first leak of memory; otherwise only how many tests passed.
struct RunResult {
    std::string lab = {}, function = {}, verdict = "passed", key = {};
    std::size_t held = 0, sentences = 0;    ///< tests that passed, and all tests
    std::string message = {};                    ///< three lines; empty if nothing was found
    std::string about = {};                      ///< what distinguishes this failure from another of its kind
    int line = 0;                           ///< in the student's file; 0 if unknown
    std::string source = {};                     ///< the text of that line
    std::vector<std::string> passed = {};        ///< functions of which every test passed, without a leak
};

/// Bytes that are not UTF-8 are replaced.
std::string to_json(const RunResult& result);

}  // namespace halo::lab
