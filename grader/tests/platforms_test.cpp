// What platforms read: valid as each documents it, also with hostile names and where the grader itself failed.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <limits>

#include <nlohmann/json.hpp>

#include "export/format.hpp"
#include "machine/errors.hpp"
#include "platform_checks.hpp"

namespace platforms_test {

using namespace halo;
using namespace halo::grader;
using nlohmann::json;

namespace {

gradebook::Cell cell(const std::string& function, Verdict verdict, std::optional<double> points, double most)
{
    gradebook::Cell out{"ada", "07_conv2d_tiled", function, "07_conv2d_tiled/conv2d_tiled.cu", "content", bare_judgement(function, verdict, {}), points, most};
    if (verdict != Verdict::passed) out.judgement.message = {"conv2d_tiled.cu:31: 68 of 561 pixels differ", "first out[0][14] = 12", "look at the right halo"};
    out.judgement.cases = {{"a tile that overhangs", verdict, out.judgement.message}};
    return out;
}

/// One student, one lab.
gradebook::Table table(std::vector<gradebook::Cell> cells, record::Steps steps = {})
{
    gradebook::Table out;
    out.course = "Convolution";
    out.run.started = "2026-02-28T12:00:00Z";
    gradebook::LabCells lab{"07_conv2d_tiled", std::move(cells)};
    lab.steps = std::move(steps);
    out.rows.push_back({"ada", {}, {lab}});
    return out;
}

gradebook::Table usual() { return table({cell("conv2d_basic", Verdict::passed, 10, 10), cell("conv2d_tiled", Verdict::wrong_result, 0, 20)}); }
gradebook::Table faulty() { return table({cell("conv2d_basic", Verdict::passed, 10, 10), cell("conv2d_tiled", Verdict::grader_fault, {}, 20)}); }

/// Bytes that students choose.
const std::string kEvil = "</pre><script>\"'\\ \x01\x1b[31m\xff\xe2\x80\xae ::error::50%,a:b\n\n| # *x*\r::set-output name=x::y";

gradebook::Table evil()
{
    gradebook::Cell bad = cell(kEvil, Verdict::does_not_compile, 0, 10);
    bad.file = kEvil;
    bad.judgement.message = {kEvil, kEvil, kEvil};
    bad.judgement.cases = {{kEvil, Verdict::crash, {kEvil, kEvil, ""}}};
    bad.judgement.findings = {{"crash", {kEvil, "", ""}, 2}};
    bad.judgement.printed = bad.comment = kEvil;
    bad.judgement.reuse_ratio = std::numeric_limits<double>::quiet_NaN();
    gradebook::Cell good = cell("conv2d_tiled", Verdict::passed, 10, 10);
    good.judgement.reuse_ratio = std::numeric_limits<double>::infinity();
    gradebook::Table out = table({bad, good});
    out.rows.push_back(out.rows[0]);
    out.rows[0].student = "../../" + kEvil;
    out.rows[1].student = std::string(300, 'x');
    return out;
}

exports::Files written(const char* format, const gradebook::Table& table, std::string* notes = nullptr)
{
    const course::Course course;
    std::string ignored;
    return exports::format_named(format)->make({table, course}, notes ? *notes : ignored);
}

std::string single(const char* format, const gradebook::Table& table)
{
    const exports::Files files = written(format, table);
    REQUIRE(files.size() == 1);
    CHECK(files.begin()->first.empty());
    return files.begin()->second;
}

/// What Classroom 50's runner sets.
struct Runner {
    Runner()
    {
        for (const auto& [name, value] : kAll) setenv(name, value, 1);
    }
    ~Runner()
    {
        for (const auto& [name, value] : kAll) unsetenv(name);
    }
    static constexpr std::pair<const char*, const char*> kAll[] = {
        {"CLASSROOM", "cuda"},
        {"ASSIGNMENT", "07"},
        {"ASSIGNMENT_TYPE", "individual"},
        {"OWNER", "ada"},
        {"SUBMISSION_TAG", "submit/2026-02-28T11-59-00Z-a1b2c3d"},
        {"COMMIT_URL", "https://example.org/commit/1"},
        {"RELEASE_URL", "https://example.org/release/1"},
        {"REVIEW_URL", "https://example.org/compare/1"},
        {"COMMITTED_AT", "2026-02-28T11:58:00Z"},
    };
};

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// `text` with one change, to see the check refuse it.
std::string spoilt(const std::string& text, const std::function<void(json&)>& change)
{
    json root = json::parse(text);
    change(root);
    return root.dump() + "\n";
}

}  // namespace

TEST_CASE("Gradescope: functions have points, cases none, and the message is one text")
{
    const std::string file = single("gradescope", usual());
    CHECK(test::fault_in_gradescope(file) == "");
    const json root = json::parse(file);
    CHECK(root["score"] == 10);
    REQUIRE(root["tests"].size() == 4);
    CHECK(root["tests"][2]["name"] == "conv2d_tiled");
    CHECK(root["tests"][2]["score"] == 0);
    CHECK(root["tests"][2]["max_score"] == 20);
    CHECK(root["tests"][2]["status"] == "failed");
    CHECK(root["tests"][2]["output"] == "wrong result\nconv2d_tiled.cu:31: 68 of 561 pixels differ\n  where: first out[0][14] = 12\n  try:   look at the right halo");
    CHECK(root["tests"][3]["number"] == "2.1");
    CHECK_FALSE(root["tests"][3].contains("score"));
}

TEST_CASE("Gradescope: a fault of the grader's is not a score anywhere, and says so")
{
    const std::string file = single("gradescope", faulty());
    CHECK(test::fault_in_gradescope(file) == "");
    const json root = json::parse(file);
    CHECK_FALSE(root.contains("score"));
    for (const json& test : root["tests"]) CHECK_FALSE(test.contains("score"));
    CHECK(contains(root["output"], "The grader itself failed, with conv2d_tiled. This costs no point"));
}

TEST_CASE("Gradescope: the check refuses what the page forbids")
{
    const std::string good = single("gradescope", usual());
    CHECK(test::fault_in_gradescope(spoilt(good, [](json& r) { r["leaderboard"] = {{{"name", "Stars"}, {"value", "*****"}}}; })) == "");
    CHECK(test::fault_in_gradescope(spoilt(good, [](json& r) { r["tests"][0]["output"] = {"a", "list"}; })) == "a test's output is wrong");
    CHECK(test::fault_in_gradescope(spoilt(good, [](json& r) { r["tests"][0]["visibility"] = "secret"; })) == "a test's visibility is wrong");
    CHECK(test::fault_in_gradescope(spoilt(good, [](json& r) { r["tests"][1].erase("status"); })) == "a test has no status");
    CHECK(test::fault_in_gradescope(spoilt(good, [](json& r) { r["score"] = nullptr; })) == "results.json's score is wrong");
    CHECK(test::fault_in_gradescope(spoilt(good, [](json& r) { r.erase("score"); })) == "there is no score, and no word why");
    CHECK(test::fault_in_gradescope(R"({"score": NaN, "tests": []})") == "it is not JSON");
}

TEST_CASE("Classroom 50: whole points, and the submission that its runner names")
{
    const Runner runner;
    std::string  notes;
    const auto   files = written("classroom50", table({cell("a", Verdict::passed, 7.5, 10), cell("b", Verdict::wrong_result, 0, 20)}), &notes);
    const std::string file = files.at("");
    CHECK(test::fault_in_classroom50(file) == "");
    const json root = json::parse(file);
    CHECK(root["score"] == 8);
    CHECK(root["max-score"] == 30);
    CHECK(root["tests"][0]["points"] == 7.5);
    CHECK(root["datetime"] == "2026-02-28T11:58:00Z");
    CHECK(root["graded_at"] == "2026-02-28T12:00:00Z");
    CHECK(notes == "ada: 7.5 of a, rounded: Classroom 50 takes whole points\n");
    CHECK(test::fault_in_classroom50(spoilt(file, [](json& r) { r["score"] = 7.5; })) == "result.json's score is wrong");
    CHECK(test::fault_in_classroom50(spoilt(file, [](json& r) { r["score"] = 31; })) == "the score is above the maximum");
    CHECK(test::fault_in_classroom50(spoilt(file, [](json& r) { r["halo"] = 1; })) == "result.json has an unknown halo");
    CHECK(test::fault_in_classroom50(spoilt(file, [](json& r) { r["tests"][0]["halo"] = 1; })) == "");
    CHECK(test::fault_in_classroom50(spoilt(file, [](json& r) { r["datetime"] = "2026-02-28 11:58"; })) == "result.json's datetime is wrong");
}

TEST_CASE("Classroom 50: late points come off the sum, which stays between 0 and the maximum")
{
    const Runner runner;
    const json   late = json::parse(single("classroom50", table({cell("a", Verdict::passed, 10, 10)}, {{record::Step::Why::late, "2 days late", -3}})));
    CHECK(late["score"] == 7);
    const std::string extra = single("classroom50", table({cell("a", Verdict::passed, 10, 10)}, {{record::Step::Why::predictions, "predictions", 2}}));
    CHECK(test::fault_in_classroom50(extra) == "");
    CHECK(json::parse(extra)["score"] == 10);
}

TEST_CASE("Classroom 50: without its runner, or by the grader's own fault, there is no file")
{
    CHECK_THROWS_AS(written("classroom50", usual()), UsageError);
    const Runner runner;
    CHECK_THROWS_AS(written("classroom50", faulty()), GraderFault);
}

TEST_CASE("Autolab: one line, a problem for each function; one that could not be judged stays ungraded")
{
    CHECK(single("autolab", usual()) == "{\"scores\":{\"conv2d_basic\":10.0,\"conv2d_tiled\":0.0},\"scoreboard\":[10.0,0.0,10.0]}\n");
    CHECK(single("autolab", faulty()) == "{\"scores\":{\"conv2d_basic\":10.0}}\n");
    CHECK(test::fault_in_autolab(single("autolab", usual())) == "");
    CHECK(test::fault_in_autolab("{\"scores\":{}}\n") == "");
    CHECK(test::fault_in_autolab("{\"scores\":\n{}}\n") == "it is not one line");
    CHECK(test::fault_in_autolab("{\"scores\":{\"a\":\"10\"}}\n") == "a score is not a number");
    CHECK(test::fault_in_autolab("{scores: {a: 1}}\n") == "it is not JSON");
}

TEST_CASE("PrairieLearn: a part of 1, and no attempt lost for what could not be tried")
{
    const std::string file = single("prairielearn", usual());
    CHECK(test::fault_in_prairielearn(file) == "");
    CHECK(json::parse(file)["score"] == 0.3333);
    for (const Verdict verdict : {Verdict::does_not_compile, Verdict::missing}) {
        const std::string none = single("prairielearn", table({cell("a", verdict, 0, 10)}));
        CHECK(test::fault_in_prairielearn(none) == "");
        CHECK(json::parse(none)["gradable"] == false);
    }
    CHECK(json::parse(single("prairielearn", faulty()))["gradable"] == false);
    CHECK(json::parse(single("prairielearn", table({cell("a", Verdict::passed, 15, 10)})))["score"] == 1);
    CHECK(test::fault_in_prairielearn(spoilt(file, [](json& r) { r["score"] = 1.01; })) == "results.json's score is wrong");
    CHECK(test::fault_in_prairielearn(spoilt(file, [](json& r) { r["gradable"] = false; })) == "what is not gradable has a score");
    CHECK(test::fault_in_prairielearn(spoilt(file, [](json& r) { r["tests"][0].erase("points"); })) == "a test has no points");
    CHECK(test::fault_in_prairielearn(R"({"score":1})") == "");
}

TEST_CASE("PrairieLearn: however much a program prints, the file stays below 1 MB")
{
    std::vector<gradebook::Cell> cells;
    for (int i = 0; i < 20; ++i) {
        cells.push_back(cell("f" + std::to_string(i), Verdict::wrong_result, 0, 1));
        cells.back().judgement.printed = std::string(1 << 20, '"');
        cells.back().judgement.cases.assign(100, {std::string(1000, '"'), Verdict::crash, {std::string(100'000, '"'), "", ""}});
    }
    CHECK(test::fault_in_prairielearn(single("prairielearn", table(cells))) == "");
}

TEST_CASE("GitHub: an annotation is one line that names file and line, and the exit code says how it went")
{
    const exports::Files files = written("github", usual());
    CHECK(files.at("annotations.txt") ==
          "::error file=07_conv2d_tiled/conv2d_tiled.cu,line=31,title=conv2d_tiled%3A wrong result::wrong result%0Aconv2d_tiled.cu:31: 68 of 561 pixels differ%0A  where: first out[0][14] = 12%0A"
          "  try:   look at the right halo\n");
    CHECK(test::fault_in_annotations(files.at("annotations.txt")) == "");
    CHECK(files.at("exit-code") == "1\n");
    CHECK(written("github", faulty()).at("exit-code") == "2\n");
    const exports::Files passed = written("github", table({cell("a", Verdict::passed, 10, 10)}));
    CHECK(passed.at("exit-code") == "0\n");
    CHECK(passed.at("annotations.txt") == "");
    CHECK(test::fault_in_annotations("::error file=a,b,title=x::y\n") != "");
    CHECK(test::fault_in_annotations("text\n") != "");
}

TEST_CASE("GitHub: of many annotations those are written that it shows")
{
    std::vector<gradebook::Cell> cells(30, cell("f", Verdict::race, 0, 1));
    const std::string all = written("github", table(cells)).at("annotations.txt");
    CHECK(std::ranges::count(all, '\n') == 10);
    CHECK(test::fault_in_annotations(all + all) == "more than GitHub shows");
}

TEST_CASE("whatever bytes a student chooses, every file is valid, and lies in its folder")
{
    const Runner runner;
    for (const auto& [format, fault] : {std::pair{"gradescope", &test::fault_in_gradescope}, {"classroom50", &test::fault_in_classroom50}, {"autolab", &test::fault_in_autolab}, {"prairielearn", &test::fault_in_prairielearn}}) {
        CAPTURE(format);
        const exports::Files files = written(format, evil());
        CHECK(files.size() == 2);
        for (const auto& [path, content] : files) {
            CHECK(fault(content) == "");
            CHECK(path.string().find('/') == std::string::npos);
            CHECK(path.string().size() < 200);
            CHECK(path.string()[0] != '.');
        }
    }
    const exports::Files files = written("github", evil());
    CHECK(test::fault_in_annotations(files.at("annotations.txt")) == "");
    const std::string& summary = files.at("summary.md");
    CHECK_FALSE(contains(summary, "<script>"));
    CHECK_FALSE(contains(summary, "\n::"));
    CHECK_FALSE(contains(summary, "\n| #"));
    CHECK_FALSE(contains(summary, "\x1b"));
}

TEST_CASE("each student's file has a name of its own on every disk, that of nobody else's digest")
{
    const Runner runner;
    gradebook::Table class_of = table({cell("conv2d_tiled", Verdict::passed, 10, 10)});
    const std::vector<std::string> students = {"ada", "Ada", "a b", "con", "..x", "-rf", std::string(200, 'z'), std::string(200, 'z') + "y", "bb1e85ae940de0d9", "grace"};
    for (const std::string& student : students) {
        class_of.rows.push_back(class_of.rows[0]);
        class_of.rows.back().student = student;
    }
    class_of.rows.erase(class_of.rows.begin());
    const exports::Files files = written("gradescope", class_of);
    CHECK(files.size() == students.size());
    std::set<std::string> small;
    for (const auto& [path, content] : files) {
        std::string name = path.string();
        for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        CHECK(small.insert(name).second);
        CHECK(name[0] != '-');
        CHECK(name != "con.json");
    }
    CHECK(files.contains("grace.json"));        // near miss: nothing is wrong with it
}

}  // namespace platforms_test
