#include <doctest/doctest.h>

#include "fake_course.hpp"

namespace import_run_test {

using namespace halo::grader;
using namespace halo::grader::test;
using halo::grader::test::Course;

TEST_CASE("what was imported is graded, those who handed in nothing included")
{
    const Course course;
    const TempFolder& home = course.home;
    home.write("roster.csv", "id,name\nada,Ada Lovelace\ngrace,Grace Hopper\n");
    home.write("download/Lovelace_Ada/first (1).cu", submission("passed"));
    home.write("download/Lovelace_Ada/SECOND.cu", submission("passed"));
    home.write("download/mallory/first.cu", submission("race"));

    const Finished imported = grader({"import", (home / "download").string(), "--to", (home / "submissions").string(), "--roster", (home / "roster.csv").string(), "--manifest",
                                      (home / "manifest.json").string()});
    INFO(imported.err);
    REQUIRE(imported.exit == 0);
    CHECK(slurp(home / "submissions/ada/02_second/second.cu") == submission("passed"));

    const std::vector<std::string> again{"import", (home / "download").string(), "--to", (home / "submissions").string(), "--roster", (home / "roster.csv").string(), "--manifest", (home / "manifest.json").string()};
    const auto with = [&](const char* option) {
        auto words = again;
        words.push_back(option);
        return grader(words);
    };
    CHECK(with("--json").out == slurp(home / "submissions/.received/import.json"));
    const Finished quiet = with("--quiet");
    CHECK_MESSAGE(quiet.exit == 0, quiet.err);
    CHECK(quiet.out.empty());

    const Finished graded = course.grade();
    INFO(graded.err);
    CHECK(graded.exit == 0);
    CHECK(course.verdicts() == std::map<std::string, std::string>{{"ada", "passed"}, {"grace", "missing"}, {"mallory", "race"}});
}

}  // namespace import_run_test
