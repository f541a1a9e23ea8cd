// What a kernel must have loaded and stored, and what none can have done without.

#include <algorithm>
#include <set>

#include <doctest/doctest.h>

#include "findings/explain.hpp"
#include "harness/judge/plan.hpp"
#include "harness/judge/plausible.hpp"
#include "harness/tests/results.hpp"

using namespace halo;
using namespace halo::lab;

namespace {

/// Of a tiled kernel with a 5 x 5 filter on 800 pixels: nothing is wrong with it.
const InputUse kHonest{.inputs = 800, .on_device = 800, .loaded = 800, .weights = 25, .weights_sent = 25, .outputs = 800, .stored = 800};
const Counters kCounted{.launches = 1, .global_loads = 1300, .global_stores = 800, .shared_loads = 20000, .constant_loads = 20000};
const Needs kNeeds{.loads = 800, .stores = 800};

std::optional<Mistake> found(InputUse use, const Counters& counters = kCounted, const Needs& needs = kNeeds)
{
    const auto diagnosis = implausible(use, counters, needs);
    return diagnosis ? std::optional(diagnosis->mistake) : std::nullopt;
}

template <class Change>
InputUse but(Change change)
{
    InputUse use = kHonest;
    change(use);
    return use;
}

}  // namespace

TEST_CASE("a kernel that loads the whole input and stores every output is plausible")
{
    CHECK(!found(kHonest));
    CHECK(!found(but([](InputUse& u) { u.loaded = u.on_device = 790; })));                 // bytes at the ends of rows
    CHECK(!found(but([](InputUse& u) { u.stored = 790; })));
}

TEST_CASE("inputs that no kernel loaded are implausible, and the way that they took is named")
{
    CHECK(found(but([](InputUse& u) { u.loaded = 400; })) == Mistake::inputs_not_loaded);
    CHECK(found(but([](InputUse& u) { u.loaded = u.on_device = 0; })) == Mistake::inputs_not_sent);
    CHECK(found(but([](InputUse& u) { u.loaded = 0, u.in_constant = 800; })) == Mistake::inputs_in_constant);
    CHECK(found(but([](InputUse& u) { u.loaded = 0, u.in_texture = u.texels = 800; })) == Mistake::inputs_in_texture);
}

TEST_CASE("an input that host code sends again and again is a code, and one in doubles or with ghosts is not")
{
    CHECK(found(but([](InputUse& u) { u.resent = 2400; })) == Mistake::input_resent);
    CHECK(!found(but([](InputUse& u) { u.resent = 1600; })));
    CHECK(!found(but([](InputUse& u) { u.resent = 2160; })));
}

TEST_CASE("who loads each element once and fetches it again elsewhere has hidden loads")
{
    CHECK(found(but([](InputUse& u) { u.in_constant = 800; })) == Mistake::inputs_in_constant);
    CHECK(found(but([](InputUse& u) { u.in_texture = u.texels = 800; })) == Mistake::inputs_in_texture);
    CHECK(found(but([](InputUse& u) { u.texels = 800; })) == Mistake::inputs_in_texture);      // of a copy that a kernel made
    CHECK(!found(but([](InputUse& u) { u.texels = u.in_constant = 25; })));                    // the filter
}

TEST_CASE("where the lab is about textures, fetches are as good as loads")
{
    const Needs needs{.textures = true, .loads = 800, .stores = 800};
    Counters counted = kCounted;
    counted.global_loads = 0;
    CHECK(!found(but([](InputUse& u) { u.loaded = 0, u.in_texture = 800; }), counted, needs));
    CHECK(found(but([](InputUse& u) { u.loaded = 0, u.in_texture = 100; }), counted, needs) == Mistake::inputs_not_loaded);
}

TEST_CASE("a kernel that loads one number for each that it stores sums nothing, but may transpose")
{
    const InputUse elsewhere = but([](InputUse& u) { u.loaded = 0; });
    const Counters copies{.launches = 1, .global_loads = 800, .global_stores = 800};
    CHECK(found(elsewhere, copies) == Mistake::kernels_copied);
    CHECK(!found(kHonest, copies, {.sums = false, .loads = 800, .stores = 800}));
}

