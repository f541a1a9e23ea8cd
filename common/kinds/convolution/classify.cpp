#include "kinds/convolution/classify.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include <fmt/format.h>

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

constexpr std::size_t kEvidence = 3;    // wrong elements that a suspicion of many must fit: one or two may do so by chance

/// Nothing was computed at all.
Found whole_output(const WrongOutput& o)
{
    const bool untouched = std::ranges::all_of(o.got, never_written);
    if (untouched && o.earlier_right)
        return Diagnosis{"stale", "nothing was written in this call, and the call before was right",
                         "compute in every call; the same pointers may hold new data"};
    if (untouched)
        return Diagnosis{"not_started", "every element still holds the NaN that it started with",
                         "is the kernel launched, with blocks for every element, and does each thread store its sum?"};
    if (auto found = sum_of_nothing(o.got)) return found;
    if (std::ranges::all_of(o.got, [](float v) { return v == 0.0f; }))
        return Diagnosis{"wrong_result", "every element is 0",
                         "does the sum reach the output? Look at the filter too: was it copied to the device?"};
    if (fits(o, o.problem.in))
        return Diagnosis{"wrong_result", "the output is a copy of the input",
                         "multiply by the filter: each output is a sum over the neighbourhood"};
    return {};
}

/// Results kept from the call before.
Found stale(const WrongOutput& o)
{
    const auto by = [&](std::span<const float> in, std::span<const float> filter) {
        return in.size() == o.problem.in.size() && filter.size() == o.problem.filter.size() && !in.empty()
               && fits(o, mistaken(o.problem, in, filter, {}));
    };
    if (fits(o, o.earlier_want))
        return Diagnosis{"stale", "this is the result of the call before",
                         "compute in every call; the same pointers may hold new data"};
    if (by(o.problem.in, o.earlier_filter))
        return Diagnosis{"stale", "this comes of the filter of the call before",
                         "copy the filter to the device in every call, before the launch"};
    if (by(o.earlier_in, o.problem.filter))
        return Diagnosis{"stale", "this comes of the input of the call before",
                         "copy the input to the device in every call, before the launch"};
    return {};
}

Found filter_use(const WrongOutput& o)
{
    const auto& p = o.problem;
    const auto is = [&](const Mistake& mistake) {
        return fits(o, mistaken(p, p.in, p.filter, mistake));
    };
    const auto mirrored = [](std::string how) {
        return Diagnosis{"filter_mirrored", "it fits exactly when the filter is mirrored" + how,
                         "here out[i] sums filter[d+R] · in[i+d]: both indices grow together"};
    };
    if (is({.mirror_x = true, .mirror_y = p.radius_y > 0})) return mirrored("");
    if (p.radius_y > 0 && is({.mirror_x = true})) return mirrored(" in x");
    if (p.radius_y > 0 && is({.mirror_y = true})) return mirrored(" in y");
    if (const std::vector<float> ones(p.filter.size(), 1.0f); p.filter.size() > 1 && fits(o, mistaken(p, p.in, ones, {})))
        return Diagnosis{"wrong_result", "it fits exactly when every weight is 1", "multiply each element by its weight of the filter",
                         "the filter is not used"};
    if (p.radius_y > 0 && p.radius_x == p.radius_y && is({.transpose = true}))
    {
        if (p.width != p.height)
            return Diagnosis{"filter_mirrored", "it fits exactly when rows and columns of the filter are exchanged",
                             "the filter is [dy][dx]: the row comes first", "the filter is transposed"};
        // Of a square image the same comes out when it is read and stored column by column.
        return Diagnosis{"wrong_result", "it fits exactly when rows and columns are exchanged: of the filter, or of both images",
                         "the row comes first: the filter is [dy][dx], a pixel is [y * width + x]", "rows and columns are exchanged"};
    }
    return {};
}

/// Right, but elsewhere: for three quarters of the elements at least, as tiles spoil some at their edges.
/// Elements whose counterpart lies outside are not looked at.
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
        const std::string name = n == 1 ? "off by one" : fmt::format("shifted by {}", n);
        const std::string_view things = p.flat() ? "element" : "pixel";
        const std::string_view along = sx > 0 ? "right" : sx < 0 ? "left" : "", down = sy > 0 ? "down" : sy < 0 ? "up" : "";
        return Diagnosis{"halo_off_by_one",
                         fmt::format("nearly every {} is the one expected {} {}{} further {}{}{}", things, n, things,
                                     n > 1 ? "s" : "", along, sx != 0 && sy != 0 ? " and " : "", down),
                         "is the radius added or taken away once too often where the index is made?", name};
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

