#include "kinds/geometry.hpp"

#include <fmt/format.h>

#include "diagnose/compare.hpp"

namespace halo::lab {

std::string Output::element(std::size_t flat) const
{
    if (across == 1) return halo::element(flat, row, array);
    const auto values = std::size_t(across);
    return fmt::format("{}[{}]", halo::element(flat / values, row, array), flat % values);
}

}  // namespace halo::lab
