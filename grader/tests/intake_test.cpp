#include <doctest/doctest.h>

#include <sys/stat.h>

#include "arrival/intake.hpp"
#include "course/course.hpp"
#include "fake_course.hpp"
#include "machine/errors.hpp"

namespace intake_test {

using namespace halo;
using namespace halo::grader;
using test::TempFolder;

namespace {

course::LabBuild lab(const std::string& name, const std::string& stem)
{
    course::LabBuild build;
    build.lab = name;
    build.stem = stem;
    return build;
}

const std::vector<course::LabBuild> kLabs = {lab("02_conv1d_basic", "conv1d_basic"), lab("07_conv2d_tiled", "conv2d_tiled")};

/// What was found for lab 07 of the first student.
record::Submission taken(const TempFolder& home, arrival::IntakeOptions options = {})
{
    return arrival::take_in(home / "submissions", kLabs, options).submissions.at(1);
}

}  // namespace

TEST_CASE("a file is found beside the others or in a folder named after its lab, the folder first")
{
    TempFolder home;
    home.write("submissions/ada/conv2d_tiled.cu", "flat");
    CHECK(taken(home).bytes == "flat");
    home.write("submissions/ada/07_conv2d_tiled/conv2d_tiled.cu", "inner");
    CHECK(taken(home).bytes == "inner");
    CHECK(taken(home).file == "07_conv2d_tiled/conv2d_tiled.cu");
}

TEST_CASE("a missing file is reported with what was found in its place")
{
    TempFolder home;
    home.write("submissions/ada/conv2d_tiled (1).cu", "x");
    home.write("submissions/ada/conv1d_basic.cu", "x");
    CHECK(text(taken(home).missing) ==
          "grader: submissions/ada has no file for lab 07_conv2d_tiled\n"
          "  where: looked for conv2d_tiled.cu; found \"conv2d_tiled (1).cu\"\n"
          "  try:   rename it, or accept it for this run with --only-cu-file");
    CHECK(taken(home, {.only_cu_file = true}).bytes == "x");
}

TEST_CASE("two folders that print alike are two students, and the one that prints as it is keeps its name")
{
    TempFolder home;
    for (const char* name : {"ada b", "ada\tb", "ada\nb", "ada b (2)"}) home.write(std::string("submissions/") + name + "/conv2d_tiled.cu", name);
    const arrival::Intake intake = arrival::take_in(home / "submissions", kLabs, {});
    std::map<std::string, std::string> found;
    for (const record::Submission& one : intake.submissions)
        if (one.lab == "07_conv2d_tiled") found[one.student] = *one.bytes;
    CHECK(found == std::map<std::string, std::string>{{"ada b", "ada b"}, {"ada b (2)", "ada b (2)"}, {"ada b (3)", "ada\tb"}, {"ada b (4)", "ada\nb"}});
    CHECK(intake.students.size() == 4);
}

TEST_CASE("if two files could be meant, none is chosen")
{
    TempFolder home;
    home.write("submissions/ada/a.cu", "x");
    home.write("submissions/ada/b.cu", "x");
    CHECK_FALSE(taken(home, {.only_cu_file = true}).bytes);
    CHECK(taken(home).missing.where == "looked for conv2d_tiled.cu; found \"a.cu\", \"b.cu\"");
}

TEST_CASE("an empty folder is reported as such, without irrelevant advice")
{
    TempFolder home;
    std::filesystem::create_directories(home / "submissions/ada");
    CHECK(taken(home).missing.where == "looked for conv2d_tiled.cu; found no other .cu file");
    CHECK(taken(home).missing.attempt == "hand in conv2d_tiled.cu, in the student's folder or in 07_conv2d_tiled/");
}

TEST_CASE("nothing but a regular file of a sensible size is read")
{
    TempFolder home;
    home.write("secret", "secret");
    home.write("submissions/ada/readme.txt", "x");
    const auto file = home / "submissions/ada/conv2d_tiled.cu";

    SUBCASE("a link to a file outside")
    {
        std::filesystem::create_symlink(home / "secret", file);
        CHECK(taken(home).missing.headline.ends_with("conv2d_tiled.cu is a symbolic link; only regular files are read"));
    }
    SUBCASE("a lab's folder that is a link")
    {
        home.write("elsewhere/conv2d_tiled.cu", "secret");
        std::filesystem::create_directory_symlink(home / "elsewhere", home / "submissions/ada/07_conv2d_tiled");
    }
    SUBCASE("a pipe")
    {
        mkfifo(file.c_str(), 0600);
        CHECK(taken(home).missing.headline.ends_with("conv2d_tiled.cu is not a regular file"));
    }
    SUBCASE("a folder") { std::filesystem::create_directory(file); }
    SUBCASE("a large file")
    {
        home.write("submissions/ada/conv2d_tiled.cu", "x");
        std::filesystem::resize_file(file, (1 << 20) + 1);
        CHECK(taken(home).missing.headline.ends_with("conv2d_tiled.cu has 1048577 bytes; at most 1048576 are read"));
    }
    CHECK_FALSE(taken(home).bytes);
    CHECK_FALSE(taken(home).missing.headline.empty());
}

TEST_CASE("a file of just the allowed size is read, and an empty one too")
{
    TempFolder home;
    home.write("submissions/ada/conv2d_tiled.cu", std::string(1 << 20, ' '));
    CHECK(taken(home).bytes);
    home.write("submissions/ada/conv2d_tiled.cu", "");
    CHECK(taken(home).bytes == "");
}

TEST_CASE("a class's files take no more memory than they are long")
{
    TempFolder home;
    home.write("submissions/ada/conv2d_tiled.cu", std::string(5000, ' '));
    const record::Submission submission = taken(home);
    REQUIRE(submission.bytes);
    CHECK(submission.bytes->capacity() < 8192);
}

TEST_CASE("students are folders; links, files and litter are skipped, with a note where a person put them there")
{
    TempFolder home;
    home.write("submissions/Zoë/conv2d_tiled.cu", "x");
    home.write("submissions/jos\xE9/conv2d_tiled.cu", "x");
    home.write("submissions/.git/config", "x");
    home.write("submissions/__MACOSX/x", "x");
    home.write("submissions/notes.txt", "x");
    std::filesystem::create_directory_symlink(home.path(), home / "submissions/eve");
    const arrival::Intake intake = arrival::take_in(home / "submissions", kLabs, {});
    CHECK(intake.students == std::vector<std::string>{"Zoë", "jos\\xE9"});
    CHECK(intake.notes == std::vector<std::string>{"grader: passed over submissions/eve: it is a symbolic link",
                                                   "grader: passed over submissions/notes.txt: it is not a folder"});
}

TEST_CASE("a folder without students is a usage error")
{
    TempFolder home;
    CHECK_THROWS_AS(arrival::take_in(home.path(), kLabs, {}), UsageError);
    CHECK_THROWS_AS(arrival::take_in(home / "nowhere", kLabs, {}), UsageError);
}

TEST_CASE("points follow the verdict, a leak costs its share, a fault of the grader costs nothing")
{
    const course::Course course = course::parse_course("points = 5\nleak_deduction = 0.1\n[credit]\nslow_pattern = 0.5\n"
                                       "[labs.07_conv2d_tiled]\nconv2d_tiled = 20\n", "course.toml");
    const auto points = [&](Verdict verdict, std::uint64_t leaked = 0) {
        Judgement j = bare_judgement("conv2d_tiled", verdict, {});
        j.leaked_bytes = leaked;
        return course.points("07_conv2d_tiled", j);
    };
    CHECK(points(Verdict::passed) == 20.0);
    CHECK(points(Verdict::slow_pattern) == 10.0);
    CHECK(points(Verdict::passed, 4) == doctest::Approx(18.0));
    CHECK(points(Verdict::race, 4) == 0.0);
    CHECK(points(Verdict::grader_fault) == std::nullopt);
    CHECK(course.max_points("13_image_filters", "filter_image") == 5.0);
}

TEST_CASE("a pass with less reuse than expected earns a part of what lies above slow_pattern")
{
    const course::Course course = course::parse_course("points = 10\nfull_reuse = 0.9\n[credit]\npassed = 1\nslow_pattern = 0.5\n", "course.toml");
    Judgement j = bare_judgement("f", Verdict::passed, {});
    CHECK(course.points("1", j) == 10.0);                       // nothing is expected of it
    j.expected_reuse_ratio = 16.0;
    CHECK(course.points("1", j) == 10.0);                       // nothing was measured
    j.reuse_ratio = 14.4;
    CHECK(course.points("1", j) == 10.0);
    j.reuse_ratio = 20.0;
    CHECK(course.points("1", j) == 10.0);
    j.reuse_ratio = 1.0 + 13.4 / 2;
    CHECK(course.points("1", j) == doctest::Approx(7.5));
    j.reuse_ratio = 0.5;
    CHECK(course.points("1", j) == 5.0);
    j.expected_reuse_ratio = 1.0;
    CHECK(course.points("1", j) == 10.0);                       // full_reuse asks for less than the basic kernel has
    j.verdict = Verdict::slow_pattern;
    CHECK(course.points("1", j) == 5.0);
}

TEST_CASE("a course has the labs that it names, even one without its own points")
{
    CHECK(course::parse_course("[labs.05_tiled_design2]\n[labs.02_conv1d_basic]\nconv1d_basic = 3\n", "course.toml").labs ==
          std::vector<std::string>{"02_conv1d_basic", "05_tiled_design2"});
    CHECK(course::parse_course("points = 3\n", "course.toml").labs.empty());
}

TEST_CASE("a typing error in course.toml is reported with its line")
{
    const auto refusal = [](const char* text) -> std::string {
        try {
            course::parse_course(text, "course.toml");
        } catch (const UsageError& error) {
            return error.message.headline;
        }
        return "accepted";
    };
    CHECK(refusal("points = 5\npionts = 6\n") == "course.toml:2: unknown key pionts");
    CHECK(refusal("[credit]\npassed = 1.5\n") == "course.toml:2: passed must be a number from 0 to 1");
    CHECK(refusal("[credit]\nslowpattern = 1\n") == "course.toml:2: credit for slowpattern: there is no such verdict");
    CHECK(refusal("points = nan\n") == "course.toml:1: points must be a number from 0 to 1000000");
    CHECK(refusal("points = \n").starts_with("course.toml:1: "));
    CHECK(refusal("") == "accepted");
}

TEST_CASE("a lab is found by its number, its stem and its name")
{
    course::Manifest manifest;
    manifest.labs = kLabs;
    for (const char* name : {"07", "7", "conv2d_tiled", "07_conv2d_tiled"}) CHECK(manifest.select({name}).at(0).lab == "07_conv2d_tiled");
    CHECK(manifest.select({}).size() == 2);
    CHECK_THROWS_AS(manifest.select({"7", "70"}), UsageError);
}

}  // namespace intake_test