/// Does the filter, laid over (x, y), reach beyond the edge?
bool meets_ghosts(const Convolution& p, int x, int y)
{
    return x < p.radius_x || x >= p.width - p.radius_x || y < p.radius_y || y >= p.height - p.radius_y;
}

/// The comparison is one too strict: an element that exists counts as a ghost.
Found edge_taken_for_ghost(const WrongOutput& o)
{
    const auto& p = o.problem;
    const std::string_view first = p.flat() ? "first element" : "first row or column";
    const std::string_view last = p.flat() ? "last element" : "last row or column";
    for (const bool at_begin : {true, false}) {
        const int edge_x = at_begin ? 0 : p.width - 1, edge_y = at_begin ? 0 : p.height - 1;
        for (const auto& [in_x, in_y] : {std::pair{true, true}, {true, false}, {false, true}}) {
            std::vector<float> in(p.in.begin(), p.in.end());
            for (int y = 0; y < p.height; ++y)
                for (int x = 0; x < p.width; ++x)
                    if ((in_x && x == edge_x) || (in_y && p.height > 1 && y == edge_y))
                        in[std::size_t(y) * std::size_t(p.width) + std::size_t(x)] = 0.0f;
            if (fits(o, mistaken(p, in, p.filter, {})))
                return Diagnosis{"ghost_not_zero",
                                 fmt::format("it fits exactly when the {} counts as 0", at_begin ? first : last),
                                 "0 and size - 1 exist: compare with >= 0 and with < size",
                                 "an element at the edge is taken for a ghost"};
        }
    }
    return {};
}

const std::string kGhostAttempt = "a ghost element counts as 0: test the index before the load, and go on with the next product";

Found exact_ghosts(const WrongOutput& o)
{
    const auto& p = o.problem;
    const auto is = [&](Ghost ghost) { return fits(o, mistaken(p, p.in, p.filter, {.ghost = ghost})); };
    if (is(Ghost::nearest))
        return Diagnosis{"ghost_not_zero", "it fits exactly when ghost elements repeat the element at the edge",
                         kGhostAttempt};
    if (p.height > 1 && is(Ghost::next_row))
        return Diagnosis{"ghost_not_zero", "it fits exactly when x runs over the edge into the neighbouring row",
                         kGhostAttempt + "; test x and y, not only the flat index"};
    if (is(Ghost::around))
        return Diagnosis{"ghost_not_zero", "it fits exactly when ghost elements come from the opposite edge",
                         kGhostAttempt};
    return {};
}

Found near_ghosts(const WrongOutput& o, const std::vector<Spot>& wrong)
{
    const auto& p = o.problem;
    const bool interior = p.width > 2 * p.radius_x && p.height > 2 * p.radius_y;
    if (interior && std::ranges::all_of(wrong, [&](Spot s) { return meets_ghosts(p, s.x, s.y); }))
        return Diagnosis{"ghost_not_zero",
                         fmt::format("{} within {} of the {}'s edge, where ghost elements count", they_lie(wrong.size()),
                                     p.radius_x, p.flat() ? "input" : "image"),
                         kGhostAttempt};
    return {};
}

