// Removes the cast in `cudaLaunchKernel((void*)kernel, …)`: the engine needs the kernel's type, which the cast would hide.

#include <string_view>

#include "rewrite.hpp"

namespace halo::engine {
namespace {

/// Index after `void*` or `const void*` at `i`; kNone if it is another type.
std::size_t after_void_pointer(const Stream& s, std::size_t i)
{
    if (s.text(i) == "const") ++i;
    if (s.text(i) != "void") return kNone;
    ++i;
    if (s.text(i) == "const") ++i;
    return s.text(i) == "*" ? i + 1 : kNone;
}

/// Index of the operand of the cast at `i`; `i` itself if no cast begins there.
std::size_t skip_cast(const Stream& s, std::size_t i)
{
    if (s.text(i) == "(" && s[i].match != kNone && after_void_pointer(s, i + 1) == s[i].match) return s[i].match + 1;
    if ((s.text(i) == "reinterpret_cast" || s.text(i) == "static_cast") && s.text(i + 1) == "<") {
        const std::size_t angle = after_void_pointer(s, i + 2);
        if (angle != kNone && s.text(angle) == ">" && s.text(angle + 1) == "(") return angle + 1;
    }
    return i;
}

}  // namespace

void rewrite_kernel_casts(Rewrite& rewrite, const Stream& s)
{
    for (std::size_t i = 0; i + 2 < s.size(); ++i) {
        const std::string_view word = s.text(i);
        if ((word != "cudaLaunchKernel" && word != "cudaLaunchCooperativeKernel") || s.text(i + 1) != "(") continue;
        std::size_t after = i + 2;
        while (skip_cast(s, after) != after) after = skip_cast(s, after);   // (const void*)(void*)kernel
        if (after != i + 2) rewrite.edits.replace(s[i + 2].begin, s[after - 1].end, "");
    }
}

}  // namespace halo::engine
