#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>

#include <nlohmann/json.hpp>

#include "arrival/intake.hpp"
#include "arrival/predictions.hpp"
#include "course/course.hpp"
#include "fake_course.hpp"
#include "report/reports.hpp"

namespace predictions_test {

using namespace halo;
using namespace halo::grader;
using test::TempFolder;

namespace {

const std::vector<record::Question> kQuestions = {{"first", "global_loads"}, {"first", "reuse_ratio"}};

constexpr const char* kAsked = R"([first]
measured = "5000 elements"

[first.global_loads]
question = "How many loads?"
answer = ""

[first.reuse_ratio]
question = "And the ratio?"
answer = ""
)";

arrival::Given given(arrival::PredictionFile kind, const std::string& bytes, bool must_be_this_lab = true)
{
    return arrival::read_predictions(kind, bytes, "01_first", kQuestions, "submissions/ada/x", must_be_this_lab);
}

std::string toml(const std::string& loads, const std::string& ratio = "\"\"")
{
    return "[first.global_loads]\nquestion = \"How many?\"\nanswer = " + loads + "\n[first.reuse_ratio]\nanswer = " + ratio + "\n";
}

std::string profile(const std::string& predictions, const std::string& lab = "01_first")
{
    return R"({"schema": "halo/profile/1", "lab": ")" + lab + R"(", "functions": [{"function": "first", "verdict": "passed", "predictions": [)" + predictions + "]}]}";
}

std::string state(const std::string& predictions, const std::string& version = "1")
{
    return R"({"version": )" + version + R"(, "labs": {"01_first": {"hints": {}, "predictions": )" + predictions + "}}}";
}

/// `first.global_loads=5152`, `=declined`, or nothing where it is open.
std::string said(const arrival::Given& from)
{
    std::string out;
    for (const auto& [name, p] : from.answers) out += (out.empty() ? "" : " ") + name + "=" + (p.said == record::Said::predicted ? std::to_string(p.value).substr(0, 6) : std::string(record::name(p.said)));
    return out;
}

}  // namespace

TEST_CASE("an answer in prediction.toml is a number, a product, a question mark, or open")
{
    CHECK(said(given(arrival::PredictionFile::toml, toml("5152"))) == "first.global_loads=5152.0");
    CHECK(said(given(arrival::PredictionFile::toml, toml("\"20 * 264\""))) == "first.global_loads=5280.0");
    CHECK(said(given(arrival::PredictionFile::toml, toml("\" ? \"", "8.73"))) == "first.global_loads=declined first.reuse_ratio=8.7300");
    CHECK(said(given(arrival::PredictionFile::toml, toml("\"\""))) == "");
    CHECK(said(given(arrival::PredictionFile::toml, "[first]\nglobal_loads = 5152\nreuse_ratio = 0\n")) == "first.global_loads=5152.0");
    CHECK(said(given(arrival::PredictionFile::toml, kAsked)) == "");
    CHECK(given(arrival::PredictionFile::toml, kAsked).unread.empty());
    CHECK(said(given(arrival::PredictionFile::toml, "[of_another_lab]\nglobal_loads = 7\n")) == "");
}

TEST_CASE("an answer that no counter can have is refused with its line, and the others are read")
{
    for (const char* wrong : {"-1", "0.5", "\"many\"", "\"1 / 0\"", "true", "[1]", "1e300", "inf", "nan", "\"9007199254740993000\""}) {
        CAPTURE(wrong);
        const arrival::Given got = given(arrival::PredictionFile::toml, toml(wrong, "8.73"));
        CHECK(said(got) == "first.reuse_ratio=8.7300");
        REQUIRE(got.unread.size() == 1);
        CHECK(got.unread[0].headline.starts_with("grader: submissions/ada/x:3: global_loads of first must be a whole number, 0 or more; it is "));
        CHECK(got.unread[0].where == "no verdict depends on it");
    }
    const arrival::Given broken = given(arrival::PredictionFile::toml, "[first.global_loads]\nanswer = 20 * 264\n");
    REQUIRE(broken.unread.size() == 1);
    CHECK(broken.unread[0].headline.starts_with("grader: submissions/ada/x:2: "));
}

