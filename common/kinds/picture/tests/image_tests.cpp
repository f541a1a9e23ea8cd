// Diagnoses of wrong pictures and wrong separable filters: for each mistake an output that has it, and its near misses.

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "data/reference.hpp"
#include "kinds/convolution/kind.hpp"
#include "kinds/picture/kind.hpp"
#include "kinds/tests/calls.hpp"

using namespace halo;
using namespace halo::lab;
using halo::lab::test::Calls;

namespace of_image {
namespace {

const PictureSize kSize{50, 37};

Calls pictures(Boundary boundary = Boundary::mirror)
{
    return Calls(FilterImage{.radius = 2, .tile = 16, .boundary = boundary}, kSize);
}

std::vector<float> filtered(const Calls& c, Boundary boundary)
{
    return filter_image_reference(c.now.arrays[0], kSize.extent(), c.now.arrays[1], 2, boundary);
}

/// A filter that multiplies, with the weight of (dx, dy), the byte that `source` names for a byte of the output, or 0 for -1.
Calls::Function filter_of(const std::function<int(int x, int y, int colour, int dx, int dy)>& source)
{
    return [source](const AskedCall& call) {
        std::vector<float> out;
        for (int i = 0; i < int(call[0].size()); ++i) {
            double sum = 0;
            for (int dy = -2; dy <= 2; ++dy)
                for (int dx = -2; dx <= 2; ++dx)
                    if (const int from = source(i / 3 % kSize.width, i / 3 / kSize.width, i % 3, dx, dy); from >= 0)
                        sum += double(call[1][std::size_t((dy + 2) * 5 + dx + 2)]) * double(call[0][std::size_t(from)]);
            out.push_back(float(std::lround(std::clamp(sum, 0.0, 255.0))));
        }
        return out;
    };
}

/// The byte at a place, or its stand-in.
int byte_at(int x, int y, int colour, Boundary boundary = Boundary::mirror)
{
    const int from_x = stand_in(x, kSize.width, boundary), from_y = stand_in(y, kSize.height, boundary);
    return from_x < 0 || from_y < 0 ? -1 : (from_y * kSize.width + from_x) * 3 + colour;
}

/// Passes each byte through `change`, with its colour, column, row and right value.
std::vector<float> changed(std::vector<float> bytes, const std::function<float(int, int, int, float)>& change)
{
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const int pixel = int(i / 3);
        bytes[i] = change(int(i % 3), pixel % kSize.width, pixel / kSize.width, bytes[i]);
    }
    return bytes;
}

}  // namespace

TEST_CASE("a right picture has no diagnosis, with any policy")
{
    for (const Boundary boundary : {Boundary::zero, Boundary::replicate, Boundary::mirror}) {
        const Calls c = pictures(boundary);
        CHECK(c.expected.want == filtered(c, boundary));
        CHECK(c.reported(c.expected.want) == "nothing");
    }
}

TEST_CASE("bytes that were never written are distinguished from white ones")
{
    const Calls c = pictures();
    CHECK(c.reported(std::vector<float>(c.expected.want.size(), 255)).starts_with("not_started: "));
    CHECK(c.reported(changed(c.expected.want, [](int, int x, int, float v) {
               return x >= 48 ? 255 : v;
           })).starts_with("unwritten: "));
    CHECK(c.reported(changed(c.expected.want, [](int, int, int y, float v) { return y >= 32 ? 255 : v; }))
              .find("they begin in row 32")
          != std::string::npos);
    CHECK(c.reported(changed(c.expected.want, [](int colour, int, int, float v) { return colour == 2 ? 255 : v; })) ==
          "unwritten: only blue is missing, red and green are right");

    const Calls one(FilterImage{.radius = 2, .tile = 16}, {1, 1});
    CHECK(one.reported({255, 255, 255}).starts_with("not_started: "));   // the judge asks whether kernels stored anything
}

