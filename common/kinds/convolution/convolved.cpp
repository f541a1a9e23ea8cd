#include "kinds/convolution/convolved.hpp"

namespace halo {

float convolved_at(const Convolution& p, std::span<const float> in, std::span<const float> filter, Spot at)
{
    double sum = 0.0;
    std::size_t k = 0;
    for (int y = at.y - p.radius_y; y <= at.y + p.radius_y; ++y)
        for (int x = at.x - p.radius_x; x <= at.x + p.radius_x; ++x, ++k)
            if (x >= 0 && x < p.width && y >= 0 && y < p.height)
                sum += double(filter[k]) * double(in[std::size_t(y) * std::size_t(p.width) + std::size_t(x)]);
    return float(sum);
}

std::vector<float> convolved(const Convolution& p, std::span<const float> in, std::span<const float> filter)
{
    std::vector<float> out;
    out.reserve(in.size());
    for (int y = 0; y < p.height; ++y)
        for (int x = 0; x < p.width; ++x) out.push_back(convolved_at(p, in, filter, {x, y}));
    return out;
}

bool fits(const WrongConvolution& o, std::span<const float> suspected)
{
    if (o.got.size() != suspected.size() || o.got.empty()) return false;
    for (std::size_t i = 0; i < o.got.size(); ++i)
        if (!(std::abs(double(o.got[i]) - double(suspected[i])) <= o.tolerance)) return false;
    return true;
}

bool computes(const WrongConvolution& o, std::span<const float> in, std::span<const float> filter)
{
    const std::size_t count = o.got.size(), width = std::size_t(o.problem.width);
    const auto same = [&](std::size_t i, float other) { return std::abs(double(o.got[i]) - double(other)) <= o.tolerance; };
    const auto as_suspected = [&](std::size_t i) { return same(i, convolved_at(o.problem, in, filter, {int(i % width), int(i / width)})); };
    std::size_t wrong = 0;
    while (wrong < count && same(wrong, o.want[wrong])) ++wrong;
    for (std::size_t i = wrong; i < count; ++i)
        if (!as_suspected(i)) return false;
    for (std::size_t i = 0; i < wrong; ++i)
        if (!as_suspected(i)) return false;
    return count > 0;
}

}  // namespace halo