TEST_CASE("a profile is read for its predictions, never for its counts")
{
    const arrival::Given got = given(arrival::PredictionFile::profile, profile(R"({"counter": "global_loads", "answer": "predicted", "predicted": 6000, "counted": 6000},
                                                                {"counter": "reuse_ratio", "answer": "declined", "predicted": null, "counted": 8.7})"));
    CHECK(said(got) == "first.global_loads=6000.0 first.reuse_ratio=declined");
    CHECK(got.unread.empty());
    CHECK(said(given(arrival::PredictionFile::profile, profile(R"({"counter": "global_loads", "answer": "open", "predicted": null, "counted": null})"))) == "");
    CHECK(said(given(arrival::PredictionFile::profile, profile(R"({"counter": "barriers", "answer": "predicted", "predicted": 6})"))) == "");
}

TEST_CASE("a profile of another lab is refused in this lab's folder, and passed over beside it")
{
    const std::string other = profile(R"({"counter": "global_loads", "answer": "predicted", "predicted": 6000})", "02_second");
    const arrival::Given in_folder = given(arrival::PredictionFile::profile, other);
    CHECK(in_folder.answers.empty());
    REQUIRE(in_folder.unread.size() == 1);
    CHECK(in_folder.unread[0].headline == "grader: submissions/ada/x is about 02_second, not about 01_first");
    const arrival::Given beside = given(arrival::PredictionFile::profile, other, false);
    CHECK(beside.answers.empty());
    CHECK(beside.unread.empty());
}

TEST_CASE("state.json has the predictions of all labs, null where one was declined")
{
    CHECK(said(given(arrival::PredictionFile::state, state(R"({"first.global_loads": 5152.0, "first.reuse_ratio": null, "other.x": "y"})"))) == "first.global_loads=5152.0 first.reuse_ratio=declined");
    CHECK(given(arrival::PredictionFile::state, R"({"version": 1, "labs": {}})").unread.empty());
    CHECK(given(arrival::PredictionFile::state, state("{}", "2")).unread.size() == 1);
    CHECK(given(arrival::PredictionFile::state, state(R"({"first.global_loads": -5})")).unread.size() == 1);
}

TEST_CASE("whatever the bytes are, reading them ends soon, and what can't be used is said once")
{
    const auto start = std::chrono::steady_clock::now();
    const std::string opened(arrival::most_bytes(arrival::PredictionFile::state), '['), dots = [] {
        std::string key;
        while (key.size() + 8 < arrival::most_bytes(arrival::PredictionFile::toml)) key += "a.";
        return key + "a = 1\n";
    }();
    std::string zeros(1000, '\0'), high = "\xff\xfe\x80{}";
    for (const std::string& bytes : {std::string(), zeros, high, opened, std::string("{\"labs\":") + opened, "{\"a\":" + std::string(200000, '9') + "}", std::string("null"), std::string("[]"),
                                     R"({"version": 1, "labs": []})" + std::string(), R"({"version": 1, "labs": {"01_first": 3}})" + std::string(),
                                     R"({"schema": "halo/profile/1", "lab": "01_first", "functions": {"first": 1}})" + std::string(),
                                     profile(R"({"counter": "global_loads", "answer": "predicted", "predicted": "6000"})"), profile("3, null, [], {}")})
        for (const arrival::PredictionFile kind : {arrival::PredictionFile::profile, arrival::PredictionFile::state}) {
            const arrival::Given got = given(kind, bytes);
            CHECK(got.answers.empty());
            CHECK(got.unread.size() <= 1);
        }
    for (const std::string& bytes : {dots, "[" + dots.substr(0, dots.size() - 5) + "]\n", opened.substr(0, 16000), "a = " + opened.substr(0, 16000), zeros, high, std::string("[first]\nglobal_loads = {a = 1")}) {
        const arrival::Given got = given(arrival::PredictionFile::toml, bytes);
        CHECK(got.answers.empty());
        CHECK(got.unread.size() <= 1);
    }
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(20));
}

