#pragma once
// Finds out which groups of #if … #endif are compiled by running the compiler's own preprocessor, which knows the macros
// of the command line, of the headers and of the file itself.
//
// Its input is each file's directives without the code between them, and a mark in each group; its output contains the
// marks of the compiled groups. The code is left out because code that is never compiled may contain anything.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "translate.hpp"

namespace halo::engine {

class Probe {
public:
    /// The preprocessor's input for the file `path`. A file in which everything is decided keeps its text, except for
    /// names that rules.include changes and a #line at the top, as written by translate().
    std::string text(std::string_view source, std::string_view path, const Rules& rules);

    /// Whether any file needs the preprocessor.
    bool undecided() const { return undecided_; }

    /// Whether device code needs a run of its own. Only files with `__CUDA_ARCH__` can differ there.
    bool both_sides() const { return both_sides_; }

    /// Reads the preprocessor's output: call it for host code, then for device code if that was run.
    void read(std::string_view preprocessed);

    /// State of the file's groups, in order; empty if the text decided them, or read() was never called. A group that is
    /// compiled for only one side, or not each time its header is included, is unknown.
    std::vector<Compiled> groups(std::string_view path) const;

private:
    struct Group {
        std::size_t parent = 0;    ///< the enclosing group
        bool guard = false;        ///< belongs to an include guard, whose header may be included again
        std::vector<int> times{};  ///< how often it was compiled in each pass
    };
    std::vector<Group> groups_;
    std::map<std::string, std::vector<std::size_t>, std::less<>> files_;   // the groups of each file; the first one is the whole file
    bool undecided_ = false, both_sides_ = false;
    std::size_t passes_ = 0;
};

}  // namespace halo::engine
