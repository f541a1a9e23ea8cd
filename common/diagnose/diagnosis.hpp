#pragma once
// What is wrong with an output, once it is known.

#include <string>

namespace halo {

/// What it is. `key` is stable: hints in lab.toml are found by it.
struct Diagnosis {
    std::string key;                  ///< `filter_mirrored`, see classify()
    std::string seen;                 ///< joins the `where:` line
    std::string attempt;              ///< the `try:` line
    std::string name{};               ///< the mistake in a few words, for the headline; may be empty
};

}  // namespace halo
