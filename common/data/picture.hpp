#pragma once
// Pictures in files: PNG, read as RGB with 8 bits a channel whatever is in the file, and written so.

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

/// Throws std::runtime_error, its text headline, `where:` and `try:`: no file, no PNG, cut short, or more than 2²⁶ pixels.
/// Grey becomes three equal channels; 16 bits become 8; what is transparent is left out.
Picture read_png(const std::filesystem::path& file);

/// Replaces the file whole, or leaves what was there. Throws like read_png.
void write_png(const std::filesystem::path& file, const Picture& picture);

/// A picture to try filters on, made of its coordinates alone: slow shades, hard edges, fine stripes, and a frame of white
/// that shows what a filter finds outside.
Picture drawn_picture(Extent extent);

}  // namespace halo