TEST_CASE("each policy is distinguished from the others, and from a mixture of two")
{
    const auto with = [](Boundary boundary) {
        return filter_of([boundary](int x, int y, int colour, int dx, int dy) { return byte_at(x + dx, y + dy, colour, boundary); });
    };
    for (const Boundary right : {Boundary::zero, Boundary::replicate, Boundary::mirror}) {
        const Calls c = pictures(right);
        CHECK(c.asked(with(right)) == "nothing");
        for (const auto& [other, reported] :
             {std::pair{Boundary::zero, "ghost_not_zero: this is exactly what you get when pixels outside count as 0"},
              {Boundary::replicate, "ghost_not_zero: this is exactly what you get when pixels outside repeat the one at the edge"},
              {Boundary::mirror, "ghost_not_zero: this is exactly what you get when pixels outside are mirrored"}})
            if (other != right) CHECK(c.asked(with(other)) == reported);
    }
    const Calls c = pictures();
    CHECK(c.asked(filter_of([](int x, int y, int colour, int dx, int dy) {
        return byte_at(x + dx, y + dy, colour, x < 25 ? Boundary::mirror : Boundary::zero);
    })) == "ghost_not_zero: all are within 2 of the picture's edge, where the policy counts");
    CHECK(c.asked(filter_of([](int x, int y, int colour, int dx, int dy) {
        const auto around = [](int i, int size) { return (i + size) % size; };
        return byte_at(around(x + dx, kSize.width), around(y + dy, kSize.height), colour);
    })) == "ghost_not_zero: this is exactly what you get when pixels outside come from the opposite edge");
    CHECK(c.asked(filter_of([](int x, int y, int colour, int dx, int dy) {
               const int flat = (y + dy) * kSize.width + x + dx;
               return flat < 0 || flat >= int(kSize.extent().count()) ? -1 : 3 * flat + colour;
           })).starts_with("ghost_not_zero: "));
}

TEST_CASE("filters that are mirrored or cut, and rows of another length, are reported with any policy")
{
    for (const Boundary boundary : {Boundary::zero, Boundary::replicate, Boundary::mirror}) {
        const Calls c = pictures(boundary);
        CHECK(c.asked(filter_of([=](int x, int y, int colour, int dx, int dy) { return byte_at(x - dx, y - dy, colour, boundary); }))
              == "filter_mirrored: this is exactly what a mirrored filter gives");
        CHECK(c.asked(filter_of([=](int x, int y, int colour, int dx, int dy) { return byte_at(x + dy, y + dx, colour, boundary); }))
              == "filter_mirrored: this is exactly what you get when dy and dx change places, in the index of the filter or in that of the element that it meets");
        CHECK(c.asked(filter_of([=](int x, int y, int colour, int dx, int dy) {
            return dx == 2 || dy == 2 ? -1 : byte_at(x + dx, y + dy, colour, boundary);
        })) == "tap_left_out: this is exactly what you get when the last row and column of the filter are left out");
    }
    const Calls c = pictures(Boundary::zero);
    CHECK(c.asked(filter_of([](int x, int y, int colour, int dx, int dy) {
               const int at = byte_at(x + dx, y + dy, colour, Boundary::zero), flat = ((y + dy) * (kSize.width - 1) + x + dx) * 3 + colour;
               return at < 0 ? -1 : flat;
           })).find("49") != std::string::npos);
}

TEST_CASE("stale results, filters and pictures are recognised, but not in a first call")
{
    const Calls c = pictures();
    CHECK(c.reported(c.expected_before.want) == "stale: this is the result of the call before");
    const Extent extent = kSize.extent();
    CHECK(c.reported(filter_image_reference(c.now.arrays[0], extent, c.before.arrays[1], 2, Boundary::mirror)) ==
          "stale: this is computed with the filter of the call before");
    CHECK(c.reported(filter_image_reference(c.before.arrays[0], extent, c.now.arrays[1], 2, Boundary::mirror)) ==
          "stale: this is computed from the picture of the call before");
    CHECK(!c.reported(c.expected_before.want, true).starts_with("stale"));
}

