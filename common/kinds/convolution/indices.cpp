#include "kinds/convolution/indices.hpp"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <tuple>
#include <utility>
#include <vector>

#include "kinds/convolution/suspects.hpp"

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
        all.push_back({[=](int dx, int dy) { return right(dx, dy) + by; }, {Mistake::weight_beside, {.n = by}}});
        all.push_back({[=](int dx, int dy) { return (right(dx, dy) + by + count) % count; }, {Mistake::weight_beside_around, {.n = by}}});
    }
    if (p.flat()) return all;
    all.push_back({[=](int, int dy) { return right(dy, dy); }, {Mistake::weight_ignores_dx}});
    all.push_back({[=](int dx, int) { return right(dx, dx); }, {Mistake::weight_ignores_dy}});
    all.push_back({[=](int dx, int) { return right(dx, -ry); }, {Mistake::first_filter_row}});
    all.push_back({[=](int, int dy) { return right(-rx, dy); }, {Mistake::first_filter_column}});
    for (const int length : {rx, rx + 1, 2 * rx, 2 * rx + 2})
        all.push_back({[=](int dx, int dy) { return (dy + ry) * length + dx + rx; },
                       {Mistake::filter_row_length, {.n = length, .due = row}}});
    return all;
}

/// Which element a block reads instead of its own.
struct Start {
    int tile = 1;                   ///< outputs of a block in each direction
    bool in_x = false, in_y = false;    ///< the directions in which the index starts over
    bool core_only = false;         ///< the halo is right
    bool own_test = true;           ///< ghosts are recognised by the right index; else by the wrong one
    int shift = 0;                  ///< elements further right
};

float from_first_block(const Convolution& p, const Start& s, int x, int y)
{
    const int row = 2 * p.radius_x + 1;
    const auto beside = [&](int from, int output) { return from < 0 || from / s.tile != output / s.tile; };
    const auto inside = [&](int x, int y) { return x >= 0 && x < p.width && y >= 0 && y < p.height; };
    double sum = 0.0;
    for (int dy = -p.radius_y; dy <= p.radius_y; ++dy)
        for (int dx = -p.radius_x; dx <= p.radius_x; ++dx) {
            const bool right = s.core_only && (beside(x + dx, x) || beside(y + dy, y));
            const int from_x = x + dx - (s.in_x && !right ? x / s.tile * s.tile - s.shift : 0);
            const int from_y = y + dy - (s.in_y && !right ? y / s.tile * s.tile : 0);
            if (!inside(from_x, from_y) || (s.own_test && !inside(x + dx, y + dy))) continue;
            sum += double(p.filter[std::size_t((dy + p.radius_y) * row + dx + p.radius_x)])
                   * double(p.in[std::size_t(from_y) * std::size_t(p.width) + std::size_t(from_x)]);
        }
    return float(sum);
}

}  // namespace

Found filter_index(const WrongOutput& o)
{
    const Convolution& p = o.problem;
    if (p.radius_x == 0 || (p.radius_y > 0 && p.radius_x != p.radius_y)) return {};
    for (const Misindexing& misindexing : misindexings(p))
        if (const std::vector<float> filter = chosen(p, misindexing.choice);
            !std::ranges::equal(filter, p.filter) && fits(o, p, p.in, filter, {}))
            return misindexing.diagnosis;
    return {};
}

Found first_block(const WrongOutput& o)
{
    const Convolution& p = o.problem;
    std::vector<int> tiles;
    for (const int tile : {p.tile, 1024, 512, 256, 128, 64, 32, 16, 8})
        if (tile > p.radius_x && std::ranges::find(tiles, tile) == tiles.end()) tiles.push_back(tile);

    for (const int tile : tiles)
        for (const auto& [in_x, in_y] : {std::pair{true, true}, {true, false}, {false, true}})
            for (const auto& [core_only, own_test, shift] : {std::tuple{true, true, 0}, {true, false, 0}, {false, true, 0},
                                                            {false, false, 0}, {false, true, p.radius_x}}) {
                if ((in_x && tile >= p.width) || (in_y && tile >= p.height)) continue;      // one block
                const Start start{tile, in_x, in_y, core_only, own_test, shift};
                const auto width = std::size_t(p.width);
                if (!fits_each(o, [&](std::size_t i) { return from_first_block(p, start, int(i % width), int(i / width)); })) continue;
                Evidence seen{.tile = tile};
                if (in_x != in_y && !p.flat()) seen.axis = in_x ? Axis::x : Axis::y;
                return Diagnosis{core_only ? Mistake::block_reads_first_core : Mistake::block_reads_first, seen};
            }
    return {};
}

Found second_load(const WrongOutput& o)
{
    const Convolution& p = o.problem;
    if (!p.flat() || p.tile <= 2 * p.radius_x) return {};
    const auto output_at = [&](int x, int shift) {
        double sum = 0.0;
        for (int d = -p.radius_x; d <= p.radius_x; ++d) {
            const bool rest = x % p.tile + d >= p.tile - p.radius_x;
            const int from = x + d + (rest ? shift : 0);
            if (from >= 0 && from < p.width) sum += double(p.filter[std::size_t(d + p.radius_x)]) * double(p.in[std::size_t(from)]);
        }
        return float(sum);
    };
    for (int n = 1; n <= 2 * p.radius_x; ++n)
        for (const int shift : {n, -n})
            if (fits_each(o, [&](std::size_t i) { return output_at(int(i), shift); }))
                return Diagnosis{Mistake::second_load_shifted, {.n = 2 * p.radius_x, .shift = Shift{shift, 0}}};
    return {};
}

}  // namespace halo
