#pragma once
// How large a signal or an image is.

#include <cstddef>
#include <ostream>

namespace halo {

/// Elements in a row, and rows. A signal has one row.
struct Extent {
    int width = 1;
    int height = 1;

    std::size_t count() const { return std::size_t(width) * std::size_t(height); }
    friend bool operator==(const Extent&, const Extent&) = default;
};

inline std::ostream& operator<<(std::ostream& out, const Extent& extent)
{
    return out << extent.width << " x " << extent.height;
}

}  // namespace halo