TEST_CASE("fewer loads than the input has elements are more reuse than any shape allows")
{
    Counters few = kCounted;
    few.global_loads = 600;
    CHECK(found(kHonest, few) == Mistake::too_few_loads);
    few.global_loads = 800;
    CHECK(!found(kHonest, few));
    few.global_loads = 200;                                 // four bytes with each
    CHECK(!found(kHonest, few, {.loads = 200, .stores = 800}));
}

TEST_CASE("a filter none of whose weights reached the device is implausible, one that was turned round is not")
{
    CHECK(found(but([](InputUse& u) { u.weights_sent = 0; })) == Mistake::filter_not_sent);
    CHECK(!found(but([](InputUse& u) { u.weights_sent = 13; })));
    CHECK(!found(but([](InputUse& u) { u.weights = u.weights_sent = 0; })));                // a transpose has none
}

TEST_CASE("outputs that a copy put in place are implausible")
{
    CHECK(found(but([](InputUse& u) { u.stored = 0; })) == Mistake::outputs_copied);
}

TEST_CASE("as many numbers of the host's own as there are outputs are implausible, a table is not")
{
    CHECK(found(but([](InputUse& u) { u.host_made = 500; })) == Mistake::host_made);
    CHECK(!found(but([](InputUse& u) { u.host_made = 100; })));
    CHECK(!found(but([](InputUse& u) { u.outputs = 40, u.stored = 40, u.host_made = 30; }), kCounted, {.loads = 800, .stores = 40}));
    CHECK(!found(but([](InputUse& u) { u.host_counts = 500; })));
    CHECK(!found(but([](InputUse& u) { u.outputs = 96, u.stored = 96, u.host_counts = 1500; }), kCounted, {.loads = 800, .stores = 96}));    // indices
}

TEST_CASE("as many choices of the host as an eighth of the outputs are implausible, a launch for each row is not")
{
    CHECK(found(but([](InputUse& u) { u.outputs = u.stored = 2400, u.host_choices = 300; }), kCounted, {.loads = 800, .stores = 2400}) == Mistake::host_chose);
    CHECK(!found(but([](InputUse& u) { u.outputs = u.stored = 2400, u.host_choices = 299; }), kCounted, {.loads = 800, .stores = 2400}));
    CHECK(!found(but([](InputUse& u) { u.host_choices = 255; })));          // 800 outputs
    CHECK(found(but([](InputUse& u) { u.host_choices = 256; })) == Mistake::host_chose);
}

TEST_CASE("where outputs are many, several of which fit in a number, an eighth is enough")
{
    const Counters counted{.launches = 1, .global_loads = 13000, .global_stores = 8000};
    const auto with = [&](std::uint64_t made) {
        return found(but([&](InputUse& u) { u.inputs = u.on_device = u.loaded = u.outputs = u.stored = 8000, u.host_made = made; }), counted, {.loads = 8000, .stores = 8000});
    };
    CHECK(with(1000) == Mistake::host_made);
    CHECK(!with(900));
    CHECK(found(but([](InputUse& u) { u.inputs = u.on_device = u.loaded = u.outputs = u.stored = 8000, u.host_counts = 4000; }), counted, {.loads = 8000, .stores = 8000}) ==
          Mistake::host_made);
}

TEST_CASE("elements that copies of a few bytes moved are implausible, the ends of rows are not")
{
    CHECK(found(but([](InputUse& u) { u.moved_in_pieces = 800; })) == Mistake::moved_by_copies);
    CHECK(!found(but([](InputUse& u) { u.moved_in_pieces = 60; })));
}

TEST_CASE("host code that checks what a kernel computed may read as much as it likes")
{
    CHECK(computed_on_device(kHonest, kNeeds));
    CHECK(!computed_on_device(but([](InputUse& u) { u.stored = 0; }), kNeeds));
    CHECK(!computed_on_device(but([](InputUse& u) { u.loaded = 0; }), kNeeds));
    CHECK(!computed_on_device(but([](InputUse& u) { u.host_made = 100; }), kNeeds));
}

TEST_CASE("an input that is copied back to the host is implausible, a row of it is not")
{
    CHECK(found(but([](InputUse& u) { u.fetched = 800; })) == Mistake::inputs_fetched);
    CHECK(!found(but([](InputUse& u) { u.fetched = 100; })));
}

