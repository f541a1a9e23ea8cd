// Functions whose sums are wrong: other weights, too many or too few products.
// Each mistake has a function that makes it, and a near miss.

#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include "kinds/convolution/tests/scene.hpp"

using namespace halo;
using namespace halo::test;

namespace {

/// The sum is right, but without the products for which `left_out(offset)` holds.
Report without(const Scene& s, const std::function<bool(Spot)>& left_out)
{
    return s.of_sums([&](Spot o, Spot d) { return left_out(d) ? kNothing : s.at(o.x + d.x, o.y + d.y); });
}

/// The weight of an offset meets the element at another one.
Report turned(const Scene& s, const std::function<Spot(Spot)>& turn, const std::function<bool(Spot)>& where = [](Spot) { return true; })
{
    return s.of_sums([&](Spot o, Spot d) {
        const Spot other = where(o) ? turn(d) : d;
        return s.at(o.x + other.x, o.y + other.y);
    });
}

}  // namespace

TEST_CASE("a mirrored filter, in both directions or one, and a transposed one")
{
    const Scene scene = image(), line = signal();
    const auto both = [](Spot d) { return Spot{-d.x, -d.y}; };
    CHECK(turned(scene, both).key == "filter_mirrored");
    CHECK(turned(scene, both).seen == "this is exactly what a mirrored filter gives");
    CHECK(turned(scene, both).name == "the filter is mirrored");
    CHECK(turned(line, both).seen == "this is exactly what a mirrored filter gives");
    CHECK(turned(scene, [](Spot d) { return Spot{-d.x, d.y}; }).seen == "this is exactly what a filter mirrored in x gives");
    CHECK(turned(scene, [](Spot d) { return Spot{d.x, -d.y}; }).seen == "this is exactly what a filter mirrored in y gives");
    const Report transposed = turned(scene, [](Spot d) { return Spot{d.y, d.x}; });
    CHECK(transposed.seen == "this is exactly what you get when dy and dx change places, in the index of the filter or in that of the element that it meets");
    CHECK(transposed.name == "dy and dx are exchanged");

    const auto odd = [](Spot o) { return o.x % 2 == 1; };
    CHECK(turned(scene, both, odd).key != "filter_mirrored");
    CHECK(turned(line, both, odd).key != "filter_mirrored");
}

TEST_CASE("a message draws the products of one output, the first wrong one without ghosts")
{
    const Scene line(200, 1, 2, 16);
    const Report last = without(line, [](Spot d) { return d.x == 2; });
    CHECK(last.drawing == "out[2] lacks f[+2] · in[4]\n"
                          ". . . . -     - missing");

    const Scene scene = image();
    const Report upper = turned(scene, [](Spot d) { return d.y == 0 ? Spot{d.x + 1, 0} : d; });
    CHECK(upper.drawing == "out[2][2] multiplies f[0][-2] with in[2][1], not with in[2][0]; 4 more of its products are wrong\n"
                           ". . . . .     > met an element right of its own\n"
                           ". . . . .\n"
                           "> > > > >\n"
                           ". . . . .\n"
                           ". . . . .");
    CHECK(upper.seen == "each wrong product has the element 1 pixel further right than its own");
}

