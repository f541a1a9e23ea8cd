#include <doctest/doctest.h>

#include <filesystem>
#include <map>

#include "fake_course.hpp"

namespace import_run_test {

using namespace halo::grader;
using namespace halo::grader::test;
using halo::grader::test::Course;

namespace {

std::vector<std::string> import_of(const TempFolder& home)
{
    return {"import", (home / "download").string(), "--to", (home / "submissions").string(), "--roster", (home / "roster.csv").string(), "--manifest", (home / "manifest.json").string()};
}

}  // namespace

TEST_CASE("what was imported is graded, those who handed in nothing included")
{
    const Course course;
    const TempFolder& home = course.home;
    home.write("roster.csv", "id,name\nada,Ada Lovelace\ngrace,Grace Hopper\n");
    home.write("download/Lovelace_Ada/first (1).cu", submission("passed"));
    home.write("download/Lovelace_Ada/SECOND.cu", submission("passed"));
    home.write("download/mallory/first.cu", submission("race"));

    const Finished imported = grader(import_of(home));
    INFO(imported.err);
    REQUIRE(imported.exit == 0);
    CHECK(slurp(home / "submissions/ada/02_second/second.cu") == submission("passed"));

    const auto with = [&](const char* option) {
        auto words = import_of(home);
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

TEST_CASE("two accounts of one name are graded as two, and asked about on the class page")
{
    const Course course;
    const TempFolder& home = course.home;
    home.write("roster.csv", "id,name\nada,Ada Lovelace\ngrace,Grace Hopper\n");
    home.write("download/lovelaceada_11_21_first.cu", submission("passed"));
    home.write("download/lovelaceada_12_22_first.cu", submission("race"));
    home.write("download/hoppergrace_13_23_first.cu", submission("passed"));
    const Finished imported = grader(import_of(home));
    REQUIRE_MESSAGE(imported.exit == 0, imported.err);
    const Finished graded = course.grade({"--lab", "01"});
    CHECK_MESSAGE(graded.exit == 0, graded.err);
    const std::string page = slurp(home / "out/index.html");
    CHECK(page.find("Whose is it?: <b>2</b>") != std::string::npos);
    CHECK(page.find("2 have the name of ada, which proves nothing: which of them is ada") != std::string::npos);
}

TEST_CASE("of two folders with one person's name, a roster gives the person to the one that is identified, and asks about the other")
{
    const Course course;
    const TempFolder& home = course.home;
    home.write("roster.csv", "id,name\nada,Ada Lovelace\ngrace,Grace Hopper\n");
    for (const char* folder : {"ada", "Ada Lovelace", "Grace Hopper"}) home.write(std::string("submissions/") + folder + "/first.cu", submission("passed"));
    const Finished graded = course.grade({"--lab", "01", "--roster", (home / "roster.csv").string()});
    CHECK_MESSAGE(graded.exit == 0, graded.err);
    CHECK(graded.err.find("Ada Lovelace is called like ada in roster.csv, and so is another folder") != std::string::npos);
    CHECK(graded.err.find("Grace Hopper is") == std::string::npos);         // near miss: alone of that name
    CHECK(slurp(home / "out/index.html").find("Whose is it?: <b>1</b>") != std::string::npos);
}

TEST_CASE("nothing is exported for people without a file that may have arrived, until it is decided; an imported folder keeps its marks when it is imported again")
{
    const Course course;
    const TempFolder& home = course.home;
    home.write("roster.csv", "id,name\nada,Ada Lovelace\ngrace,Grace Hopper\nzoe,Zoe Z\n");
    home.write("download/lovelaceada_LATE_11_21_first.cu", submission("passed"));
    home.write("download/hoppergrace_12_22_first.ipynb", "{}");
    auto words = import_of(home);
    words.insert(words.end(), {"--lab", "01"});
    REQUIRE(grader(words).exit == 0);
    words[1] = (home / "submissions").string(), words[3] = (home / "again").string();
    REQUIRE(grader(words).exit == 0);
    CHECK(slurp(home / "again/.received/import.json").find("\"late\": true") != std::string::npos);
    CHECK(slurp(home / "again/.received/import.json").find("\"unplaced\": true") != std::string::npos);

    REQUIRE(course.grade({"--lab", "01"}).exit == 0);
    const auto exported = [&](std::vector<std::string> more) {
        std::vector<std::string> all = {"export", "csv", "--out", (home / "out").string(), "--to", (home / "to.csv").string(), "--manifest", (home / "manifest.json").string()};
        all.insert(all.end(), more.begin(), more.end());
        return grader(all);
    };
    const Finished stopped = exported({});
    CHECK(stopped.exit == 1);
    CHECK(stopped.err.find("grace, 01_first: not taken: hoppergrace_12_22_first.ipynb") != std::string::npos);
    CHECK(stopped.err.find("zoe") == std::string::npos);                // near miss: nothing that arrived may be Zoe's
    CHECK_FALSE(std::filesystem::exists(home / "to.csv"));
    CHECK(exported({"--missing=blank"}).exit == 0);
    CHECK(slurp(home / "to.csv").find("\ngrace,,") != std::string::npos);
    CHECK(exported({"--missing=zero"}).exit == 0);
    CHECK(slurp(home / "to.csv").find("\ngrace,0,") != std::string::npos);
}

TEST_CASE("the next lab keeps the earlier ones in the reports; one that is not yet due does not count, one that was due does")
{
    Course course;
    course.home.write("course.toml", "drop_lowest = 1\n[labs.01_first]\ndue = 2001-01-01T00:00:00Z\n[labs.02_second]\ndue = 2999-01-01T00:00:00Z\n");
    course.home.write("submissions/ada/first.cu", submission("passed"));
    course.home.write("submissions/ben/first.cu", submission("passed"));
    REQUIRE(course.grade({"--lab", "01"}).exit == 0);
    course.home.write("submissions/ada/second.cu", submission("passed"));
    const Finished next = course.grade({"--lab", "02"});
    REQUIRE_MESSAGE(next.exit == 0, next.err);
    CHECK(next.err.find("not judged again: 01_first") != std::string::npos);
    std::map<std::string, std::vector<std::string>> rows;
    for (const auto& row : read_csv(course.home / "out/gradebook.csv")) rows[row[0]] = row;
    CHECK(rows["ben"] == std::vector<std::string>{"ben", "10", "", "10"});       // his first lab is not dropped for one that he may still hand in
}

TEST_CASE("two folders that print alike are both graded, and everybody has a file of the export")
{
    const Course course;
    const TempFolder& home = course.home;
    const std::vector<std::string> students = {"ada b", "ada\tb", "Ada b", "con", std::string(150, 'z')};
    for (const std::string& student : students) home.write("submissions/" + student + "/first.cu", submission(student == "ada b" ? "passed" : "race"));
    const Finished graded = course.grade({"--lab", "01"});
    CHECK_MESSAGE(graded.exit == 0, graded.err);
    CHECK(course.verdicts().at("ada b") == "passed");
    CHECK(course.verdicts().at("ada b (2)") == "race");
    const Finished exported = grader({"export", "gradescope", "--out", (home / "out").string(), "--to", (home / "to").string(), "--manifest", (home / "manifest.json").string()});
    CHECK_MESSAGE(exported.exit == 0, exported.err);
    CHECK(std::distance(std::filesystem::directory_iterator(home / "to"), {}) == std::ptrdiff_t(students.size()));
}

}  // namespace import_run_test
