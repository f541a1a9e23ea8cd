#include "kinds/picture/bytes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "kinds/convolution/met.hpp"

namespace halo::lab {

namespace {

using Found = std::optional<Diagnosis>;

constexpr std::size_t kTelling = 48;        // the bytes of a few pixels may be 255, or 0, for many reasons

/// How a sum becomes a byte.
struct Store {
    bool rounds = true, floor_at_0 = true, ceil_at_255 = true;
    bool half_added = false;        ///< rounds by adding a half and cutting, which is wrong below 0
    bool cuts_products = false;     ///< each product loses its fraction
    bool cuts_sum = false;          ///< the sum does, after each product
    bool sums_in_byte = false;      ///< the sum is a byte after each product
};

/// One wrong picture and its context.
struct Wrong {
    const FilterImage& kind;
    const WrongResult& result;

    std::span<const float> got() const { return result.got; }
    const std::vector<float>& want() const { return result.expected.want; }
    Extent extent() const { return result.inputs.size.as<PictureSize>().extent(); }
    bool is(std::span<const float> bytes) const { return std::ranges::equal(got(), bytes); }
    /// Are these inputs filtered and then stored in this way? Starts at the first wrong byte: nearly every false suspicion fails there.
    bool comes_of(std::span<const float> in, std::span<const float> filter, const Store& how) const;

private:
    double sum(std::span<const float> in, std::span<const float> filter, std::size_t byte, const Store& how) const;
};

double Wrong::sum(std::span<const float> in, std::span<const float> filter, std::size_t byte, const Store& how) const
{
    const auto [width, height] = extent();
    const int colour = int(byte % kColours), pixel = int(byte / kColours), r = kind.radius;
    double sum = 0;
    std::size_t k = 0;
    for (int y = pixel / width - r; y <= pixel / width + r; ++y)
        for (int x = pixel % width - r; x <= pixel % width + r; ++x, ++k) {
            const int from_x = stand_in(x, width, kind.boundary), from_y = stand_in(y, height, kind.boundary);
            if (from_x < 0 || from_y < 0) continue;
            const double product = double(filter[k]) * double(in[std::size_t(from_y * width + from_x) * kColours + std::size_t(colour)]);
            const double before = sum;
            sum += how.cuts_products ? std::trunc(product) : product;
            if (!how.cuts_sum && !how.sums_in_byte) continue;
            // As a kernel does it, in floats: a product may be nearly whole.
            sum = std::trunc(float(before) + filter[k] * in[std::size_t(from_y * width + from_x) * kColours + std::size_t(colour)]);
            if (how.sums_in_byte) sum = double(long(sum) & 255);
        }
    return sum;
}

float stored(double sum, const Store& how)
{
    if (how.floor_at_0) sum = std::max(sum, 0.0);
    if (how.ceil_at_255) sum = std::min(sum, 255.0);
    const long whole = how.half_added ? long(sum + 0.5) : how.rounds ? std::lround(sum) : long(sum);
    return float(whole & 255);
}

bool Wrong::comes_of(std::span<const float> in, std::span<const float> filter, const Store& how) const
{
    constexpr double kRounding = 1e-3;      // of a kernel's floats; the sum here is of doubles
    const auto same = [&](std::size_t i) {
        const double right = sum(in, filter, i, how);
        const auto is = [&](double value) { return got()[i] == stored(value, how); };
        return is(right) || is(right - kRounding) || is(right + kRounding);
    };
    const std::size_t count = got().size();
    const auto wrong = std::size_t(std::ranges::mismatch(got(), want()).in1 - got().begin());
    for (std::size_t n = 0; n < count; ++n)
        if (!same((wrong + n) % count)) return false;
    return count > 0;
}

Found whole_output(const Wrong& w)
{
    if (std::ranges::all_of(w.got(), [](float v) { return v == kUnwrittenByte; })) return Diagnosis{Mistake::untouched_bytes};
    if (w.want().size() < kTelling) return {};
    if (std::ranges::all_of(w.got(), [](float v) { return v == 0.0f; })) return Diagnosis{Mistake::bytes_all_zero};
    if (w.is(w.result.inputs.arrays.at(0))) return Diagnosis{Mistake::input_copied_back};
    return {};
}

Found stale(const Wrong& w)
{
    if (w.result.earlier == nullptr) return {};
    if (w.is(w.result.earlier->expected.want)) return Diagnosis{Mistake::stale_result};
    const std::vector<std::vector<float>>&now = w.result.inputs.arrays, &before = w.result.earlier->inputs.arrays;
    if (w.comes_of(now.at(0), before.at(1), {})) return Diagnosis{Mistake::stale_filter};
    if (w.comes_of(before.at(0), now.at(1), {})) return Diagnosis{Mistake::stale_input};
    return {};
}

Found stored_otherwise(const Wrong& w)
{
    struct Known {
        Store store;
        Mistake mistake;
    };
    static constexpr std::array<Known, 12> kKnown = {{
        {{.rounds = false}, Mistake::not_rounded},
        {{.cuts_products = true}, Mistake::products_cut_off},
        {{.cuts_sum = true}, Mistake::sum_cut_off},
        {{.sums_in_byte = true}, Mistake::sum_in_byte},
        {{.floor_at_0 = false, .half_added = true}, Mistake::not_clamped_at_0},
        {{.floor_at_0 = false, .ceil_at_255 = false, .half_added = true}, Mistake::not_clamped},
        {{.floor_at_0 = false}, Mistake::not_clamped_at_0},
        {{.ceil_at_255 = false}, Mistake::not_clamped_at_255},
        {{.floor_at_0 = false, .ceil_at_255 = false}, Mistake::not_clamped},
        {{.rounds = false, .floor_at_0 = false}, Mistake::truncated_not_clamped_at_0},
        {{.rounds = false, .ceil_at_255 = false}, Mistake::truncated_not_clamped_at_255},
        {{.rounds = false, .floor_at_0 = false, .ceil_at_255 = false}, Mistake::truncated_not_clamped},
    }};
    const std::vector<std::vector<float>>& inputs = w.result.inputs.arrays;
    for (const Known& known : kKnown)
        if (w.comes_of(inputs.at(0), inputs.at(1), known.store)) return Diagnosis{known.mistake};
    return {};
}

/// The threads of a pixel store all three colours to its first byte.
Found first_bytes_only(const Wrong& w)
{
    for (std::size_t i = 0; i < w.got().size(); ++i)
        if (i % kColours != 0 && w.got()[i] != kUnwrittenByte) return {};
    return w.got().size() < kTelling ? Found{} : Diagnosis{Mistake::colour_not_in_index};
}

Found unwritten_part(const Wrong& w)
{
    constexpr std::size_t kFew = 12;
    const auto [width, height] = w.extent();
    std::size_t wrong = 0, missing = 0;
    Spot first{width, height};
    for (std::size_t i = 0; i < w.got().size(); ++i) {
        if (w.got()[i] == w.want()[i]) continue;
        ++wrong;
        if (w.got()[i] != kUnwrittenByte) continue;
        ++missing;
        const int pixel = int(i / kColours);
        first = {std::min(first.x, pixel % width), std::min(first.y, pixel / width)};
    }
    if (2 * missing <= wrong || wrong <= kFew) return {};
    const Mistake mistake = first.x > 0   ? Mistake::unwritten_bytes_right
                            : first.y > 0 ? Mistake::unwritten_bytes_below
                                          : Mistake::unwritten_bytes;
    return Diagnosis{mistake, {.affected = missing, .row = first.y, .column = first.x}};
}

}  // namespace

Found mistake_of_bytes(const FilterImage& kind, const WrongResult& result)
{
    const Wrong w{kind, result};
    if (w.got().size() != w.want().size() || w.is(w.want())) return {};
    for (const auto suspect : {whole_output, first_bytes_only, stale, stored_otherwise})
        if (Found found = suspect(w)) return found;
    // Where a colour is right, the others are not left out: 255 is what their sums came to.
    if (const Found colours = wrong_colours(result)) return colours->mistake == Mistake::colour_missing ? colours : Found{};
    return unwritten_part(w);
}

Found wrong_colours(const WrongResult& w)
{
    const std::vector<float>& want = w.expected.want;
    Colours colours;
    bool missing = true;
    for (std::size_t i = 0; i < want.size(); ++i) {
        if (w.got[i] == want[i]) continue;
        colours.wrong[i % kColours] = true;
        missing = missing && w.got[i] == kUnwrittenByte;
    }
    if (std::ranges::count(colours.wrong, false) == 0 || want.size() < kTelling) return {};
    return Diagnosis{missing ? Mistake::colour_missing : Mistake::colour_wrong, {.colours = colours}};
}

}  // namespace halo::lab
