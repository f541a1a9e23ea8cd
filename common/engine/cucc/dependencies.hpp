#pragma once
// The list of a source's headers for make and ninja: what g++ writes, in the names that the user knows instead of those of the translated copies.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace halo::cucc {

struct Dependencies {
    std::string option;               ///< -MD or -MMD; instead of an object, -M or -MM; empty: no list is asked for
    std::string file;                 ///< of -MF; empty: named by file_for()
    std::vector<std::string> words;   ///< -MP, and -MT and -MQ with their values
    bool names_target = false;        ///< by -MT or -MQ

    bool alone() const { return option == "-M" || option == "-MM"; }

    /// As nvcc names it: like the target, with the suffix .d.
    std::string file_for(const std::string& target) const;

    /// For g++, which is to write the list to `path`; none if no list is asked for.
    std::vector<std::string> compiler_words(const std::string& target, const std::string& path) const;
};

/// Takes the options for a list out of g++'s words.
Dependencies take_dependencies(std::vector<std::string>& compiler_words);

/// A list with each file of `originals`, keyed by its copy, under its own name.
std::string with_original_names(const std::string& list, const std::map<std::filesystem::path, std::filesystem::path>& originals);

}  // namespace halo::cucc
