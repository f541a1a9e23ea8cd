#pragma once
// cucc's command line.

#include <string>
#include <vector>

#include "dependencies.hpp"

namespace halo::cucc {

struct Input {
    enum Kind { cuda, cpp, object } kind = object;
    std::string path;   ///< for an object also `-lname` or `-Wl,…`, which must keep its position among the objects
};

struct CommandLine {
    std::vector<Input> inputs;
    std::vector<std::string> compile_args;   ///< for g++, in every compilation
    Dependencies dependencies;
    std::string output;                      ///< empty: g++'s default name
    std::string output_folder;               ///< of objects that -o doesn't name; empty: the current one
    bool allow_main = true;                  ///< false: refuse a .cu file that defines main
    std::string kit;                         ///< empty: the build's own headers and library
    bool submission = false;                 ///< of a student, to be graded: its words are checked, and its names hidden
    std::string functions;                   ///< file with the names that stay visible in a submission's object
    bool compile_only = false;
    bool precompile = false;                 ///< makes the header that every .cu includes first, for --kit
    bool device_link = false;                ///< nvcc's intermediate link: here the linker does everything, so its object is empty
    bool watch = true;                       ///< false: kernels run at full speed without watchers
    bool relaxed_constexpr = false;          ///< as nvcc understands --expt-relaxed-constexpr
    bool debug = false;                      ///< kernels without optimisation, for gdb
    bool verbose = false;
    bool help = false;
    std::string fault;                       ///< not empty: describes the wrong usage
};

/// Accepts g++'s and nvcc's options; nvcc's that mean nothing here are dropped.
CommandLine parse(const std::vector<std::string>& words);

extern const char* const kHelp;

}  // namespace halo::cucc
