#pragma once
// The kernels that a file defines, as far as their parameters can be compared with a launch.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "lexer.hpp"

namespace halo::engine {

struct Kernel {
    std::vector<std::string> types;     ///< of its parameters; empty text: not plain enough to declare a variable with it
    std::string parameters;             ///< as written: `const float* in, int n`
};

/// By name. Not here: templates, overloads, kernels with default arguments, and names that are also declared as something else.
std::map<std::string_view, Kernel> plain_kernels(std::string_view source, const Stream& stream);

}  // namespace halo::engine
