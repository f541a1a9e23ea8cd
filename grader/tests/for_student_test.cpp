// No byte of a hidden test reaches a student.

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "gradebook/for_student.hpp"

namespace for_student_test {

using namespace halo;
using halo::grader::gradebook::for_student;
namespace gradebook = halo::grader::gradebook;

namespace {

/// Whatever only a hidden test can have brought into a judgement holds one of these.
constexpr const char* kName = "a strip one pixel high";
constexpr const char* kSecrets[] = {kName, "131", "SECRET", "7777"};

bool keeps_secret(const Judgement& judgement)
{
    const std::string text = json_text(judgement);
    for (const char* secret : kSecrets)
        if (text.find(secret) != std::string::npos) return false;
    return true;
}

Message secret() { return {"conv2d_tiled: 7 of 131 pixels differ (131 x 1 image)", "SECRET", "SECRET", "SECRET 131"}; }

/// The lab's own test passed, the course's hidden one failed with this verdict.
Judgement failed(Verdict verdict, std::optional<Key> key = Key::wrong_result)
{
    Judgement j = bare_judgement("conv2d_tiled", verdict, secret());
    j.key = key;
    j.about = kName;
    j.hides = true;
    j.printed = "width 131\n";
    j.counters = Counters{.global_loads = 66556};
    j.cases = {{.name = "one tile", .message = {}, .leaked_bytes = 12}, {.name = kName, .verdict = verdict, .message = secret(), .leaked_bytes = 7777, .hidden = true}};
    j.leaked_bytes = 12 + 7777;
    j.findings = {{"leak", {"12 bytes are not freed", "", ""}, 7778, {{"one tile", 1}, {kName, 7777}}}, {"race", secret(), 1, {{kName, 1}}}};
    return j;
}

}  // namespace

TEST_CASE("of a failed hidden test a student sees that it failed, whatever its verdict and its kind of mistake")
{
    REQUIRE_FALSE(keeps_secret(failed(Verdict::wrong_result)));
    const Judgement j = for_student(failed(Verdict::crash, Key::ghost_not_zero));
    CHECK(keeps_secret(j));
    CHECK(j.verdict == Verdict::wrong_result);
    CHECK(j.key == Key::wrong_result);
    CHECK(j.message.headline == "conv2d_tiled: a hidden test failed");
    REQUIRE(j.cases.size() == 2);
    CHECK(j.cases[0].name == "one tile");
    CHECK(j.cases[1].name == "hidden test");
    CHECK(j.cases[1].verdict == Verdict::wrong_result);
    CHECK(text(j.cases[1].message) == "hidden test: failed");
    CHECK(j.counters == failed(Verdict::wrong_result).counters);      // of the measured case, which is the lab's own
    CHECK(j.leaked_bytes == 12);
    REQUIRE(j.findings.size() == 1);
    CHECK(j.findings[0].count == 1);
}

TEST_CASE("each verdict and key of a hidden test leaves a student with the same")
{
    const std::string one = json_text(for_student(failed(Verdict::wrong_result)));
    for (const Verdict verdict : {Verdict::crash, Verdict::timeout, Verdict::memory_limit, Verdict::implausible, Verdict::race, Verdict::slow_pattern})
        for (const Key key : {Key::crash, Key::ghost_not_zero, Key::race}) CHECK(json_text(gradebook::shown_to(gradebook::Audience::student, failed(verdict, key))) == one);
    Judgement second = failed(Verdict::crash);
    second.cases[1].ran = false, second.cases[1].about = kName;             // another hidden test had ended the run
    CHECK(json_text(for_student(second)) == one);
    CHECK(json_text(gradebook::shown_to(gradebook::Audience::instructor, failed(Verdict::crash))) != one);
}

TEST_CASE("a message about one of the lab's own tests stays as it is, though a hidden one failed too")
{
    Judgement both = failed(Verdict::wrong_result);
    both.message = {"conv2d_tiled: 3 of 256 pixels differ", "first out[0][1]", "look at the halo"};
    both.about = "one tile";
    both.cases[0].verdict = Verdict::wrong_result;
    both.cases[0].message = both.message;
    const Judgement j = for_student(both);
    CHECK(keeps_secret(j));
    CHECK(j.message == both.message);
    CHECK(j.cases[0].message == both.message);
}

TEST_CASE("a test that did not run, or was cut short, because a hidden one ended the run does not say where")
{
    Judgement ended = failed(Verdict::crash, Key::crash);
    ended.cases.push_back({.name = "after it", .verdict = Verdict::crash, .message = secret(), .ran = false, .about = kName});
    ended.cases[0].verdict = Verdict::crash;                // its larger call, at the end
    ended.cases[0].message = secret();
    ended.cases[0].about = kName;
    const Judgement j = for_student(ended);
    CHECK(keeps_secret(j));
    CHECK(text(j.cases[0].message) == "a hidden test ended the run");
    CHECK(text(j.cases[2].message) == "not run: a hidden test ended the run before");
}

TEST_CASE("a hidden test that did not run says so, and one that passed says nothing else")
{
    Judgement j = failed(Verdict::crash, Key::crash);
    j.cases[1].ran = false;
    CHECK(text(for_student(j).cases[1].message) == "hidden test: not run");
    Judgement passed = failed(Verdict::passed, {});
    passed.cases[1].message = {};
    passed.message = {pass_headline(passed), "", ""};
    passed.about.clear();
    CHECK_FALSE(keeps_secret(passed));
    const Judgement seen = for_student(passed);
    CHECK(keeps_secret(seen));
    CHECK(seen.message.headline == "conv2d_tiled: right in all 2 cases; 12 bytes of device memory not freed");
    CHECK(text(seen.cases[1].message) == "");
}

TEST_CASE("where the judge named no test, nothing is shown that a hidden one may have brought")
{
    Judgement bare = bare_judgement("conv2d_tiled", Verdict::crash, {"conv2d_tiled: the results arrived damaged", "SECRET", ""});
    bare.printed = "131";
    bare.hides = true;
    CHECK(keeps_secret(for_student(bare)));
    Judgement fault = bare_judgement("conv2d_tiled", Verdict::grader_fault, secret());
    fault.hides = true;
    CHECK(keeps_secret(for_student(fault)));
    CHECK(for_student(fault).message.attempt == "it costs no point, and is judged again");
}

TEST_CASE("a judgement that hides nothing is what it was")
{
    Judgement open = failed(Verdict::wrong_result);
    open.hides = false;
    open.cases[1].hidden = false;
    CHECK(to_json(for_student(open)) == to_json(open));
}

}  // namespace for_student_test
