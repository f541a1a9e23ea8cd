// Outputs whose sums are wrong: other weights, too many or too few products.
// Each suspicion has an output that it explains, and a near miss.

#include <cmath>
#include <functional>
#include <vector>

#include <doctest/doctest.h>

#include "kinds/convolution/tests/scene.hpp"

using namespace halo;
using namespace halo::test;

TEST_CASE("a mirrored filter, in both directions or one, and a transposed one")
{
    Scene scene = image();
    scene.got = scene.with({.mirror_x = true, .mirror_y = true});
    CHECK(scene.diagnosis().key == "filter_mirrored");
    CHECK(scene.diagnosis().seen == "this is exactly what a mirrored filter gives");
    CHECK(scene.diagnosis().name == "the filter is mirrored");
    scene.got = scene.with({.mirror_x = true});
    CHECK(scene.diagnosis().seen == "this is exactly what a filter mirrored in x gives");
    scene.got = scene.with({.transpose = true});
    CHECK(scene.diagnosis().seen == "this is exactly what you get when rows and columns of the filter are exchanged");
    CHECK(scene.diagnosis().name == "the filter is transposed");

    Scene line = signal();
    line.got = line.with({.mirror_x = true});
    CHECK(line.diagnosis().seen == "this is exactly what a mirrored filter gives");
}

TEST_CASE("a sum that leaves out its last or first tap")
{
    Scene scene = signal();
    scene.got = scene.with({.trim = {.right = 1}});
    CHECK(scene.diagnosis().key == "tap_left_out");
    CHECK(scene.diagnosis().seen == "this is exactly what you get when the last tap of the filter is left out");
    scene.got = scene.with({.trim = {.left = 1}});
    CHECK(scene.diagnosis().seen == "this is exactly what you get when the first tap of the filter is left out");
}

TEST_CASE("columns and rows of taps that are left out, and a fixed number of taps")
{
    Scene scene = image();
    scene.got = scene.with({.trim = {.right = 1}});
    CHECK(scene.diagnosis().seen == "this is exactly what you get when the last column of the filter is left out");
    scene.got = scene.with({.trim = {.left = 1, .right = 1, .top = 1, .bottom = 1}});
    CHECK(scene.diagnosis().seen == "this is exactly what you get when the outermost taps of the filter are left out");
    scene.got[700] += 1;
    CHECK(scene.diagnosis().key == "none");

    Scene line = signal();
    line.got = line.with({.trim = {.left = 2, .right = 2}});
    CHECK(line.diagnosis().seen == "this is exactly what you get when only the 5 taps in the middle count");
    CHECK(line.diagnosis().key == "tap_left_out");
    line.got = line.with({.trim = {.left = 1, .right = 2}});
    CHECK(line.diagnosis().key == "none");
}

TEST_CASE("a sum that starts over in every row, and one that keeps its last product")
{
    Scene scene = image();
    scene.got = scene.with({.trim = {.top = 4}});
    CHECK(scene.diagnosis().name == "the sum starts over in every row");
    scene.got = scene.with({.trim = {.top = 3}});
    CHECK(scene.diagnosis().key == "none");

    Scene line = signal();
    line.got = line.with({.trim = {.left = 8}});
    line.got[998] = 1;                                      // where the last tap meets a ghost, loops differ
    CHECK(line.diagnosis().name == "the sum keeps only its last product");
    line.got = line.with({.trim = {.left = 7}});
    CHECK(line.diagnosis().key == "none");
}

TEST_CASE("a sum that continues another output's, and one that does not begin with 0")
{
    Scene line = signal();
    for (std::size_t i = 512; i < line.got.size(); ++i) line.got[i] = line.want[i] + line.got[i - 512];
    CHECK(line.diagnosis().name == "the sum is not reset");
    CHECK(line.diagnosis().seen == "each is its own sum plus the output 512 elements before it");
    line.got[999] += 1;
    CHECK(line.diagnosis().name != "the sum is not reset");

    Scene scene = image();
    for (int y = 1; y < scene.height; y += 2)
        for (int x = 0; x < scene.width; ++x) {
            const auto at = std::size_t(y * scene.width + x);
            scene.got[at] = scene.want[at] + scene.got[at - std::size_t(scene.width)];
        }
    CHECK(scene.diagnosis().seen == "each is its own sum plus the output one row before it");

    Scene begun = image();
    begun.spoil([](int, int) { return true; });
    CHECK(begun.diagnosis().seen == "every element is 3 too large");
    begun.got[5] = begun.want[5];
    CHECK(begun.diagnosis().key == "none");
}

