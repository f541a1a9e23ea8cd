// A thread's loads, and which of them is where its sum parts from the right one.

#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "harness/student/load_story.hpp"
#include "kinds/convolution/kind.hpp"

using namespace halo;
using namespace halo::lab;

namespace {

const Inputs kSignal{SignalAndFilterSize{.width = 5, .filter_width = 3}, {{7, 5, 8, -8, -9}, {0.5f, -2, 3}}};

Loaded load(std::string array, Indices index, double value, Space space = Space::global)
{
    Loaded one;
    one.at = {"a.cu", 36};
    one.space = space;
    one.array = std::move(array);
    one.index = std::move(index);
    one.value = value;
    one.is_float = true;
    return one;
}

Loaded in(std::int64_t i) { return load("d_in", {i}, kSignal.arrays[0][std::size_t(i)]); }
Loaded weight(std::int64_t i) { return load("d_filter", {i}, kSignal.arrays[1][std::size_t(i)]); }
/// From shared memory, where a thread stored it that had loaded nothing.
Loaded zero() { return load("s_tile", {0}, 0, Space::shared); }

/// What is wrong with out[1], which sums in[0] to in[2].
Footprint wrong(WrongProduct first)
{
    return {.output = "out[1]", .element = 1, .columns = 3, .marks = std::vector(3, Mark::right), .first = std::move(first), .wrong = 1};
}

std::string story(const std::vector<Loaded>& loads, const std::optional<Footprint>& footprint)
{
    return load_story(loads, footprint, kSignal, {});
}

/// The numbers of the loads that are marked.
std::vector<int> marked(const std::string& story)
{
    std::vector<int> out;
    for (std::size_t at = 0; (at = story.find("<- here", at)) != std::string::npos; ++at)
        out.push_back(std::stoi(story.substr(story.rfind('\n', at) + 1)));
    return out;
}

}  // namespace

TEST_CASE("loads are listed in order, with line, array, index and value, and the first wrong one is marked")
{
    CHECK(story({weight(0), in(2), weight(1), in(1)}, wrong({.mark = Mark::right_of, .weight = {-1}, .due = {0}, .met = {2}}))
          == "The thread's 4 loads, in order:\n"
             "    1  line 36: d_filter[0] = 0.5\n"
             "    2  line 36: d_in[2] = 8   <- here the story parts from the right one\n"
             "    3  line 36: d_filter[1] = -2\n"
             "    4  line 36: d_in[1] = 5\n");
    CHECK(story({in(0)}, {}) == "The thread's 1 load, in order:\n    1  line 36: d_in[0] = 7\n");

    Loaded from_tile = load("s_tile", {3}, 8, Space::shared);
    from_tile.origin = Origin{{"a.cu", 30}, {4, 0, 0}, in(2)};
    const std::string through = story({weight(0), from_tile}, wrong({.mark = Mark::right_of, .weight = {-1}, .due = {0}, .met = {2}}));
    CHECK(through.find("    2  line 36: s_tile[3] = 8, stored in line 30 by thread (4,0), which had loaded d_in[2]   <- here") != std::string::npos);
}

TEST_CASE("of two loads of one element the one that the sum reads is marked, not the one that filled the tile")
{
    Loaded from_tile = load("s_tile", {3}, 8, Space::shared);
    from_tile.origin = Origin{{"a.cu", 30}, {4, 0, 0}, in(2)};
    const Footprint second = wrong({.mark = Mark::right_of, .weight = {-1}, .due = {0}, .met = {2}});
    CHECK(marked(story({in(2), weight(0), from_tile}, second)) == std::vector{3});
    CHECK(marked(story({in(2), weight(0), zero()}, second)) == std::vector{1});      // nothing else brings it
}

