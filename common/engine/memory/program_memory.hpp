#pragma once
// The variables of the program under test, and whose memory the rest of the process is: host code may store only to its own.

#include <cstdint>
#include <vector>

#include "engine/memory/layout.hpp"
#include "findings/finding.hpp"

namespace halo::engine {

class ProgramMemory {
public:
    static const ProgramMemory& instance();
    /// The program under test has a main function, and no test calls it.
    static bool has_main();
    /// Code of the program's object files. Inline functions and templates may be elsewhere.
    static bool is_code(std::uintptr_t address);

    /// Code of the program's file, engine and test included, but not of shared libraries.
    static bool is_in_program(std::uintptr_t address);

    /// A variable by which the compiler guards the initialisation of another. True for any address if there are no symbols.
    bool is_guard(std::uintptr_t address) const;
    /// [address, address + bytes) is in variables of the program, its own or of the calling thread, or in what inline code of the
    /// standard library stores to for it.
    bool holds(std::uintptr_t address, std::uint64_t bytes) const;
    /// Likewise if the program has a main: then also variables of other objects that it is linked with.
    bool holds_linked(std::uintptr_t address, std::uint64_t bytes) const;
    /// In the writable part of the program's file or in the calling thread's variables, those of engine and test included.
    bool in_image(std::uintptr_t address) const;
    /// For memory that is not the program's. Outside::none: nothing can be stored there, the processor will say so.
    Outside owner(std::uintptr_t address) const;

private:
    ProgramMemory();

    bool has_symbols_ = false;
    std::vector<Range> own_;          // sorted
    std::vector<Range> engine_;       // sorted
    std::vector<Range> linked_;       // sorted: all other variables
    std::vector<Range> image_;
    std::vector<std::uintptr_t> guards_;   // sorted
};

}  // namespace halo::engine
