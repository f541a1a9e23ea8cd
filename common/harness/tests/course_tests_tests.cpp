// What a course may add to a lab's tests. Responses as a program might have written them; no kernel runs.

#include <doctest/doctest.h>

#include "harness/judge/course_tests.hpp"
#include "kinds/channels/kind.hpp"
#include "kinds/elementwise/kind.hpp"
#include "kinds/transposition/kind.hpp"
#include "results.hpp"

using namespace halo;
using namespace halo::lab;

namespace {

using Sizes = std::vector<std::vector<std::int64_t>>;

/// Why these sizes are refused; empty if they are added.
std::string refused(const Sizes& sizes, Judged kind = Conv2d{.radius = 2, .tile = 16})
{
    Lab lab = test::some_lab(std::move(kind));
    const auto all = add_course_tests(lab, {{test::kFunction, "one more", sizes}});
    CHECK(lab.cases.size() == (all.empty() ? 3 : 2));
    return all.empty() ? "" : all[0].message.headline + "; " + all[0].message.where;
}

/// A response to a lab with two added tests, of which a test spoils what it likes.
struct WithAddedTests : test::Results {
    WithAddedTests()
    {
        REQUIRE(add_course_tests(lab, {{test::kFunction, "a strip", {{131, 1}}}, {test::kFunction, "a column", {{1, 257}}}}).empty());
        calls = plan(lab, test::kFunction, 5, 0);
        request = request_for(lab, test::kFunction, calls);
        for (std::size_t i = values.size(); i < calls.size(); ++i) {
            const Expected expected = lab.functions[0].kind->solve(request.calls[i]);
            values.push_back(expected.want);
            facts.push_back(facts[0]);
            facts.back().counters->global_stores = expected.want.size();
            facts.back().counters->global_loads = std::uint64_t(*expected.loads.tiled);
            facts.back().input_use = InputUse{.outputs = expected.want.size(), .stored = expected.want.size()};
        }
        finished = calls.size();
    }
    static constexpr std::size_t kStrip = 6, kColumn = 8;      ///< their first calls
};

}  // namespace

TEST_CASE("added tests come after the lab's own, which keep their data, and each size is called twice")
{
    const test::Results own;
    const WithAddedTests more;
    REQUIRE(more.calls.size() == own.calls.size() + 4);
    for (std::size_t i = 0; i < own.calls.size(); ++i) CHECK(more.request.calls[i].arrays == own.request.calls[i].arrays);
    CHECK(more.calls[WithAddedTests::kStrip].size == ImageSize{.width = 131, .height = 1});
    CHECK(more.calls[WithAddedTests::kColumn].size == ImageSize{.width = 1, .height = 257});
    CHECK(more.calls[WithAddedTests::kColumn + 1].repeat == 1);
    const Judgement j = more.judged();
    CHECK(j.verdict == Verdict::passed);
    REQUIRE(j.cases.size() == 4);
    CHECK(j.cases[3].name == "a column");
    CHECK(j.message.headline.find("right in all 4 cases") != std::string::npos);
}

TEST_CASE("an added test counts for the verdict as the lab's own do, in its first call and in its second")
{
    for (const std::size_t call : {WithAddedTests::kColumn, WithAddedTests::kColumn + 1}) {
        WithAddedTests more;
        more.values[call][7] += 1;
        const Judgement j = more.judged();
        CHECK(j.verdict == Verdict::wrong_result);
        CHECK(j.about == "a column");
        CHECK(j.cases[2].verdict == Verdict::passed);
        CHECK(j.cases[3].verdict == Verdict::wrong_result);
        CHECK(j.cases[3].about.empty());
    }
}

TEST_CASE("a test whose calls never began did not run, and says which test ended the run")
{
    WithAddedTests more;
    more.finished = WithAddedTests::kStrip + 1;             // its second call has begun
    more.end_mark = false;
    more.ended = "signal:11";
    const Judgement j = more.judged();
    CHECK(j.about == "a strip");
    CHECK(j.cases[1].ran);
    CHECK(j.cases[1].verdict == Verdict::passed);
    CHECK(j.cases[2].ran);
    CHECK(j.cases[2].about.empty());
    CHECK_FALSE(j.cases[3].ran);
    CHECK(j.cases[3].verdict == Verdict::crash);
    CHECK(j.cases[3].about == "a strip");
}

TEST_CASE("where bytes were forged, no test is right")
{
    WithAddedTests more;
    more.values[WithAddedTests::kColumn].push_back(0);      // one element too many
    const Judgement j = more.judged();
    CHECK(j.verdict == Verdict::crash);
    for (const JudgedCase& one : j.cases) CHECK(one.verdict == Verdict::crash);
}

