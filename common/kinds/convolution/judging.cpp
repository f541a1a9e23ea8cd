// Convolutions of signals and images: their references, expected counts and diagnoses.

#include <algorithm>

#include <fmt/format.h>

#include "data/generate.hpp"
#include "data/reference.hpp"
#include "diagnose/compare.hpp"
#include "diagnose/outside.hpp"
#include "diagnose/traced.hpp"
#include "findings/describe.hpp"
#include "findings/explain.hpp"
#include "kinds/convolution/classify.hpp"
#include "kinds/convolution/kind.hpp"
#include "kinds/convolution/taps.hpp"
#include "kinds/convolution/words.hpp"

namespace halo::lab {

namespace {

using Found = std::optional<Diagnosis>;

/// `in` and the filter; the kinds differ only in the filter's extent.
template <KindSize S>
Inputs in_and_filter(const S& size, Extent filter, std::uint64_t seed)
{
    return {size, {whole_numbers(size.extent(), mix(seed, "in")), asymmetric_filter(filter, mix(seed, "filter"))}, kFraction};
}

double interior_1d(int tile, int radius)
{
    const double t = tile, m = 2 * radius + 1;
    return t * m / (t + m - 1);
}

/// Taps of the outputs of a row of tiles that stay within their own tile.
double core_taps(int size, int tile, int radius)
{
    double sum = 0;
    for (int begin = 0; begin < size; begin += tile) sum += taps(std::min(tile, size - begin), radius);
    return sum;
}

/// Design 3 loads the core once, and each tap outside it.
Loads core_only_loads(double elements, double all_taps, double taps_in_cores)
{
    return {.basic = all_taps, .tiled = elements + all_taps - taps_in_cores, .interior_ratio = {}, .core_only = true};
}

Convolution task_1d(const Inputs& inputs, int tile)
{
    const std::vector<float>& filter = inputs.arrays.at(1);
    return {.width = int(inputs.arrays.at(0).size()), .radius_x = int(filter.size()) / 2, .tile = tile, .in = inputs.arrays.at(0), .filter = filter};
}

/// One load for each product.
Expected solve_1d(const Inputs& inputs)
{
    const std::vector<float>&in = inputs.arrays.at(0), &filter = inputs.arrays.at(1);
    Expected e;
    e.want = conv1d_reference(in, filter);
    e.tolerance = rounding_bound(filter, in);
    e.loads.basic = taps(int(in.size()), int(filter.size()) / 2);
    return e;
}

Found diagnose_as(const Convolution& task, const WrongResult& w)
{
    WrongConvolution wrong{task, w.got, w.expected.want, w.expected.tolerance, {}, {}, {}, false, w.taps, w.drawn};
    if (w.earlier != nullptr) {
        wrong.earlier_want = w.earlier->expected.want;
        wrong.earlier_in = w.earlier->inputs.arrays.at(0);
        wrong.earlier_filter = w.earlier->inputs.arrays.at(1);
        wrong.earlier_right = w.earlier->right;
    }
    Found found = classify(wrong);
    if (w.expected.loads.core_only && found && (found->key() == Key::halo_missing || found->key() == Key::off_by_one))
        found->because = Mistake::core_has_no_halo;
    return traced(found, w.trace(task.tile));
}

/// The filter is the only other array.
TapQuestion one_filter(std::size_t count, std::size_t weights)
{
    TapQuestion q{.sources = count, .weights = weights, .outputs = count, .products = double(count) * double(weights), .pass = {}, .ones = {}};
    q.ask_filter(TapQuestion::kFloatDigits);
    return q;
}

/// Of a Conv1d or Conv2d, which may have tiles.
std::optional<Diagnosis> advice_of(const auto& kind, const Finding& finding, int width, bool in_rows)
{
    if (kind.core_only)
        if (auto about = about_core(finding)) return about;
    if (auto about = about_halo_threads(finding, kind.tile, kind.radius)) return about;
    if (auto about = about_output_place(finding, kind.tile, kind.radius, width)) return about;
    if (!kind.core_only)
        if (auto about = about_small_block(finding, kind.tile, kind.radius)) return about;
    return about_ghosts(finding, in_rows);
}

}  // namespace

Inputs HostConv1d::make_inputs(const Size& size, std::uint64_t seed) const { return in_and_filter(size, {size.filter_width, 1}, seed); }

/// The filter is in global memory too, so its loads cannot be distinguished from those of the input.
Expected HostConv1d::solve(const Inputs& inputs) const
{
    Expected e = solve_1d(inputs);
    e.loads = {};
    return e;
}

std::string HostConv1d::describe(const Size& size) const { return fmt::format("{}, filter {} wide", counted(size.width, "element"), size.filter_width); }
Output HostConv1d::output(const Size& size) const { return {.name = "h_out", .shape = {size.width}, .on_host = true}; }

Geometry HostConv1d::geometry(const Size& size) const
{
    const int radius = size.filter_width / 2;
    return {.radius = radius, .filter = 2 * radius + 1, .in = {size.width}};
}

std::optional<TapQuestion> HostConv1d::question(const Size& size) const { return one_filter(std::size_t(size.width), std::size_t(size.filter_width)); }
Found HostConv1d::diagnose(const WrongResult& wrong) const
{
    Found found = diagnose_as(task_1d(wrong.inputs, 0), wrong);
    if (found && found->mistake == Mistake::copy_of_input) found->mistake = Mistake::input_copied_back;
    return found;
}

Words HostConv1d::words() const { return kSignalWords; }
Mistake HostConv1d::unexplained() const { return Mistake::unexplained_sum; }

Found HostConv1d::advice(const Finding& f, const Size& size) const
{
    const std::int64_t count = elements_of(f);
    if (outside_of_array(f) && f.access == Access::write && f.outside == Outside::past_end && count < size.width)
        return Diagnosis{Mistake::short_allocation, {.array = f.array, .array_elements = count, .array_due = size.width}};
    const bool read_past_end = outside_of_array(f) && f.space == Space::global && f.access == Access::read && f.outside == Outside::past_end;
    if (read_past_end && !f.array.empty() && !f.shape.empty() && count < size.width)
        return Diagnosis{Mistake::short_input, {.array = f.array, .array_elements = count, .array_due = size.width}};
    return about_ghosts(f);
}

Inputs DeviceConv1d::make_inputs(const Size& size, std::uint64_t seed) const { return in_and_filter(size, {size.filter_width, 1}, seed); }

/// Only the input is in global memory.
Expected DeviceConv1d::solve(const Inputs& inputs) const { return solve_1d(inputs); }
std::string DeviceConv1d::describe(const Size& size) const { return HostConv1d{}.describe(size); }
Output DeviceConv1d::output(const Size& size) const { return {.shape = {size.width}}; }
Geometry DeviceConv1d::geometry(const Size& size) const { return HostConv1d{}.geometry(size); }
std::optional<TapQuestion> DeviceConv1d::question(const Size& size) const { return HostConv1d{}.question(size); }
Found DeviceConv1d::diagnose(const WrongResult& wrong) const { return diagnose_as(task_1d(wrong.inputs, 0), wrong); }
Words DeviceConv1d::words() const { return kSignalWords; }
Mistake DeviceConv1d::unexplained() const { return Mistake::unexplained_sum; }
Found DeviceConv1d::advice(const Finding& f, const Size&) const { return about_ghosts(f); }

Inputs Conv1d::make_inputs(const Size& size, std::uint64_t seed) const { return in_and_filter(size, {2 * radius + 1, 1}, seed); }

Expected Conv1d::solve(const Inputs& inputs) const
{
    const int width = inputs.size.as<Size>().width;
    Expected e = solve_1d(inputs);
    if (tile > 0) {
        e.loads.tiled = patch_loads(width, tile, radius);
        e.loads.interior_ratio = interior_1d(tile, radius);
    }
    if (core_only) {
        const double all = double(tile) * (2 * radius + 1);
        e.loads = core_only_loads(width, taps(width, radius), core_taps(width, tile, radius));
        e.loads.interior_ratio = all / (tile + all - taps(tile, radius));
    }
    return e;
}

std::string Conv1d::describe(const Size& size) const { return fmt::format("{}, radius {}", counted(size.width, "element"), radius); }
Output Conv1d::output(const Size& size) const { return {.shape = {size.width}}; }
Geometry Conv1d::geometry(const Size& size) const { return {.radius = radius, .tile = tile, .filter = 2 * radius + 1, .in = {size.width}}; }
std::optional<TapQuestion> Conv1d::question(const Size& size) const { return one_filter(std::size_t(size.width), std::size_t(2 * radius + 1)); }
Found Conv1d::diagnose(const WrongResult& wrong) const { return diagnose_as(task_1d(wrong.inputs, tile), wrong); }
Words Conv1d::words() const { return kSignalWords; }
Mistake Conv1d::unexplained() const { return Mistake::unexplained_sum; }
Found Conv1d::advice(const Finding& f, const Size& size) const { return advice_of(*this, f, size.width, false); }

Inputs Conv2d::make_inputs(const Size& size, std::uint64_t seed) const
{
    return in_and_filter(size, {2 * radius + 1, 2 * radius + 1}, seed);
}

Expected Conv2d::solve(const Inputs& inputs) const
{
    const std::vector<float>&in = inputs.arrays.at(0), &filter = inputs.arrays.at(1);
    const Extent extent = inputs.size.as<Size>().extent();
    const auto [width, height] = extent;

    Expected e;
    e.want = conv2d_reference(in, extent, filter, radius);
    e.tolerance = rounding_bound(filter, in);
    e.loads.basic = taps(width, radius) * taps(height, radius);
    if (tile > 0) {
        e.loads.tiled = patch_loads(width, tile, radius) * patch_loads(height, tile, radius);
        e.loads.interior_ratio = interior_1d(tile, radius) * interior_1d(tile, radius);
    }
    if (core_only) {
        const double all = double(tile) * (2 * radius + 1), core = taps(tile, radius);
        e.loads = core_only_loads(double(width) * height, taps(width, radius) * taps(height, radius),
                                  core_taps(width, tile, radius) * core_taps(height, tile, radius));
        e.loads.interior_ratio = all * all / (double(tile) * tile + all * all - core * core);
    }
    return e;
}

std::string Conv2d::describe(const Size& size) const { return fmt::format("{} x {} image, radius {}", size.width, size.height, radius); }
Output Conv2d::output(const Size& size) const { return {.shape = {size.height, size.width}}; }

Geometry Conv2d::geometry(const Size& size) const
{
    return {.radius = radius, .tile = tile, .filter = (2 * radius + 1) * (2 * radius + 1),
            .in = {size.height, size.width}, .matrices = {{.rows = size.height, .row = size.width}}, .no_tile = by_shuffles || by_texture,
            .by_texture = by_texture, .any_kernel = any_kernel};
}

std::optional<TapQuestion> Conv2d::question(const Size& size) const
{
    return one_filter(size.extent().count(), std::size_t(2 * radius + 1) * std::size_t(2 * radius + 1));
}

Found Conv2d::diagnose(const WrongResult& w) const
{
    const auto size = w.inputs.size.as<Size>();
    return diagnose_as({.width = size.width, .height = size.height, .radius_x = radius, .radius_y = radius,
                        .tile = tile, .in = w.inputs.arrays.at(0), .filter = w.inputs.arrays.at(1)},
                       w);
}

Words Conv2d::words() const { return by_shuffles ? kShuffleWords : by_texture ? kTextureWords : any_kernel ? kWindowWords : kImageWords; }
Mistake Conv2d::unexplained() const { return Mistake::unexplained_sum; }

Found Conv2d::advice(const Finding& f, const Size& size) const
{
    if (by_shuffles)
        if (auto about = about_moving_sums(f, size.width)) return about;
    const bool stores_meet = f.kind == FindingKind::race && f.access == Access::write && f.other_access == Access::write && !(f.at == f.other);
    if (stores_meet && f.space == Space::shared) return Diagnosis{Mistake::strips_overlap};
    if (auto about = advice_of(*this, f, size.width, true)) return about;
    const bool past_end = f.space == Space::global && outside_of_array(f) && f.access == Access::write && f.outside == Outside::past_end && !went_below_zero(f);
    return past_end ? Found{Diagnosis{Mistake::no_output_here}} : Found{};
}

}  // namespace halo::lab