TEST_CASE("how a sum became a byte is reported: truncated, not clamped below, not clamped above")
{
    const Calls c = pictures();
    const auto& filter = c.now.arrays[1];
    const auto cut_each = [](double product) { return std::trunc(product); };
    const auto stored = [&](const std::function<float(double)>& how, const std::function<double(double)>& product = [](double v) { return v; }) {
        std::vector<float> out;
        for (int y = 0; y < kSize.height; ++y)
            for (int x = 0; x < kSize.width; ++x)
                for (int colour = 0; colour < 3; ++colour) {
                    double sum = 0;
                    for (int dy = -2; dy <= 2; ++dy)
                        for (int dx = -2; dx <= 2; ++dx) {
                            const int from = stand_in(y + dy, kSize.height, Boundary::mirror) * kSize.width
                                             + stand_in(x + dx, kSize.width, Boundary::mirror);
                            sum += product(double(filter[std::size_t((dy + 2) * 5 + dx + 2)])
                                           * double(c.now.arrays[0][std::size_t(from * 3 + colour)]));
                        }
                    out.push_back(how(sum));
                }
        return out;
    };
    CHECK(c.reported(stored([](double s) { return float(std::floor(std::clamp(s, 0.0, 255.0) + 0.5)); })) == "nothing");
    CHECK(c.reported(stored([](double s) { return float(long(std::clamp(s, 0.0, 255.0))); })) ==
          "wrong_result: this is exactly what you get when fractions are truncated");
    CHECK(c.reported(stored([](double s) { return float(std::lround(std::min(s, 255.0)) & 255); })) ==
          "wrong_result: this is exactly what you get when a sum below 0 is not clamped: -1 becomes 255");
    CHECK(c.reported(stored([](double s) { return float(std::lround(std::max(s, 0.0)) & 255); })) ==
          "wrong_result: this is exactly what you get when a sum above 255 is not clamped: 256 becomes 0");
    // Adding a half and cutting is rounding above 0 only.
    CHECK(c.reported(stored([](double s) { return float(long(s + 0.5) & 255); }))
          == "wrong_result: this is exactly what you get when sums are not clamped: 256 becomes 0, and -1 becomes 255");
    CHECK(c.reported(stored([](double s) { return float(long(std::min(s, 255.0) + 0.5) & 255); })) ==
          "wrong_result: this is exactly what you get when a sum below 0 is not clamped: -1 becomes 255");
    // A kernel's sum in floats may be just below a whole number.
    CHECK(c.reported(stored([](double s) { return float(long(std::clamp(s - 1e-4, 0.0, 255.0))); })) ==
          "wrong_result: this is exactly what you get when fractions are truncated");
    CHECK(c.reported(stored([](double s) { return float(long(std::clamp(s - 0.2, 0.0, 255.0))); })) == "nothing");
    CHECK(c.reported(stored([](double s) { return float(std::floor(std::clamp(s, 0.0, 255.0) + 0.5)); }, cut_each)) ==
          "wrong_result: this is exactly what you get when each product loses its fraction");
    CHECK(c.reported(stored([](double s) { return float(long(s) & 255); }))
          == "wrong_result: this is exactly what you get when sums are not clamped, 256 becomes 0 and -1 becomes 255, "
             "and fractions are truncated");
}

TEST_CASE("wrong bytes near the edge are not the policy's fault when products with pixels inside are wrong")
{
    const FilterImage kind{.radius = 1, .tile = 16, .boundary = Boundary::zero};
    const Calls c(kind, {17, 15});
    // The 17th column is a tile of its own: its left halo is the 16th.
    const auto reported = [&](int from, int left_out) {
        return c.asked([&](const AskedCall& call) {
            std::vector<float> out;
            for (int y = 0; y < 15; ++y)
                for (int x = 0; x < 17; ++x)
                    for (int colour = 0; colour < 3; ++colour) {
                        double sum = 0;
                        for (int dy = -1; dy <= 1; ++dy)
                            for (int dx = -1; dx <= 1; ++dx) {
                                int at = x + dx;
                                if (at < 0 || at > 16 || y + dy < 0 || y + dy > 14) {
                                    if (from < 0) continue;
                                    at = std::clamp(at, 0, 16);
                                }
                                if (x == 16 && at == left_out) continue;
                                const int row = std::clamp(y + dy, 0, 14);
                                sum += double(call[1][std::size_t((dy + 1) * 3 + dx + 1)]) * double(call[0][std::size_t((row * 17 + at) * 3 + colour)]);
                            }
                        out.push_back(float(std::lround(std::clamp(sum, 0.0, 255.0))));
                    }
            return out;
        });
    };
    CHECK(reported(-1, 15).find("policy") == std::string::npos);
    CHECK(reported(-1, 15).find("outside") == std::string::npos);
    CHECK(reported(0, -1) == "ghost_not_zero: this is exactly what you get when pixels outside repeat the one at the edge");
}

TEST_CASE("colours that are mixed up are reported, and a single wrong colour is named")
{
    const Calls c = pictures();
    CHECK(c.asked(filter_of([](int x, int y, int, int dx, int dy) { return byte_at(x + dx, y + dy, 1); })) ==
          "wrong_result: this is exactly what you get when all three colours are made of green");
    CHECK(c.asked(filter_of([](int x, int y, int colour, int dx, int dy) { return byte_at(x + dx, y + dy, 2 - colour); })) ==
          "wrong_result: this is exactly what you get when red and blue change places");
    const auto planes = [](int flat, int dx, int dy) {
        const int pixels = int(kSize.extent().count()), pixel = flat % pixels;
        return flat / pixels * pixels + byte_at(pixel % kSize.width + dx, pixel / kSize.width + dy, 0) / 3;
    };
    CHECK(c.asked(filter_of([&](int x, int y, int colour, int dx, int dy) { return planes((y * kSize.width + x) * 3 + colour, dx, dy); }))
              .find("three images, one after the other")
          != std::string::npos);
    CHECK(c.asked(filter_of([&](int x, int y, int colour, int dx, int dy) {
               return planes(colour * int(kSize.extent().count()) + y * kSize.width + x, dx, dy);
           })).find("three images, one after the other") != std::string::npos);
    CHECK(c.asked(filter_of([](int x, int y, int colour, int dx, int dy) {
               const int at = 3 * x + colour + dx;
               return at < 0 || at >= 3 * kSize.width ? -1 : byte_at(at / 3, y + dy, at % 3);
           })).find("a byte's neighbour is the next byte") != std::string::npos);
    CHECK(c.asked(filter_of([](int x, int y, int colour, int dx, int dy) {
        return byte_at(x + dx + (colour == 1 && x % 7 == 0), y + dy, colour);
    })) == "wrong_result: only green is wrong, red and blue are right");
}

