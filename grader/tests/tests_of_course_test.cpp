// Tests that a course adds to a lab's own, hides, or gives points.

#include <doctest/doctest.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "course/course.hpp"
#include "fake_course.hpp"
#include "judging/executor/cluster.hpp"
#include "judging/kit.hpp"
#include "machine/errors.hpp"

namespace tests_of_course_test {

using namespace halo;
using namespace halo::grader;
using test::TempFolder;

namespace {

constexpr const char* kLab = "01_first";

std::string added_test(const std::string& more = "", const std::string& name = "a strip", const std::string& sizes = "[[131, 1]]")
{
    return fmt::format("[[labs.01_first.tests]]\nfunction = \"first\"\nname = \"{}\"\nsizes = {}\n{}\n", name, sizes, more);
}

/// Why a course is refused; empty if it is not.
std::string refusal(const std::string& text)
{
    try {
        course::parse_course(text, "course.toml");
        return "";
    } catch (const UsageError& error) {
        return error.message.headline;
    }
}

/// What the lab's judge would say: its own tests, and nothing against those of the course.
std::string refusal_of_check(const std::string& text, const std::vector<grader::course::RefusedTest>& refused = {})
{
    const course::Course course = course::parse_course(text, "course.toml");
    try {
        course.tests(kLab).check(kLab, {{{"first", {"one tile", "neighbouring tiles meet without a seam"}}}, refused}, [&](const std::string& f) { return course.max_points(kLab, f); });
        return "";
    } catch (const UsageError& error) {
        return error.what();
    }
}

/// With these verdicts of `one tile`, `a strip`, and the rest, which has no points of its own.
Judgement judged(Verdict tile, Verdict strip, Verdict rest = Verdict::passed)
{
    Judgement j = bare_judgement("first", std::min({tile, strip, rest}), {});
    j.cases = {{.name = "one tile", .verdict = tile, .message = {}}, {.name = "a strip", .verdict = strip, .message = {}}, {.name = "the rest", .verdict = rest, .message = {}}};
    return j;
}

/// Of 10 points 2 are for `one tile`, 5 for `a strip`, and 3 for everything.
const std::string kPoints = "points = 10\nleak_deduction = 0.1\n[credit]\nslow_pattern = 0.5\n" + added_test("points = 5") + "[labs.01_first.points_of_tests.first]\n\"one tile\" = 2\n";

double earned(const Judgement& j, const std::string& course = kPoints) { return course::parse_course(course, "course.toml").points(kLab, j).value(); }
std::string text_of(const Judgement& j) { return course::parse_course(kPoints, "course.toml").test_points(kLab, j).text(); }

}  // namespace

TEST_CASE("what a course says of tests is read, and what makes no sense is refused in its line")
{
    const course::Course course = course::parse_course(added_test("hidden = true\npoints = 5") + added_test("", "two", "[131, 257]"), "course.toml");
    const course::TestsOfLab& tests = course.tests(kLab);
    REQUIRE(tests.added.size() == 2);
    CHECK(tests.added[0].hidden);
    CHECK_FALSE(tests.added[1].hidden);
    CHECK(tests.added[1].sizes == std::vector<std::vector<std::int64_t>>{{131}, {257}});
    CHECK(tests.worth.at({"first", "a strip"}).points == 5);
    CHECK(tests.text() == R"([{"function":"first","name":"a strip","sizes":[[131,1]],"hidden":true},{"function":"first","name":"two","sizes":[[131],[257]]}])");
    CHECK(course.tests("02_second").text().empty());

    CHECK(refusal(added_test("hiden = true")) == "course.toml:5: unknown key hiden in tests");
    CHECK(refusal(added_test("hidden = 1")) == "course.toml:5: hidden must be true or false");
    CHECK(refusal(added_test("points = -1")) == "course.toml:5: the points of a test must be a number from 0 to 1000000");
    CHECK(refusal(added_test("points = nan")) == "course.toml:5: the points of a test must be a number from 0 to 1000000");
    CHECK(refusal(added_test("", "a", "[[1.5, 2]]")) == "course.toml:4: a size consists of whole numbers");
    CHECK(refusal(added_test("", "a", "131")) == "course.toml:4: sizes must be a list");
    CHECK(refusal(added_test("", "a\\nb")) == "course.toml:3: name must be a text of one line, of at most 200 bytes");
    CHECK(refusal("[labs.01_first]\ntests = 3\n") == "course.toml:2: tests must be tables, each under [[labs.….tests]]");
    CHECK(refusal("[[labs.01_first.tests]]\nfunction = \"first\"\n") == "course.toml:1: a test needs function, name and sizes");
    CHECK(refusal("[labs.01_first.points_of_tests.first]\n\"one tile\" = \"two\"\n") == "course.toml:2: the points of a test must be a number from 0 to 1000000");
}

TEST_CASE("a function, a test or a size that the lab does not have is refused, with the nearest that it has")
{
    CHECK(refusal_of_check(kPoints) == "");
    CHECK(refusal_of_check("[labs.01_first.points_of_tests.first]\n\"neighboring tiles meet without a seam\" = 2\n") ==
          "course.toml:2: first has no test \"neighboring tiles meet without a seam\"\n  try:   did you mean neighbouring tiles meet without a seam?");
    CHECK(refusal_of_check("[labs.01_first.points_of_tests.frist]\n\"one tile\" = 2\n") == "course.toml:2: 01_first has no function frist\n  try:   did you mean first?");
    CHECK(refusal_of_check("[[labs.01_first.tests]]\nfunction = \"fist\"\nname = \"a\"\nsizes = [1]\n") == "course.toml:1: 01_first has no function fist\n  try:   did you mean first?");
    CHECK(refusal_of_check(added_test() + added_test("", "two"), {{1, {"the size [0] is none of first", "n must be at least 1", ""}}}) ==
          "course.toml:6: the size [0] is none of first\n  where: n must be at least 1");
}

TEST_CASE("the tests of a function are worth at most as much as the function")
{
    const std::string tests = added_test("points = 5") + "[labs.01_first.points_of_tests.first]\n\"one tile\" = ";
    CHECK(refusal_of_check("points = 10\n" + tests + "5\n") == "");
    CHECK(refusal_of_check("points = 10\n" + tests + "6\n").starts_with("course.toml:8: the tests of first are worth more than the function, which has 10 points"));
}

TEST_CASE("a test with points earns them by itself; what is left is earned as without it, by all tests together")
{
    using enum Verdict;
    CHECK(earned(judged(passed, passed)) == 10);
    CHECK(earned(judged(passed, wrong_result)) == 2);
    CHECK(text_of(judged(passed, wrong_result)) == "1 of 2 tests passed: 2 of 7");
    CHECK(earned(judged(race, passed)) == 5);
    CHECK(earned(judged(passed, passed, wrong_result)) == 7);
    CHECK(earned(judged(wrong_result, wrong_result)) == 0);
    CHECK(earned(judged(passed, slow_pattern)) == 2 + 0.5 * 5 + 0.5 * 3);

    Judgement reused = judged(passed, passed);              // half of the way to the full ratio, from the credit of slow_pattern
    reused.expected_reuse_ratio = 10;
    reused.reuse_ratio = 5;
    CHECK(earned(reused) == doctest::Approx(7 + 3 * (0.5 + 0.5 * 4 / 8)));
    Judgement leaked = judged(passed, wrong_result);
    leaked.leaked_bytes = 4;
    CHECK(earned(leaked) == doctest::Approx(2 - 1));
    leaked = judged(wrong_result, wrong_result);
    leaked.leaked_bytes = 4;
    CHECK(earned(leaked) == 0);
    CHECK(earned(judged(passed, passed), "points = 10\n") == 10);
    CHECK(earned(judged(passed, wrong_result), "points = 10\n") == 0);
}

TEST_CASE("a test that did not run earns nothing, not even what its verdict would")
{
    Judgement ended = judged(Verdict::passed, Verdict::timeout);
    ended.cases[1].ran = false;
    CHECK(earned(ended) == 2);
    CHECK(text_of(ended) == "1 of 2 tests passed, 1 not run: 2 of 7");
    CHECK(earned(ended, "[credit]\ntimeout = 0.1\n" + added_test("points = 5")) == doctest::Approx(0.1 * 5));      // of the function's other 5 points alone
}

TEST_CASE("no single test earns anything where a result is implausible, nothing was done, or nothing was judged")
{
    using enum Verdict;
    CHECK(earned(judged(passed, implausible)) == 0);
    CHECK(earned(judged(passed, wrong_result, implausible)) == 0);      // whatever the verdict is
    Judgement untouched = judged(passed, wrong_result);
    untouched.key = halo::Key::not_started;
    CHECK(earned(untouched) == 0);
    untouched.key = halo::Key::wrong_result;
    CHECK(earned(untouched) == 2);
    for (const Verdict verdict : {missing, does_not_compile, crash}) CHECK(earned(bare_judgement("first", verdict, {})) == 0);
}

TEST_CASE("hidden tests are marked, and where nothing ran nothing is hidden")
{
    const course::Course course = course::parse_course(added_test("hidden = true"), "course.toml");
    const Judgement marked = course.tests(kLab).marked(judged(Verdict::passed, Verdict::race));
    CHECK(marked.hides);
    CHECK_FALSE(marked.cases[0].hidden);
    CHECK(marked.cases[1].hidden);
    CHECK(course.tests(kLab).marked(bare_judgement("first", Verdict::crash, {})).hides);
    CHECK_FALSE(course.tests(kLab).marked(bare_judgement("first", Verdict::does_not_compile, {})).hides);
    CHECK_FALSE(course.tests(kLab).marked(bare_judgement("other", Verdict::crash, {})).hides);
}

TEST_CASE("points are the same however a hidden test failed, and say no more than that it did")
{
    using enum Verdict;
    const course::Course course = course::parse_course("points = 10\n[credit]\nwrong_result = 0.1\nslow_pattern = 0.5\ntimeout = 0.2\n" + added_test("hidden = true\npoints = 5"), "course.toml");
    const auto steps = [&](Verdict verdict, bool ran = true) {
        Judgement j = judged(passed, verdict);
        j.cases[1].ran = ran;
        j.about = "a strip";
        if (!ran) j.cases[1].about = "a strip";
        std::string out;
        for (const auto& step : course.steps(kLab, course.tests(kLab).marked(j))) out += fmt::format("{} {}\n", step.what, step.change);
        return out;
    };
    CHECK(steps(timeout) == steps(wrong_result));
    CHECK(steps(implausible) == steps(wrong_result));
    CHECK(steps(slow_pattern) == steps(wrong_result));
    CHECK(steps(wrong_result).find("a hidden test failed: 0.1 of 5 points") != std::string::npos);
    CHECK(steps(passed) != steps(wrong_result));
}

TEST_CASE("the chunk that a node reads has the course's tests, and another id than without them")
{
    TempFolder home;
    judging::Spool spool(home / "spool");
    judging::RemoteTask task{"id", kLab, "harness", {{"first", 7}}, "bytes", "ada", "[1]"};
    const unsigned batch = spool.write_batch({}, false, {{&task}});
    CHECK(judging::ChunkFile(spool.folder(), {batch, 0}).tasks.at(0).tests == "[1]");
}

TEST_CASE("a course's tests are part of their lab's harness, and of no other's")
{
    test::Course fake;
    const course::Manifest manifest = course::read_manifest(fake.home / "manifest.json");
    course::LabBuild lab = manifest.labs.at(0);
    judging::HarnessHash hash(manifest);
    const std::string before = hash.of(lab);
    lab.tests = "[]";
    CHECK(hash.of(lab) != before);
}

TEST_CASE("an added test is judged, earns points, and changing it, or hiding it, judges its lab again; changing points judges nothing")
{
    test::Course fake;
    const auto hand_in = [&](const std::string& student, const std::string& answer) {
        fake.home.write("submissions/" + student + "/first.cu", "#!/bin/sh\nread function round\nprintf '" + answer + "' >&3\n# " + student + "\n");
    };
    hand_in("right", "passed\\n");
    hand_in("narrow", "wrong_result\\npassed wrong_result\\n");
    hand_in("ended", "timeout\\npassed not_run\\n");
    const auto with = [&](const std::string& more, const std::string& sizes = "[[131, 1]]") {
        fake.home.write("course.toml", "points = 10\n[credit]\npassed = 1\n" + added_test(more, "a strip", sizes) + "[labs.01_first.points_of_tests.first]\n\"one tile\" = 2\n");
        return fake.grade();
    };
    const auto rows = [&] {
        std::map<std::string, nlohmann::json> out;
        const auto results = nlohmann::json::parse(test::slurp(fake.home / "out/results.json"));
        for (const auto& student : results.at("students"))
            out[student.at("student")] = student.at("labs").at(0).at("functions").at(0);
        return out;
    };
    const test::Finished first = with("points = 5");
    CHECK_MESSAGE(first.exit == 0, first.err);
    CHECK(first.out.find("3 judged") != std::string::npos);
    auto now = rows();
    CHECK(now.at("right").at("points") == 10);
    CHECK(now.at("narrow").at("points") == 2);
    CHECK(now.at("ended").at("points") == 2);

    CHECK(with("points = 5").out.find(" 0 judged") != std::string::npos);
    CHECK(with("points = 1").out.find(" 0 judged") != std::string::npos);
    CHECK(with("points = 1\nhidden = true").out.find(" 3 judged") != std::string::npos);
    CHECK(with("points = 5", "[[131, 2]]").out.find(" 3 judged") != std::string::npos);

    const test::Finished large = with("", "[[1000000000]]");
    CHECK(large.exit == 1);
    CHECK(large.err.find("course.toml:4: the size [1000000000] is too large") != std::string::npos);
}

}  // namespace tests_of_course_test
