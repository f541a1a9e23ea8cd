// What is said about wrong pictures and wrong separable filters: for each mistake an output that has it, and its near misses.

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "data/reference.hpp"
#include "kinds/convolution/kind.hpp"
#include "kinds/judged.hpp"
#include "kinds/picture/kind.hpp"

#include "findings/explain.hpp"

using namespace halo;
using namespace halo::lab;

namespace {

/// A call and the one before it.
struct Calls {
    Judged kind;
    Inputs before, now;
    Expected expected_before, expected;

    Calls(Judged of, Size size)
        : kind(of), before(kind->make_inputs(size, 1)), now(kind->make_inputs(size, 2)),
          expected_before(kind->solve(before)), expected(kind->solve(now))
    {
    }
    /// `key: what was seen`
    std::string said(const std::vector<float>& got, bool first_call = false) const
    {
        const Earlier earlier{before, expected_before};
        const auto found = kind->diagnose({now, expected, got, first_call ? nullptr : &earlier});
        return found ? std::string(name(found->key())) + ": " + explain(*found, kind->words()).seen : "nothing";
    }
};

const Size kSize{50, 37};

Calls pictures(Boundary boundary = Boundary::mirror)
{
    return Calls(FilterImage{.radius = 2, .tile = 16, .boundary = boundary}, kSize);
}

std::vector<float> filtered(const Calls& c, Boundary boundary)
{
    return filter_image_reference(c.now.arrays[0], kSize.extent(), c.now.arrays[1], 2, boundary);
}

/// Each byte as `change` wants it: its colour, column and row, and the right value.
std::vector<float> changed(std::vector<float> bytes, const std::function<float(int, int, int, float)>& change)
{
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const int pixel = int(i / 3);
        bytes[i] = change(int(i % 3), pixel % kSize.width, pixel / kSize.width, bytes[i]);
    }
    return bytes;
}

}  // namespace

TEST_CASE("a right picture is wrong in no way, with any policy")
{
    for (const Boundary boundary : {Boundary::zero, Boundary::replicate, Boundary::mirror}) {
        const Calls c = pictures(boundary);
        CHECK(c.expected.want == filtered(c, boundary));
        CHECK(c.said(c.expected.want) == "nothing");
    }
}

TEST_CASE("bytes that nobody wrote are distinguished from bytes that are white")
{
    const Calls c = pictures();
    CHECK(c.said(std::vector<float>(c.expected.want.size(), 255)).starts_with("not_started: "));
    CHECK(c.said(changed(c.expected.want, [](int, int x, int, float v) {
               return x >= 48 ? 255 : v;
           })).starts_with("unwritten: "));
    CHECK(c.said(changed(c.expected.want, [](int, int, int y, float v) { return y >= 32 ? 255 : v; }))
              .find("they begin in row 32")
          != std::string::npos);
    CHECK(c.said(changed(c.expected.want, [](int colour, int, int, float v) { return colour == 2 ? 255 : v; })) ==
          "unwritten: only blue is missing, red and green are right");

    const Calls one(FilterImage{.radius = 2, .tile = 16}, {1, 1});
    CHECK(one.said({255, 255, 255}).starts_with("not_started: "));   // the judge asks whether kernels stored anything
}

TEST_CASE("each policy is distinguished from the others, and from two that are none")
{
    for (const Boundary due : {Boundary::zero, Boundary::replicate, Boundary::mirror}) {
        const Calls c = pictures(due);
        for (const auto& [other, said] :
             {std::pair{Boundary::zero, "ghost_not_zero: this is exactly what you get when pixels outside count as 0"},
              {Boundary::replicate, "ghost_not_zero: this is exactly what you get when pixels outside repeat the one at the edge"},
              {Boundary::mirror, "ghost_not_zero: this is exactly what you get when pixels outside are mirrored"}})
            if (other != due) CHECK(c.said(filtered(c, other)) == said);
    }
    const Calls c = pictures();
    const auto half_and_half = changed(c.expected.want, [zero = filtered(c, Boundary::zero)](int colour, int x, int y, float v) {
        return x < 25 ? v : zero[std::size_t((y * kSize.width + x) * 3 + colour)];
    });
    CHECK(c.said(half_and_half) == "ghost_not_zero: all are within 2 of the picture's edge, where the policy counts");
}

TEST_CASE("stale results, filters and pictures are known, but not in a first call")
{
    const Calls c = pictures();
    CHECK(c.said(c.expected_before.want) == "stale: this is the result of the call before");
    const Extent extent = kSize.extent();
    CHECK(c.said(filter_image_reference(c.now.arrays[0], extent, c.before.arrays[1], 2, Boundary::mirror)) ==
          "stale: this is computed with the filter of the call before");
    CHECK(c.said(filter_image_reference(c.before.arrays[0], extent, c.now.arrays[1], 2, Boundary::mirror)) ==
          "stale: this is computed from the picture of the call before");
    CHECK(!c.said(c.expected_before.want, true).starts_with("stale"));
}

