// Colour pictures: their reference, expected counts and diagnosis.

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "data/generate.hpp"
#include "data/reference.hpp"
#include "diagnose/outside.hpp"
#include "kinds/convolution/taps.hpp"
#include "kinds/convolution/words.hpp"
#include "kinds/picture/bytes.hpp"
#include "kinds/picture/kind.hpp"
#include "kinds/picture/sums.hpp"
#include "kinds/picture/words.hpp"

namespace halo::lab {

namespace {

/// Like patch_loads(), but elements outside cost a load too: that of their stand-in.
double whole_patch_loads(int size, int tile, int radius)
{
    double sum = 0;
    for (int begin = 0; begin < size; begin += tile) sum += std::min(tile, size - begin) + 2 * radius;
    return sum;
}

std::string_view policy(Boundary boundary)
{
    switch (boundary) {
    case Boundary::zero: return "0 outside";
    case Boundary::replicate: return "edge repeated";
    case Boundary::mirror: return "edge mirrored";
    }
    return "";
}

}  // namespace

Inputs FilterImage::make_inputs(const Size& size, std::uint64_t seed) const
{
    return {size, {colour_bytes(size.extent(), mix(seed, "in")), byte_filter(radius, mix(seed, "filter"))}};
}

Expected FilterImage::solve(const Inputs& inputs) const
{
    const std::vector<float>&in = inputs.arrays.at(0), &filter = inputs.arrays.at(1);
    const Extent extent = inputs.size.as<Size>().extent();
    const auto [width, height] = extent;
    const int taps_of_row = 2 * radius + 1;
    const bool ghosts = boundary == Boundary::zero;

    Expected e;
    e.want = filter_image_reference(in, extent, filter, radius, boundary);
    e.fewest_stores = (e.want.size() + 3) / 4;              // a word holds four bytes
    e.loads.basic
        = ghosts ? 3 * taps(width, radius) * taps(height, radius) : 3.0 * taps_of_row * taps_of_row * width * height;
    if (tile > 0) {
        const auto patch = ghosts ? patch_loads : whole_patch_loads;
        e.loads.tiled = 3 * patch(width, tile, radius) * patch(height, tile, radius);
        const double ratio = double(tile) * taps_of_row / (tile + taps_of_row - 1);
        e.loads.interior_ratio = ratio * ratio;
    }
    return e;
}

std::string FilterImage::describe(const Size& size) const
{
    return fmt::format("{} x {} picture, radius {}, {}", size.width, size.height, radius, policy(boundary));
}

Output FilterImage::output(const Size& size) const
{
    return {.name = "h_out", .shape = {size.height, size.width}, .across = 3, .on_host = true};
}

Geometry FilterImage::geometry(const Size& size) const
{
    return {.radius = radius, .tile = tile, .filter = (2 * radius + 1) * (2 * radius + 1),
            .in = {size.height, size.width}, .matrices = {{.rows = size.height, .row = 3 * size.width, .across = 3}}};
}

std::optional<TapQuestion> FilterImage::question(const Size& size) const { return question_about_picture(size.extent(), radius); }

std::optional<Diagnosis> FilterImage::diagnose(const WrongResult& w) const
{
    const auto found = mistake_of_bytes(*this, w);
    // 255 is also a valid result: if kernels stored anything, they may have computed it.
    if (found && found->key() == Key::not_started && w.counters && w.counters->global_stores > 0)
        return Diagnosis{w.history != nullptr && w.history->stored ? Mistake::bytes_all_255 : Mistake::bytes_not_stored};
    return traced(found || w.taps == nullptr ? found : mistake_of_sums(*this, *w.taps, w), w.trace(tile));
}

Words FilterImage::words() const { return kPictureWords; }
Mistake FilterImage::unexplained() const { return Mistake::unexplained_sum; }

std::optional<Diagnosis> FilterImage::advice(const Finding& finding, const Size& size) const
{
    const bool stores_meet = finding.kind == FindingKind::race && finding.access == Access::write && finding.other_access == Access::write;
    if (stores_meet && finding.space == Space::global) return Diagnosis{Mistake::byte_of_two_threads};
    const auto found = about_ghosts(finding, true);
    if (!found || !outside_of_array(finding) || finding.index.size() != 1) return found;
    if (boundary != Boundary::zero) return Diagnosis{Mistake::policy_outside};
    const std::int64_t none = -kColours * (std::int64_t(size.width) + 1);          // row -1, column -1: kNone in both
    return finding.index[0] >= none && finding.index[0] < none + kColours ? Diagnosis{Mistake::policy_has_none} : found;
}

/// Without the copies between host and device. No kernel to compare with: lab 13 has no basic one.
std::optional<OnCard> FilterImage::on_card(const Size&) const
{
    constexpr double kBytesOfPixel = 3;
    constexpr Size sample{.width = 448, .height = 224}, size{.width = 8192, .height = 8192};
    const double pixels = double(size.width) * size.height;
    OnCard on{.sample = sample, .size = size};
    on.scale = pixels / (double(sample.width) * sample.height);
    on.bytes = 2 * kBytesOfPixel * pixels;
    return on;
}

}  // namespace halo::lab
