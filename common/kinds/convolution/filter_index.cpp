#include "kinds/convolution/filter_index.hpp"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <tuple>
#include <utility>
#include <vector>

#include "kinds/convolution/convolved.hpp"

namespace halo {

namespace {

using Found = std::optional<Diagnosis>;

/// The index, in a flat filter, of the weight that is taken for the offset (dx, dy).
using Choice = std::function<int(int dx, int dy)>;

std::vector<float> chosen(const Convolution& p, const Choice& choice)
{
    std::vector<float> filter;
    for (int dy = -p.radius_y; dy <= p.radius_y; ++dy)
        for (int dx = -p.radius_x; dx <= p.radius_x; ++dx) {
            const int at = choice(dx, dy);      // outside the filter the weight counts as 0
            filter.push_back(at >= 0 && at < int(p.filter.size()) ? p.filter[std::size_t(at)] : 0.0f);
        }
    return filter;
}

struct Misindexing {
    Choice choice;
    Diagnosis diagnosis;
};

std::vector<Misindexing> misindexings(const Convolution& p)
{
    const int rx = p.radius_x, ry = p.radius_y, row = 2 * rx + 1, count = int(p.filter.size());
    const auto right = [=](int dx, int dy) { return (dy + ry) * row + dx + rx; };
    std::vector<Misindexing> all;
    all.push_back({[=](int dx, int dy) { return std::abs(dy) * row + std::abs(dx); }, {Mistake::weight_of_distance}});
    for (const int at : {0, right(0, 0), count - 1}) {
        const std::vector<std::int64_t> index = p.flat() ? std::vector<std::int64_t>{at} : std::vector<std::int64_t>{at / row, at % row};
        all.push_back({[=](int, int) { return at; }, {Mistake::one_weight, {.at = index}}});
    }
    for (const int by : {1, -1, rx, -rx}) {
        all.push_back({[=](int dx, int dy) { return right(dx, dy) + by; }, {Mistake::weight_beside, {.weight_offset = by}}});
        all.push_back({[=](int dx, int dy) { return (right(dx, dy) + by + count) % count; }, {Mistake::weight_beside_around, {.weight_offset = by}}});
    }
    if (p.flat()) return all;
    all.push_back({[=](int, int dy) { return right(dy, dy); }, {Mistake::weight_ignores_dx}});
    all.push_back({[=](int dx, int) { return right(dx, dx); }, {Mistake::weight_ignores_dy}});
    all.push_back({[=](int dx, int) { return right(dx, -ry); }, {Mistake::first_filter_row}});
    all.push_back({[=](int, int dy) { return right(-rx, dy); }, {Mistake::first_filter_column}});
    for (const int length : {rx, rx + 1, 2 * rx, 2 * rx + 2})
        all.push_back({[=](int dx, int dy) { return (dy + ry) * length + dx + rx; },
                       {Mistake::filter_row_length, {.row_length = row, .row_taken = length}}});
    return all;
}

}  // namespace

Found filter_index(const WrongConvolution& o)
{
    const Convolution& p = o.problem;
    if (p.radius_x == 0 || (p.radius_y > 0 && p.radius_x != p.radius_y)) return {};
    for (const Misindexing& misindexing : misindexings(p))
        if (const std::vector<float> filter = chosen(p, misindexing.choice);
            !std::ranges::equal(filter, p.filter) && computes(o, p.in, filter))
            return misindexing.diagnosis;
    return {};
}

}  // namespace halo
