// Packages as platforms run them: unpacked, their scripts run beside a grader that exists already, on submissions good, bad and hostile.

#include <doctest/doctest.h>

#include <sys/stat.h>
#include <unistd.h>

#include <set>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "fake_course.hpp"
#include "machine/process.hpp"
#include "platform_checks.hpp"

namespace packages_test {

using namespace halo::grader;
using nlohmann::json;
using test::slurp;

namespace {

namespace fs = std::filesystem;

struct Packaged {
    test::Course course;
    std::string  at(const std::string& below) const { return (course.home / below).string(); }

    test::Finished package(const std::string& platform, const std::string& to, std::vector<std::string> more = {}) const
    {
        std::vector<std::string> words = {"package", platform, "--lab", "01", "--to", at(to), "--course", at("course.toml"), "--manifest", at("manifest.json")};
        words.insert(words.end(), more.begin(), more.end());
        return test::grader(words);
    }

    /// A command with the variables that lead the scripts to the grader of this build.
    Ended run(const std::string& shell, const std::string& base) const
    {
        return run_ours({"/usr/bin/env", "AUTOGRADER=" + at(base), std::string("AUTOGRADER_GRADER=") + HALO_GRADER, "AUTOGRADER_MANIFEST=" + at("manifest.json"), "AUTOGRADER_USER=nobody", "CLASSROOM=c",
                         "ASSIGNMENT=a", "ASSIGNMENT_TYPE=individual", "OWNER=ada", "SUBMISSION_TAG=submit/1", "COMMIT_URL=u", "RELEASE_URL=u", "COMMITTED_AT=2026-02-28T11:58:00Z", "bash", "-c", shell},
                        {}, 120);
    }
};

/// Unpacked as Gradescope does; `submission` holds what a student handed in, with Gradescope's own notes beside it.
struct Gradescope : Packaged {
    Gradescope()
    {
        const auto made = package("gradescope", "autograder.zip");
        REQUIRE_MESSAGE(made.exit == 0, made.err);
        REQUIRE(run(fmt::format("mkdir -p '{0}/source' '{0}/submission' && python3 -m zipfile -e '{1}' '{0}/source'", at("ag"), at("autograder.zip")), "ag").exit == 0);
        course.home.write("ag/submission_metadata.json", R"({"id":123456,"created_at":"2026-02-28T14:22:32.365935-07:00","assignment":{"id":25828,"course_id":1234,"title":"Lab 1","due_date":"2026-03-01T23:00:00.000000-07:00",
            "late_due_date":null,"release_date":"2026-02-01T00:00:00.000000-07:00","group_size":null,"group_submission":false,"total_points":"10.0"},"submission_method":"upload",
            "users":[{"email":"ada@example.org","id":1234,"name":"Ada'; rm -rf /"}],"previous_submissions":[]})");
    }

    /// results.json, checked.
    json graded(const std::string& content, const std::string& file = "first.cu")
    {
        fs::remove_all(course.home / "ag/submission");
        fs::create_directories(course.home / "ag/submission");
        if (!content.empty()) course.home.write("ag/submission/" + file, content);
        log = run(fmt::format("cd '{0}' && bash '{0}/source/run_autograder'", at("ag")), "ag");
        CHECK_MESSAGE(log.exit == 0, log.errors);
        const std::string results = slurp(course.home / "ag/results/results.json");
        CHECK_MESSAGE(test::fault_in_gradescope(results) == "", (results + log.output));
        return json::parse(results);
    }

    Ended log;
};

}  // namespace

TEST_CASE("autograder.zip has setup.sh and run_autograder at its root, and no solution")
{
    const Packaged packaged;
    const auto     made = packaged.package("gradescope", "autograder.zip");
    REQUIRE_MESSAGE(made.exit == 0, made.err);
    CHECK(made.out.find("gradescope for 01_first, ") != std::string::npos);
    const Ended listed = packaged.run("python3 -m zipfile -l '" + packaged.at("autograder.zip") + "' | sed 's/ .*//'", "x");
    std::set<std::string> names;
    std::istringstream    lines(listed.output);
    for (std::string line; std::getline(lines, line);) names.insert(line);
    for (const char* name : {"setup.sh", "run_autograder", "grade", "assignment", "course.toml", "README.md", "halo/meson.build", "halo/tools/setup", "halo/grader/meson.build", "halo/grader/course.toml",
                             "halo/common/meson.build", "halo/labs/07_conv2d_tiled/tests.cpp"})
        CHECK_MESSAGE(names.contains(name), name);
    for (const std::string& name : names) {
        CHECK_MESSAGE(!name.starts_with("halo/solutions"), name);
        CHECK_MESSAGE(!name.starts_with("halo/grader/tests"), name);
        CHECK_MESSAGE(!name.starts_with("halo/grader/examples"), name);
    }
    // Again, and it is the same: an upload changes only where something changed.
    REQUIRE(packaged.package("gradescope", "again.zip").exit == 0);
    CHECK(slurp(packaged.course.home / "autograder.zip") == slurp(packaged.course.home / "again.zip"));
}