Found unwritten_part(const WrongOutput& o, const std::vector<Spot>& missing, std::size_t wrong)
{
    const auto& p = o.problem;
    if (missing.empty() || 2 * missing.size() < wrong) return {};

    const std::string count = missing.size() != wrong ? fmt::format("{} of them were", missing.size())
                              : wrong == 1            ? std::string("it was")
                                                      : fmt::format("all {} were", wrong);
    const std::size_t first = std::size_t(missing.front().y) * std::size_t(p.width) + std::size_t(missing.front().x);
    // Whole blocks are missing, or threads of each: where a tile begins tells.
    const bool in_tile = p.flat() && p.tile > 0 && first % std::size_t(p.tile) != 0;
    if (first + missing.size() == o.want.size() && !in_tile)
        return Diagnosis{"unwritten",
                         fmt::format("{} never written: everything from {} on", count,
                                     element(first, p.flat() ? 0 : p.width)),
                         "round the number of blocks up: (size + tile - 1) / tile; does the guard let the last one pass? And is the "
                         "index that of the output, or does it begin anew in each block?"};

    const int left = std::ranges::min(missing, {}, &Spot::x).x;
    const auto columns = std::size_t(p.width - left) * std::size_t(p.height);
    const std::string attempt = "round the number of blocks up in both directions: (size + tile - 1) / tile";
    if (left > 0 && columns == missing.size() && (p.tile == 0 || left % p.tile == 0))
        return Diagnosis{"unwritten", fmt::format("{} never written: the columns from {} on", count, left),
                         attempt};
    // Missing on the right and at the bottom: the part that is there is a rectangle.
    const auto found = std::ranges::find_if(o.got, never_written) - o.got.begin();
    const auto there_x = int(found % p.width);
    std::size_t there_y = 0;
    while (there_y < std::size_t(p.height) && !never_written(o.got[there_y * std::size_t(p.width)])) ++there_y;
    if (p.height > 1 && there_x > 0 && there_y > 0
        && o.want.size() - std::size_t(there_x) * there_y == missing.size()
        && (p.tile == 0 || (there_x % p.tile == 0 && there_y % std::size_t(p.tile) == 0)))
        return Diagnosis{"unwritten",
                         fmt::format("{} never written: only the first {} columns of the first {} rows are", count,
                                     there_x, there_y),
                         attempt};

    const auto border = std::ranges::count_if(missing, [&](Spot s) { return meets_ghosts(p, s.x, s.y); });
    const bool several_tiles = p.tile > 0 && (p.width > p.tile || p.height > p.tile);
    if (std::size_t(border) == missing.size() && p.width > 2 * p.radius_x && p.height > 2 * p.radius_y && several_tiles)
        return Diagnosis{"unwritten", fmt::format("{} never written: within {} of the edge", count, p.radius_x),
                         "elements at the edge are outputs too: only their ghost neighbours count as 0"};
    if (auto seam = seams(p, missing))
        return Diagnosis{"unwritten", "never written: " + seam->seen,
                         "which threads of the block store an output? Each output needs exactly one"};
    return Diagnosis{"unwritten", fmt::format("{} never written", count),
                     "which threads store an output? Each output needs exactly one"};
}

Found last_tile(const WrongOutput& o, const std::vector<Spot>& wrong)
{
    const auto& p = o.problem;
    const int left = std::ranges::min(wrong, {}, &Spot::x).x;
    if (p.tile == 0 || p.width <= p.tile) return {};
    const int begin = (p.width - 1) / p.tile * p.tile;
    if (left < begin) return {};
    return Diagnosis{"wrong_result", fmt::format("{} in the last tile, from column {} on", they_lie(wrong.size()), begin),
                     "the last tile overhangs: which of its elements exist, and are the others stored as 0?"};
}

Found diagnose(const WrongOutput& o)
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
        if (auto seam = seams(o.problem, wrong)) return Diagnosis{seam->key, seam->seen, seam->attempt};
    }
    return last_tile(o, wrong);
}

std::string_view name_of(std::string_view key)
{
    if (key == "stale") return "the result of an earlier call";
    if (key == "filter_mirrored") return "the filter is mirrored";
    if (key == "halo_off_by_one") return "off by one";
    if (key == "tap_left_out") return "a tap is left out";
    if (key == "unwritten") return "not all of the output is written";
    if (key == "ghost_not_zero") return "ghost elements do not count as 0";
    return "";
}

}  // namespace

Found sum_of_nothing(std::span<const float> got)
{
    // Arithmetic makes a quiet NaN of each; one that still signals was copied in part.
    constexpr std::uint32_t kQuiet = 0x0040'0000u;
    const auto computed = [](float v) { return std::isnan(v) && !never_written(v) && (std::bit_cast<std::uint32_t>(v) & kQuiet) != 0; };
    if (!std::ranges::all_of(got, computed)) return {};
    return Diagnosis{"sum_of_nothing", "every element is a NaN that was computed: NaN plus anything is NaN",
                     "does the sum begin with what the output held? Begin with 0 in a register", "a sum of what nobody wrote"};
}

Found classify(const WrongOutput& o)
{
    Found found = diagnose(o);
    if (found && found->name.empty()) found->name = name_of(found->key);
    return found;
}

}  // namespace halo