TEST_CASE("a picture that is shifted, or wrong only at the tiles' edges, is reported as such")
{
    const Calls c = pictures();
    CHECK(c.asked(filter_of([](int x, int y, int colour, int dx, int dy) { return byte_at(x + dx + 1, y + dy, colour); }))
          == "off_by_one: nearly every pixel is the one expected 1 pixel further right");
    CHECK(c.asked(filter_of([](int x, int y, int colour, int dx, int dy) {
               return x + dx < x / 16 * 16 ? -1 : byte_at(x + dx, y + dy, colour);
           })).starts_with("halo_missing: no sum has a product with the left halo of its tile"));
    CHECK(c.asked(filter_of([](int x, int y, int colour, int dx, int dy) {
        return byte_at(x + dx, y + dy + (x == 20 && y == 20 ? 3 : 0), colour);
    })) == "wrong_result: each wrong product has the element 3 pixels further down than its own");
    CHECK(c.asked(filter_of([](int x, int y, int colour, int dx, int dy) {
        return byte_at(x + dx, y + dy + (x == 20 && y == 20 ? 3 : x == 21 && y == 5 ? 2
                                                                                    : 0),
                       colour);
    })) == "wrong_result: ");
}

TEST_CASE("mistakes in the two passes are reported: exchanged, missing, used twice, cut, or kept")
{
    const Calls c(SeparableConv2d{.radius = 2}, {kSize.width, kSize.height});
    const auto& in = c.now.arrays[0];
    const std::vector<float>&column = c.now.arrays[1], &row = c.now.arrays[2], none = {0, 0, 1, 0, 0};
    const auto out = [&](const std::vector<float>& col, const std::vector<float>& r) {
        return conv2d_separable_reference(in, kSize.extent(), col, r);
    };
    CHECK(c.reported(out(column, row)) == "nothing");
    CHECK(c.reported(out(row, column)) == "filter_mirrored: this is exactly what you get when column and row change places");
    CHECK(c.reported(out(none, row)) == "wrong_result: only the row has been applied");
    CHECK(c.reported(out(column, none)) == "wrong_result: only the column has been applied");
    CHECK(c.reported(out(row, row)) == "wrong_result: the row is used for both passes");
    CHECK(c.reported(out(column, column)) == "wrong_result: the column is used for both passes");
    CHECK(c.reported(out(c.before.arrays[1], row)) == "stale: this is computed with the column of the call before");
    CHECK(c.reported(out(column, c.before.arrays[2])) == "stale: this is computed with the row of the call before");
    CHECK(c.reported(c.expected_before.want).starts_with("stale: "));
    std::vector<float> cut = column;
    cut.back() = 0;
    CHECK(c.reported(out(cut, row)) == "off_by_one: this is exactly what you get when the last tap of the column is left out");
    CHECK(c.reported(std::vector<float>(in.size(), 7.0f)) == "nothing");
}

TEST_CASE("a mistake in both passes, or in one of them, is reported when the function is asked what it sums")
{
    const Calls c(SeparableConv2d{.radius = 2}, {kSize.width, kSize.height});
    const auto turned = [](bool turn_column, bool turn_row) {
        return [=](const AskedCall& call) {
            std::vector<float> column = call[1], row = call[2];
            if (turn_column) std::ranges::reverse(column);
            if (turn_row) std::ranges::reverse(row);
            return conv2d_separable_reference(call[0], kSize.extent(), column, row);
        };
    };
    CHECK(c.asked(turned(false, false)) == "nothing");
    CHECK(c.asked(turned(false, true)) == "filter_mirrored: this is exactly what a filter mirrored in x gives");
    CHECK(c.asked(turned(true, false)) == "filter_mirrored: this is exactly what a filter mirrored in y gives");
    CHECK(c.asked(turned(true, true)) == "filter_mirrored: this is exactly what a mirrored filter gives");
    CHECK(c.asked([](const AskedCall& call) {
               return conv2d_reference(
                   call[0], kSize.extent(), [&] {
                       std::vector<float> diagonal(25, 0.0f);  // column and row at once, where each needs a pass
                       for (std::size_t i = 0; i < 5; ++i) diagonal[6 * i] = call[1][i] * call[2][i];
                       return diagonal;
                   }(),
                   2);
           }).starts_with("tap_left_out: no sum uses 20 of the filter's weights"));
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

}  // namespace of_image
