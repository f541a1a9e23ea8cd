#include "kinds/picture/image_mistakes.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "kinds/convolution/seams.hpp"

namespace halo::lab {

namespace {

using Found = std::optional<Diagnosis>;

/// What a mistaken filter reads for an element outside: what a policy says, or something else.
enum class EdgeRule {
    zero, replicate, mirror,    // the policies
    mirror_twice,               // b a | a b c: the edge element is repeated
    around,                     // from the opposite edge
    next_row,                   // whatever is there in row-major order
};

/// How a sum becomes a byte.
struct Store {
    bool rounds = true, floor_at_0 = true, ceil_at_255 = true;
    bool half_added = false;        ///< rounds by adding a half and cutting, which is wrong below 0
};

struct PictureDeviation {
    bool mirror_x = false, mirror_y = false, transpose = false, skip_first = false, skip_last = false;
    EdgeRule outside = EdgeRule::zero;
    Store store = {};
    bool by_bytes = false;          ///< the neighbour of a byte is the next byte
    bool planes = false;            ///< the three colours are taken for three planes, one after the other
    bool planes_in = false;         ///< only those of the input
    bool cut_products = false;      ///< each product loses its fraction
    int from_colour = -1;           ///< all three are made of this one
    bool exchanged = false;         ///< red and blue have changed places
};

EdgeRule outside(Boundary boundary)
{
    return boundary == Boundary::zero        ? EdgeRule::zero
           : boundary == Boundary::replicate ? EdgeRule::replicate
                                             : EdgeRule::mirror;
}

/// The index that is read instead of `i`; −1 for none.
int source_index(int i, int size, EdgeRule outside)
{
    if (i >= 0 && i < size) return i;
    switch (outside) {
    case EdgeRule::replicate: return stand_in(i, size, Boundary::replicate);
    case EdgeRule::mirror: return stand_in(i, size, Boundary::mirror);
    case EdgeRule::around: return (i % size + size) % size;
    case EdgeRule::mirror_twice: {
        const int offset = ((i % (2 * size)) + 2 * size) % (2 * size);
        return offset < size ? offset : 2 * size - 1 - offset;
    }
    default: return -1;
    }
}

float stored(double sum, Store how)
{
    if (how.floor_at_0) sum = std::max(sum, 0.0);
    if (how.ceil_at_255) sum = std::min(sum, 255.0);
    const long whole = how.half_added ? long(sum + 0.5) : how.rounds ? std::lround(sum) : long(sum);
    return float(whole & 255);
}

/// What byte i of the result is made from; a read outside all arrays counts as 0.
double mistaken(const ImageTask& t, std::span<const float> in, std::span<const float> filter, const PictureDeviation& m, std::size_t i)
{
    const int width = t.extent.width, height = t.extent.height;
    const int r = t.radius, columns = 2 * r + 1;
    const auto weight = [&](int dx, int dy) {
        if (m.skip_first && (dx == -r || dy == -r)) return 0.0;
        if (m.skip_last && (dx == r || dy == r)) return 0.0;
        if (m.mirror_x) dx = -dx;
        if (m.mirror_y) dy = -dy;
        if (m.transpose) std::swap(dx, dy);
        return double(filter[std::size_t((dy + r) * columns + dx + r)]);
    };
    const auto byte = [&](int x, int y, int colour) -> double {
        if (m.outside == EdgeRule::next_row && (x < 0 || x >= width || y < 0 || y >= height)) {
            const long flat = (long(y) * width + x) * 3 + colour;
            return flat >= 0 && flat < long(in.size()) ? double(in[std::size_t(flat)]) : 0.0;
        }
        const int from_x = source_index(x, width, m.outside), from_y = source_index(y, height, m.outside);
        if (from_x < 0 || from_y < 0) return 0.0;
        const std::size_t pixel = std::size_t(from_y) * std::size_t(width) + std::size_t(from_x);
        return double(m.planes || m.planes_in ? in[std::size_t(colour) * t.extent.count() + pixel] : in[pixel * 3 + std::size_t(colour)]);
    };

    const std::size_t pixel = m.planes ? i % t.extent.count() : i / 3;
    const int colour = int(m.planes ? i / t.extent.count() : i % 3);
    const int x = int(pixel % std::size_t(width)), y = int(pixel / std::size_t(width));
    const int from = m.from_colour >= 0 ? m.from_colour : m.exchanged ? 2 - colour : colour;
    double sum = 0.0;
    for (int dy = -r; dy <= r; ++dy)
        for (int dx = -r; dx <= r; ++dx) {
            const int at = 3 * x + colour + dx;             // by_bytes: the neighbour in a row of 3 · width
            if (m.by_bytes && (at < 0 || at >= 3 * width)) continue;
            const double product = weight(dx, dy) * (m.by_bytes ? byte(at / 3, y + dy, at % 3) : byte(x + dx, y + dy, from));
            sum += m.cut_products ? std::trunc(product) : product;
        }
    return sum;
}

bool equal(std::span<const float> a, std::span<const float> b) { return !a.empty() && std::ranges::equal(a, b); }

/// Starts at the first wrong byte: nearly every false suspicion fails there, and the other bytes need not be computed.
bool comes_of(const WrongImage& w, std::span<const float> in, std::span<const float> filter, const PictureDeviation& deviation)
{
    constexpr double kRounding = 1e-3;      // of a kernel's floats; the sum here is of doubles
    const auto same = [&](std::size_t i) {
        const double sum = mistaken(w.task, in, filter, deviation, i);
        const auto is = [&](double value) { return w.got[i] == stored(value, deviation.store); };
        return is(sum) || is(sum - kRounding) || is(sum + kRounding);
    };
    const std::size_t count = w.got.size();
    const auto wrong = std::size_t(std::ranges::mismatch(w.got, w.want).in1 - w.got.begin());
    for (std::size_t i = wrong; i < count; ++i)
        if (!same(i)) return false;
    for (std::size_t i = 0; i < wrong; ++i)
        if (!same(i)) return false;
    return count > 0;
}

bool is(const WrongImage& w, PictureDeviation deviation)
{
    if (deviation.outside == EdgeRule::zero) deviation.outside = outside(w.task.boundary);
    return comes_of(w, w.task.in, w.task.filter, deviation);
}

Found whole_output(const WrongImage& w)
{
    constexpr std::size_t kTelling = 48;        // the bytes of a few pixels may be 255, or 0, for many reasons
    if (std::ranges::all_of(w.got, [](float v) { return v == kUnwrittenByte; }))
        return Diagnosis{Mistake::untouched_bytes};
    if (w.want.size() < kTelling) return {};
    if (std::ranges::all_of(w.got, [](float v) { return v == 0.0f; })) return Diagnosis{Mistake::bytes_all_zero};
    if (equal(w.got, w.task.in)) return Diagnosis{Mistake::copy_of_input};
    return {};
}

Found stale(const WrongImage& w)
{
    if (equal(w.got, w.earlier_want)) return Diagnosis{Mistake::stale_result};
    const auto by = [&](std::span<const float> in, std::span<const float> filter) {
        return in.size() == w.task.in.size() && filter.size() == w.task.filter.size()
               && comes_of(w, in, filter, {.outside = outside(w.task.boundary)});
    };
    if (by(w.task.in, w.earlier_filter)) return Diagnosis{Mistake::stale_filter};
    if (by(w.earlier_in, w.task.filter)) return Diagnosis{Mistake::stale_input};
    return {};
}

Found filter_use(const WrongImage& w)
{
    if (is(w, {.mirror_x = true, .mirror_y = true})) return Diagnosis{Mistake::filter_mirrored};
    if (is(w, {.mirror_x = true})) return Diagnosis{Mistake::filter_mirrored_x};
    if (is(w, {.mirror_y = true})) return Diagnosis{Mistake::filter_mirrored_y};
    if (is(w, {.transpose = true})) return Diagnosis{Mistake::filter_transposed};
    if (is(w, {.skip_last = true})) return Diagnosis{Mistake::image_taps_left_out, {.trim = Trim{.right = 1, .bottom = 1}}};
    if (is(w, {.skip_first = true})) return Diagnosis{Mistake::image_taps_left_out, {.trim = Trim{.left = 1, .top = 1}}};
    return {};
}

Found bytes(const WrongImage& w)
{
    if (is(w, {.store = {.rounds = false}})) return Diagnosis{Mistake::not_rounded};
    if (is(w, {.cut_products = true})) return Diagnosis{Mistake::products_cut_off};
    if (is(w, {.store = {true, false, true, true}})) return Diagnosis{Mistake::not_clamped_at_0};
    if (is(w, {.store = {true, false, false, true}})) return Diagnosis{Mistake::not_clamped};
    for (const bool rounds : {true, false}) {
        if (is(w, {.store = {rounds, false, true}}))
            return Diagnosis{rounds ? Mistake::not_clamped_at_0 : Mistake::truncated_not_clamped_at_0};
        if (is(w, {.store = {rounds, true, false}}))
            return Diagnosis{rounds ? Mistake::not_clamped_at_255 : Mistake::truncated_not_clamped_at_255};
        if (is(w, {.store = {rounds, false, false}})) return Diagnosis{rounds ? Mistake::not_clamped : Mistake::truncated_not_clamped};
    }
    return {};
}

Found colours(const WrongImage& w)
{
    for (std::size_t colour = 0; colour < 3; ++colour)
        if (is(w, {.from_colour = int(colour)})) {
            Colours from;
            from.wrong[colour] = true;
            return Diagnosis{Mistake::one_colour, {.colours = from}};
        }
    if (is(w, {.exchanged = true})) return Diagnosis{Mistake::red_is_blue};
    if (is(w, {.planes = true}) || is(w, {.planes_in = true})) return Diagnosis{Mistake::colour_planes};
    if (is(w, {.by_bytes = true})) return Diagnosis{Mistake::neighbour_byte};

    Colours colours;
    for (std::size_t i = 0; i < w.want.size(); ++i) colours.wrong[i % 3] |= w.got[i] != w.want[i];
    if (std::ranges::count(colours.wrong, false) == 0 || w.want.size() < 48) return {};
    bool missing = true;
    for (std::size_t i = 0; i < w.want.size(); ++i) missing = missing && (w.got[i] == w.want[i] || w.got[i] == kUnwrittenByte);
    return Diagnosis{missing ? Mistake::colour_missing : Mistake::colour_wrong, {.colours = colours}};
}

Found edge(const WrongImage& w)
{
    struct Known {
        EdgeRule outside;
        Mistake mistake;
    };
    constexpr std::array<Known, 6> kKnown = {{
        {EdgeRule::zero, Mistake::edge_counts_as_zero},
        {EdgeRule::replicate, Mistake::edge_repeated},
        {EdgeRule::mirror, Mistake::edge_mirrored},
        {EdgeRule::mirror_twice, Mistake::edge_mirrored_twice},
        {EdgeRule::around, Mistake::edge_wrapped},
        {EdgeRule::next_row, Mistake::edge_next_row},
    }};
    for (const Known& known : kKnown)
        if (!w.inside && known.outside != outside(w.task.boundary) && comes_of(w, w.task.in, w.task.filter, {.outside = known.outside}))
            return Diagnosis{known.mistake};
    return {};
}

/// At least three quarters of the pixels, as tiles spoil some at their edges.
Found shifted(const WrongImage& w)
{
    const int width = w.task.extent.width, height = w.task.extent.height;
    const auto fits = [&](int sx, int sy) {
        std::size_t seen = 0, right = 0;
        for (int y = std::max(0, -sy); y < height - std::max(0, sy); ++y)
            for (int x = std::max(0, -sx); x < width - std::max(0, sx); ++x) {
                const auto at = 3 * (std::size_t(y) * std::size_t(width) + std::size_t(x));
                const auto from = 3 * (std::size_t(y + sy) * std::size_t(width) + std::size_t(x + sx));
                ++seen;
                right += w.got[at] == w.want[from] && w.got[at + 1] == w.want[from + 1] && w.got[at + 2] == w.want[from + 2];
            }
        return 2 * seen > w.task.extent.count() && right > 3 && 4 * right >= 3 * seen;
    };
    for (int n = 1; n <= std::max(2 * w.task.radius, 1); ++n)
        for (const int s : {n, -n})
            for (const bool across : {true, false})
                if (across ? fits(s, 0) : fits(0, s))
                    return Diagnosis{n == 1 ? Mistake::off_by_one : Mistake::shifted,
                                     {.n = n, .shift = across ? Shift{s, 0} : Shift{0, s}}};
    return {};
}

Found by_place(const WrongImage& w)
{
    const int width = w.task.extent.width, height = w.task.extent.height;
    const int r = w.task.radius;
    std::vector<Spot> wrong, missing;           // counts pixels: one with three wrong bytes counts once
    std::size_t wrong_bytes = 0, missing_bytes = 0;
    for (std::size_t pixel = 0; pixel < w.task.extent.count(); ++pixel) {
        const Spot spot{int(pixel % std::size_t(width)), int(pixel / std::size_t(width))};
        std::size_t bad = 0, gone = 0;
        for (std::size_t at = 3 * pixel; at < 3 * pixel + 3; ++at) {
            bad += w.got[at] != w.want[at];
            gone += w.got[at] != w.want[at] && w.got[at] == kUnwrittenByte;
        }
        if (bad > 0) wrong.push_back(spot);
        if (gone > 0) missing.push_back(spot);
        wrong_bytes += bad, missing_bytes += gone;
    }
    if (2 * missing_bytes > wrong_bytes && wrong_bytes > 12) {
        const int left = std::ranges::min(missing, {}, &Spot::x).x, top = std::ranges::min(missing, {}, &Spot::y).y;
        const Mistake mistake = left > 0 && left < width   ? Mistake::unwritten_bytes_right
                                : top > 0 && top < height ? Mistake::unwritten_bytes_below
                                                          : Mistake::unwritten_bytes;
        return Diagnosis{mistake, {.count = missing_bytes, .row = top, .column = left}};
    }
    const auto at_edge = [&](Spot s) { return s.x < r || s.x >= width - r || s.y < r || s.y >= height - r; };
    if (!w.inside && width > 2 * r && height > 2 * r && std::ranges::all_of(wrong, at_edge))
        return Diagnosis{Mistake::policy_near_edge, {.radius = r}};
    const Layout layout{
        .width = width, .height = height, .radius_x = r, .radius_y = r, .tile = w.task.tile};
    return seams(layout, wrong);
}

}  // namespace

Found classify(const WrongImage& w)
{
    if (w.got.size() != w.want.size() || std::ranges::equal(w.got, w.want)) return {};
    for (const auto suspect : {whole_output, stale, filter_use, bytes, colours, edge, shifted, by_place})
        if (Found found = suspect(w)) return found;
    return {};
}

}  // namespace halo::lab
