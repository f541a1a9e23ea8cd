#include "kinds/convolution/unwritten.hpp"

#include <algorithm>
#include <cstdint>

#include "diagnose/compare.hpp"
#include "diagnose/gaps.hpp"
#include "kinds/convolution/seams.hpp"

namespace halo {

namespace {

using Found = std::optional<Diagnosis>;
using Index = std::vector<std::int64_t>;

/// Elements of a signal, or whole rows of an image: some in its middle, or the same part of each block.
Found left_out_lines(const WrongConvolution& o, const std::vector<Spot>& missing, std::size_t wrong)
{
    const Convolution& p = o.problem;
    std::vector<std::size_t> places;
    for (const Spot s : missing)
        if (p.flat() || s.x == 0) places.push_back(std::size_t(p.flat() ? s.x : s.y));
    if (!p.flat() && places.size() * std::size_t(p.width) != missing.size()) return {};
    if (const auto only = runs_of(places); only.size() == 1) {
        const auto begin = std::int64_t(only[0].begin), end = begin + std::int64_t(only[0].length);
        if (begin == 0 || end == (p.flat() ? p.width : p.height)) return {};
        return Diagnosis{Mistake::unwritten_lines, {.affected = missing.size(), .wrong = wrong, .span = Span{begin, end - 1}}};
    }
    const auto turns = turns_of(places, std::size_t(p.flat() ? p.width : p.height));
    // A tile's own size is a seam, which names the tile.
    if (!turns || turns->period <= 2 || (p.tile > 0 && turns->period == std::size_t(p.tile))) return {};
    const auto first = std::int64_t(turns->first);
    return Diagnosis{p.flat() ? Mistake::unwritten_in_turns : Mistake::unwritten_rows_in_turns,
                     {.affected = missing.size(), .at = p.flat() ? Index{first} : Index{first, 0}, .turns = InTurns{std::int64_t(turns->missing), std::int64_t(turns->period)}}};
}

}  // namespace

Found unwritten(const WrongConvolution& o, const std::vector<Spot>& missing, std::size_t wrong)
{
    const auto& p = o.problem;
    if (missing.empty() || 2 * missing.size() < wrong) return {};

    Evidence seen{.affected = missing.size(), .wrong = wrong, .radius = p.radius_x};
    const std::size_t first = std::size_t(missing.front().y) * std::size_t(p.width) + std::size_t(missing.front().x);
    // If the missing part begins where a tile does, whole blocks are missing, else threads of each block.
    const bool in_tile = p.flat() && p.tile > 0 && first % std::size_t(p.tile) != 0;
    if (first + missing.size() == o.want.size() && !in_tile) {
        seen.at = p.flat() ? Index{missing.front().x} : Index{missing.front().y, missing.front().x};
        return Diagnosis{Mistake::unwritten_end, seen};
    }

    const int left = std::ranges::min(missing, {}, &Spot::x).x;
    const auto columns = std::size_t(p.width - left) * std::size_t(p.height);
    if (left > 0 && columns == missing.size() && (p.tile == 0 || left % p.tile == 0)) {
        seen.column = left;
        return Diagnosis{Mistake::unwritten_columns, seen};
    }
    // Missing on the right and at the bottom: the part that was written is a rectangle.
    const auto found = std::ranges::find_if(o.got, never_written) - o.got.begin();
    const auto written_x = int(found % p.width);
    std::size_t written_y = 0;
    while (written_y < std::size_t(p.height) && !never_written(o.got[written_y * std::size_t(p.width)])) ++written_y;
    if (p.height > 1 && written_x > 0 && written_y > 0
        && o.want.size() - std::size_t(written_x) * written_y == missing.size()
        && (p.tile == 0 || (written_x % p.tile == 0 && written_y % std::size_t(p.tile) == 0))) {
        seen.column = written_x, seen.row = written_y;
        return Diagnosis{Mistake::unwritten_but_corner, seen};
    }

    // The outputs that meet ghosts: of two ends nothing else can be said, of a part of them lines may say more.
    const bool several_tiles = p.tile == 0 || p.width > p.tile || p.height > p.tile;
    const Layout layout = p.layout();
    const bool border = several_tiles && layout.has_interior() && std::ranges::all_of(missing, [&](Spot s) { return layout.meets_ghosts(s); });
    const std::size_t interior = std::size_t(std::max(p.width - 2 * p.radius_x, 0)) * std::size_t(std::max(p.height - 2 * p.radius_y, 0));
    const bool whole_border = border && missing.size() + interior == o.want.size();
    if (whole_border) return Diagnosis{Mistake::unwritten_border, seen};
    if (auto lines = left_out_lines(o, missing, wrong)) return lines;
    if (border) return Diagnosis{Mistake::unwritten_border, seen};
    if (auto seam = p.tile == 0 ? Found{} : seams(layout, missing)) {
        const bool corners = seam->mistake == Mistake::seam_of_corners;
        return Diagnosis{corners ? Mistake::unwritten_corners : Mistake::unwritten_seam, seam->evidence};
    }
    return Diagnosis{Mistake::unwritten_some, seen};
}

}  // namespace halo