TEST_CASE("what a package leaves out, its build does not ask for")
{
    const Packaged packaged;
    if (packaged.run("command -v meson", "x").exit != 0) {
        MESSAGE("not run: Meson is not in the path");
        return;
    }
    REQUIRE(packaged.package("gradescope", "autograder.zip").exit == 0);
    const Ended configured = packaged.run("cd '" + packaged.course.home.path().string() + "' && python3 -m zipfile -e autograder.zip unpacked && meson setup -Dcuda=disabled built unpacked/halo 2>&1", "x");
    CHECK_MESSAGE(configured.exit == 0, configured.output);
}

TEST_CASE("packages are refused where they would be wrong")
{
    const Packaged packaged;
    packaged.course.home.write("there/file", "");
    CHECK(packaged.package("autolab", "there").err == fmt::format("grader: {} is there already\n  try:   name a new folder with --to, or remove this one\n", packaged.at("there")));
    CHECK(packaged.package("gradescope", "x.zip", {"--source", packaged.at("there")}).exit == 1);
    CHECK(packaged.package("blackboard", "x.zip").exit == 1);
    CHECK_FALSE(fs::exists(packaged.course.home / "x.zip"));
}

TEST_CASE("on Gradescope right, wrong, not compiling and missing submissions get valid results")
{
    Gradescope gradescope;
    CHECK(gradescope.graded(test::submission("passed"))["score"] == 10);
    const json wrong = gradescope.graded(test::submission("wrong_result"));
    CHECK(wrong["score"] == 0);
    CHECK(wrong["extra_data"]["verdicts"]["first"] == "wrong_result");
    CHECK(gradescope.graded("SYNTAX")["extra_data"]["verdicts"]["first"] == "does_not_compile");
    CHECK(gradescope.graded("")["extra_data"]["verdicts"]["first"] == "missing");
    // In a folder, as a zip that Gradescope unpacked has it.
    CHECK(gradescope.graded(test::submission("passed"), "my homework/first.cu")["score"] == 10);
    CHECK(gradescope.graded(test::submission("passed"), "01_first/first.cu")["score"] == 10);
}

TEST_CASE("a package builds one lab of a course that names more, and the others were checked where it was made")
{
    const Packaged packaged;
    packaged.course.home.write("course.toml", "points = 10\n[labs.02_second]\nsecond_c = 5\n");
    CHECK(packaged.package("gradescope", "wrong.zip").err.find("course.toml:3: 02_second has no function second_c\n") != std::string::npos);

    Gradescope gradescope;
    gradescope.course.home.write("ag/source/course.toml", "points = 10\n[credit]\npassed = 1\n[labs.02_second]\nsecond_a = 5\n");
    fs::remove(gradescope.course.home / "02_second/judge");
    CHECK(gradescope.graded(test::submission("passed"))["score"] == 10);
}

