#include "kinds/convolution/suspects.hpp"

#include <algorithm>
#include <cmath>

namespace halo {

namespace {

/// The element that a loop with this treatment of ghost elements reads at (x, y).
double element_at(const Convolution& p, std::span<const float> in, int x, int y, Ghost ghost)
{
    const auto inside = [&] { return x >= 0 && x < p.width && y >= 0 && y < p.height; };
    const auto load = [&] { return double(in[std::size_t(y) * std::size_t(p.width) + std::size_t(x)]); };
    if (inside()) return load();
    switch (ghost) {
    case Ghost::zero:
        return 0.0;
    case Ghost::nearest:
        x = std::clamp(x, 0, p.width - 1);
        y = std::clamp(y, 0, p.height - 1);
        return load();
    case Ghost::around:
        x = (x % p.width + p.width) % p.width;
        y = (y % p.height + p.height) % p.height;
        return load();
    case Ghost::next_row: {
        const long flat = long(y) * p.width + x;
        return flat >= 0 && flat < long(in.size()) ? double(in[std::size_t(flat)]) : 0.0;
    }
    }
    return 0.0;
}

/// Along one direction: the index that the halo's place for element `at` was filled from, for an output at `output`.
int halo_source(int output, int at, int tile, const Halo& halo)
{
    const int number = output / tile, begin = number * tile;
    if (!(halo.before && at < begin) && !(halo.after && at >= begin + tile)) return at;
    return halo.stale_from > 0 ? at - (number - number % halo.stale_from) * tile : at + halo.shift;
}

/// The element that the halo's place for (x + dx, y + dy) was filled from, for an output at (x, y).
Spot halo_source(const Convolution& p, Spot output, int dx, int dy, const Halo& halo)
{
    Spot from{output.x + dx, output.y + dy};
    if (p.tile == 0) return from;
    if (halo.around) {
        const bool exists = from.x >= 0 && from.x < p.width && from.y >= 0 && from.y < p.height;
        const bool own = exists && from.x / p.tile == output.x / p.tile && from.y / p.tile == output.y / p.tile;
        if (exists && !own) (halo.rows ? from.y : from.x) += halo.shift;
    } else if (halo.rows) {
        from.y = halo_source(output.y, from.y, p.tile, halo);
    } else {
        from.x = halo_source(output.x, from.x, p.tile, halo);
    }
    return from;
}

}  // namespace

float mistaken_at(const Convolution& p, std::span<const float> in, std::span<const float> filter, const Deviation& deviation,
                  Spot at)
{
    const int rx = p.radius_x, ry = p.radius_y, columns = 2 * rx + 1;
    const Trim& trim = deviation.trim;
    const auto weight = [&](int dx, int dy) {
        if (dx < trim.left - rx || dx > rx - trim.right || dy < trim.top - ry || dy > ry - trim.bottom) return 0.0;
        if (deviation.mirror_x) dx = -dx;
        if (deviation.mirror_y) dy = -dy;
        if (deviation.transpose) std::swap(dx, dy);
        return double(filter[std::size_t((dy + ry) * columns + dx + rx)]);
    };

    double sum = 0.0;
    for (int dy = -ry; dy <= ry; ++dy)
        for (int dx = -rx; dx <= rx; ++dx) {
            const Spot from = halo_source(p, at, dx, dy, deviation.halo);
            sum += weight(dx, dy) * element_at(p, in, from.x, from.y, deviation.ghost);
        }
    return float(sum);
}

std::vector<float> mistaken(const Convolution& p, std::span<const float> in, std::span<const float> filter,
                            const Deviation& deviation)
{
    std::vector<float> out;
    out.reserve(std::size_t(p.width) * std::size_t(p.height));
    for (int y = 0; y < p.height; ++y)
        for (int x = 0; x < p.width; ++x) out.push_back(mistaken_at(p, in, filter, deviation, {x, y}));
    return out;
}

bool fits(const WrongOutput& o, std::span<const float> suspected)
{
    if (o.got.size() != suspected.size() || o.got.empty()) return false;
    for (std::size_t i = 0; i < o.got.size(); ++i)
        if (!(std::abs(double(o.got[i]) - double(suspected[i])) <= o.tolerance)) return false;
    return true;
}

bool fits(const WrongOutput& o, const Convolution& p, std::span<const float> in, std::span<const float> filter,
          const Deviation& deviation)
{
    const std::size_t width = std::size_t(p.width);
    return o.got.size() == width * std::size_t(p.height)
           && fits_each(o, [&](std::size_t i) { return mistaken_at(p, in, filter, deviation, {int(i % width), int(i / width)}); });
}

}  // namespace halo
