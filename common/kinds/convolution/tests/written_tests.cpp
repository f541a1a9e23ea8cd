// Outputs that lack elements, or hold what was there before: their values say it, and nobody asks the function.
// Each mistake has an output that has it, and a near miss.

#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "kinds/convolution/tests/scene.hpp"

using namespace halo;
using namespace halo::test;

namespace {

/// The right output, with NaNs where `where(x, y)` holds.
Floats unwritten_where(const Scene& s, const std::function<bool(int, int)>& where, float left = unwritten())
{
    return s.stores([&](float sum, Spot o) { return where(o.x, o.y) ? left : sum; })(s.in, s.filter, s.width, s.height);
}
Report lacking(const Scene& s, const std::function<bool(int, int)>& where) { return s.about(unwritten_where(s, where)); }

}  // namespace

TEST_CASE("a right output has no diagnosis, asked or not")
{
    for (const Scene& s : {image(), signal()}) {
        CHECK(s.about(s.want()).key == "none");
        CHECK(s.of_sums([&](Spot o, Spot d) { return s.at(o.x + d.x, o.y + d.y); }).key == "none");
    }
}

TEST_CASE("a suspected output must match every element, even the right ones")
{
    const Floats want{1, 2, 3, 4}, got{1, 2, 9, 4}, one{1};
    const WrongConvolution wrong{{.width = 4, .in = want, .filter = one}, got, want, 0.5, {}, {}, {}};
    const auto both = [&](const Floats& suspected) {
        const bool fit = fits(wrong, suspected);
        CHECK(computes(wrong, suspected, one) == fit);
        return fit;
    };
    CHECK(both({1, 2, 9.5f, 4}));
    CHECK(!both({1, 2, 8, 4}));
    CHECK(!both({1, 2, 9, 5}));
    CHECK(!both({0, 2, 9, 4}));
    CHECK(!both({NAN, 2, 9, 4}));
    CHECK(!both({1, 2, NAN, 4}));
    CHECK(!fits(wrong, Floats{1, 2, 9}));

    const WrongConvolution right{{.width = 4, .in = want, .filter = one}, want, want, 0.5, {}, {}, {}};
    CHECK(computes(right, want, one));
    CHECK(!computes(right, got, one));
    CHECK(!fits(WrongConvolution{}, {}));
    CHECK(!computes(WrongConvolution{}, {}, {}));
}

TEST_CASE("an output that was never written, one of zeros, and a copy of the input")
{
    const Scene scene = image();
    CHECK(scene.about(Floats(1480, unwritten())).key == "not_started");
    CHECK(scene.about(Floats(1480, 0.0f)).key == "wrong_result");
    CHECK(scene.about(Floats(1480, 0.0f)).seen == "every pixel is 0");
    Floats copy = scene.in;
    CHECK(scene.about(copy).seen == "the output is a copy of the input");
    copy[5] += 1;
    CHECK(scene.about(copy).key == "none");
}

TEST_CASE("what is left from the previous call is distinguished: result, filter, input")
{
    const Scene scene = signal();
    CHECK(scene.about(scene.earlier_want()).seen == "this is the result of the call before");
    CHECK(scene.about(scene.right(scene.in, scene.earlier_filter)).seen == "this is computed with the filter of the call before");
    Floats got = scene.right(scene.earlier_in, scene.filter);
    CHECK(scene.about(got).seen == "this is computed from the input of the call before");
    CHECK(scene.about(got).key == "stale");
    got[0] += 1;
    CHECK(scene.about(got).key != "stale");
}

TEST_CASE("a filter that is copied in the first call only is found before the function is asked")
{
    const Scene line = signal();
    Floats c_filter;
    CHECK(line.of([&](const Floats& in, const Floats& filter, int, int) {
                  if (c_filter.empty()) c_filter = filter;
                  return line.right(in, c_filter);
              })
              .seen == "this is computed with the filter of the call before");
}

TEST_CASE("a last block that is missing leaves the end unwritten")
{
    const Scene line = signal(), scene = image();
    const auto end = [](int x, int) { return x >= 768; };
    CHECK(lacking(line, end).key == "unwritten");
    CHECK(lacking(line, end).seen == "all 232 were never written: everything from out[768] on");
    CHECK(lacking(scene, [](int x, int) { return x >= 32; }).seen == "all 296 were never written: the columns from 32 on");
    CHECK(lacking(scene, [](int x, int y) { return x >= 32 || y >= 32; }).seen
          == "all 456 were never written: only the first 32 columns of the first 32 rows are");
    CHECK(line.of(line.stores([](float sum, Spot o) { return o.x >= 768 ? unwritten() : sum; })).seen
          == "all 232 were never written: everything from out[768] on");           // whatever the function answers
}

TEST_CASE("a border, stripes or scattered elements that were never written")
{
    const Scene scene = image();
    CHECK(lacking(scene, [](int x, int y) { return x < 2 || x >= 38 || y < 2 || y >= 35; }).seen
          == "all 292 were never written: within 2 of the edge");
    CHECK(lacking(scene, [](int x, int) { return x % 16 < 2; }).seen
          == "never written: all 222 are in the first 2 columns of a 16-wide tile");
    const Report scattered = lacking(scene, [](int x, int y) { return (x * 7 + y * 5) % 11 == 0; });
    CHECK(scattered.key == "unwritten");
    CHECK(scattered.attempt == "which threads store an output? Each output needs exactly one");
}