TEST_CASE("of two loads of one element the one beside the wrong product's weight is marked")
{
    const Footprint last = wrong({.mark = Mark::left, .weight = {0}, .due = {1}, .met = {0}});
    CHECK(marked(story({weight(0), in(0), weight(1), in(0)}, last)) == std::vector{4});
    CHECK(marked(story({in(0), weight(0), in(0), weight(1)}, last)) == std::vector{3});
    CHECK(marked(story({weight(0), in(0), weight(1), in(1)}, last)) == std::vector{2});      // beside it is another: the first that brings it
}

TEST_CASE("of several weights with each other's elements the earliest load is marked, whichever weight is the first")
{
    Footprint mirrored = wrong({.mark = Mark::right_of, .weight = {-1}, .due = {0}, .met = {2}});
    mirrored.marks = {Mark::right_of, Mark::right, Mark::left};
    const std::string from_end = story({weight(2), in(0), weight(1), in(1), weight(0), in(2)}, mirrored);
    CHECK(marked(from_end) == std::vector{2});
    CHECK(from_end.ends_with("\n\nLoad 2 brings in[0], which is multiplied by f[+1], not by f[-1].\n"));
    CHECK(marked(story({in(2), weight(0), in(1), weight(1), in(0), weight(2)}, mirrored)) == std::vector{1});
    Footprint at_edge{.output = "out[0]", .columns = 3, .marks = {Mark::ghost, Mark::right, Mark::missing}, .first = {.mark = Mark::ghost, .weight = {-1}, .due = {-1}, .met = {1}}, .wrong = 2};
    const std::string ghost = story({weight(1), in(0), weight(0), in(1)}, at_edge);
    CHECK(marked(ghost) == std::vector{4});
    CHECK(ghost.ends_with("\n\nLoad 4 brings in[1], which is multiplied by f[-1], not by f[+1].\n"));
    at_edge.marks = {Mark::ghost, Mark::right, Mark::right};             // in[0] once more, which its own weight has met
    at_edge.first.met = {0};
    CHECK(story({weight(0), in(0), weight(1), in(0), weight(2), in(1)}, at_edge).find("\n\nLoad") == std::string::npos);
    mirrored.marks = {Mark::right_of, Mark::right, Mark::right};         // f[+1] is right: it is not blamed
    CHECK(marked(story({weight(2), in(0), weight(1), in(1), weight(0), in(2)}, mirrored)) == std::vector{6});
}

TEST_CASE("a weight with the index of the wrong element is not taken for it, and a right sum has no mark")
{
    const Footprint second = wrong({.mark = Mark::right_of, .weight = {-1}, .due = {0}, .met = {2}});
    CHECK(marked(story({weight(2), in(0), weight(0), in(2)}, second)) == std::vector{4});
    CHECK(marked(story({weight(2), in(0)}, second)).empty());
    Footprint right = second;
    right.wrong = 0;
    CHECK(marked(story({weight(2), in(0), weight(0), in(2)}, right)).empty());
    CHECK(marked(story({in(2), in(2)}, {})).empty());
}

TEST_CASE("of an element that is counted twice, the second load is marked")
{
    CHECK(marked(story({in(0), in(1), in(0)}, wrong({.mark = Mark::again, .weight = {-1}, .due = {0}, .met = {0}, .times = 2}))) == std::vector{3});
    CHECK(marked(story({in(0), in(1)}, wrong({.mark = Mark::again, .weight = {-1}, .due = {0}, .met = {0}, .times = 2}))) == std::vector{1});
}