TEST_CASE("how a sum became a byte is reported: cut off, not clamped below, not clamped above")
{
    const Calls c = pictures();
    const auto& filter = c.now.arrays[1];
    const auto stored = [&](const std::function<float(double)>& how) {
        std::vector<float> out;
        for (int y = 0; y < kSize.height; ++y)
            for (int x = 0; x < kSize.width; ++x)
                for (int colour = 0; colour < 3; ++colour) {
                    double sum = 0;
                    for (int dy = -2; dy <= 2; ++dy)
                        for (int dx = -2; dx <= 2; ++dx) {
                            const int from = stand_in(y + dy, kSize.height, Boundary::mirror) * kSize.width
                                             + stand_in(x + dx, kSize.width, Boundary::mirror);
                            sum += double(filter[std::size_t((dy + 2) * 5 + dx + 2)])
                                   * double(c.now.arrays[0][std::size_t(from * 3 + colour)]);
                        }
                    out.push_back(how(sum));
                }
        return out;
    };
    CHECK(c.said(stored([](double s) { return float(std::floor(std::clamp(s, 0.0, 255.0) + 0.5)); })) == "nothing");
    CHECK(c.said(stored([](double s) { return float(long(std::clamp(s, 0.0, 255.0))); })) ==
          "wrong_result: this is exactly what you get when fractions are truncated");
    CHECK(c.said(stored([](double s) { return float(std::lround(std::min(s, 255.0)) & 255); })) ==
          "wrong_result: this is exactly what you get when a sum below 0 is not clamped: -1 becomes 255");
    CHECK(c.said(stored([](double s) { return float(std::lround(std::max(s, 0.0)) & 255); })) ==
          "wrong_result: this is exactly what you get when a sum above 255 is not clamped: 256 becomes 0");
    CHECK(c.said(stored([](double s) { return float(long(s) & 255); }))
          == "wrong_result: this is exactly what you get when sums are not clamped, 256 becomes 0 and -1 becomes 255, "
             "and fractions are truncated");
}

TEST_CASE("colours that are mixed up are reported, a colour that is wrong alone is named")
{
    const Calls c = pictures();
    const auto& want = c.expected.want;
    const auto colour_of = [&](int x, int y, int colour) { return want[std::size_t((y * kSize.width + x) * 3 + colour)]; };
    CHECK(c.said(changed(want, [&](int, int x, int y, float) { return colour_of(x, y, 1); })) ==
          "wrong_result: this is exactly what you get when all three colours are made of green");
    CHECK(c.said(changed(want, [&](int colour, int x, int y, float) { return colour_of(x, y, 2 - colour); })) ==
          "wrong_result: this is exactly what you get when red and blue change places");
    CHECK(c.said(changed(want, [](int colour, int x, int y, float v) {
        return colour == 1 ? float((x * 7 + y * 13) % 200) : v;
    })) == "wrong_result: only green is wrong, red and blue are right");
}

TEST_CASE("a picture that is shifted, or wrong at the tiles' edges alone, is reported as such")
{
    const Calls c = pictures();
    const auto& want = c.expected.want;
    CHECK(c.said(changed(want, [&](int colour, int x, int y, float v) {
        return x + 1 < kSize.width ? want[std::size_t((y * kSize.width + x + 1) * 3 + colour)] : v;
    })) == "halo_off_by_one: nearly every pixel is the one expected 1 pixel further right");
    CHECK(c.said(changed(want, [](int, int x, int, float v) {
               return x % 16 < 2 ? std::fmod(v + 90, 250.0f) : v;
           })).starts_with("halo_missing: "));
    CHECK(c.said(changed(want, [](int, int x, int y, float v) {
        return x == 20 && y == 20 ? std::fmod(v + 90, 250.0f) : v;
    })) == "nothing");
}

TEST_CASE("what is wrong with two passes is reported: exchanged, missing, used twice, cut, or kept")
{
    const Calls c(SeparableConv2d{.radius = 2}, kSize);
    const auto& in = c.now.arrays[0];
    const std::vector<float>&column = c.now.arrays[1], &row = c.now.arrays[2], none = {0, 0, 1, 0, 0};
    const auto out = [&](const std::vector<float>& col, const std::vector<float>& r) {
        return conv2d_separable_reference(in, kSize.extent(), col, r);
    };
    CHECK(c.said(out(column, row)) == "nothing");
    CHECK(c.said(out(row, column)) == "filter_mirrored: this is exactly what you get when column and row change places");
    CHECK(c.said(out(none, row)) == "wrong_result: only the row has been applied");
    CHECK(c.said(out(column, none)) == "wrong_result: only the column has been applied");
    CHECK(c.said(out(row, row)) == "wrong_result: the row is used for both passes");
    CHECK(c.said(out(column, column)) == "wrong_result: the column is used for both passes");
    CHECK(c.said(out(c.before.arrays[1], row)) == "stale: this is computed with the column of the call before");
    CHECK(c.said(out(column, c.before.arrays[2])) == "stale: this is computed with the row of the call before");
    CHECK(c.said(c.expected_before.want).starts_with("stale: "));
    std::vector<float> cut = column, mirrored = row;
    cut.back() = 0;
    std::ranges::reverse(mirrored);
    CHECK(c.said(out(cut, row)) == "halo_off_by_one: this is exactly what you get when the last tap of the column is left out");
    CHECK(c.said(out(column, mirrored)) == "filter_mirrored: this is exactly what a filter mirrored in x gives");
    CHECK(c.said(std::vector<float>(in.size(), 7.0f)) == "nothing");
}

TEST_CASE("messages count a byte as the contract does, and name the policy")
{
    const FilterImage image{.radius = 2, .boundary = Boundary::replicate};
    CHECK(image.describe({33, 17}) == "33 x 17 picture, radius 2, edge repeated");
    CHECK(image.output({33, 17}).element(3 * 33 + 7) == "out[1][2][1]");
    CHECK(image.words().thing == "byte");
    CHECK(image.output({33, 17}).name == "h_out");
    CHECK(Conv2d{}.output({33, 17}).element(34) == "out[1][1]");
    CHECK(Conv1d{}.output({33}).element(32) == "out[32]");
}