TEST_CASE("outputs that each block leaves out are counted, elements of a signal and rows of an image")
{
    const Scene line = signal(), scene = image();
    const auto every = [&](int period, int from) { return lacking(line, [=](int x, int) { return x % period >= from; }); };
    CHECK(every(264, 256).mistake == "unwritten_in_turns");
    CHECK(every(264, 256).seen == "8 of every 264 elements were never written, from out[256] on");
    CHECK(every(100, 1).seen == "99 of every 100 elements were never written, from out[1] on");
    CHECK(lacking(line, [](int x, int) { return x % 264 >= 256 && x < 900; }).seen == "8 of every 264 elements were never written, from out[256] on");
    CHECK(lacking(line, [](int x, int) { return x % 264 >= 256 && x != 520; }).mistake != "unwritten_in_turns");
    // Both ends are two turns as well, but they are what meets ghosts; an end more or less is not.
    CHECK(lacking(line, [](int x, int) { return x < 4 || x >= 996; }).seen == "all 8 were never written: within 4 of the edge");
    CHECK(lacking(line, [](int x, int) { return x < 5 || x >= 995; }).mistake == "unwritten_in_turns");
    CHECK(lacking(line, [](int x, int) { return x >= 300 && x < 308; }).seen == "all 8 were never written: elements 300 to 307");
    CHECK(lacking(scene, [](int, int y) { return y == 20; }).seen == "all 40 were never written: row 20");
    CHECK(lacking(scene, [](int x, int y) { return y == 20 && x != 3; }).mistake != "unwritten_lines");
    CHECK(lacking(scene, [](int, int y) { return y % 20 >= 16; }).seen == "4 of every 20 rows were never written, from out[16][0] on");
    CHECK(lacking(scene, [](int x, int y) { return y % 20 >= 16 && x > 0; }).mistake != "unwritten_rows_in_turns");
}

TEST_CASE("a few unwritten elements do not hide what the others sum")
{
    const Scene line = signal();
    const Function mirrored = line.sums([&](Spot o, Spot d) { return line.at(o.x - d.x); });
    CHECK(line.of([&](const Floats& in, const Floats& filter, int width, int height) {
                  Floats out = mirrored(in, filter, width, height);
                  for (std::size_t i = 0; i < 1000; i += 100) out[i] = unwritten();
                  return out;
              })
              .name == "the filter is mirrored");
}

TEST_CASE("an output left unwritten after a right call is stale, and one that was added to is not unwritten")
{
    const Scene scene = signal();
    Floats got(1000, unwritten());
    CHECK(scene.about(got).key == "not_started");
    CHECK(scene.about(got, nullptr, true).key == "stale");
    CHECK(scene.about(got, nullptr, true).seen == "nothing was written in this call, and the call before was right");
    got[3] = scene.want()[3];
    CHECK(scene.about(got, nullptr, true).key == "unwritten");

    for (std::size_t i = 0; i < got.size(); ++i) got[i] = unwritten() + scene.want()[i];
    CHECK(scene.about(got).key == "sum_of_nothing");
    CHECK(scene.about(got).name == "a sum that starts from uninitialised memory");
    got[3] = scene.want()[3];
    CHECK(scene.about(got).key != "sum_of_nothing");
    for (float& value : got) value = std::bit_cast<float>(std::bit_cast<std::uint32_t>(unwritten()) & ~0xffu);   // a byte was copied
    CHECK(scene.about(got).key != "sum_of_nothing");
}

TEST_CASE("fresh device memory that was copied back was never written, a computed NaN was")
{
    const Scene scene = signal();
    const auto end = [](int x, int) { return x >= 768; };
    CHECK(scene.about(unwritten_where(scene, end, std::bit_cast<float>(0xffff'ffffu))).seen
          == "all 232 were never written: everything from out[768] on");
    CHECK(scene.about(unwritten_where(scene, end, std::bit_cast<float>(0x7fc0'0000u))).key != "unwritten");
}

TEST_CASE("one wrong element is too little to infer a cause, and values alone name no place")
{
    Scene dot(1, 1, 2, 16);
    dot.in = {3};
    CHECK(dot.about({4}).key == "none");
    const Scene scene = image();
    CHECK(scene.unasked(scene.stores([](float sum, Spot o) { return o.x % 16 < 2 ? sum + 3 : sum; })).key == "none");
}

TEST_CASE("a missing end inside a tile is blamed on threads, one at a tile's start on blocks")
{
    const Report threads = lacking(Scene(256, 1, 4, 256), [](int x, int) { return x >= 252; });
    CHECK(threads.key == "unwritten");
    CHECK(threads.attempt.find("number of blocks") == std::string::npos);
    const Report blocks = lacking(Scene(512, 1, 4, 256), [](int x, int) { return x >= 256; });
    CHECK(blocks.attempt.find("round the number of blocks up") == 0);
}
