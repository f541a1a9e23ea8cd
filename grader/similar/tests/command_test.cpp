// The command, with a tester that is a shell script: which files it takes, what it says when it cannot.

#include <doctest/doctest.h>

#include "similar/tests/fake_tester.hpp"

namespace command_test {

using namespace halo::grader;
using halo::grader::similar::test::FakeTester;
using halo::grader::similar::test::prints;

namespace {

std::string program(const std::string& name, int tokens = 50)
{
    std::string text;
    for (int i = 0; i < tokens / 2; ++i) text += name + std::to_string(i) + " + ";
    return text;
}

/// A course of two labs, whose skeletons are empty.
struct Class : FakeTester {
    explicit Class(const std::string& script) : FakeTester(script)
    {
        halo::grader::test::write_fake_course(home);
        home.write("01_first/first.cu", "");
        home.write("02_second/second.cu", "");
    }
    void hand_in(const std::string& student, const std::string& text, const std::string& year = "submissions") const { home.write(year + "/" + student + "/first.cu", text); }

    halo::grader::test::Finished similar(std::vector<std::string> more) const
    {
        std::vector<std::string> all = {"similar"};
        all.insert(all.end(), more.begin(), more.end());
        for (const std::string& word : {std::string("--manifest"), (home / "manifest.json").string(), std::string("--tester"), tester.program.string()}) all.push_back(word);
        if (!tester.confinement.sandboxed) all.push_back("--no-sandbox");
        return halo::grader::test::grader(all);
    }
    std::string path(const char* name) const { return (home / name).string(); }
};

bool has(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

const std::string kFirstTwo = prints("", "1: line 1-50 |2: line 1-50 [50]");

}  // namespace

TEST_CASE("similar: a folder of submissions, one lab")
{
    const Class course(kFirstTwo);
    course.hand_in("ada", program("a"));
    course.hand_in("ben", program("b"));
    const auto done = course.similar({course.path("submissions"), "--lab", "01", "--to", course.path("to")});
    CAPTURE(done.err);
    CHECK(done.exit == 0);
    CHECK(has(done.out, "01_first: 2 files compared, without the code that was handed out; a class of fewer than 7 says nothing about what is usual, so that no percentage is a hint\n"));
    CHECK(has(done.out, "        ada    ben        100 %      100 %        ?     0 of 25\n"));
    CHECK(!has(done.out, "02_second"));
    CHECK(has(halo::grader::test::slurp(course.home / "to/similar.csv"), "01_first,ada,ben,100.0,100.0,,0,25,\n"));
    CHECK(has(halo::grader::test::slurp(course.home / "to/01_first-001.html"), "<mark class=\"m1\">"));
}

TEST_CASE("similar: what a run was given, although the submissions are gone")
{
    const Class course(kFirstTwo);
    course.hand_in("ada", halo::grader::test::submission("passed") + "# a\n" + program("a"));
    course.hand_in("ben", halo::grader::test::submission("passed") + "# b\n" + program("b"));
    REQUIRE(halo::grader::test::grader({"run", course.path("submissions"), "--out", course.path("out"), "--manifest", course.path("manifest.json"), "--course", course.path("course.toml")}).exit == 0);
    std::filesystem::remove_all(course.home / "submissions");
    const auto done = course.similar({"--out", course.path("out"), "--lab", "01"});
    CAPTURE(done.err);
    CHECK(done.exit == 0);
    CHECK(has(done.out, "ada    ben "));
    CHECK(std::filesystem::exists(course.home / "out/similar/index.html"));
}

TEST_CASE("similar: earlier submissions and published solutions are compared with, and named")
{
    const Class course(prints("", "1: line 1-50 |2: line 1-50 [50]\n1: line 1-50 |3: line 1-50 [50]"));
    course.hand_in("ada", program("a"));
    course.hand_in("zoe", program("z"), "2025");
    course.home.write("solutions/01_first/first.cu", program("s"));
    const auto done = course.similar({course.path("submissions"), "--lab", "01", "--against", course.path("2025"), "--against", course.path("solutions"), "--to", course.path("to")});
    CAPTURE(done.err);
    CHECK(done.exit == 0);
    CHECK(has(done.out, "ada    2025/zoe "));
    CHECK(has(done.out, "ada    published solution"));
}

TEST_CASE("similar: a file is the same bytes as an earlier one")
{
    const Class course(prints("", ""));
    course.hand_in("ada", program("a"));
    course.hand_in("zoe", program("a"), "2025");
    const auto done = course.similar({course.path("submissions"), "--lab", "01", "--against", course.path("2025"), "--to", course.path("to")});
    CHECK(has(done.out, "  identical: ada, 2025/zoe (the same bytes; the first of them is compared for all)\n"));
}

TEST_CASE("similar: --json is all that is printed")
{
    const Class course(kFirstTwo);
    course.hand_in("ada", program("a"));
    course.hand_in("ben", program("b"));
    const auto done = course.similar({course.path("submissions"), "--lab", "01", "--to", course.path("to"), "--json"});
    CHECK(done.out.starts_with("{"));
    CHECK(done.out.ends_with("}\n"));
    CHECK(has(done.out, "\"second\": \"ben\""));
}

TEST_CASE("similar: wrong usage says what to do")
{
    const Class course(kFirstTwo);
    course.hand_in("ada", program("a"));
    const auto neither = course.similar({});
    CHECK(neither.exit == 1);
    CHECK(neither.err == "grader: similar compares either a folder of submissions or what a run was given\n  try:   grader similar SUBMISSIONS, or grader similar --out FOLDER\n");
    CHECK(course.similar({course.path("submissions"), "--out", course.path("out")}).exit == 1);
    CHECK(course.similar({course.path("nowhere")}).exit == 1);
    const auto against = course.similar({course.path("submissions"), "--against", course.path("nowhere"), "--to", course.path("to")});
    CHECK(against.exit == 1);
    CHECK(has(against.err, "nowhere is not a folder"));

    std::filesystem::remove(course.home / "tester");
    const auto absent = course.similar({course.path("submissions"), "--to", course.path("to")});
    CHECK(absent.exit == 1);
    CHECK(has(absent.err, "grader: similar needs the similarity tester, which is not installed"));
    CHECK(!std::filesystem::exists(course.home / "to"));
}

TEST_CASE("similar: a tester that crashes at one file leaves the others compared")
{
    const Class course("while read name; do case \"$*\" in *-S*) ;; *) if grep -q while $name; then kill -SEGV $$; fi ;; esac; done\n"
                       "case \"$*\" in *-S*) ;; *) echo '1: line 1-50 |3: line 1-50 [50]' ;; esac");
    course.hand_in("ada", program("a"));
    course.hand_in("ben", "while (true);" + program("b"));
    course.hand_in("cleo", program("c"));
    const auto done = course.similar({course.path("submissions"), "--lab", "01", "--to", course.path("to")});
    CAPTURE(done.err);
    CHECK(done.exit == 0);
    CHECK(has(done.out, "  not compared: ben (the similarity tester failed: killed by SIGSEGV (Segmentation fault))\n"));
    CHECK(has(done.out, "ada    cleo"));
}

}  // namespace command_test
