#include <doctest/doctest.h>

#include <SQLiteCpp/SQLiteCpp.h>
#include <nlohmann/json.hpp>

#include "fake_course.hpp"
#include "judging/class.hpp"
#include "judging/lab.hpp"
#include "record/ledger.hpp"
#include "report/class_page.hpp"
#include "report/reports.hpp"

namespace report_test {

using namespace halo;
using namespace halo::grader;
using test::TempFolder;

namespace {

const record::RunLab kLab{"07_conv2d_tiled", "2-D convolution", "harness", {"conv2d_basic", "conv2d_tiled"}};

/// A ledger with one run: `student` handed in a file, and each function got a judgement.
struct Written {
    TempFolder home;
    record::Ledger ledger{home.path(), 1};
    record::Run run;

    explicit Written(const std::string& student, bool handed_in = true)
    {
        record::Submission s;
        s.student = student;
        s.lab = kLab.lab;
        if (handed_in) s.file = "conv2d_tiled.cu", s.content = "content";
        else s.missing = {"grader: submissions/x has no file for lab 07_conv2d_tiled", "looked for it", "hand it in"};
        run.submissions = "submissions";
        run.settings = "settings";
        run.students = {student};
        run.labs = {kLab};
        run.submissions_list = {s};
        ledger.begin(run);
    }

    void judge(const Judgement& judgement)
    {
        const record::JudgingKey key = key_of(run, kLab, run.submissions_list[0], judgement.function);
        ledger.finish(ledger.start(key, run.id), key, judgement);
    }

    void time(const std::string& function, const record::Timing& timing)
    {
        ledger.add_timing({run.submissions_list[0].content, kLab.lab, function, "timer", timing.card}, run.id, timing);
    }

