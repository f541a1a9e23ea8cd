#pragma once
// Which groups of #if … #endif are compiled: the compiler's own preprocessor says it, of the macros of the command line, of
// the headers and of the file itself.
//
// It is given each file's directives without the code between them, and a mark in each group: what comes out of it is the
// marks of the groups that are compiled. Code that no compiler ever sees may hold anything, and is not there to be read.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "translate.hpp"

namespace halo::engine {

class Probe {
public:
    /// What the preprocessor is given for the file `path`. A file in which nothing is undecided keeps its text, but for the
    /// names that rules.include changes, behind a #line as translate() writes it.
    std::string text(std::string_view source, std::string_view path, const Rules& rules);

    /// Is there a file to ask about?
    bool undecided() const { return undecided_; }

    /// Is it to be asked as device code, too? Only of files with `__CUDA_ARCH__` does the translation differ there.
    bool both_sides() const { return both_sides_; }

    /// What the preprocessor wrote: for host code, and then for device code if it was asked.
    void read(std::string_view preprocessed);

    /// Of the file's groups, in order; empty if its text had the answers, or read() was never called. A group that is compiled
    /// for one side alone, or not each time its header is included, is unknown.
    std::vector<Compiled> groups(std::string_view path) const;

private:
    struct Group {
        std::size_t parent = 0;    ///< the group around it
        bool guard = false;        ///< of an include guard: its header may be included again
        std::vector<int> times{};  ///< how often it was compiled, in each pass
    };
    std::vector<Group> groups_;
    std::map<std::string, std::vector<std::size_t>, std::less<>> files_;   // the groups of each; the first one is all of it
    bool undecided_ = false, both_sides_ = false;
    std::size_t passes_ = 0;
};

}  // namespace halo::engine