TEST_CASE("a leak and a finding say in which tests they were seen")
{
    WithAddedTests more;
    more.facts[0].findings = {test::found(FindingKind::leak)};
    more.facts[0].leaked_bytes = 4;
    more.facts[WithAddedTests::kStrip].findings = {test::found(FindingKind::leak), test::found(FindingKind::leak)};
    more.facts[WithAddedTests::kStrip].leaked_bytes = 524;
    const Judgement j = more.judged();
    CHECK(j.verdict == Verdict::passed);
    CHECK(j.leaked_bytes == 528);
    CHECK(j.cases[0].leaked_bytes == 4);
    CHECK(j.cases[2].leaked_bytes == 524);
    REQUIRE(j.findings.size() == 1);
    REQUIRE(j.findings[0].in.size() == 2);
    CHECK(j.findings[0].in[0].test == "small");
    CHECK(j.findings[0].in[1].test == "a strip");
    CHECK(j.findings[0].count == j.findings[0].in[0].count + j.findings[0].in[1].count);
}

TEST_CASE("a size has the numbers that its kind names, and each is one that the contract allows")
{
    CHECK(refused({{131, 1}, {1, 257}}) == "");
    CHECK(refused({{131}}) == "the size [131] is none of conv2d_tiled; its sizes are [width, height]");
    CHECK(refused({{131, 1, 1}}) == "the size [131, 1, 1] is none of conv2d_tiled; its sizes are [width, height]");
    CHECK(refused({{1, 1}, {0, 5}}) == "the size [0, 5] is none of conv2d_tiled; width must be at least 1");
    CHECK(refused({{5, -1}}) == "the size [5, -1] is none of conv2d_tiled; height must be at least 1");
    CHECK(refused({}).starts_with("a test has 1 to 32 sizes"));

    CHECK(refused({{9, 31}}, DeviceConv1d{}) == "the size [9, 31] is none of conv2d_tiled; filter_width is at most 5, as in the lab's own tests");
    CHECK(refused({{9, 4}}, DeviceConv1d{}) == "the size [9, 4] is none of conv2d_tiled; filter_width must be odd");
    CHECK(refused({{9, 3}}, DeviceConv1d{}) == "");
    CHECK(refused({{300}}, ReverseBlocks{.block = 256}) == "the size [300] is none of conv2d_tiled; n must be a multiple of 256");
    CHECK(refused({{512}}, ReverseBlocks{.block = 256}) == "");
    CHECK(refused({{4, 3, 2}}, Channels1d{}) == "");
}

TEST_CASE("sizes that are too large are refused with the limit, whatever their product")
{
    const std::string why = "all sizes that a course adds to conv2d_tiled may have 262,144 elements together";
    for (const Sizes& sizes : {Sizes{{1'000'000'000, 1}}, {{1, 1'000'000'000}}, {{1LL << 62, 1LL << 62}}, {{513, 512}}, {{512, 256}, {512, 257}}})
        CHECK(refused(sizes).find(why) != std::string::npos);
    CHECK(refused({{512, 512}}) == "");
    CHECK(refused({{512, 256}, {256, 512}}) == "");
    CHECK(refused({{512}}, TransposeInPlace{}) == "");
    CHECK(refused({{513}}, TransposeInPlace{}).find(why) != std::string::npos);
}

TEST_CASE("a name occurs once in a function, and a function exists")
{
    Lab lab = test::some_lab();
    const std::string f = test::kFunction;
    const auto all = add_course_tests(lab, {{f, "small", {{2, 2}}}, {f, "new", {{2, 2}}}, {f, "new", {{3, 3}}}, {"conv3d", "other", {{2, 2}}}, {f, "newer", {{2, 2}}}});
    REQUIRE(all.size() == 3);
    CHECK(all[0].test == 0);
    CHECK(all[0].message.headline == "conv2d_tiled has a test of this name already");
    CHECK(all[1].test == 2);
    CHECK(all[2].test == 3);
    CHECK(all[2].message.headline == "07_conv2d_tiled has no function conv3d");
    CHECK(lab.cases.size() == 4);
}

TEST_CASE("a lab takes a bounded number of tests")
{
    Lab lab = test::some_lab();
    std::vector<CourseTest> tests;
    for (std::size_t i = 0; i <= kMostAddedTests; ++i) tests.push_back({test::kFunction, "test " + std::to_string(i), {{2, 2}}});
    const auto all = add_course_tests(lab, tests);
    REQUIRE(all.size() == 1);
    CHECK(all[0].test == kMostAddedTests);
}
