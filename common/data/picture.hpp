#pragma once
// Pictures in PNG files: always read and written as RGB with 8 bits per channel.

#include <cstdint>
#include <filesystem>
#include <vector>

#include "data/extent.hpp"

namespace halo {

/// [height][width][3], red green blue.
struct Picture {
    Extent extent;
    std::vector<std::uint8_t> bytes;

    friend bool operator==(const Picture&, const Picture&) = default;
};

/// Throws std::runtime_error, its text headline, `where:` and `try:`, if the file is missing, no PNG, truncated, or larger than
/// 2²⁶ pixels. Grey becomes three equal channels, 16 bits become 8, and transparency is dropped.
Picture read_png(const std::filesystem::path& file);

/// Replaces the whole file, or leaves it as it was. Throws like read_png.
void write_png(const std::filesystem::path& file, const Picture& picture);

/// A picture to try filters on, computed from coordinates alone: smooth shades, hard edges, fine stripes, and a white
/// frame that shows what a filter reads outside.
Picture drawn_picture(Extent extent);

}  // namespace halo