TEST_CASE("where a product is missing, what its weight is multiplied with is marked")
{
    const Footprint lacks = wrong({.mark = Mark::missing, .weight = {-1}, .due = {0}});
    const std::string weight_first = story({weight(0), zero(), weight(1), in(1)}, lacks);
    CHECK(marked(weight_first) == std::vector{2});
    CHECK(weight_first.ends_with("\n\nNo load of this thread brings in[0]; load 2 takes its place.\n"));
    CHECK(marked(story({zero(), weight(0), in(1), weight(1)}, lacks)) == std::vector{1});

    for (const std::vector<Loaded>& not_known : {std::vector{weight(1), in(1)},             // its weight is not loaded, either
                                                 {weight(0), weight(1), in(1)},             // the weight alone
                                                 {in(1), weight(1), weight(0)}}) {
        CHECK(marked(story(not_known, lacks)).empty());
        CHECK(story(not_known, lacks).ends_with("\n\nHere the story parts from the right one: no load of this thread brings in[0].\n"));
    }
    const std::string lost = story({weight(0), in(0), weight(1), in(1)}, lacks);
    CHECK(marked(lost).empty());
    CHECK(lost.ends_with("\n\nLoad 2 brings in[0], but it is not in the sum: what happens to it after line 36?\n"));

    // The element is in the sum, with another weight; or with several, which is not known.
    WrongProduct other = lacks.first;
    other.instead = {0};
    const std::string beside_another = story({weight(0), zero(), weight(1), in(0)}, wrong(other));
    CHECK(marked(beside_another) == std::vector{2});
    CHECK(beside_another.ends_with("\n\nLoad 4 brings in[0], which is multiplied by f[0], not by f[-1]; load 2 takes its place there.\n"));
    CHECK(story({weight(1), in(0)}, wrong(other)).ends_with("\n\nLoad 2 brings in[0], which is multiplied by f[0], not by f[-1].\n"));
    Footprint mixed = lacks;
    mixed.marks[1] = Mark::several;
    CHECK(story({weight(0), in(0), weight(1), in(1)}, mixed).ends_with("\n\nLoad 2 brings in[0]: with which weights does line 36 multiply it?\n"));

    const std::string times_zero = story({load("c_filter", {0}, 0, Space::constant), in(0), weight(1), in(1)}, lacks);
    CHECK(marked(times_zero) == std::vector{1});
    CHECK(times_zero.ends_with("\n\nLoad 2 brings in[0], but times c_filter[0], which load 1 finds to be 0.\n"));
    const std::string element_first = story({in(0), load("c_filter", {0}, 0, Space::constant), in(1), weight(1)}, lacks);
    CHECK(marked(element_first) == std::vector{2});
    CHECK(marked(story({in(0), in(1), in(2)}, lacks)).empty());        // no weight beside it
}

TEST_CASE("an element of an array of rows is named by row and column, in a picture also by its byte")
{
    const Inputs picture{ImageSize{.width = 2, .height = 2}, {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, {1}}};
    Loaded byte = load("d_in", {10}, 10);
    byte.is_float = false;
    byte.shape = {12};
    const Footprint elsewhere{.output = "out[0][0][0]", .columns = 1, .first = {.mark = Mark::elsewhere, .weight = {0, 0}, .due = {0, 0, 0}, .met = {1, 1, 1}}, .wrong = 1};
    CHECK(load_story({byte}, elsewhere, picture, {.shape = {2, 2}, .across = 3})
          == "The thread's 1 load, in order:\n    1  line 36: d_in[10] (row 1, column 1, byte 1) = 10   <- here the story parts from the right one\n");
    byte.shape = {25};          // no rows of this length: a filter
    CHECK(load_story({byte}, {}, picture, {.shape = {2, 2}, .across = 3}).ends_with("line 36: d_in[10] = 10\n"));
}

TEST_CASE("of a long sum the beginning is listed, or what surrounds the place that counts")
{
    std::vector<Loaded> loads(100, weight(1));
    CHECK(story(loads, {}).ends_with("   60  line 36: d_filter[1] = -2\n  … 40 more\n"));
    loads[79] = in(2);
    const std::string late = story(loads, wrong({.mark = Mark::right_of, .weight = {-1}, .due = {0}, .met = {2}}));
    CHECK(late.starts_with("The thread's 100 loads, in order:\n  … 49 before\n   50  "));
    CHECK(marked(late) == std::vector{80});
}
