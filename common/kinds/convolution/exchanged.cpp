#include "kinds/convolution/exchanged.hpp"

#include <vector>

#include "kinds/convolution/suspects.hpp"

namespace halo {

namespace {

/// An array [rows][columns] as [columns][rows].
std::vector<float> transposed(std::span<const float> from, int columns, int rows)
{
    std::vector<float> to(from.size());
    for (int y = 0; y < rows; ++y)
        for (int x = 0; x < columns; ++x) to[std::size_t(x * rows + y)] = from[std::size_t(y * columns + x)];
    return to;
}

/// The output if each tile's patch is stored as [x][y] and read as [y][x].
std::vector<float> tiles_transposed(const Convolution& p)
{
    const int radius = p.radius_x, columns = 2 * radius + 1;
    const auto pixel = [&](int x, int y) {
        const bool inside = x >= 0 && x < p.width && y >= 0 && y < p.height;
        return inside ? double(p.in[std::size_t(y) * std::size_t(p.width) + std::size_t(x)]) : 0.0;
    };
    std::vector<float> out(p.in.size());
    for (int y = 0; y < p.height; ++y)
        for (int x = 0; x < p.width; ++x) {
            const int left = x / p.tile * p.tile, top = y / p.tile * p.tile;
            double sum = 0.0;
            for (int dy = -radius; dy <= radius; ++dy)
                for (int dx = -radius; dx <= radius; ++dx)
                    sum += double(p.filter[std::size_t((dy + radius) * columns + dx + radius)])
                           * pixel(left + (y + dy - top), top + (x + dx - left));
            out[std::size_t(y) * std::size_t(p.width) + std::size_t(x)] = float(sum);
        }
    return out;
}

}  // namespace

std::optional<Diagnosis> exchanged(const WrongOutput& o)
{
    const Convolution& p = o.problem;
    if (p.height == 1 || p.radius_y == 0) return {};

    if (fits(o, transposed(o.want, p.width, p.height))) return Diagnosis{Mistake::output_transposed};
    // Tested before the image: with a single tile, both give the same output.
    if (p.tile > 0 && p.radius_x == p.radius_y && fits(o, tiles_transposed(p))) return Diagnosis{Mistake::tile_transposed};
    // in[x * height + y] for in[y * width + x]
    const std::vector<float> in = transposed(p.in, p.height, p.width);
    if (fits(o, p, in, p.filter, {})) return Diagnosis{Mistake::input_transposed};

    Convolution sides = p;
    std::swap(sides.width, sides.height);
    if (p.width != p.height && fits(o, sides, p.in, p.filter, {})) return Diagnosis{Mistake::sides_exchanged};
    if (p.radius_x == p.radius_y && fits(o, sides, p.in, p.filter, {.transpose = true}))
        return Diagnosis{Mistake::images_transposed};
    return {};
}

}  // namespace halo
