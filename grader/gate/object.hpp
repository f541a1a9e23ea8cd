#pragma once
// An object file of the compiler: sections, symbols, relocations. Reads any bytes.

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace halo::grader::gate {

/// Not an object that an x86-64 compiler makes.
struct Damaged : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A place that the linker fills in.
struct Relocation {
    std::uint64_t offset = 0;   ///< in the section
    std::uint32_t type = 0;     ///< R_X86_64_…
    std::uint32_t symbol = 0;
    std::int64_t addend = 0;
};

struct Section {
    std::string_view name;
    std::uint32_t type = 0;
    std::uint64_t flags = 0, size = 0;
    std::span<const std::uint8_t> bytes;    ///< empty for one without content, as .bss
    std::vector<Relocation> relocations;    ///< by offset

    bool is_code() const;
    bool is_writable() const;
    bool is_loaded() const;
};

struct Symbol {
    std::string_view name;
    std::uint8_t type = 0, binding = 0;     ///< STT_…, STB_…
    std::uint32_t section = 0;              ///< SHN_UNDEF: of another file
    std::uint64_t value = 0, size = 0;

    bool is_defined() const { return section != 0; }
    bool is_global() const { return binding != 0; }
    bool is_function() const;
};

class Object {
public:
    /// `bytes` must outlive the object. Throws Damaged.
    explicit Object(std::span<const std::uint8_t> bytes);

    std::vector<Section> sections;
    std::vector<Symbol> symbols;

    /// The function around `offset` in section `section`; nullptr if there is none.
    const Symbol* function_at(std::size_t section, std::uint64_t offset) const;

private:
    std::vector<std::vector<const Symbol*>> functions_;   ///< of each section, by value
};

}  // namespace halo::grader::gate