TEST_CASE("a drawn size is another one, no more than an eighth or a step away, and as aligned as the stated one")
{
    const std::vector<DrawStep> steps = Judged(Conv2d{})->steps();
    std::set<int> widths;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const Size stated = ImageSize{200, 136}, drawn = drawn_size(stated, steps, seed);
        const auto size = drawn.as<ImageSize>();
        CHECK(drawn != stated);
        CHECK(size.width % 8 == 0);
        CHECK((size.width >= 175 && size.width <= 225 && size.height >= 119 && size.height <= 153));
        CHECK(drawn == drawn_size(stated, steps, seed));
        widths.insert(size.width);
    }
    CHECK(widths.size() == 7);
    CHECK(*drawn_size(SignalAndFilterSize{.width = 5000, .filter_width = 9}, Judged(DeviceConv1d{})->steps(), 1).find("filter_width") == 9);
}

TEST_CASE("a size with no room for another is as stated")
{
    CHECK(drawn_size(SignalSize{1024}, {{"width", 0}}, 5) == SignalSize{1024});
    CHECK(drawn_size(SignalSize{4}, {{"width", 8}}, 5) == SignalSize{4});
    CHECK(*drawn_size(SignalSize{2560}, {{"width", 256}}, 5).find("width") % 256 == 0);
}

TEST_CASE("right values that no kernel can have made are implausible where they are measured, in three lines")
{
    test::Results results;
    const std::uint64_t count = 200 * 136;
    InputUse use{.inputs = count, .on_device = count, .loaded = count, .weights = 25, .weights_sent = 25, .outputs = count, .stored = count};
    results.facts[5].input_use = use;
    CHECK(results.judged().verdict == Verdict::passed);
    use.loaded = 0, use.in_constant = count;
    results.facts[5].input_use = use;
    const DetailedJudgement judged = results.judged();
    CHECK(judged.verdict == Verdict::implausible);
    CHECK(!judged.reuse_ratio);
    CHECK(text(judged.message) ==
          "conv2d_tiled: the values are right, but the input came through constant memory\n"
          "  where: as many as 27,200 of its 27,200 elements were copied there, or passed as arguments, in a call with 200 x 136 image, radius 2\n"
          "  try:   load the input from global memory, where this lab counts the loads, and leave constant memory to the filter");
    results.facts[0].input_use = use;                       // one pixel: nobody looks
    results.facts[5].input_use.reset();                     // a GPU follows nothing
    CHECK(results.judged().verdict == Verdict::passed);
    results.facts[3].input_use = use;                       // 33 x 17
    CHECK(results.judged().verdict == Verdict::implausible);
}

TEST_CASE("no load at all is implausible, and no reuse_ratio of 0")
{
    test::Results results;
    results.facts[5].counters->global_loads = 0;
    const DetailedJudgement judged = results.judged();
    CHECK(judged.verdict == Verdict::implausible);
    CHECK(judged.message.headline == "conv2d_tiled: the values are right, but there are fewer loads than the input has elements");
    CHECK(!judged.reuse_ratio);
}

TEST_CASE("a case that is called once keeps the first call of each of its sizes, and other cases keep both")
{
    const Lab lab = test::some_lab();
    const std::vector<PlannedCall> twice = plan(lab, test::kFunction, 5, 0);
    const std::size_t index = twice.front().case_index;
    std::vector<PlannedCall> calls = twice;
    call_once(calls, index);
    const auto of_case = [&](const std::vector<PlannedCall>& all, int repeat) {
        return std::ranges::count_if(all, [&](const PlannedCall& call) { return call.case_index == index && call.repeat == repeat; });
    };
    REQUIRE(of_case(twice, 1) > 0);
    CHECK(of_case(calls, 0) == of_case(twice, 0));
    CHECK(of_case(calls, 1) == 0);
    CHECK(std::ssize(calls) == std::ssize(twice) - of_case(twice, 1));
}

TEST_CASE("a drawn plan differs from the stated one in the size of the measured case only")
{
    const Lab lab = test::some_lab();
    const auto stated = plan(lab, test::kFunction, 5, 0), drawn = plan(lab, test::kFunction, 5, 0, {}, Measured::as_drawn);
    const auto again = plan(lab, test::kFunction, 5, 1, {}, Measured::as_drawn);
    REQUIRE(stated.size() == drawn.size());
    for (std::size_t i = 0; i < stated.size(); ++i) {
        CHECK((stated[i].size == drawn[i].size) == !lab.cases[stated[i].case_index].measured);
        CHECK(stated[i].seed == drawn[i].seed);
        CHECK(again[i].size == drawn[i].size);              // in each round
    }
}