TEST_CASE("on Gradescope a submission that writes results itself gains nothing")
{
    Gradescope gradescope;
    const std::string forged = R"({"score": 1000, "tests": []})";
    // Prints a result, and puts one wherever it can.
    const json tried = gradescope.graded("#!/bin/sh\nread function round\necho '" + forged + "'\nfor at in '" + gradescope.at("ag/results") +
                                         "' /autograder/results . /tmp; do echo '" + forged + "' >$at/results.json; done 2>/dev/null\necho wrong_result >&3\n");
    CHECK(tried["score"] == 0);
    // Hands one in.
    gradescope.course.home.write("ag/results/results.json", forged);
    CHECK(gradescope.graded(test::submission("wrong_result"))["score"] == 0);
    gradescope.course.home.write("ag/submission/results.json", forged);
    CHECK(gradescope.graded(test::submission("wrong_result"))["score"] == 0);
    // A link out of the submission is not followed.
    fs::remove_all(gradescope.course.home / "ag/submission");
    fs::create_directories(gradescope.course.home / "ag/submission");
    gradescope.course.home.write("secret.cu", test::submission("passed"));
    fs::create_symlink(gradescope.course.home / "secret.cu", gradescope.course.home / "ag/submission/first.cu");
    REQUIRE(gradescope.run("bash '" + gradescope.at("ag/source/run_autograder") + "'", "ag").exit == 0);
    CHECK(json::parse(slurp(gradescope.course.home / "ag/results/results.json"))["extra_data"]["verdicts"]["first"] == "missing");
}

TEST_CASE("on Gradescope a fault of the grader's is not a score, and the folders are closed")
{
    Gradescope gradescope;
    CHECK_FALSE(gradescope.graded(test::submission("judge_dies")).contains("score"));
    for (const char* folder : {"ag/source", "ag/results"}) {
        struct stat info{};
        REQUIRE(stat(gradescope.at(folder).c_str(), &info) == 0);
        CHECK_MESSAGE((info.st_mode & 0077) == 0, folder);
    }
    // The grader is not there at all.
    fs::remove_all(gradescope.course.home / "ag/results");
    REQUIRE(gradescope.run("AUTOGRADER_GRADER=/nowhere/grader bash '" + gradescope.at("ag/source/run_autograder") + "'", "ag").exit == 0);
    const std::string results = slurp(gradescope.course.home / "ag/results/results.json");
    CHECK(test::fault_in_gradescope(results) == "");
    CHECK_FALSE(json::parse(results).contains("score"));
}

TEST_CASE("Autolab's make ends with the autoresult, whatever the submission prints")
{
    const Packaged packaged;
    REQUIRE(packaged.package("autolab", "autolab").exit == 0);
    CHECK(fs::exists(packaged.course.home / "autolab/image/Dockerfile"));
    const auto make = [&](const std::string& content) {
        fs::remove_all(packaged.course.home / "vm");
        packaged.course.home.write("vm/first.cu", content);
        for (const auto& [from, to] : {std::pair{"autograde-Makefile", "Makefile"}, {"autograde.tar", "autograde.tar"}}) fs::copy_file(packaged.course.home / "autolab" / from, packaged.course.home / "vm" / to);
        const Ended ended = packaged.run("make -s -C '" + packaged.at("vm") + "'", "vm");
        CHECK_MESSAGE(ended.exit == 0, ended.errors);
        const std::string text = ended.output.substr(0, ended.output.size() - 1);
        return text.substr(text.rfind('\n') + 1) + "\n";
    };
    CHECK(make(test::submission("passed")) == "{\"scores\":{\"first\":10.0},\"scoreboard\":[10.0,10.0]}\n");
    CHECK(make("#!/bin/sh\necho '{\"scores\":{\"first\":99}}'\necho wrong_result >&3\n") == "{\"scores\":{\"first\":0.0},\"scoreboard\":[0.0,0.0]}\n");
    CHECK(make(test::submission("judge_dies")) == "{\"scores\":{}}\n");
}

TEST_CASE("PrairieLearn's question is complete, and its entry point writes results")
{
    const Packaged packaged;
    packaged.course.home.write("01_first/first.cu", "TODO(1)");
    REQUIRE(packaged.package("prairielearn", "pl").exit == 0);
    const json info = json::parse(slurp(packaged.course.home / "pl/questions/01_first/info.json"));
    CHECK(info["gradingMethod"] == "External");
    CHECK(info["externalGradingOptions"]["entrypoint"] == "/grade/tests/run");
    CHECK(info["uuid"].get<std::string>().size() == 36);
    fs::create_directories(packaged.course.home / "grade");
    fs::copy(packaged.course.home / "pl/questions/01_first/tests", packaged.course.home / "grade/tests");
    for (const auto& [verdict, gradable] : {std::pair{"passed", true}, {"judge_dies", false}}) {
        packaged.course.home.write("grade/student/first.cu", test::submission(verdict));
        REQUIRE(packaged.run("bash '" + packaged.at("grade/tests/run") + "'", "grade").exit == 0);
        const std::string results = slurp(packaged.course.home / "grade/results/results.json");
        CHECK(test::fault_in_prairielearn(results) == "");
        CHECK(json::parse(results)["gradable"] == gradable);
    }
}

