#pragma once
// Translates a .cu file to the C++ that the CPU engine runs. A lexer and a few rewrites; everything else is copied byte
// for byte.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace halo::engine {

/// Why a file can't be translated, in the student's terms.
struct Refusal {
    int line = 0;
    std::string what;    ///< what is wrong, and why the engine can't run it
    std::string where;   ///< the source line, or the other bracket
    std::string advice;  ///< what to try
};

/// Exactly one of `refusal` and a valid `text`.
struct Translation {
    std::string text;
    std::optional<Refusal> refusal;
};

/// Whether the preprocessor keeps a group: the lines between an #if or #else and the next #else or #endif.
enum class Compiled { unknown, never, always };

/// The value of __CUDA_ARCH__ in device code, consistent with cudaGetDeviceProperties.
inline constexpr std::string_view kArchitecture = "900";

/// Lets a function's accesses pass without hooks, as those of the code around a kernel's call must.
inline constexpr std::string_view kUnhooked = "__attribute__((no_sanitize(\"thread\")))";

/// What a file may contain, and what is known about it.
struct Rules {
    bool allow_main = true;   ///< false for a lab's file: the tests have their own
    bool unused = true;       ///< marks calls whose result is not used; a submission may not use the mark
    bool watch = true;        ///< make device code record the iterations of its loops
    bool pieces = false;      ///< cut kernels at their barriers where nothing notices it, for speed
    bool for_debugger = false;   ///< gdb prints elements of local arrays
    std::string unhooked = std::string(kUnhooked);   ///< a submission's translation has another word in its place: lab_words.hpp
    bool relaxed_constexpr = false;   ///< device code may call constexpr functions of the host, as with nvcc's --expt-relaxed-constexpr
    bool plain_header = false;   ///< a header without device code: nothing else is rewritten than #include directives and names as in `int blockIdx`
    bool only_includes = false;  ///< only #include directives are rewritten, and nothing is refused

    /// Called for every `#include`: returns the file to include instead, or nothing. `quoted`: "name", not <name>.
    std::function<std::string(std::string_view name, bool quoted)> include{};

    /// Called at most once, if the file's text alone does not determine which of its code is compiled: returns the state
    /// of each group of an #if, in order, as found by Probe in probe.hpp. Groups without an answer may or may not be
    /// compiled.
    std::function<std::vector<Compiled>()> groups{};
};

/// Comes before the translation of a program's own file: the engine finds the program's memory by it.
inline const std::string kMarksProgram = "#include \"halo/program.hpp\"\n";

/// `path` is the file's name as the user gave it: the text begins with `#line 1 "path"`, and line n of the source stays
/// line n. Throws only what rules.include throws; takes time linear in the length of the source.
Translation translate(std::string_view source, std::string_view path, const Rules& rules = {});

/// The three lines of a refusal: `path:line: what`, `  where: …`, `  try:   …`.
std::string describe(const Refusal& refusal, std::string_view path);

}  // namespace halo::engine