TEST_CASE("elements outside the tile that replace the sum so far, or meet the weights back to front")
{
    // A signal in plain loops: `add(sum, weight, element, beside)` adds a product, whose element is beside the tile or in it.
    const Scene line = signal();
    const auto sums = [&](const auto& add) {
        return line.of([&](const Floats& in, const Floats& filter, int width, int) {
            Floats out(in.size(), 0.0f);
            for (int i = 0; i < width; ++i)
                for (int d = -4; d <= 4; ++d) {
                    const int from = i + d;
                    if (from < 0 || from >= width) continue;
                    const bool beside = from / 256 != i / 256;
                    add(out[std::size_t(i)], filter[std::size_t(4 + d)], filter[std::size_t(4 - d)], in[std::size_t(from)], beside);
                }
            return out;
        });
    };
    const auto plain = [](float& sum, float weight, float, float element, bool) { sum += weight * element; };
    CHECK(sums(plain).key == "none");
    const Report replaced = sums([](float& sum, float weight, float, float element, bool beside) { sum = (beside ? 0 : sum) + weight * element; });
    CHECK(replaced.mistake == "replaced_beside_tile");
    CHECK(replaced.attempt == "which line adds these products? += adds one, = replaces all those before it");
    CHECK(sums([](float& sum, float weight, float, float element, bool beside) { sum = (beside ? sum : 0) + weight * element; }).mistake == "replaced_in_tile");
    CHECK(sums([](float& sum, float weight, float, float element, bool) { sum = weight * element; }).mistake == "last_product_only");
    CHECK(sums([](float& sum, float weight, float, float element, bool beside) { sum += beside ? 0 : weight * element; }).mistake == "halo_left_out");

    const Report mirrored = sums([](float& sum, float weight, float opposite, float element, bool beside) { sum += (beside ? opposite : weight) * element; });
    CHECK(mirrored.mistake == "mirrored_beside_tile");
    CHECK(mirrored.key == "filter_mirrored");
    CHECK(sums([](float& sum, float, float opposite, float element, bool) { sum += opposite * element; }).mistake == "filter_mirrored");
    CHECK(sums([](float& sum, float weight, float opposite, float element, bool beside) { sum += (beside ? weight : opposite) * element; }).mistake
          != "mirrored_beside_tile");
}

TEST_CASE("a sum that leaves out its last or first tap")
{
    const Scene line = signal();
    const Report last = without(line, [](Spot d) { return d.x == 4; });
    CHECK(last.key == "tap_left_out");
    CHECK(last.seen == "this is exactly what you get when the last tap of the filter is left out");
    CHECK(without(line, [](Spot d) { return d.x == -4; }).seen
          == "this is exactly what you get when the first tap of the filter is left out");
    CHECK(without(line, [](Spot d) { return d.x == -4 || d.x == 4; }).seen
          == "this is exactly what you get when the first and the last tap of the filter are left out");
    CHECK(line.of_sums([&](Spot o, Spot d) { return d.x == 4 && o.x % 2 == 0 ? kNothing : line.at(o.x + d.x); }).key != "tap_left_out");
}

TEST_CASE("columns and rows of taps that are left out, and a fixed number of taps")
{
    const Scene scene = image(), line = signal();
    CHECK(without(scene, [](Spot d) { return d.x == 2; }).seen
          == "this is exactly what you get when the last column of the filter is left out");
    CHECK(without(scene, [](Spot d) { return d.y == 2; }).seen
          == "this is exactly what you get when the last row of the filter is left out");
    CHECK(without(scene, [](Spot d) { return d.y == -2; }).seen
          == "this is exactly what you get when the first row of the filter is left out");
    CHECK(without(scene, [](Spot d) { return d.x == 2 || d.y == 2; }).seen
          == "this is exactly what you get when the last row and column of the filter are left out");
    CHECK(without(scene, [](Spot d) { return std::abs(d.x) == 2 || std::abs(d.y) == 2; }).seen
          == "this is exactly what you get when the outermost taps of the filter are left out");

    const Report middle = without(line, [](Spot d) { return std::abs(d.x) > 2; });
    CHECK(middle.seen == "this is exactly what you get when only the 5 taps in the middle count");
    CHECK(middle.key == "tap_left_out");
    CHECK(without(scene, [](Spot d) { return d.x != 0 || d.y != 0; }).mistake == "only_middle_taps");
    const Report more_right = without(line, [](Spot d) { return d.x < -3 || d.x > 2; });
    CHECK(more_right.mistake == "weights_unused");
    CHECK(more_right.seen == "no sum uses 3 of the filter's weights");
    CHECK(without(scene, [](Spot d) { return d.x == 0 && d.y == 0; }).seen == "no sum uses 1 of the filter's weights");
}

