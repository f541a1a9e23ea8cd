#pragma once
// What the words on cucc's command line ask for.

#include <string>
#include <vector>

namespace halo::cucc {

struct Input {
    enum Kind { cuda, cpp, object } kind = object;
    std::string path;   ///< of an object also `-lname` or `-Wl,…`: it keeps its place in the link
};

struct CommandLine {
    std::vector<Input> inputs;
    std::vector<std::string> compile_args;   ///< for g++, at every compilation
    std::string output;                      ///< empty: as g++ would call it
    bool allow_main = true;                  ///< of the .cu files; a lab's has none
    std::string kit;                         ///< empty: the build's own headers and library
    bool compile_only = false;
    bool device_link = false;                ///< nvcc's step between: the linker does it all, so its object is empty
    bool watch = true;                       ///< false: kernels as fast as they go, and nothing is watched
    bool debug = false;                      ///< kernels as they are written, for gdb
    bool verbose = false;
    bool help = false;
    std::string fault;                       ///< not empty: wrong usage, and this is what is wrong
};

/// Understands g++'s words and nvcc's; those of nvcc that mean nothing here are dropped.
CommandLine parse(const std::vector<std::string>& words);

extern const char* const kHelp;

}  // namespace halo::cucc
