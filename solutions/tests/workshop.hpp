#pragma once
// Builds and runs the variants of one lab as a student's file is built: translated, compiled and linked by cucc.
// What they share is made once: a precompiled header of their includes, and tests and engine without debug
// information. Both save time and change nothing: the code is the same, and so are the variant's lines and names.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "report.hpp"
#include "variants.hpp"

namespace halo::variants {

/// Where the build's programs and libraries are.
struct Tools {
    std::filesystem::path root;                 ///< of the source
    std::filesystem::path cucc, engine, tests;  ///< the driver, libhalo_engine.a, the lab's tests without a student's file
    std::vector<std::string> kernel_flags;      ///< cucc's flags for kernels
    unsigned seeds = 0;                         ///< how many more to try
};

/// Reports of a run with the threads in order, and of one in reverse.
struct Reports {
    Report forward, reverse;
    std::vector<Report> drawn;                  ///< with data and sizes from further seeds
    double seconds = 0;                         ///< to build and run
};

class Workshop {
public:
    Workshop(Tools tools, std::string lab);
    ~Workshop();
    Workshop(const Workshop&) = delete;
    Workshop& operator=(const Workshop&) = delete;

    Reports try_out(const Variant& variant) const;

private:
    void prepare_kit() const;
    void prepare_header() const;
    std::vector<std::string> includes() const;
    Report run(const std::filesystem::path& folder, const std::string& source, const std::string& option) const;

    Tools tools_;
    std::string lab_;
    std::filesystem::path work_;
};

}  // namespace halo::variants
