#pragma once
// From a .cu file to the C++ that the CPU engine runs. A lexer and a few rewrites; everything else passes byte for byte.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace halo::engine {

/// Why a file can't be translated, in the student's terms.
struct Refusal {
    int line = 0;
    std::string what;    ///< what stands there and why the engine can't run it
    std::string where;   ///< the source line, or the other bracket
    std::string advice;  ///< what to try
};

/// Exactly one of `refusal` and a valid `text`.
struct Translation {
    std::string text;
    std::optional<Refusal> refusal;
};

/// What the preprocessor makes of the lines between an #if or #else and the next or the #endif.
enum class Compiled { unknown, never, always };

/// The value of __CUDA_ARCH__ in device code, as cudaGetDeviceProperties says.
inline constexpr std::string_view kArchitecture = "900";

/// What a file may bring, and what is known about it.
struct Rules {
    bool allow_main = true;   ///< a lab's file has none: the tests bring theirs
    bool watch = true;        ///< say in device code which turn of which loop it is
    bool only_includes = false;   ///< a plain header: nothing in it is rewritten but what it includes

    /// Asked for every `#include`: the file to include instead, or nothing. `quoted`: "name", not <name>.
    std::function<std::string(std::string_view name, bool quoted)> include{};

    /// Asked at most once, if the file's text alone does not say which of its code is compiled: of each group of an #if, in
    /// order. Probe in probe.hpp has the answer. Without one, or where it is empty, both is thought possible.
    std::function<std::vector<Compiled>()> groups{};
};

/// `path` is the file's name as the user gave it: the text begins with `#line 1 "path"`, and line n of the source
/// stays line n. Throws only what rules.include throws; time is linear in its length.
Translation translate(std::string_view source, std::string_view path, const Rules& rules = {});

/// The three lines of a refusal: `path:line: what`, `  where: …`, `  try:   …`.
std::string describe(const Refusal& refusal, std::string_view path);

}  // namespace halo::engine
