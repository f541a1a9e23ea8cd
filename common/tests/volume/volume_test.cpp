// Wrong volumes on the engine: messages name z, y and x.

#include "volume.hpp"

#include <set>
#include <string>

#include <doctest/doctest.h>

#include "harness/judge/course_tests.hpp"
#include "harness/judge/judge.hpp"
#include "harness/student/isolate.hpp"
#include "tests/volume/kind.hpp"

using namespace halo;
using namespace halo::lab;

namespace {

/// Judged with the cases that the lab has for `difference`.
Judgement judged(const char* name, PlaneDifference::Function function)
{
    Lab lab = the_lab();
    lab.functions = {whole_entry(name, function, PlaneDifference{})};
    for (Case& one : lab.cases) one.function = name;
    const auto calls = plan(lab, name, 1, 0);
    const Isolated isolated = run_isolated(lab, request_for(lab, name, calls), 30);
    return judge(lab, name, calls, isolated.response, isolated.ended);
}

/// LAB_DRAW takes the names of a size's numbers, and no other.
static_assert(has_number<VolumeSize>("depth") && !has_number<VolumeSize>("planes"));

#define JUDGED(function) judged(#function, &function)

}  // namespace

TEST_CASE("a function on a volume is called with all three numbers, and judged")
{
    REQUIRE(lab_is_stated);
    CHECK(text(JUDGED(difference).message) == "difference: right in all 3 cases");
    CHECK(JUDGED(does_nothing_yet).message.headline == "does_nothing_yet: nothing is written yet (1 x 1 x 1 volume)");
}

TEST_CASE("a wrong element of a volume is called by plane, row and column")
{
    const Judgement last = JUDGED(leaves_out_the_last_plane);
    CHECK(last.verdict == Verdict::wrong_result);
    CHECK(last.message.headline == "leaves_out_the_last_plane: 24 of 120 elements differ (6 x 4 x 5 volume)");
    CHECK(last.message.where.starts_with("first out[4][0][0] was never written, expected "));
    const Judgement exchanged = JUDGED(exchanges_height_and_depth);
    CHECK(exchanged.verdict == Verdict::wrong_result);
    CHECK(exchanged.message.where.starts_with("first out[0][1][0] = "));
}

TEST_CASE("a write past the end of a volume is reported")
{
    const Judgement j = JUDGED(writes_past_the_last_plane);
    CHECK(j.verdict == Verdict::out_of_bounds);
    CHECK(j.message.where.ends_with("1 x 1 x 1 volume"));
}

TEST_CASE("the grader draws each number of a volume's size in its own step")
{
    std::set<int> depths, heights;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const std::vector<PlannedCall> calls = plan(the_lab(), "difference", seed, 0, {}, Measured::as_drawn);
        const auto drawn = calls.back().size.as<VolumeSize>();
        CHECK(drawn != VolumeSize{40, 24, 16});
        CHECK(drawn.width % 8 == 0);
        heights.insert(drawn.height), depths.insert(drawn.depth);
    }
    CHECK(heights == std::set<int>{16, 24, 32});
    CHECK(depths == std::set<int>{14, 16, 18});
}

TEST_CASE("a course states a volume by three numbers")
{
    Lab lab = the_lab();
    CHECK(add_course_tests(lab, {{"difference", "a tower", {{1, 2, 30}}}}).empty());
    CHECK(lab.cases.back().sizes.back() == VolumeSize{1, 2, 30});
    const auto refused = add_course_tests(lab, {{"difference", "flat", {{4, 4}}}});
    REQUIRE(refused.size() == 1);
    CHECK(text(refused[0].message) == "the size [4, 4] is none of difference\n  where: its sizes are [width, height, depth]");
}

TEST_CASE("a size goes over the wire by the names of its numbers; too many of them, or names too long, are refused")
{
    const Request sent{"difference", {{VolumeSize{2, 1, 3}, {{1, 2, 3, 4, 5, 6}}}}};
    const std::string bytes = to_bytes(sent);
    const auto got = request_from(bytes);
    REQUIRE(got);
    CHECK(got->calls[0].size == VolumeSize{2, 1, 3});

    const std::size_t first = bytes.find("width");
    std::string longer = bytes, more = bytes;
    longer.replace(first, Size::kLongestName + 1, Size::kLongestName + 1, 'w');
    more[first - sizeof(std::uint32_t)] = char(Size::kMostNumbers + 1);
    CHECK(!request_from(longer));
    CHECK(!request_from(more));
}