TEST_CASE("a filter whose end is unused was not copied completely, and one row less is a loop that ends too early")
{
    const Scene line = signal(), scene = image();
    const Report half = without(line, [](Spot d) { return d.x > 0; });
    CHECK(half.name == "only a part of the filter is used");
    CHECK(half.seen == "only the first 5 of the filter's 9 weights are in the sums");
    CHECK(without(scene, [](Spot d) { return d.y * 5 + d.x > -6; }).seen == "only the first 7 of the filter's 25 weights are in the sums");
    CHECK(without(scene, [](Spot d) { return d.y == 2; }).mistake == "taps_left_out");
    CHECK(without(line, [](Spot d) { return d.x < 0; }).mistake != "filter_end_unused");
}

TEST_CASE("the first weights as a filter of their own, and weights in another order in each sum")
{
    const Scene line = signal();
    const auto halved = [&](int radius) {
        return line.of_sums([&line, radius](Spot o, Spot d) { return d.x + 4 > 2 * radius ? kNothing : line.at(o.x + d.x + 4 - radius); });
    };
    CHECK(halved(2).mistake == "smaller_filter");
    CHECK(halved(2).seen == "this is exactly what the first 5 weights give as a filter of their own");
    CHECK(halved(1).seen == "this is exactly what the first 3 weights give as a filter of their own");

    const auto turned = [&](int step) {         // weight k of output i meets the element due to weight k + i
        return line.of_sums([&line, step](Spot o, Spot d) { return line.at(o.x + (d.x + 4 + o.x) % 9 * step - 4); });
    };
    CHECK(turned(1).mistake == "weights_exchanged");
    CHECK(turned(2).mistake != "weights_exchanged");
}

TEST_CASE("a sum that is divided by its weights is not a number without them")
{
    const Scene line = signal();
    const Function right = line.sums([&](Spot o, Spot d) { return line.at(o.x + d.x); });
    const auto divided = [&](auto by) {
        return line.of([&, by](const Floats& in, const Floats& filter, int width, int height) {
            Floats out = right(in, filter, width, height);
            float total = 0;
            for (const float weight : filter) total += weight;
            out[0] *= 3 * total / by(total);
            return out;
        });
    };
    CHECK(divided([](float total) { return total; }).mistake == "divided_by_weights");
    CHECK(divided([](float) { return 3.0f; }).mistake != "divided_by_weights");
}

TEST_CASE("a sum that starts over in every row, and one that keeps its last product")
{
    const Scene scene = image(), line = signal();
    const auto last_row = [&](Spot o, Spot d) { return d.y == std::min(2, 36 - o.y) ? scene.at(o.x + d.x, o.y + d.y) : kNothing; };
    CHECK(scene.of_sums(last_row).name == "the sum starts over in every row");
    CHECK(without(scene, [](Spot d) { return d.y < 2; }).name == "the sum starts over in every row");       // ghosts are added as 0
    CHECK(without(scene, [](Spot d) { return d.y < 1; }).name != "the sum starts over in every row");

    const auto last = [&](Spot o, Spot d) { return d.x == std::min(4, 999 - o.x) ? line.at(o.x + d.x) : kNothing; };
    CHECK(line.of_sums(last).name == "the sum keeps only its last product");
    CHECK(without(line, [](Spot d) { return d.x < 4; }).name == "the sum keeps only its last product");
    CHECK(without(line, [](Spot d) { return d.x < 3; }).name != "the sum keeps only its last product");
    CHECK(scene.of_sums([&](Spot o, Spot d) {
                   return d.x == std::min(2, 39 - o.x) && d.y == std::min(2, 36 - o.y) ? scene.at(o.x + d.x, o.y + d.y) : kNothing;
               }).name
          == "the sum keeps only its last product");
}

