// Functions that are wrong at the edges of their input: ghosts that count, elements that do not.
// Each mistake has a function that makes it, and a near miss.

#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "kinds/convolution/tests/elsewhere.hpp"

using namespace halo;
using namespace halo::test;

TEST_CASE("ghost elements that are not zero: repeated, from the next row, from the other side, from an earlier tile")
{
    const Scene scene = image(), line = signal();
    const Report repeated = ghosts(scene, [&](Spot s) { return scene.at(std::clamp(s.x, 0, 39), std::clamp(s.y, 0, 36)); });
    CHECK(repeated.key == "ghost_not_zero");
    CHECK(repeated.seen == "this is exactly what you get when ghost elements repeat the element at the edge");
    CHECK(repeated.drawing == "out[1][2] adds f[-2][-2] · in[0][0], where in[-1][0] is a ghost element and counts as 0; 4 more of its "
                              "products are wrong\n"
                              "o o o o o     o met something where a ghost element counts as 0\n"
                              ". . . . .\n"
                              ". . . . .\n"
                              ". . . . .\n"
                              ". . . . .");
    const auto in_memory = [&](Spot s) { return s.y * 40 + s.x >= 0 && s.y * 40 + s.x < 1480 ? s.y * 40 + s.x : kNothing; };
    CHECK(ghosts(scene, in_memory).seen == "this is exactly what you get when x runs over the edge into the neighbouring row");
    CHECK(ghosts(scene, [&](Spot s) { return scene.at((s.x + 40) % 40, (s.y + 37) % 37); }).seen
          == "this is exactly what you get when ghost elements come from the opposite edge");
    CHECK(ghosts(line, [&](Spot s) { return line.at((s.x + 1000) % 1000); }).seen
          == "this is exactly what you get when ghost elements come from the opposite edge");
    CHECK(ghosts(line, [&](Spot s) { return line.at(s.x - 512); }).seen
          == "this is exactly what you get when ghost elements are what an earlier tile left in their places");

    const Report other = ghosts(scene, [&](Spot s) { return s.x < 0 || s.y > 36 ? scene.at(7, 5) : kNothing; });
    CHECK(other.key == "ghost_not_zero");
    CHECK(other.seen == "all 112 are within 2 of the image's edge, where ghost elements count");
    CHECK(with(scene, [&](Spot, Spot due) { return due.x < 0 || (due.x == 20 && due.y == 19); }, [&](Spot s) { return scene.at(s.x + 4, s.y); }).key
          != "ghost_not_zero");
}

TEST_CASE("ghosts that count as another number show in an input of zeros")
{
    const Scene line = signal();
    const Scene scene = image();
    const auto counting_as = [](const Scene& s, float number) {
        return s.of([&s, number](const Floats& in, const Floats& filter, int width, int height) {
            Floats out = s.right(in, filter);
            const int ry = s.radius_y(), row = 2 * s.radius + 1;
            for (int y = 0; y < height; ++y)
                for (int x = 0; x < width; ++x)
                    for (int t = 0; t < int(filter.size()); ++t)
                        if (s.at(x + t % row - s.radius, y + t / row - ry) == kNothing) out[std::size_t(y * width + x)] += number * filter[std::size_t(t)];
            return out;
        });
    };
    const Report ones = counting_as(line, 1);
    CHECK(ones.mistake == "sum_without_input");
    CHECK(ones.seen == "with an input of zeros some outputs are not 0");
    CHECK(counting_as(line, -7.5f).mistake == "sum_without_input");
    CHECK(counting_as(scene, 3).mistake == "sum_without_input");
    CHECK(ghosts(line, [&](Spot) { return 0; }).mistake != "sum_without_input");
}

TEST_CASE("a loop that ends at the first ghost element, in each row or altogether")
{
    const Scene line = signal(), scene = image();
    const auto until_ghost = [](const Scene& s, bool row_only) {
        return s.of([&s, row_only](const Floats& in, const Floats& filter, int width, int height) {
            Floats out(in.size(), 0.0f);
            for (int y = 0; y < height; ++y)
                for (int x = 0; x < width; ++x) {
                    bool ended = false;
                    for (int dy = -s.radius_y(); dy <= s.radius_y() && !ended; ++dy)
                        for (int dx = -s.radius; dx <= s.radius; ++dx) {
                            if (s.at(x + dx, y + dy) == kNothing) {
                                ended = !row_only;
                                break;
                            }
                            out[std::size_t(y * width + x)] += filter[std::size_t((dy + s.radius_y()) * (2 * s.radius + 1) + dx + s.radius)]
                                                               * in[std::size_t((y + dy) * width + x + dx)];
                        }
                }
            return out;
        });
    };
    CHECK(until_ghost(line, false).name == "a ghost element ends the sum");
    CHECK(until_ghost(line, false).key == "ghost_not_zero");
    CHECK(until_ghost(scene, true).name == "a ghost element ends the sum");
    CHECK(until_ghost(scene, false).name == "a ghost element ends the sum");
    CHECK(with(line, [](Spot o, Spot due) { return o.x < 4 && due.x < 2; }, nothing).name != "a ghost element ends the sum");
}