TEST_CASE("predictions survive the ledger, strange bytes too")
{
    record::Predictions sent;
    sent.all = {{kQuestions[0], record::Said::predicted, 5152, "a/profile.json"}, {kQuestions[1], record::Said::declined, 0, "x\xff"}};
    sent.unread = {{"headline", "where", "try"}};
    const record::Predictions got = record::predictions_from_text(to_text(sent));
    REQUIRE(got.all.size() == 2);
    CHECK(got.all[0].value == 5152);
    CHECK(got.all[0].of.name() == "first.global_loads");
    CHECK(got.all[0].file == "a/profile.json");
    CHECK(got.all[1].said == record::Said::declined);
    CHECK(got.unread == sent.unread);
}

TEST_CASE("credit: half for having predicted, half for being within a tenth")
{
    const course::PredictionCredit credit{4, 0.5, 0.1};
    const auto earns = [&](record::Said said, double value, std::optional<double> counted) { return course::earned(credit, {kQuestions[0], said, value, {}}, counted, 2); };
    CHECK(earns(record::Said::predicted, 5152, 5152) == 2);
    CHECK(earns(record::Said::predicted, 4637, 5152) == 2);             // 9.996 % too low
    CHECK(earns(record::Said::predicted, 4636, 5152) == 1);             // 10.02 %
    CHECK(earns(record::Said::predicted, 5152, {}) == 1);
    CHECK(earns(record::Said::predicted, 0, 0) == 2);
    CHECK(earns(record::Said::predicted, 1, 0) == 1);
    CHECK(earns(record::Said::declined, 0, 5152) == 0);
    CHECK(earns(record::Said::open, 5152, 5152) == 0);
    CHECK(course::earned({4, 1, 0.1}, {kQuestions[0], record::Said::predicted, 1, {}}, 5152, 2) == 2);      // made = 1: whatever it says
    CHECK(course::earned({4, 1, 0.1}, {kQuestions[0], record::Said::predicted, 1, {}}, 5152, 0) == 0);
}

TEST_CASE("a course credits predictions, off unless it says so, and a key that makes no sense is refused with its line")
{
    const auto course = [](const std::string& key) { return course::parse_course("title = \"T\"\n[labs.01_first]\nfirst = 5\n" + key + "\n", "course.toml"); };
    CHECK_FALSE(course("").predictions("01_first"));
    const auto credit = course("predictions = { points = 2, made = 0.5, within = 0.2 }").predictions("01_first");
    REQUIRE(credit);
    CHECK(credit->points == 2);
    CHECK(credit->made == 0.5);
    CHECK(credit->within == 0.2);
    CHECK(course("predictions = { points = 2 }").predictions("01_first")->made == 1);
    CHECK_FALSE(course("predictions = { points = 2 }").predictions("02_second"));
    CHECK(course("predictions = { points = 2 }").max_points("01_first", "first") == 5);
    for (const auto& [key, said] : std::vector<std::pair<std::string, std::string>>{
             {"predictions = 2", "course.toml:4: predictions must be a table"},
             {"predictions = {}", "course.toml:4: predictions: how many points are they worth?"},
             {"predictions = { made = 1 }", "course.toml:4: predictions: how many points are they worth?"},
             {"predictions = { points = -1 }", "course.toml:4: points must be a number from 0 to 1000000"},
             {"predictions = { points = nan }", "course.toml:4: points must be a number from 0 to 1000000"},
             {"predictions = { points = 2, made = 1.5 }", "course.toml:4: made must be a number from 0 to 1"},
             {"predictions = { points = 2, within = \"10 %\" }", "course.toml:4: within must be a number from 0 to 1"},
             {"predictions = { points = 2, right = 1 }", "course.toml:4: unknown key right in predictions"}}) {
        CAPTURE(key);
        CHECK_THROWS_WITH_AS(course(key), doctest::Contains(said.c_str()), UsageError);
    }
    const auto check = [&](const std::string& key, std::vector<record::Question> questions) {
        course::LabBuild lab;
        lab.lab = "01_first", lab.questions = std::move(questions);
        course(key).check({lab}, [](const course::LabBuild&) { return std::vector<std::string>{"first"}; });
    };
    CHECK_THROWS_WITH_AS(check("predictions = { points = 2 }", {}), doctest::Contains("course.toml:4: predictions: 01_first asks for none"), UsageError);
    CHECK_NOTHROW(check("predictions = { points = 2 }", {{"first", "global_loads"}}));
    CHECK_NOTHROW(check("", {}));
}