TEST_CASE("a sum that continues another output's, and one that does not begin with 0")
{
    const Scene line = signal(), scene = image();
    const auto continued = [](const Scene& s, int back, int first, int step) {
        return [=, &s](const Floats& in, const Floats& filter, int width, int) {
            Floats out = s.right(in, filter);
            for (int i = first; i < int(out.size()); ++i)
                if (i / width % step == step - 1) out[std::size_t(i)] += out[std::size_t(i - back)];
            return out;
        };
    };
    const Report strided = line.of(continued(line, 512, 512, 1));
    CHECK(strided.name == "the sum is not reset");
    CHECK(strided.seen == "each is its own sum plus the output 512 elements before it");
    CHECK(scene.of(continued(scene, 40, 40, 2)).seen == "each is its own sum plus the output one row before it");
    CHECK(line.of([&](const Floats& in, const Floats& filter, int, int) {
                  Floats out = line.right(in, filter);
                  for (std::size_t i = 512; i < 1000; ++i) out[i] += out[i - 512 + i % 2];
                  return out;
              })
              .name != "the sum is not reset");

    const Report begun = scene.of(scene.stores([](float sum, Spot) { return sum + 3; }));
    CHECK(begun.name == "the sum does not start at 0");
    CHECK(begun.seen == "every element is 3 too large");
    CHECK(scene.of(scene.stores([](float sum, Spot o) { return o.x == 5 ? sum : sum + 3; })).name != "the sum does not start at 0");
}

TEST_CASE("products that are counted more than once, and a single one that is")
{
    const Scene line = signal();
    const Report twice = line.of(line.stores([](float sum, Spot) { return 2 * sum; }));
    CHECK(twice.name == "products are counted more than once");
    CHECK(twice.drawing == "out[4] adds f[-4] · in[0] 2 times; 8 more of its products are wrong\n"
                           "2 2 2 2 2 2 2 2 2     2 counted more than once");
    CHECK(line.of([&](const Floats& in, const Floats& filter, int, int) {
                  Floats out = line.right(in, filter);
                  for (std::size_t i = 512; i < 1000; ++i) out[i] += filter[0] * in[i - 4];  // its first product again
                  return out;
              })
              .drawing == "out[512] adds f[-4] · in[508] 2 times\n"
                          "2 . . . . . . . .     2 counted more than once");
    CHECK(line.of(line.stores([](float sum, Spot) { return -sum; })).name != "products are counted more than once");
}

TEST_CASE("a function that is not linear, or adds a product four times, is not a sum")
{
    const Scene line = signal();
    for (const auto& change : std::vector<std::function<float(float, Spot)>>{
             [](float sum, Spot) { return sum * sum; }, [](float sum, Spot) { return std::min(sum, 20.0f); },
             [](float sum, Spot o) { return (o.x % 7 == 0 ? 4 : 5) * sum; }}) {
        const Report r = line.of(line.stores(change));
        CHECK(r.mistake == "not_a_sum");
        CHECK(r.seen == "the outputs are not sums of a weight times an element, each at most three times");
        CHECK(r.drawing.empty());
    }
    CHECK(line.of(line.stores([](float sum, Spot) { return 3 * sum; })).mistake == "counted_again");
}

TEST_CASE("right sums that are changed before they are stored: scaled, without a sign, or with small whole numbers only")
{
    const Scene line = signal();
    const auto stored = [&](float (*change)(float)) { return line.of(line.stores([change](float sum, Spot) { return change(sum); })); };
    CHECK(stored([](float sum) { return sum / 2; }).seen == "every output is 0.5 times what it should be");
    CHECK(stored([](float sum) { return -sum; }).seen == "every output is -1 times what it should be");
    CHECK(stored([](float sum) { return 4 * sum; }).mistake == "scaled");
    CHECK(stored([](float sum) { return std::abs(sum); }).mistake == "sign_lost");
    CHECK(stored([](float sum) { return std::max(sum, 0.0f); }).mistake == "negative_cut_off");
    CHECK(stored([](float sum) { return std::max(sum, -10.0f); }).mistake == "right_products");
}

