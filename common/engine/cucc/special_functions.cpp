#include "special_functions.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace halo::cucc {
namespace {

constexpr std::array kNames = std::to_array<std::string_view>(
    {"assoc_laguerre", "assoc_legendre", "beta", "comp_ellint_1", "comp_ellint_2", "comp_ellint_3", "cyl_bessel_i", "cyl_bessel_j", "cyl_bessel_k", "cyl_neumann", "ellint_1",
     "ellint_2", "ellint_3", "expint", "hermite", "laguerre", "legendre", "riemann_zeta", "sph_bessel", "sph_legendre", "sph_neumann"});

bool is_special(std::string_view word)
{
    const auto known = [&](std::string_view name) { return std::ranges::binary_search(kNames, name); };
    return known(word) || ((word.ends_with('f') || word.ends_with('l')) && known(word.substr(0, word.size() - 1)));      // float, long double
}

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

}  // namespace

bool names_special_function(std::string_view source)
{
    for (auto at = source.begin(); at != source.end();) {
        const auto begin = std::find_if(at, source.end(), in_word);
        at = std::find_if_not(begin, source.end(), in_word);
        if (is_special({begin, at})) return true;
    }
    return false;
}

}  // namespace halo::cucc
