#include "rest_of_cmath.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace halo::cucc {
namespace {

/// Of std, and either in what cuda_runtime.h includes or in no part of <cmath>. Any other name asks for the rest.
constexpr std::array kThereAnyway = std::to_array<std::string_view>(
    {"abs", "ceil", "cos", "exception", "exp", "fabs", "floor", "fmax", "fmin", "fprintf", "int16_t", "int32_t", "int64_t", "int8_t", "isfinite", "isnan", "log",
     "memcmp", "memcpy", "memset", "pow", "printf", "ptrdiff_t", "sin", "size_t", "snprintf", "source_location", "sqrt", "strcmp", "strncmp", "strrchr", "uint16_t",
     "uint32_t", "uint64_t", "uint8_t"});
static_assert(std::ranges::is_sorted(kThereAnyway));

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string_view take_word(std::string_view& text)
{
    const auto end = std::find_if_not(text.begin(), text.end(), in_word);
    const std::string_view word(text.begin(), end);
    text.remove_prefix(word.size());
    return word;
}

}  // namespace

bool may_need_rest_of_cmath(std::string_view source)
{
    while (!source.empty()) {
        const std::string_view word = take_word(source);
        if (word == "__gnu_cxx") return true;
        if (word == "std") {
            if (!source.starts_with("::")) return true;     // as in `using namespace std`
            source.remove_prefix(2);
            if (!std::ranges::binary_search(kThereAnyway, take_word(source))) return true;
        } else if (word.empty()) {
            source.remove_prefix(1);
        }
    }
    return false;
}

}  // namespace halo::cucc
