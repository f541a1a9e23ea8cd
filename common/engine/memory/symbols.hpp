#pragma once
// The symbol table of the running program's own ELF file.

#include <cstdint>
#include <vector>

namespace halo::engine {

struct Symbol {
    const char* name;
    std::uint64_t value, bytes;
    int type;              ///< STT_TLS, STT_OBJECT or STT_FUNC
    bool shared;           ///< weak or unique: several object files define it, and use the same one
    unsigned file;         ///< local symbols: number of the object file; else 0
};

/// Variables and functions; none in a stripped program. The file stays mapped: the names point into it.
std::vector<Symbol> symbols_of_this_program();

}  // namespace halo::engine