TEST_CASE("a function that answers the same question differently is reported as such, whatever it sums")
{
    const Scene line = signal();
    Floats left(1000, 0.0f);                                            // a static variable
    const Report kept = line.of([&](const Floats& in, const Floats& filter, int, int) {
        const Floats own = line.right(in, filter);
        for (std::size_t i = 0; i < own.size(); ++i) left[i] += own[i];
        return left;
    });
    CHECK(kept.mistake == "not_repeatable");
    CHECK(kept.seen == "the same call, made again, gives another result");
    CHECK(line.of([&](const Floats& in, const Floats& filter, int, int) {  // left over, but not from another call
                  left.assign(1000, 0.0f);
                  const Floats own = line.right(in, filter);
                  for (std::size_t i = 0; i < own.size(); ++i) left[i] += 2 * own[i];
                  return left;
              })
              .mistake == "counted_again");
}

TEST_CASE("small errors of both signs are rounding, larger ones or those of one sign are not")
{
    const Scene scene = image();
    const auto off_by = [](float size, bool both) {
        return [=](float sum, Spot o) { return sum + (o.x % 3 == 0 ? 0 : both && o.x % 3 == 1 ? -size : size); };
    };
    const auto cut = [](float size) { return [=](float sum, Spot) { return std::nearbyint(sum / size) * size; }; };
    Scene halves = scene;
    for (float& weight : halves.filter) weight /= 8;
    CHECK(halves.of(halves.stores(cut(0.5f))).name == "only the precision is wrong");       // small weights alone lose digits
    CHECK(scene.of(scene.stores(off_by(0.25f, true))).name != "only the precision is wrong");       // the same with an input of 0
    CHECK(scene.of(scene.stores(off_by(0.25f, false))).name != "only the precision is wrong");
    CHECK(halves.of(halves.stores(cut(32))).name != "only the precision is wrong");
}

