#include "check/suspects.hpp"

#include <algorithm>

namespace halo {

namespace {

/// The element that a loop with this idea of ghost elements reads at (x, y).
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

}  // namespace

std::vector<float> mistaken(const Convolution& p, std::span<const float> in, std::span<const float> filter,
                            const Mistake& mistake)
{
    const int rx = p.radius_x, ry = p.radius_y, columns = 2 * rx + 1;
    const auto weight = [&](int dx, int dy) {
        if (mistake.skip_first && (dx == -rx || (ry > 0 && dy == -ry))) return 0.0;
        if (mistake.skip_last && (dx == rx || (ry > 0 && dy == ry))) return 0.0;
        if (mistake.mirror_x) dx = -dx;
        if (mistake.mirror_y) dy = -dy;
        if (mistake.transpose) std::swap(dx, dy);
        return double(filter[std::size_t((dy + ry) * columns + dx + rx)]);
    };

    std::vector<float> out(std::size_t(p.width) * std::size_t(p.height));
    for (int y = 0; y < p.height; ++y)
        for (int x = 0; x < p.width; ++x) {
            double sum = 0.0;
            for (int dy = -ry; dy <= ry; ++dy)
                for (int dx = -rx; dx <= rx; ++dx)
                    sum += weight(dx, dy) * element_at(p, in, x + dx, y + dy, mistake.ghost);
            out[std::size_t(y) * std::size_t(p.width) + std::size_t(x)] = float(sum);
        }
    return out;
}

}  // namespace halo