    gradebook::Table table() { return gradebook::make_table(ledger, course::Course()); }
};

Judgement tiled()
{
    Judgement j = bare_judgement("conv2d_tiled", Verdict::passed, {});
    j.counters = Counters{.global_loads = 1234567};
    j.reuse_ratio = 10.028;
    j.expected_reuse_ratio = 10.028;
    j.interior_reuse_ratio = 16;
    j.cases = {{"one tile", Verdict::passed, {}}};
    return j;
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("the tables have the documented columns, and empty cells where there is no value")
{
    Written w("ada");
    w.judge(bare_judgement("conv2d_basic", Verdict::wrong_result, {"conv2d_basic: 3 of 9, or so, differ", "", ""}));
    w.judge(tiled());
    CHECK(report::results_csv(w.table()) ==
          "student,lab,function,verdict,points,max_points,reuse_ratio,expected_reuse_ratio,speedup,headline,"
          "speedup_low,speedup_high,of_copy,of_copy_low,of_copy_high,ms,card,speed,speed_points\n"
          "ada,07_conv2d_tiled,conv2d_basic,wrong_result,0,10,,,,\"conv2d_basic: 3 of 9, or so, differ\",,,,,,,,,\n"
          "ada,07_conv2d_tiled,conv2d_tiled,passed,10,10,10.028,10.028,,,,,,,,,,,\n");
    CHECK(report::gradebook_csv(w.table()) == "student,07_conv2d_tiled,total\nada,10,10\n");
    CHECK(report::terminal(w.table(), 100) ==
          "         07_conv2d_tiled\n"
          "student  conv2d_basic     conv2d_tiled       points\n"
          "ada      wrong result     passed            10 / 20\n");
}

TEST_CASE("a fault of the grader leaves the points empty in every report")
{
    Written w("ada");
    w.judge(bare_judgement("conv2d_basic", Verdict::grader_fault, {"the sandbox failed", "", ""}));
    w.judge(tiled());
    CHECK(contains(report::results_csv(w.table()), "conv2d_basic,grader_fault,,10,,,,the sandbox failed,"));
    CHECK(report::gradebook_csv(w.table()) == "student,07_conv2d_tiled,total\nada,,\n");
    CHECK(nlohmann::json::parse(report::results_json(w.table()))["students"][0]["points"].is_null());
}

TEST_CASE("a function that was never judged is the grader's fault, a file that was never handed in is missing")
{
    Written never("ada");
    CHECK(never.table().count(Verdict::grader_fault) == 2);
    Written missing("bob", false);
    CHECK(missing.table().count(Verdict::missing) == 2);
    CHECK(missing.table().rows[0].points() == 0.0);
}

TEST_CASE("every byte from a student is escaped")
{
    const std::string evil = "<script>alert(1)</script>\"'&{{course}}";
    Written w(evil);
    Judgement j = bare_judgement("conv2d_basic", Verdict::crash, {evil, evil, evil});
    j.printed = evil;
    j.cases = {{evil, Verdict::crash, {evil, "", ""}}};
    j.findings = {{"crash", {evil, evil, evil}, 7}};
    j.remarks = {{evil, evil, evil}};
    w.judge(j);
    w.judge(tiled());
    record::Timing t;
    t.pace = record::Pace::timed, t.ms = t.speedup = t.of_copy = record::Range{1, 2, 3};
    t.card = t.size = t.wanted = t.basic = t.printed = evil;
    t.message = {evil, evil, evil};
    w.time("conv2d_tiled", t);
    const gradebook::Table table = w.table();
    const std::string page = report::student_page(table, table.rows[0], {}, gradebook::Audience::instructor);
    CHECK(contains(page, "<svg"));
    CHECK_FALSE(contains(page, "<script"));
    CHECK_FALSE(contains(page, "alert(1)<"));
    CHECK(contains(page, "&lt;script&gt;alert(1)&lt;/script&gt;&quot;&apos;&amp;{{course}}"));
    CHECK(nlohmann::json::parse(report::results_json(w.table()))["students"][0]["student"] == evil);
}

TEST_CASE("reports are the same whenever they are made")
{
    Written w("ada");
    w.judge(tiled());
    CHECK(report::class_page(w.table()) == report::class_page(w.table()));
    report::write_all(w.table(), w.home.path());
    CHECK(test::slurp(w.home / "index.html") == report::class_page(w.table()));
    CHECK_FALSE(std::filesystem::exists(w.home / "index.html.new"));
}

TEST_CASE("a verdict in the ledger is never overwritten: a later one is a new row, and counts")
{
    Written w("ada");
    w.judge(tiled());
    w.judge(bare_judgement("conv2d_tiled", Verdict::race, {}));
    CHECK(w.table().rows[0].labs[0].cells[1].judgement.verdict == Verdict::race);
    SQLite::Database ledger((w.home.path() / "ledger.sqlite").string());
    CHECK(ledger.execAndGet("SELECT count(*) FROM verdict").getInt() == 2);
    CHECK(ledger.execAndGet("SELECT count(*) FROM verdict WHERE verdict = 'passed'").getInt() == 1);
}

TEST_CASE("a judgement survives the ledger unchanged")
{
    Judgement j = tiled();
    j.message = {"a", "b", "c\nd"};
    j.leaked_bytes = 12;
    j.findings = {{"race", {"x", "y", "z"}, 3}};
    j.remarks = {{"r", "s", "t"}};
    j.printed = "hello";
    const std::string text = to_json(j).dump();
    CHECK(to_json(judgement_from_json(text)).dump() == text);
    CHECK_THROWS_AS(judgement_from_json(R"({"function":"f","verdict":"splendid"})"), UnreadableJudgement);
    CHECK_THROWS_AS(judgement_from_json("passed"), UnreadableJudgement);
}

TEST_CASE("two submissions have different inputs, and the same one always has the same")
{
    CHECK(judging::seed_for("secret", "a", "lab", "f") == judging::seed_for("secret", "a", "lab", "f"));
    CHECK(judging::seed_for("secret", "a", "lab", "f") != judging::seed_for("secret", "b", "lab", "f"));
    CHECK(judging::seed_for("secret", "a", "lab", "f") != judging::seed_for("other", "a", "lab", "f"));
}

}  // namespace report_test
