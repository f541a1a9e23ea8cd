#include "kinds/convolution/classify.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "diagnose/compare.hpp"
#include "kinds/convolution/exchanged.hpp"
#include "kinds/convolution/halos.hpp"
#include "kinds/convolution/indices.hpp"
#include "kinds/convolution/seams.hpp"
#include "kinds/convolution/sums.hpp"
#include "kinds/convolution/suspects.hpp"

namespace halo {

namespace {

using Found = std::optional<Diagnosis>;

using Index = std::vector<std::int64_t>;

constexpr std::size_t kEvidence = 3;    // wrong elements that it takes to test the finer suspicions: one or two may fit by chance

/// Nothing was computed at all.
Found whole_output(const WrongOutput& o)
{
    const bool untouched = std::ranges::all_of(o.got, never_written);
    if (untouched) return Diagnosis{o.earlier_right ? Mistake::untouched_again : Mistake::untouched};
    if (auto found = sum_of_nothing(o.got)) return found;
    if (std::ranges::all_of(o.got, [](float v) { return v == 0.0f; })) return Diagnosis{Mistake::all_zero};
    if (fits(o, o.problem.in)) return Diagnosis{Mistake::copy_of_input};
    return {};
}

/// Results kept from the previous call.
Found stale(const WrongOutput& o)
{
    const auto by = [&](std::span<const float> in, std::span<const float> filter) {
        return in.size() == o.problem.in.size() && filter.size() == o.problem.filter.size() && !in.empty()
               && fits(o, o.problem, in, filter, {});
    };
    if (fits(o, o.earlier_want)) return Diagnosis{Mistake::stale_result};
    if (by(o.problem.in, o.earlier_filter)) return Diagnosis{Mistake::stale_filter};
    if (by(o.earlier_in, o.problem.filter)) return Diagnosis{Mistake::stale_input};
    return {};
}

Found filter_use(const WrongOutput& o)
{
    const auto& p = o.problem;
    const auto is = [&](const Deviation& deviation) { return fits(o, p, p.in, p.filter, deviation); };
    if (is({.mirror_x = true, .mirror_y = p.radius_y > 0})) return Diagnosis{Mistake::filter_mirrored};
    if (p.radius_y > 0 && is({.mirror_x = true})) return Diagnosis{Mistake::filter_mirrored_x};
    if (p.radius_y > 0 && is({.mirror_y = true})) return Diagnosis{Mistake::filter_mirrored_y};
    if (const std::vector<float> ones(p.filter.size(), 1.0f); p.filter.size() > 1 && fits(o, p, p.in, ones, {}))
        return Diagnosis{Mistake::filter_not_used};
    // For a square image, reading and storing it column by column gives the same output.
    if (p.radius_y > 0 && p.radius_x == p.radius_y && is({.transpose = true}))
        return Diagnosis{p.width != p.height ? Mistake::filter_transposed : Mistake::filter_or_images_transposed};
    return {};
}

/// Right values, but shifted: at least three quarters of the elements, as tiles spoil some at their edges.
/// Elements whose counterpart lies outside are ignored.
Found shifted(const WrongOutput& o)
{
    const auto& p = o.problem;
    const auto fits = [&](int sx, int sy) {
        std::size_t seen = 0, right = 0;
        for (int y = std::max(0, -sy); y < p.height - std::max(0, sy); ++y)
            for (int x = std::max(0, -sx); x < p.width - std::max(0, sx); ++x) {
                const auto at = std::size_t(y) * std::size_t(p.width) + std::size_t(x);
                const auto from = std::size_t(y + sy) * std::size_t(p.width) + std::size_t(x + sx);
                ++seen;
                if (std::abs(double(o.got[at]) - double(o.want[from])) <= o.tolerance) ++right;
            }
        return 2 * seen > o.want.size() && right > 3 && 4 * right >= 3 * seen;
    };
    const auto found = [&](int sx, int sy) {
        const int n = std::max(std::abs(sx), std::abs(sy));
        return Diagnosis{n == 1 ? Mistake::off_by_one : Mistake::shifted, {.n = n, .shift = Shift{sx, sy}}};
    };
    for (int n = 1; n <= std::max(2 * std::max(p.radius_x, p.radius_y), 1); ++n)
        for (const int s : {n, -n}) {
            if (fits(s, 0)) return found(s, 0);
            if (p.height == 1) continue;
            if (fits(0, s)) return found(0, s);
            for (const int across : {s, -s})
                if (fits(across, s)) return found(across, s);
        }
    return {};
}

/// Does the filter centred on (x, y) reach beyond the edge?
bool meets_ghosts(const Convolution& p, int x, int y)
{
    return x < p.radius_x || x >= p.width - p.radius_x || y < p.radius_y || y >= p.height - p.radius_y;
}

/// A bounds test off by one: an element that exists counts as a ghost.
Found edge_taken_for_ghost(const WrongOutput& o)
{
    const auto& p = o.problem;
    for (const bool at_begin : {true, false}) {
        const int edge_x = at_begin ? 0 : p.width - 1, edge_y = at_begin ? 0 : p.height - 1;
        for (const auto& [in_x, in_y] : {std::pair{true, true}, {true, false}, {false, true}}) {
            std::vector<float> in(p.in.begin(), p.in.end());
            for (int y = 0; y < p.height; ++y)
                for (int x = 0; x < p.width; ++x)
                    if ((in_x && x == edge_x) || (in_y && p.height > 1 && y == edge_y))
                        in[std::size_t(y) * std::size_t(p.width) + std::size_t(x)] = 0.0f;
            if (fits(o, p, in, p.filter, {}))
                return Diagnosis{at_begin ? Mistake::first_taken_for_ghost : Mistake::last_taken_for_ghost};
        }
    }
    return {};
}

Found exact_ghosts(const WrongOutput& o)
{
    const auto& p = o.problem;
    const auto is = [&](Ghost ghost) { return fits(o, p, p.in, p.filter, {.ghost = ghost}); };
    if (is(Ghost::nearest)) return Diagnosis{Mistake::ghost_repeats_edge};
    if (p.height > 1 && is(Ghost::next_row)) return Diagnosis{Mistake::ghost_from_next_row};
    if (is(Ghost::around)) return Diagnosis{Mistake::ghost_from_opposite_edge};
    return {};
}

Found near_ghosts(const WrongOutput& o, const std::vector<Spot>& wrong)
{
    const auto& p = o.problem;
    const bool interior = p.width > 2 * p.radius_x && p.height > 2 * p.radius_y;
    if (interior && std::ranges::all_of(wrong, [&](Spot s) { return meets_ghosts(p, s.x, s.y); }))
        return Diagnosis{Mistake::wrong_near_edge, {.count = wrong.size(), .radius = p.radius_x}};
    return {};
}

Found unwritten_part(const WrongOutput& o, const std::vector<Spot>& missing, std::size_t wrong)
{
    const auto& p = o.problem;
    if (missing.empty() || 2 * missing.size() < wrong) return {};

    Evidence seen{.count = missing.size(), .wrong = wrong, .radius = p.radius_x};
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

    const auto border = std::ranges::count_if(missing, [&](Spot s) { return meets_ghosts(p, s.x, s.y); });
    const bool several_tiles = p.tile > 0 && (p.width > p.tile || p.height > p.tile);
    if (std::size_t(border) == missing.size() && p.width > 2 * p.radius_x && p.height > 2 * p.radius_y && several_tiles)
        return Diagnosis{Mistake::unwritten_border, seen};
    if (auto seam = seams(p, missing)) {
        const bool corners = seam->mistake == Mistake::seam_of_corners;
        return Diagnosis{corners ? Mistake::unwritten_corners : Mistake::unwritten_seam, seam->evidence};
    }
    return Diagnosis{Mistake::unwritten_some, seen};
}

Found last_tile(const WrongOutput& o, const std::vector<Spot>& wrong)
{
    const auto& p = o.problem;
    const int left = std::ranges::min(wrong, {}, &Spot::x).x;
    if (p.tile == 0 || p.width <= p.tile) return {};
    const int begin = (p.width - 1) / p.tile * p.tile;
    if (left < begin) return {};
    return Diagnosis{Mistake::last_tile, {.count = wrong.size(), .column = begin}};
}

}  // namespace

Found classify(const WrongOutput& o)
{
    if (o.got.size() != o.want.size()) return {};
    if (auto found = whole_output(o)) return found;
    if (auto found = stale(o)) return found;
    if (auto found = filter_use(o)) return found;

    std::vector<Spot> wrong, missing;
    for (std::size_t i = 0; i < o.want.size(); ++i) {
        if (std::abs(double(o.got[i]) - double(o.want[i])) <= o.tolerance) continue;
        const Spot spot{int(i % std::size_t(o.problem.width)), int(i / std::size_t(o.problem.width))};
        wrong.push_back(spot);
        if (never_written(o.got[i])) missing.push_back(spot);
    }
    const bool evidence = wrong.size() >= kEvidence;
    if (evidence) {
        if (auto found = taps_left_out(o)) return found;
        if (auto found = exchanged(o)) return found;
        if (auto found = filter_index(o)) return found;
        if (auto found = first_block(o)) return found;
    }
    if (auto found = shifted(o)) return found;
    if (auto found = wrong_sum(o)) return found;
    if (wrong.empty()) return {};
    if (auto found = unwritten_part(o, missing, wrong.size())) return found;
    if (auto found = exact_ghosts(o)) return found;
    if (evidence) {
        if (auto found = edge_taken_for_ghost(o)) return found;
        if (auto found = wrong_halo(o)) return found;
        if (auto found = second_load(o)) return found;
    } else if (auto found = first_block(o)) {
        return found;               // a last block of one or two elements
    }
    if (evidence) {
        if (auto found = near_ghosts(o, wrong)) return found;
        if (auto found = seams(o.problem, wrong)) return found;
    }
    return last_tile(o, wrong);
}

Found sum_of_nothing(std::span<const float> got)
{
    // Arithmetic makes every NaN quiet; one that still signals is a partial copy.
    constexpr std::uint32_t kQuiet = 0x0040'0000u;
    const auto computed = [](float v) { return std::isnan(v) && !never_written(v) && (std::bit_cast<std::uint32_t>(v) & kQuiet) != 0; };
    if (!std::ranges::all_of(got, computed)) return {};
    return Diagnosis{Mistake::sum_of_nothing};
}

}  // namespace halo
