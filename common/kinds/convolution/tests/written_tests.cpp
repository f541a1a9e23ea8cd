// Outputs that lack elements, or hold what was there before.
// Each suspicion has an output that it explains, and a near miss.

#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "kinds/convolution/tests/scene.hpp"

using namespace halo;
using namespace halo::test;

TEST_CASE("a right output has no diagnosis")
{
    CHECK(image().diagnosis().key == "none");
    CHECK(signal().diagnosis().key == "none");
}

TEST_CASE("a suspected output must match every element, even the right ones, and is dropped at the first that differs")
{
    const std::vector<float> want{1, 2, 3, 4}, got{1, 2, 9, 4};
    const WrongOutput wrong{{.width = 4, .in = want, .filter = {}}, got, want, 0.5, {}, {}, {}};
    std::size_t computed = 0;
    const auto fits = [&](std::vector<float> suspected) {
        computed = 0;
        return fits_each(wrong, [&](std::size_t i) { return ++computed, suspected[i]; });
    };
    CHECK(fits({1, 2, 9.5f, 4}));
    CHECK(computed == 4);
    CHECK(!fits({1, 2, 8, 4}));
    CHECK(computed == 1);
    CHECK(!fits({1, 2, 9, 5}));
    CHECK(!fits({0, 2, 9, 4}));
    CHECK(computed == 3);
    CHECK(!fits({NAN, 2, 9, 4}));

    const WrongOutput right{{.width = 4, .in = want, .filter = {}}, want, want, 0.5, {}, {}, {}};
    CHECK(fits_each(right, [&](std::size_t i) { return want[i]; }));
    CHECK(!fits_each(right, [&](std::size_t i) { return got[i]; }));
    CHECK(!fits_each(WrongOutput{}, [](std::size_t) { return 0.0f; }));
}

TEST_CASE("an output that was never written, one of zeros, and a copy of the input")
{
    Scene scene = image();
    scene.got.assign(scene.got.size(), unwritten());
    CHECK(scene.diagnosis().key == "not_started");
    scene.got.assign(scene.got.size(), 0.0f);
    CHECK(scene.diagnosis().key == "wrong_result");
    CHECK(scene.diagnosis().seen == "every pixel is 0");
    scene.got = scene.in;
    CHECK(scene.diagnosis().seen == "the output is a copy of the input");
    scene.got[5] += 1;
    CHECK(scene.diagnosis().key == "none");
}

TEST_CASE("what is left from the previous call is distinguished: result, filter, input")
{
    Scene scene = signal();
    scene.got = scene.earlier_want;
    CHECK(scene.diagnosis().seen == "this is the result of the call before");
    scene.got = mistaken(scene.problem(), scene.in, scene.earlier_filter, {});
    CHECK(scene.diagnosis().seen == "this is computed with the filter of the call before");
    scene.got = mistaken(scene.problem(), scene.earlier_in, scene.filter, {});
    CHECK(scene.diagnosis().seen == "this is computed from the input of the call before");
    CHECK(scene.diagnosis().key == "stale");
    scene.got[0] += 1;
    CHECK(scene.diagnosis().key != "stale");
}

TEST_CASE("a last block that is missing leaves the end unwritten")
{
    Scene line = signal();
    line.spoil([](int x, int) { return x >= 768; }, true);
    CHECK(line.diagnosis().key == "unwritten");
    CHECK(line.diagnosis().seen == "all 232 were never written: everything from out[768] on");

    Scene columns = image();
    columns.spoil([](int x, int) { return x >= 32; }, true);
    CHECK(columns.diagnosis().seen == "all 296 were never written: the columns from 32 on");

    Scene corner = image();
    corner.spoil([](int x, int y) { return x >= 32 || y >= 32; }, true);
    CHECK(corner.diagnosis().seen == "all 456 were never written: only the first 32 columns of the first 32 rows are");
}

