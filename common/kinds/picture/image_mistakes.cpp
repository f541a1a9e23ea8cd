#include "kinds/picture/image_mistakes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "kinds/convolution/seams.hpp"

namespace halo::lab {

namespace {

using Found = std::optional<Diagnosis>;

/// What a mistaken filter reads for an element outside: what a policy says, or
enum class Outside {
    zero, replicate, mirror,    // as the policies
    mirror_twice,               // b a | a b c: the edge element stands twice
    around,                     // from the opposite edge
    next_row,                   // what lies there in row-major order
};

/// How a sum becomes a byte.
struct Store {
    bool rounds = true, floor_at_0 = true, ceil_at_255 = true;
};

struct Mistake {
    bool mirror_x = false, mirror_y = false, transpose = false, skip_first = false, skip_last = false;
    Outside outside = Outside::zero;
    Store store = {};
    bool by_bytes = false;          ///< the neighbour of a byte is the next byte
    bool planes = false;            ///< the three colours are taken to lie one behind the other
    int from_colour = -1;           ///< all three are made of this one
    bool exchanged = false;         ///< red and blue have changed places
};

Outside outside(Boundary boundary)
{
    return boundary == Boundary::zero        ? Outside::zero
           : boundary == Boundary::replicate ? Outside::replicate
                                             : Outside::mirror;
}

/// The index that is read instead of `i`; −1 for none.
int instead_of(int i, int size, Outside outside)
{
    if (i >= 0 && i < size) return i;
    switch (outside) {
    case Outside::replicate: return stand_in(i, size, Boundary::replicate);
    case Outside::mirror: return stand_in(i, size, Boundary::mirror);
    case Outside::around: return (i % size + size) % size;
    case Outside::mirror_twice: {
        const int way = ((i % (2 * size)) + 2 * size) % (2 * size);
        return way < size ? way : 2 * size - 1 - way;
    }
    default: return -1;
    }
}

float stored(double sum, Store how)
{
    if (how.floor_at_0) sum = std::max(sum, 0.0);
    if (how.ceil_at_255) sum = std::min(sum, 255.0);
    const long whole = how.rounds ? std::lround(sum) : long(sum);
    return float(whole & 255);
}

/// The bytes that come of the mistake, except what a kernel reads outside of all arrays, which is 0.
std::vector<float> mistaken(const ImageTask& t, std::span<const float> in, std::span<const float> filter, const Mistake& m)
{
    const auto [width, height] = t.extent;
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
        if (m.outside == Outside::next_row && (x < 0 || x >= width || y < 0 || y >= height)) {
            const long flat = (long(y) * width + x) * 3 + colour;
            return flat >= 0 && flat < long(in.size()) ? double(in[std::size_t(flat)]) : 0.0;
        }
        const int from_x = instead_of(x, width, m.outside), from_y = instead_of(y, height, m.outside);
        if (from_x < 0 || from_y < 0) return 0.0;
        const std::size_t pixel = std::size_t(from_y) * std::size_t(width) + std::size_t(from_x);
        return double(m.planes ? in[std::size_t(colour) * t.extent.count() + pixel] : in[pixel * 3 + std::size_t(colour)]);
    };