TEST_CASE("an element at the edge that is taken for a ghost is distinguished from a ghost that is not zero")
{
    const Scene line = signal(), scene = image();
    const auto cut = [](const Scene& s, const std::function<bool(Spot)>& where) {
        return with(s, [&](Spot, Spot due) { return where(due); }, nothing);
    };
    const Report last = cut(line, [](Spot s) { return s.x == 999; });
    CHECK(last.key == "ghost_not_zero");
    CHECK(last.name == "an element at the edge is taken for a ghost");
    CHECK(last.seen == "this is exactly what you get when the last element counts as 0");
    CHECK(cut(line, [](Spot s) { return s.x == 0; }).seen == "this is exactly what you get when the first element counts as 0");
    CHECK(cut(line, [](Spot s) { return s.x == 1; }).name != "an element at the edge is taken for a ghost");
    CHECK(cut(scene, [](Spot s) { return s.x == 0 || s.y == 0; }).seen
          == "this is exactly what you get when the first row or column counts as 0");
    CHECK(cut(scene, [](Spot s) { return s.x == 39; }).seen == "this is exactly what you get when the last row or column counts as 0");
    CHECK(cut(scene, [](Spot s) { return s.y == 36; }).name == "an element at the edge is taken for a ghost");
    CHECK(cut(scene, [](Spot s) { return s.y == 35; }).name != "an element at the edge is taken for a ghost");
}

TEST_CASE("the ends of a block are not ghosts, which a function without tiles may think")
{
    const auto within_block = [](const Scene& s, int block) {
        return with(s, [=](Spot o, Spot due) { return side(o.x, due.x, block) != 0 || side(o.y, due.y, block) != 0; }, nothing);
    };
    const Report r = within_block(Scene(1000, 1, 4, 0), 256);
    CHECK(r.key == "ghost_not_zero");
    CHECK(r.name == "elements of another block are taken for ghosts");
    CHECK(r.seen == "no sum has a product with an element beyond its block of 256");
    CHECK(within_block(Scene(100, 70, 2, 0), 32).seen == "no sum has a product with an element beyond its block of 32");
    CHECK(within_block(Scene(1000, 1, 4, 0), 100).name != "elements of another block are taken for ghosts");
    CHECK(within_block(signal(), 256).name == "the halo is missing");               // a tile has one
}

TEST_CASE("ghosts that mirror the input, with its edge repeated or not")
{
    const Scene line = signal(), scene = image();
    const auto mirrored = [](int i, int size, int edge) { return i < 0 ? -i - edge : i >= size ? 2 * size - 2 + edge - i : i; };
    for (const int edge : {0, 1}) {
        CHECK(ghosts(line, [&](Spot s) { return line.at(mirrored(s.x, 1000, edge)); }).mistake == "ghost_reflected");
        CHECK(ghosts(scene, [&](Spot s) { return scene.at(mirrored(s.x, 40, edge), mirrored(s.y, 37, edge)); }).mistake == "ghost_reflected");
    }
    CHECK(ghosts(line, [&](Spot s) { return line.at(mirrored(s.x, 1000, 2)); }).mistake != "ghost_reflected");
}

TEST_CASE("a test that is too strict by several elements is reported with their number and end")
{
    const Scene line = signal();
    const auto cut = [&](const std::function<bool(int)>& where) { return with(line, [&](Spot, Spot due) { return where(due.x); }, nothing); };
    const Report last = cut([](int x) { return x >= 996; });
    CHECK(last.mistake == "edge_taken_for_ghosts");
    CHECK(last.seen == "this is exactly what you get when the last 4 elements count as 0");
    CHECK(cut([](int x) { return x < 2; }).seen == "this is exactly what you get when the first 2 elements count as 0");
    CHECK(cut([](int x) { return x == 997; }).mistake != "edge_taken_for_ghosts");
}

TEST_CASE("weights that are counted from the first neighbour that exists")
{
    const Scene line = signal();
    const auto counted = [&](int from) {
        return line.of_sums([&line, from](Spot o, Spot d) {
            const int begin = std::max(from, o.x - 4), at = begin + d.x + 4;
            return at <= o.x + 4 ? line.at(at) : kNothing;
        });
    };
    CHECK(counted(0).mistake == "weights_follow_neighbours");
    CHECK(counted(0).key == "ghost_not_zero");
    CHECK(counted(1).mistake != "weights_follow_neighbours");
}