TEST_CASE("predictions are found in the lab's folder, beside it, and in the state; the first answer counts")
{
    TempFolder home;
    course::LabBuild lab;
    lab.lab = "01_first", lab.stem = "first", lab.questions = kQuestions;
    home.write("s/ada/01_first/first.cu", "x");
    home.write("s/ada/01_first/prediction.toml", toml("5152"));
    home.write("s/ada/progress/state.json", state(R"({"first.global_loads": 1, "first.reuse_ratio": 2})"));
    home.write("s/bob/first.cu", "x");
    home.write("s/bob/profile.json", profile(R"({"counter": "reuse_ratio", "answer": "declined", "predicted": null})"));
    home.write("s/cyd/first.cu", "x");
    home.write("s/dan/first.cu", "x");
    home.write("s/dan/prediction.toml", std::string(arrival::most_bytes(arrival::PredictionFile::toml) + 1, '#'));
    home.write("s/eve/first.cu", "x");
    std::filesystem::create_symlink("/etc/passwd", home / "s/eve/state.json");
    std::filesystem::create_directories(home / "s/fay/profile.json");
    home.write("s/fay/first.cu", "x");
    const arrival::Intake intake = arrival::take_in(home / "s", {lab}, {});
    REQUIRE(intake.submissions.size() == 6);
    for (const record::Submission& s : intake.submissions) CHECK(s.bytes);

    const record::Predictions& ada = intake.submissions[0].predictions;
    REQUIRE(ada.all.size() == 2);
    CHECK(ada.all[0].value == 5152);
    CHECK(ada.all[0].file == "01_first/prediction.toml");
    CHECK(ada.all[1].value == 2);
    CHECK(ada.all[1].file == "progress/state.json");
    CHECK(ada.unread.empty());

    const record::Predictions& bob = intake.submissions[1].predictions;
    REQUIRE(bob.all.size() == 2);
    CHECK(bob.all[0].said == record::Said::open);
    CHECK(bob.all[1].said == record::Said::declined);

    CHECK(intake.submissions[2].predictions.empty());
    const auto unread = [&](int student) { return intake.submissions[std::size_t(student)].predictions.unread.at(0).headline; };
    CHECK(unread(3) == "grader: s/dan/prediction.toml has 16385 bytes; at most 16384 are read");
    CHECK(unread(4) == "grader: s/eve/state.json is a symbolic link; only regular files are read");
    CHECK(unread(5) == "grader: s/fay/profile.json is not a regular file");
}

TEST_CASE("a file beside all labs that can't be used is said once, and one with a wrong answer for one lab still answers for the other")
{
    TempFolder home;
    course::LabBuild first, second;
    first.lab = "01_first", first.stem = "first", first.questions = kQuestions;
    second.lab = "02_second", second.stem = "second", second.questions = {{"second_a", "idle_threads"}};
    home.write("s/ada/profile.json", "no JSON");
    home.write("s/ada/state.json", R"({"version": 9})");
    home.write("s/bob/prediction.toml", "[first]\nglobal_loads = -1\n[second_a]\nidle_threads = 12\n");
    const arrival::Intake intake = arrival::take_in(home / "s", {first, second}, {});
    REQUIRE(intake.submissions.size() == 4);
    CHECK(intake.submissions[0].predictions.unread.size() == 2);
    CHECK(intake.submissions[1].predictions.unread.empty());
    CHECK(intake.submissions[2].predictions.unread.size() == 1);
    REQUIRE(intake.submissions[3].predictions.all.size() == 1);
    CHECK(intake.submissions[3].predictions.all[0].value == 12);
}

namespace {

/// A lab with questions, and a submission that counts something else in each round.
struct Asking : test::Course {
    Asking()
    {
        home.write("01_first/prediction.toml", kAsked);
        for (const char* student : {"ada", "bob", "cyd"})
            home.write(std::string("submissions/") + student + "/first.cu",
                       std::string("#!/bin/sh\nread function round\n[ $round = 0 ] && echo passed 2 4000 >&3 || echo passed 3 5152 >&3\n# ") + student + "\n");
        home.write("submissions/ada/profile.json",
                   profile(R"({"counter": "global_loads", "answer": "predicted", "predicted": 6000, "counted": 6000}, {"counter": "reuse_ratio", "answer": "predicted", "predicted": 3, "counted": 9})"));
        home.write("submissions/bob/prediction.toml", "answer = <script>alert(1)</script>");
    }
};

}  // namespace