TEST_CASE("a border, stripes or scattered elements that were never written")
{
    Scene border = image();
    border.spoil([&](int x, int y) { return x < 2 || x >= 38 || y < 2 || y >= 35; }, true);
    CHECK(border.diagnosis().seen == "all 292 were never written: within 2 of the edge");

    Scene stripes = image();
    stripes.spoil([](int x, int) { return x % 16 < 2; }, true);
    CHECK(stripes.diagnosis().seen == "never written: all 222 are in the first 2 columns of a 16-wide tile");

    Scene scattered = image();
    scattered.spoil([](int x, int y) { return (x * 7 + y * 5) % 11 == 0; }, true);
    CHECK(scattered.diagnosis().key == "unwritten");
    CHECK(scattered.diagnosis().attempt == "which threads store an output? Each output needs exactly one");
}

TEST_CASE("errors in the last tile only")
{
    Scene scene = image();
    scene.spoil([](int x, int y) { return x >= 34 && y > 3 && y < 30; });
    CHECK(scene.diagnosis().key == "wrong_result");
    CHECK(scene.diagnosis().seen == "all 156 are in the last tile, from column 32 on");
}

TEST_CASE("an output left unwritten after a right call is stale, and one that was added to is not unwritten")
{
    Scene scene = signal();
    scene.got.assign(scene.got.size(), unwritten());
    WrongOutput output{scene.problem(), scene.got, scene.want, 1e-3, scene.earlier_want, scene.earlier_in, scene.earlier_filter};
    CHECK(report(output).key == "not_started");
    output.earlier_right = true;
    CHECK(report(output).key == "stale");
    CHECK(report(output).seen == "nothing was written in this call, and the call before was right");
    scene.got[3] = scene.want[3];
    output.got = scene.got;
    CHECK(report(output).key == "unwritten");

    for (std::size_t i = 0; i < scene.got.size(); ++i) scene.got[i] = unwritten() + scene.want[i];
    CHECK(report(output).key == "sum_of_nothing");
    CHECK(report(output).name == "a sum that starts from uninitialised memory");
    scene.got[3] = scene.want[3];
    CHECK(report(output).key != "sum_of_nothing");
    for (float& value : scene.got) value = std::bit_cast<float>(std::bit_cast<std::uint32_t>(unwritten()) & ~0xffu);   // a byte was copied
    CHECK(report(output).key != "sum_of_nothing");
}

TEST_CASE("fresh device memory that was copied back was never written, a computed NaN was")
{
    Scene scene = signal();
    scene.spoil([](int x, int) { return x >= 768; });
    for (std::size_t i = 768; i < scene.got.size(); ++i) scene.got[i] = std::bit_cast<float>(0xffff'ffffu);
    CHECK(scene.diagnosis().seen == "all 232 were never written: everything from out[768] on");
    for (std::size_t i = 768; i < scene.got.size(); ++i) scene.got[i] = std::bit_cast<float>(0x7fc0'0000u);
    CHECK(scene.diagnosis().key != "unwritten");
}

TEST_CASE("one wrong element is too little to infer a cause")
{
    Scene dot = Scene(1, 1, 2, 16);
    dot.filter = numbers(25, 7);
    dot.in = {3};
    dot.want = {3};
    dot.got = {4};
    CHECK(dot.diagnosis().key == "none");
}

TEST_CASE("a missing end inside a tile is blamed on threads, one at a tile's start on blocks")
{
    Scene line(256, 1, 4, 256);
    line.spoil([](int x, int) { return x >= 252; }, true);
    CHECK(line.diagnosis().key == "unwritten");
    CHECK(line.diagnosis().attempt.find("number of blocks") == std::string::npos);
    Scene blocks(512, 1, 4, 256);
    blocks.spoil([](int x, int) { return x >= 256; }, true);
    CHECK(blocks.diagnosis().attempt.find("round the number of blocks up") == 0);
}