TEST_CASE("small errors of both signs are rounding, larger ones or those of one sign are not")
{
    Scene scene = image();
    const auto err = [&](float size, bool both) {
        for (std::size_t i = 0; i < scene.got.size(); ++i)
            scene.got[i] = scene.want[i] + (i % 3 == 0 ? 0 : both && i % 3 == 1 ? -size : size);
    };
    err(0.25f, true);
    CHECK(scene.diagnosis().name == "only the precision is wrong");
    err(0.25f, false);
    CHECK(scene.diagnosis().key == "none");
    err(25, true);
    CHECK(scene.diagnosis().key == "none");
}

TEST_CASE("a weight taken for another one is reported as a wrong index into the filter, in 2-D too")
{
    Scene scene = signal();
    const auto by = [&](const std::function<int(int)>& at) {
        std::vector<float> filter;
        for (int t = 0; t < 9; ++t) filter.push_back(at(t) < 9 ? scene.filter[std::size_t(at(t))] : 0.0f);
        return mistaken(scene.problem(), scene.in, filter, {});
    };
    scene.got = by([](int t) { return t < 4 ? 4 - t : t - 4; });
    CHECK(scene.diagnosis().key == "filter_index");
    CHECK(scene.diagnosis().seen == "this is exactly what you get when an offset d takes filter[|d|]");
    scene.got = by([](int) { return 4; });
    CHECK(scene.diagnosis().seen == "this is exactly what you get when filter[4] is taken for every offset");
    scene.got = by([](int t) { return t + 1; });
    CHECK(scene.diagnosis().seen == "this is exactly what you get when each offset takes the weight 1 place after its own");
    scene.got = by([](int t) { return (t + 8) % 9; });
    CHECK(scene.diagnosis().seen
          == "this is exactly what you get when each offset takes the weight 1 place before its own, starting over at the end");
    scene.got[500] += 1;
    CHECK(scene.diagnosis().key != "filter_index");
    scene.got = by([](int t) { return t == 8 ? 7 : t; });      // a single weight, which no rule explains
    CHECK(scene.diagnosis().key != "filter_index");

    Scene picture = image();
    const auto of_picture = [&](const std::function<int(int, int)>& at) {
        std::vector<float> filter;
        for (int y = 0; y < 5; ++y)
            for (int x = 0; x < 5; ++x) filter.push_back(at(x, y) < 25 ? picture.filter[std::size_t(at(x, y))] : 0.0f);
        return mistaken(picture.problem(), picture.in, filter, {});
    };
    picture.got = of_picture([](int x, int) { return 6 * x; });
    CHECK(picture.diagnosis().seen == "this is exactly what you get with filter[dx + R][dx + R]: dy does not count");
    picture.got = of_picture([](int x, int y) { return 4 * y + x; });
    CHECK(picture.diagnosis().seen == "this is exactly what you get when the filter's rows are taken to be 4 long, not 5");
    picture.got = of_picture([](int x, int) { return x; });
    CHECK(picture.diagnosis().seen == "this is exactly what you get when the filter's first row is taken for every row");
    picture.got = picture.with({.transpose = true});
    CHECK(picture.diagnosis().key == "filter_mirrored");
}

TEST_CASE("a sum in an int gives whole numbers, and nothing else is taken for one")
{
    Scene halves = signal();
    for (float& weight : halves.filter) weight /= 2;
    halves.want = halves.with({});
    halves.got = halves.want;
    for (float& value : halves.got) value = std::trunc(value);
    CHECK(halves.diagnosis().name == "fractions are cut off");
    halves.got[7] += 100;
    CHECK(halves.diagnosis().name != "fractions are cut off");

    Scene whole = signal();                                         // all should be whole
    line_noise(whole, 5);
    CHECK(whole.diagnosis().name != "fractions are cut off");
}

TEST_CASE("a sum without the filter's weights is distinguished from one with a single weight")
{
    Scene scene = signal();
    const std::vector<float> ones(scene.filter.size(), 1.0f);
    scene.got = mistaken(scene.problem(), scene.in, ones, {});
    CHECK(scene.diagnosis().name == "the filter is not used");
    const std::vector<float> twos(scene.filter.size(), 2.0f);
    scene.got = mistaken(scene.problem(), scene.in, twos, {});
    CHECK(scene.diagnosis().name != "the filter is not used");
}