TEST_CASE("each prediction is shown beside what the grader counted at the page's size, in every report, and changes no verdict")
{
    Asking course;
    CHECK(course.grade({"--lab", "1"}).exit == 0);
    const auto rows = test::read_csv(course.home / "out/predictions.csv");
    REQUIRE(rows.size() == 3);
    CHECK(rows[0] == std::vector<std::string>{"student", "lab", "function", "counter", "answer", "predicted", "counted", "off_percent", "off", "points", "file"});
    CHECK(rows[1] == std::vector<std::string>{"ada", "01_first", "first", "global_loads", "predicted", "6000", "5152", "16.46", "16 % too high", "", "profile.json"});
    CHECK(rows[2] == std::vector<std::string>{"ada", "01_first", "first", "reuse_ratio", "predicted", "3", "3", "0", "right", "", "profile.json"});
    CHECK(course.verdicts() == std::map<std::string, std::string>{{"ada", "passed"}, {"bob", "passed"}, {"cyd", "passed"}});

    const auto json = nlohmann::json::parse(test::slurp(course.home / "out/results.json"));
    const auto& ada = json["students"][0]["labs"][0];
    CHECK(ada["predictions"][0]["counted"] == 5152);
    CHECK(ada["predictions"][0]["off"] == "16 % too high");
    CHECK(ada["prediction_points"].is_null());
    CHECK(ada["functions"][0]["counters"]["global_loads"] == 4000);
    const auto& bob = json["students"][1]["labs"][0];
    CHECK(bob["predictions"].empty());
    CHECK(bob["predictions_unread"].size() == 1);

    const std::string page = test::slurp(course.home / "out/feedback/ada.html");
    CHECK(page.find("Predicted before measuring") != std::string::npos);
    CHECK(page.find("<td class=\"num\">6,000</td><td class=\"num\">5,152</td><td>16 % too high</td>") != std::string::npos);
    CHECK(test::slurp(course.home / "out/feedback/bob.html").find("submissions/bob/prediction.toml:1:") != std::string::npos);
}

TEST_CASE("credit for predictions comes on top, and without it no point changes")
{
    Asking course;
    const auto points = [&] {
        std::map<std::string, std::string> out;
        for (const auto& row : test::read_csv(course.home / "out/gradebook.csv")) out[row[0]] = row[1];
        return out;
    };
    CHECK(course.grade({"--lab", "1"}).exit == 0);
    CHECK(points() == std::map<std::string, std::string>{{"student", "01_first"}, {"ada", "10"}, {"bob", "10"}, {"cyd", "10"}});
    const std::string before = test::slurp(course.home / "out/results.csv");

    course.home.write("course.toml", "points = 10\n[credit]\npassed = 1\n[labs.01_first]\npredictions = { points = 4, made = 0.5, within = 0.1 }\n");
    const test::Finished graded = course.grade();
    CHECK(graded.exit == 0);
    CHECK(graded.out.find("0 judged") != std::string::npos);
    CHECK(points()["ada"] == "13");                 // two made, one of them right
    CHECK(points()["bob"] == "10");
    CHECK(test::slurp(course.home / "out/results.csv") == before);
    CHECK(test::read_csv(course.home / "out/predictions.csv")[1][9] == "1");

    course.home.write("course.toml", "points = 10\n[labs.02_second]\npredictions = { points = 4 }\n");
    const test::Finished refused = course.grade();
    CHECK(refused.exit == 1);
    CHECK(refused.err.find("course.toml:3: predictions: 02_second asks for none") != std::string::npos);
}

TEST_CASE("where a function doesn't pass, its predictions stand without a count")
{
    Asking course;
    course.home.write("submissions/ada/first.cu", "#!/bin/sh\nread function round\necho wrong_result 2 4000 >&3\n");
    CHECK(course.grade({"--lab", "1"}).exit == 0);
    const auto row = test::read_csv(course.home / "out/predictions.csv").at(1);
    CHECK(row[5] == "6000");
    CHECK(row[6] == "");
    CHECK(row[8] == "");
}

}  // namespace predictions_test