TEST_CASE("a shorter type than float loses digits of the questions, too, and is not taken for another mistake")
{
    const auto bfloat16 = [](float v) { return std::bit_cast<float>((std::bit_cast<std::uint32_t>(v) + 0x8000u) & 0xffff'0000u); };
    for (Scene scene : {signal(), image()}) {
        for (float& weight : scene.filter) weight += 0.37f;
        for (float& element : scene.in) element += 0.123f;
        CHECK(scene.of(scene.stores([&](float sum, Spot) { return bfloat16(sum); })).name == "only the precision is wrong");
        CHECK(scene.of(scene.stores([&](float sum, Spot) { return bfloat16(sum); })).drawing.empty());
        CHECK(scene.of([&](Floats in, const Floats& filter, int, int) {
                       for (float& element : in) element = bfloat16(element);
                       return scene.right(in, filter);
                   })
                  .name == "only the precision is wrong");
        CHECK(scene.of([&](const Floats& in, Floats filter, int, int) {
                       for (float& weight : filter) weight *= weight;
                       return scene.right(in, filter);
                   })
                  .mistake == "not_a_sum");
    }
}

TEST_CASE("a weight taken for another one is reported as a wrong index into the filter, in 2-D too")
{
    const Scene scene = signal();
    const auto seen = [&](const std::function<int(int)>& at) { return scene.of(scene.weighs(at)).seen; };
    CHECK(scene.of(scene.weighs([](int t) { return std::abs(t - 4); })).key == "filter_index");
    CHECK(seen([](int t) { return std::abs(t - 4); }) == "this is exactly what you get when an offset d takes filter[|d|]");
    CHECK(seen([](int) { return 4; }) == "this is exactly what you get when filter[4] is taken for every offset");
    CHECK(seen([](int t) { return t + 1; }) == "this is exactly what you get when each offset takes the weight 1 place after its own");
    CHECK(seen([](int t) { return (t + 8) % 9; })
          == "this is exactly what you get when each offset takes the weight 1 place before its own, starting over at the end");
    CHECK(scene.of(scene.weighs([](int t) { return t == 8 ? 7 : t; })).key != "filter_index");      // a single weight, which no rule explains

    const Scene picture = image();
    const auto in_picture = [&](const std::function<int(int, int)>& at) {
        return picture.of(picture.weighs([at](int i) { return at(i % 5, i / 5); })).seen;
    };
    CHECK(in_picture([](int x, int) { return 6 * x; }) == "this is exactly what you get with filter[dx + R][dx + R]: dy does not count");
    CHECK(in_picture([](int, int y) { return 6 * y; }) == "this is exactly what you get with filter[dy + R][dy + R]: dx does not count");
    CHECK(in_picture([](int x, int y) { return 4 * y + x; })
          == "this is exactly what you get when the filter's rows are taken to be 4 long, not 5");
    CHECK(in_picture([](int x, int) { return x; }) == "this is exactly what you get when the filter's first row is taken for every row");
    CHECK(in_picture([](int, int y) { return 5 * y; })
          == "this is exactly what you get when the filter's first column is taken for every column");
    CHECK(in_picture([](int x, int y) { return 5 * std::abs(y - 2) + std::abs(x - 2); })
          == "this is exactly what you get when an offset takes filter[|dy|][|dx|]");
    CHECK(picture.of(picture.weighs([](int i) { return i % 5 * 5 + i / 5; })).key == "filter_mirrored");
}

TEST_CASE("a sum in an int gives whole numbers, and nothing else is taken for one")
{
    Scene halves = signal();
    for (float& weight : halves.filter) weight /= 2;
    CHECK(halves.of(halves.stores([](float sum, Spot) { return std::trunc(sum); })).name == "fractions are cut off");
    CHECK(halves.of(halves.stores([](float sum, Spot o) { return std::trunc(sum) + (o.x == 7 ? 100.0f : 0.0f); })).name
          != "fractions are cut off");
    const Scene whole = signal();                                   // all should be whole
    CHECK(whole.of(whole.stores([](float sum, Spot o) { return sum + float(o.x % 5 == 1); })).name != "fractions are cut off");
}

TEST_CASE("a sum without the filter's weights is distinguished from one with a single weight")
{
    const Scene scene = signal();
    const auto with_all = [&](float weight) {
        return [&scene, weight](const Floats& in, const Floats& filter, int, int) { return scene.right(in, Floats(filter.size(), weight)); };
    };
    CHECK(scene.of(with_all(1)).name == "the filter is not used");
    CHECK(scene.of(with_all(2)).name != "the filter is not used");
}

TEST_CASE("of two mistakes at once, the one that explains three quarters of the wrong outputs is named")
{
    const Scene scene = image(), line = signal();
    const auto with_another = [](const Scene& s, const std::function<bool(Spot)>& where) {
        return s.of_sums([&](Spot o, Spot d) { return where(o) && d.x == 1 ? s.at(o.x + 3, o.y + d.y) : s.at(o.x - d.x, o.y - d.y); });
    };
    CHECK(with_another(line, [](Spot o) { return o.x % 5 == 0; }).name == "the filter is mirrored");
    CHECK(with_another(scene, [](Spot o) { return o.x % 5 == 0; }).name == "the filter is mirrored");
    CHECK(with_another(line, [](Spot o) { return o.x % 3 == 0; }).mistake == "other_products");
    CHECK(with_another(line, [](Spot o) { return o.x % 3 == 0; }).drawing
          == "out[4] multiplies f[-4] with in[8], not with in[0]; 7 more of its products are wrong\n"
             "> > > > . < < < <     < met an element left of its own\n"
             "                      > met an element right of its own");
}
