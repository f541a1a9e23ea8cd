// Words that mean something else to g++ than to nvcc, or that our headers define.

#include <algorithm>

#include "rewrite.hpp"

namespace halo::cpu {
namespace {

bool is_builtin(std::string_view word)
{
    return word == "threadIdx" || word == "blockIdx" || word == "blockDim" || word == "gridDim";
}

}  // namespace

/// `__noinline__` is CUDA's word for an attribute, and the name of that attribute for g++. As a macro it would break the
/// standard library's own `__attribute__((__noinline__))`, so it is replaced here, where it stands alone.
void rewrite_attributes(Rewrite& rewrite, const Stream& s)
{
    for (std::size_t i = 0; i < s.size(); ++i) {
        if (s.text(i) != "__noinline__") continue;
        const bool inside_an_attribute = i > 0 && (s.text(i - 1) == "(" || s.text(i - 1) == "," || s.text(i - 1) == "::");
        if (!inside_an_attribute) rewrite.edits.replace(s[i].begin, s[i].end, "__attribute__((__noinline__))");
    }
}

/// In host code `dim3 blockDim(16, 16)` is a name like any other; in device code it is a built-in, and a macro of ours.
void rewrite_host_names(Rewrite& rewrite, const Stream& s, const Functions& functions)
{
    for (std::size_t i = 0; i < s.size(); ++i) {
        if (!is_builtin(s.text(i))) continue;
        const bool on_device = std::any_of(functions.begin(), functions.end(), [&](const DeviceFunction& f) {
            return f.word <= i && i < f.close;
        });
        if (!on_device) rewrite.edits.replace(s[i].begin, s[i].end, "halo_host_" + std::string(s.text(i)));
    }
}

}  // namespace halo::cpu
