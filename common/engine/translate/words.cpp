// Names that have another meaning in g++ than in nvcc, or that our headers define.

#include <algorithm>

#include "rewrite.hpp"

namespace halo::engine {
namespace {

/// `dim3 blockDim(16, 16)`, or a class member of that name.
bool is_declared(const Stream& s, std::size_t i)
{
    if (i == 0) return false;
    const std::string_view before = s.text(i - 1), after = s.text(i + 1);
    if (before == "." || before == "->") return true;
    if (s.is_identifier(i - 1)) return before != "return" && before != "else" && before != "do" && before != "case";
    if (before == "*" || before == "&" || before == ",")
        return after == "(" || after == ";" || after == "=" || after == "," || after == ")" || after == "{";
    return false;
}

std::vector<std::size_t> builtins_in_host_code(const Stream& s, const Functions& functions)
{
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < s.size(); ++i) {
        if (!is_builtin(s.text(i))) continue;
        const bool on_device = std::any_of(functions.begin(), functions.end(), [&](const DeviceFunction& f) {
            return f.word <= i && i < f.close;
        });
        if (!on_device) out.push_back(i);
    }
    return out;
}

}  // namespace

bool is_number_word(std::string_view word)
{
    return one_of(word, {"bool", "char", "short", "int", "long", "unsigned", "signed", "float", "double", "size_t", "int8_t", "uint8_t",
                         "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t", "ptrdiff_t", "dim3"});
}

bool is_builtin(std::string_view word)
{
    return word == "threadIdx" || word == "blockIdx" || word == "blockDim" || word == "gridDim";
}

std::set<std::string_view> builtins_declared_by_host(const Stream& s, const Functions& functions)
{
    std::set<std::string_view> out;
    for (const std::size_t i : builtins_in_host_code(s, functions))
        if (is_declared(s, i)) out.insert(s.text(i));
    return out;
}

/// `__noinline__` is a CUDA keyword, but in g++ it is the name of an attribute. As a macro it would break the standard
/// library's own `__attribute__((__noinline__))`, so only uses outside attributes are replaced.
void rewrite_attributes(Rewrite& rewrite, const Stream& s)
{
    for (std::size_t i = 0; i < s.size(); ++i) {
        if (s.text(i) != "__noinline__") continue;
        const bool inside_an_attribute = i > 0 && (s.text(i - 1) == "(" || s.text(i - 1) == "," || s.text(i - 1) == "::");
        if (!inside_an_attribute) rewrite.edits.replace(s[i].begin, s[i].end, "__attribute__((__noinline__))");
    }
}

/// nvcc ignores `__forceinline__` on a kernel. Here the kernel would become part of its launch, where accesses are not watched.
void rewrite_inlined_kernels(Rewrite& rewrite, const Stream& s)
{
    for (std::size_t word = 0; word < s.size(); ++word) {
        if (s.text(word) != "__global__") continue;
        std::size_t begin = word, end = word;
        while (begin > 0 && !one_of(s.text(begin - 1), {";", "{", "}"})) --begin;
        while (end < s.size() && !one_of(s.text(end), {";", "{"})) ++end;
        for (std::size_t i = begin; i < end; ++i) {
            if (s.text(i) == "__forceinline__") rewrite.edits.replace(s[i].begin, s[i].end, "inline");
            if (one_of(s.text(i), {"always_inline", "__always_inline__"})) rewrite.edits.replace(s[i].begin, s[i].end, "noinline");
        }
        word = end;
    }
}

/// In host code, `blockDim` in `dim3 blockDim(16, 16)` is an ordinary name; in device code it is a built-in, and a macro
/// of ours. A file without such a declaration is left alone: macros may add `__device__` to its functions.
void rewrite_host_names(Rewrite& rewrite, const Stream& s, const Functions& functions)
{
    const std::set<std::string_view> declared = builtins_declared_by_host(s, functions);
    for (const std::size_t i : builtins_in_host_code(s, functions))
        if (declared.contains(s.text(i))) rewrite.edits.replace(s[i].begin, s[i].end, "halo_host_" + std::string(s.text(i)));
}

}  // namespace halo::engine