    std::vector<float> out(3 * t.extent.count());
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            for (int colour = 0; colour < 3; ++colour) {
                const int from = m.from_colour >= 0 ? m.from_colour : m.exchanged ? 2 - colour : colour;
                double sum = 0.0;
                for (int dy = -r; dy <= r; ++dy)
                    for (int dx = -r; dx <= r; ++dx) {
                        const int at = 3 * x + colour + dx;             // by_bytes: the neighbour in a row of 3 · width
                        if (m.by_bytes && (at < 0 || at >= 3 * width)) continue;
                        sum += weight(dx, dy) * (m.by_bytes ? byte(at / 3, y + dy, at % 3) : byte(x + dx, y + dy, from));
                    }
                const std::size_t pixel = std::size_t(y) * std::size_t(width) + std::size_t(x);
                out[m.planes ? std::size_t(colour) * t.extent.count() + pixel : pixel * 3 + std::size_t(colour)]
                    = stored(sum, m.store);
            }
    return out;
}

bool equal(std::span<const float> a, std::span<const float> b) { return !a.empty() && std::ranges::equal(a, b); }

bool is(const WrongImage& w, Mistake mistake)
{
    if (mistake.outside == Outside::zero) mistake.outside = outside(w.task.boundary);
    return equal(w.got, mistaken(w.task, w.task.in, w.task.filter, mistake));
}

Found whole_output(const WrongImage& w)
{
    constexpr std::size_t kTelling = 48;        // bytes of a pixel or two may be 255, or 0, for many reasons
    if (std::ranges::all_of(w.got, [](float v) { return v == kUnwrittenByte; }))
        return Diagnosis{"not_started", "every byte is 255, as fresh memory is here",
                         "is the kernel launched, with blocks for every pixel, and does each thread store three bytes?"};
    if (w.want.size() < kTelling) return {};
    if (std::ranges::all_of(w.got, [](float v) { return v == 0.0f; }))
        return Diagnosis{"wrong_result", "every byte is 0",
                         "does the sum reach the output? Look at the filter too: was it copied to the device?"};
    if (equal(w.got, w.task.in))
        return Diagnosis{"wrong_result", "the output is a copy of the input",
                         "multiply by the filter: each byte is a sum over the neighbourhood"};
    return {};
}

Found stale(const WrongImage& w)
{
    if (equal(w.got, w.earlier_want))
        return Diagnosis{"stale", "this is the result of the call before",
                         "compute in every call; the same pointers may hold new data"};
    const auto by = [&](std::span<const float> in, std::span<const float> filter) {
        return in.size() == w.task.in.size() && filter.size() == w.task.filter.size()
               && equal(w.got, mistaken(w.task, in, filter, {.outside = outside(w.task.boundary)}));
    };
    if (by(w.task.in, w.earlier_filter))
        return Diagnosis{"stale", "this comes of the filter of the call before",
                         "copy the filter to the device in every call"};
    if (by(w.earlier_in, w.task.filter))
        return Diagnosis{"stale", "this comes of the picture of the call before",
                         "copy the picture to the device in every call"};
    return {};
}

Found filter_use(const WrongImage& w)
{
    const auto mirrored = [](std::string how) {
        return Diagnosis{"filter_mirrored", "it fits exactly when the filter is mirrored" + how,
                         "filter[dy+R][dx+R] meets in[y+dy][x+dx]: both indices grow together"};
    };
    if (is(w, {.mirror_x = true, .mirror_y = true})) return mirrored("");
    if (is(w, {.mirror_x = true})) return mirrored(" in x");
    if (is(w, {.mirror_y = true})) return mirrored(" in y");
    if (is(w, {.transpose = true}))
        return Diagnosis{"filter_mirrored", "it fits exactly when rows and columns of the filter are exchanged",
                         "the filter is [dy][dx]: the row comes first", "the filter is transposed"};
    for (const bool first : {false, true})
        if (is(w, {.skip_first = first, .skip_last = !first}))
            return Diagnosis{"halo_off_by_one",
                             fmt::format("it fits exactly when the {} row and column of the filter are left out",
                                         first ? "first" : "last"),
                             "the sum runs from -R to R, both included: 2R + 1 taps", "a tap is left out"};
    return {};
}

Found bytes(const WrongImage& w)
{
    const auto found = [](std::string seen, std::string name) {
        return Diagnosis{"wrong_result", "it fits exactly when " + seen,
                         "round to the nearest whole number, and keep it in 0 … 255, before it becomes a byte",
                         std::move(name)};
    };
    if (is(w, {.store = {.rounds = false}}))
        return found("the digits behind the point are cut off", "cut off instead of rounded");
    for (const bool rounds : {true, false}) {
        const std::string and_cut = rounds ? "" : ", and digits behind the point are cut off";
        if (is(w, {.store = {rounds, false, true}}))
            return found("a sum below 0 is not clamped: -1 becomes 255" + and_cut, "not clamped at 0");
        if (is(w, {.store = {rounds, true, false}}))
            return found("a sum above 255 is not clamped: 256 becomes 0" + and_cut, "not clamped at 255");
        if (is(w, {.store = {rounds, false, false}}))
            return found("sums are not clamped: 256 becomes 0, and -1 becomes 255" + and_cut, "not clamped");
    }
    return {};
}

Found colours(const WrongImage& w)
{
    constexpr std::array<const char*, 3> kNames = {"red", "green", "blue"};
    for (int colour = 0; colour < 3; ++colour)
        if (is(w, {.from_colour = colour}))
            return Diagnosis{
                "wrong_result",
                fmt::format("it fits exactly when all three colours are made of {}", kNames[std::size_t(colour)]),
                "which index chooses the colour, when you load and when you sum?", "colours are mixed up"};
    if (is(w, {.exchanged = true}))
        return Diagnosis{"wrong_result", "it fits exactly when red and blue change places",
                         "the bytes of a pixel are red, green, blue, in and out", "colours are mixed up"};
    if (is(w, {.planes = true}))
        return Diagnosis{"wrong_result",
                         "it fits exactly when the three colours are taken for three images, one behind the other",
                         "the bytes of a pixel lie together: [height][width][3], and colour is the last index",
                         "colours are mixed up"};
    if (is(w, {.by_bytes = true}))
        return Diagnosis{"wrong_result", "it fits exactly when a byte's neighbour is the next byte: red meets green",
                         "the next byte of the same colour is 3 further", "colours are mixed up"};

    std::array<std::size_t, 3> wrong{};
    for (std::size_t i = 0; i < w.want.size(); ++i) wrong[i % 3] += w.got[i] != w.want[i];
    std::string bad, good;
    for (std::size_t c = 0; c < 3; ++c)
        (wrong[c] > 0 ? bad : good) += std::string((wrong[c] > 0 ? bad : good).empty() ? "" : " and ") + kNames[c];
    if (good.empty() || w.want.size() < 48) return {};
    const auto is_or_are = [](const std::string& names) { return names.find(' ') == std::string::npos ? "is" : "are"; };
    const bool missing = [&] {
        for (std::size_t i = 0; i < w.want.size(); ++i)
            if (w.got[i] != w.want[i] && w.got[i] != kUnwrittenByte) return false;
        return true;
    }();
    return Diagnosis{missing ? "unwritten" : "wrong_result",
                     fmt::format("only {} {} {}, {} {} right", bad, is_or_are(bad), missing ? "missing" : "wrong", good,
                                 is_or_are(good)),
                     "does a thread go through all three colours, with the same steps for each?",
                     missing ? "not all of the output is written" : "colours are mixed up"};
}

Found edge(const WrongImage& w)
{
    struct Known {
        Outside outside;
        const char* text;
    };
    constexpr std::array<Known, 6> kKnown = {{
        {Outside::zero, "count as 0"},
        {Outside::replicate, "repeat the one at the edge"},
        {Outside::mirror, "are mirrored"},
        {Outside::mirror_twice, "are mirrored with the edge pixel standing twice"},
        {Outside::around, "come from the opposite edge"},
        {Outside::next_row, "are what lies there in memory, the end of the neighbouring row"},
    }};
    for (const Known& known : kKnown)
        if (known.outside != outside(w.task.boundary)
            && equal(w.got, mistaken(w.task, w.task.in, w.task.filter, {.outside = known.outside})))
            return Diagnosis{"ghost_not_zero", fmt::format("it fits exactly when pixels outside {}", known.text),
                             "work out by hand which pixel stands for [-1] and for [-2], in x and in y",
                             "another policy at the edge"};
    return {};
}

/// For three quarters of the pixels at least, as tiles spoil some at their edges.
Found shifted(const WrongImage& w)
{
    const auto [width, height] = w.task.extent;
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
                    return Diagnosis{
                        "halo_off_by_one",
                        fmt::format("nearly every pixel is the one expected {} pixel{} further {}", n, n > 1 ? "s" : "",
                                    across ? (s > 0 ? "right" : "left") : (s > 0 ? "down" : "up")),
                        "is the radius added or taken away once too often where the index is made?", "off by one"};
    return {};
}

Found by_place(const WrongImage& w)
{
    const auto [width, height] = w.task.extent;
    const int r = w.task.radius;
    std::vector<Spot> wrong, missing;           // a pixel with three wrong bytes is one
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
        std::string where = "seen as 255, which fresh memory is here";
        if (left > 0 && left < width) where = fmt::format("they begin in column {}; {}", left, where);
        else if (top > 0 && top < height) where = fmt::format("they begin in row {}; {}", top, where);
        return Diagnosis{"unwritten", fmt::format("{} of these bytes were never written: {}", missing_bytes, where),
                         "round the number of blocks up in both directions, and let each pixel have a thread that stores it",
                         "not all of the output is written"};
    }
    const auto at_edge = [&](Spot s) { return s.x < r || s.x >= width - r || s.y < r || s.y >= height - r; };
    if (width > 2 * r && height > 2 * r && std::ranges::all_of(wrong, at_edge))
        return Diagnosis{"ghost_not_zero", fmt::format("all lie within {} of the image's edge, where the policy counts", r),
                         "work out by hand which pixel stands for [-1] and for [-2], in x and in y", "wrong at the edge"};
    const Convolution geometry{
        .width = width, .height = height, .radius_x = r, .radius_y = r, .tile = w.task.tile, .in = {}, .filter = {}};
    return seams(geometry, wrong);
}

}  // namespace

Found classify(const WrongImage& w)
{
    if (w.got.size() != w.want.size() || std::ranges::equal(w.got, w.want)) return {};
    for (const auto suspect : {whole_output, stale, filter_use, bytes, colours, edge, shifted, by_place})
        if (Found found = suspect(w)) {
            if (found->key == "stale") found->name = "the result of an earlier call";
            if (found->key == "filter_mirrored" && found->name.empty()) found->name = "the filter is mirrored";
            return found;
        }
    return {};
}

}  // namespace halo::lab