TEST_CASE("Classroom 50's autograder writes result.json in the checkout, or fails")
{
    const Packaged packaged;
    REQUIRE(packaged.package("classroom50", "c50").exit == 0);
    const std::string script = packaged.at("c50/autograders/01_first/autograder.py");
    packaged.course.home.write("checkout/first.cu", test::submission("passed"));
    packaged.course.home.write("checkout/result.json", "{}");
    const Ended ended = packaged.run("cd '" + packaged.at("checkout") + "' && python3 '" + script + "'", "x");
    CHECK_MESSAGE(ended.exit == 0, ended.errors);
    const std::string result = slurp(packaged.course.home / "checkout/result.json");
    CHECK(test::fault_in_classroom50(result) == "");
    CHECK(json::parse(result)["score"] == 10);
    packaged.course.home.write("checkout/first.cu", test::submission("judge_dies"));
    CHECK(packaged.run("cd '" + packaged.at("checkout") + "' && python3 '" + script + "'", "x").exit == 2);
    CHECK_FALSE(fs::exists(packaged.course.home / "checkout/result.json"));
}

TEST_CASE("GitHub's workflow needs no secret, may only read, and its step grades")
{
    const Packaged packaged;
    REQUIRE(packaged.package("github", "gh").exit == 0);
    const std::string workflow = slurp(packaged.course.home / "gh/.github/workflows/grade.yml");
    CHECK(workflow.find("secrets.") == std::string::npos);
    CHECK(workflow.find("permissions:\n  contents: read\n") != std::string::npos);
    CHECK(workflow.find('@' + std::string("LAB")) == std::string::npos);
    CHECK(workflow.find("::stop-commands::") != std::string::npos);
    packaged.course.home.write("gh/first.cu", test::submission("wrong_result"));
    const Ended ended = packaged.run("cd '" + packaged.at("gh") + "' && bash .github/halo/grade github . ../graded", "x");
    CHECK_MESSAGE(ended.exit == 0, ended.errors);
    CHECK(slurp(packaged.course.home / "graded/exit-code") == "1\n");
    CHECK(test::fault_in_annotations(slurp(packaged.course.home / "graded/annotations.txt")) == "");
}

TEST_CASE("every script of a package is a script")
{
    const Packaged packaged;
    const fs::path platforms = fs::path(HALO_EXAMPLES) / ".." / "package" / "platforms";
    for (const char* script : {"grade", "gradescope/setup.sh", "gradescope/run_autograder", "autolab/run", "prairielearn/run"}) {
        CHECK_MESSAGE(packaged.run("bash -n '" + (platforms / script).string() + "'", "x").exit == 0, script);
        if (packaged.run("command -v shellcheck", "x").exit != 0) continue;
        const Ended ended = packaged.run("shellcheck -e SC1091,SC2015,SC2016 '" + (platforms / script).string() + "'", "x");
        CHECK_MESSAGE(ended.exit == 0, ended.output);
    }
}

TEST_CASE("without a sandbox, root can make submissions run as somebody else")
{
    if (geteuid() != 0) {
        MESSAGE("not run: only root can become another user");
        return;
    }
    const test::Course course;
    chmod(course.home.path().c_str(), 0755);
    course.home.write("submissions/ada/first.cu", "#!/bin/sh\nread function round\n[ $(id -u) = 0 ] && echo wrong_result >&3 || echo passed >&3\n");
    const auto verdict = [&](const std::string& out, std::vector<std::string> more) {
        more.insert(more.end(), {"--lab", "01", "--no-sandbox"});
        const auto ended = test::grader(course.arguments(out, more), false);
        CHECK_MESSAGE(ended.exit == 0, ended.err);
        return test::read_csv(course.home / out / "results.csv").at(1).at(3);
    };
    CHECK(verdict("as_nobody", {"--student-user", "nobody"}) == "passed");
    CHECK(verdict("as_root", {}) == "wrong_result");
    CHECK(test::grader(course.arguments("none", {"--student-user", "root"}), false).exit == 1);
}

}  // namespace packages_test
