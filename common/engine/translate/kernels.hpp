#pragma once
// The kernels that a file defines, as far as their parameters can be compared with a launch.

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "lexer.hpp"

namespace halo::engine {

struct Kernel {
    std::vector<std::string> types;     ///< of its parameters; empty text: not plain enough to be written elsewhere
    std::string parameters;             ///< as written: `const float* in, int n`
    bool has_defaults = false;          ///< a launch may leave out arguments
    std::size_t template_parameters = 0;
};

/// By name. Not here: overloads, kernels with packs, members, and names that are also declared as something else.
std::map<std::string_view, Kernel> kernels_of(std::string_view source, const Stream& stream);

/// Names that the file declares as pointers to functions, or as `auto`, and not as kernels.
std::set<std::string_view> function_pointers_of(const Stream& stream);

}  // namespace halo::engine
