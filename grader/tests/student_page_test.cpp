#include <doctest/doctest.h>

#include <sys/stat.h>

#include "course/hints.hpp"
#include "fake_course.hpp"
#include "machine/errors.hpp"
#include "report/page_name.hpp"
#include "report/reports.hpp"
#include "sample_class.hpp"

namespace student_page_test {

using namespace halo;
using namespace halo::grader;
using gradebook::Audience;
using test::TempFolder;
namespace fs = std::filesystem;

namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::size_t count(const std::string& text, const std::string& part)
{
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++found;
    return found;
}

std::string page_of(std::size_t row, Audience audience = Audience::student)
{
    const gradebook::Table table = test::sample_class();
    return report::student_page(table, table.rows[row], test::sample_sources(), audience);
}

/// Of one function; up to the next one.
std::string article(const std::string& page, const std::string& id)
{
    const std::size_t begin = page.find("<article id=\"" + id + "\"");
    REQUIRE_MESSAGE(begin != std::string::npos, id);        // else "it does not contain" would always hold
    return page.substr(begin, page.find("</article>", begin) - begin);
}

constexpr std::size_t kAda = 0, kBen = 1, kMia = 2;

unsigned mode_of(const fs::path& path)
{
    struct stat status {};
    return lstat(path.c_str(), &status) == 0 ? status.st_mode & 07777u : 0;
}

const std::string kEvil = "<script>alert(1)</script>\"'&{{course}}{{{style}}}`<b>`\x1b[31m\xff";

/// A table in which every field that anybody but the grader fills in is kEvil.
gradebook::Table evil_class()
{
    gradebook::Table table = test::sample_class();
    table.course = table.run.settings = table.run.started = kEvil;
    for (record::RunLab& lab : table.run.labs) lab.title = lab.harness = kEvil;
    for (gradebook::Row& row : table.rows) {
        row.student = row.comment = kEvil;
        row.person = {kEvil, kEvil, kEvil, kEvil};
        for (record::Step& step : row.steps) step.what = kEvil;
        for (gradebook::LabCells& lab : row.labs) {
            lab.comment = lab.late.due = lab.late.handed_in = lab.late.extension = kEvil;
            for (record::Step& step : lab.steps) step.what = kEvil;
            for (Message& unread : lab.unread) unread = {kEvil, kEvil, kEvil, kEvil};
            for (gradebook::Predicted& p : lab.predictions) p.prediction.of.counter = p.prediction.file = kEvil;
            for (gradebook::Cell& cell : lab.cells) {
                cell.file = cell.content = cell.comment = kEvil;
                for (record::Step& step : cell.steps) step.what = kEvil;
                Judgement& j = cell.judgement;
                j.message = {"conv2d_tiled.cu:2: " + kEvil, kEvil, kEvil, kEvil};
                j.printed = kEvil;
                j.cases = {{kEvil, Verdict::crash, j.message}};
                j.findings = {{kEvil, j.message, 7}};
                j.remarks = {j.message};
                if (!cell.timing) continue;
                cell.timing->card = cell.timing->size = cell.timing->wanted = cell.timing->basic = cell.timing->printed = kEvil;
                cell.timing->message = {kEvil, kEvil, kEvil};
            }
        }
    }
    return table;
}

}  // namespace

TEST_CASE("every byte on a student's page is escaped, source lines and hints too")
{
    const gradebook::Table table = evil_class();
    const report::Sources sources{[](const std::string&) { return kEvil + "\n" + kEvil + "\n" + kEvil; },
                                  [](const std::string&, const Judgement&) { return std::vector<std::string>{kEvil, kEvil}; }};
    for (const gradebook::Row& row : table.rows)
        for (const Audience audience : {Audience::student, Audience::instructor}) {
            const std::string page = report::student_page(table, row, sources, audience);
            CHECK_FALSE(contains(page, "<script"));
            CHECK_FALSE(contains(page, "<b>`"));
            CHECK_FALSE(contains(page, "\x1b"));
            CHECK_FALSE(contains(page, "\xff"));
            CHECK(contains(page, "&lt;script&gt;alert(1)&lt;/script&gt;&quot;&apos;&amp;{{course}}{{{style}}}"));
            CHECK(contains(page, "<code>&lt;b&gt;</code>"));        // a near miss: backticks are ours
            CHECK(count(page, "<style>") == 1);
        }
}

TEST_CASE("a student's page runs nothing and fetches nothing")
{
    for (const std::size_t row : {kAda, kBen, kMia}) {
        const std::string page = page_of(row, Audience::instructor);
        for (const char* forbidden : {"<script", "http://", "https://", "<link", "<img", "url(", "@import", " onclick"}) CHECK_MESSAGE(!contains(page, forbidden), forbidden);
        CHECK(contains(page, "default-src 'none'; style-src 'unsafe-inline'"));
    }
}

TEST_CASE("each function can be linked to, and no id is there twice")
{
    const gradebook::Table table = test::sample_class();
    CHECK(report::anchor("07_conv2d_tiled", "conv2d_tiled") == "07_conv2d_tiled-conv2d_tiled");
    for (const std::size_t row : {kAda, kBen, kMia})
        for (const Audience audience : {Audience::student, Audience::instructor}) {
            const std::string page = page_of(row, audience);
            for (const gradebook::LabCells& lab : table.rows[row].labs)
                for (const gradebook::Cell& cell : lab.cells) CHECK(count(page, " id=\"" + report::anchor(cell.lab, cell.function) + "\"") == 1);
            CHECK(count(page, " id=\"07_conv2d_tiled\"") == 1);
        }
}

TEST_CASE("the page shows who, when, and how the points come about")
{
    const std::string page = page_of(kAda);
    for (const char* wanted : {"<h1>Ada Lovelace</h1>", "s1234567", "2026-03-03 20:15 UTC", "2026-03-01 22:59 UTC", "2 days late", "1 grace day taken", "illness",
                               "<th scope=\"row\">passed</th><td class=\"num\">10</td>", "<th scope=\"row\">reuse ratio 8.1 of 10.0 expected</th><td class=\"num\">−1.2</td>",
                               "<th scope=\"row\">2 days late: 20 %</th><td class=\"num\">−3.76</td>", "<th scope=\"row\">by hand, M. Rossi</th><td class=\"num\">+2</td>",
                               "by hand, M. Rossi: presentation", "See you in the next course.", "Well explained.", "A clean kernel.\nMind the names.", "on top"})
        CHECK_MESSAGE(contains(page, wanted), wanted);
    // 10 + 8.8 − 3.76 + 2, 10 on top, 1 by hand; the extra lab has no maximum.
    CHECK(contains(page, "<b>28.04</b><small> of 20</small>"));
    CHECK(contains(page_of(kBen), "<h1>ben</h1>"));
    CHECK(contains(page_of(kBen), "does not count"));
    CHECK(contains(page_of(kBen), "a fault of the grader, which costs no point"));
}

TEST_CASE("the source line shown is the one that the message names")
{
    const std::string shown = article(page_of(kBen), "07_conv2d_tiled-f_race");
    CHECK(count(shown, "class=\"line named\"") == 3);
    CHECK(contains(shown, "marked: </span>9</span><code>        s_tile[ty][tx] = in_image ? in[y * width + x] : 0.0f</code>"));
    CHECK(contains(shown, "marked: </span>10</span><code>    if (in_halo) return;</code>"));
    CHECK(contains(shown, "marked: </span>11</span><code>    float sum = s_tile[0][0];</code>"));
    CHECK(contains(shown, "<span class=\"no\">7</span><code>        int x = 7;</code>"));
    CHECK(contains(shown, "&lt;script&gt;alert(1)"));
    CHECK(contains(article(page_of(kBen), "07_conv2d_tiled-f_does_not_compile"), ": 0.0f<u> </u></code>"));
    CHECK_FALSE(contains(article(page_of(kMia), "07_conv2d_tiled-conv2d_tiled"), "class=\"source\""));
    const gradebook::Table table = test::sample_class();
    CHECK_FALSE(contains(report::student_page(table, table.rows[kBen], {}, Audience::student), "class=\"source\""));
}

TEST_CASE("two levels of hints are shown: the first open, the second in a fold, the others not at all")
{
    const std::string shown = article(page_of(kBen), "07_conv2d_tiled-f_barrier");
    CHECK(contains(shown, "<p>Which threads must arrive at <code>__syncthreads()</code>?</p>"));
    CHECK(contains(shown, "<details><summary>Hint 2: more detail</summary><p>A barrier waits for all threads.</p></details>"));
    for (const Audience audience : {Audience::student, Audience::instructor})
        for (const char* level : {"the place", "nearly the answer"}) CHECK_FALSE(contains(page_of(kBen, audience), level));
    CHECK_FALSE(contains(article(page_of(kAda), "07_conv2d_tiled-conv2d_tiled"), "class=\"hint\""));
}

TEST_CASE("only instructors see hashes, settings, the mail, and how a forgery was found")
{
    gradebook::Table table = test::sample_class();
    Judgement& j = table.rows[kBen].labs[0].cells[12].judgement;
    REQUIRE(j.verdict == Verdict::implausible);
    j.message = {"f_implausible: secret headline", "secret count", "secret advice"};
    j.cases = {{"secret case", Verdict::implausible, {"secret message", "", ""}}};
    j.findings = {{"implausible", {"secret finding", "", ""}, 1}};
    record::Timing& time = *table.rows[kAda].labs[0].cells[1].timing;
    time.pace = record::Pace::implausible;
    time.message = {"faster than the card can be", "secret floor", "secret advice"};
    const auto page = [&](std::size_t row, Audience audience) { return report::student_page(table, table.rows[row], test::sample_sources(), audience); };
    for (const std::size_t row : {kAda, kBen})
        for (const char* secret : {"secret", "harness-hash", "ada@example.edu", "for instructors", "How it was judged"}) CHECK_MESSAGE(!contains(page(row, Audience::student), secret), secret);
    for (const char* secret : {"secret headline", "secret count", "secret case", "secret finding", "harness-hash", "secret-settings", "for instructors"})
        CHECK_MESSAGE(contains(page(kBen, Audience::instructor), secret), secret);
    CHECK(contains(page(kAda, Audience::instructor), "secret floor"));
    CHECK(contains(page(kAda, Audience::instructor), "ada@example.edu"));
    CHECK(contains(article(page(kBen, Audience::student), "07_conv2d_tiled-f_implausible"), "ask your instructor"));
    CHECK(contains(article(page(kBen, Audience::student), "07_conv2d_tiled-f_race"), "one full tile is right"));     // others keep their tests
}

TEST_CASE("however a hidden test failed, a student's page is the same, its table of labs as well")
{
    const auto page = [](Verdict verdict, Audience audience) {
        gradebook::Table table = test::sample_class();
        for (gradebook::Cell& cell : table.rows[kAda].labs[0].cells) cell.judgement = bare_judgement(cell.function, Verdict::passed, {});
        Judgement& j = table.rows[kAda].labs[0].cells[1].judgement;
        j.verdict = verdict;
        j.hides = true;
        j.about = "one more";
        j.cases = {{"one more", verdict, {"it failed", "", ""}}};
        j.cases[0].hidden = true;
        return report::student_page(table, table.rows[kAda], test::sample_sources(), audience);
    };
    const std::string wrong = page(Verdict::wrong_result, Audience::student);
    for (const Verdict verdict : {Verdict::timeout, Verdict::barrier, Verdict::out_of_bounds, Verdict::crash}) CHECK(page(verdict, Audience::student) == wrong);
    CHECK(page(Verdict::timeout, Audience::instructor) != page(Verdict::wrong_result, Audience::instructor));
}

TEST_CASE("counters have a profiler's names, and those that are 0 are left out")
{
    const std::string shown = article(page_of(kAda), "07_conv2d_tiled-conv2d_tiled");
    for (const char* wanted : {"1,234,567", "smsp__sass_inst_executed_op_global_ld.sum", "bank conflicts", "expected, edges included</th><td class=\"num\">16.20", "46,800", "12 % too high", "declined"})
        CHECK_MESSAGE(contains(shown, wanted), wanted);
    CHECK_FALSE(contains(shown, "constant_replays"));
}

TEST_CASE("hints are found as make hint finds them")
{
    TempFolder home;
    const std::string four = R"(["{0}-1", "{0}-2", "{0}-3", "{0}-4"])";
    const auto hint = [&](const std::string& text) {
        std::string out = four;
        for (std::size_t at; (at = out.find("{0}")) != std::string::npos;) out.replace(at, 3, text);
        return out;
    };
    home.write("labs/hints.toml", "[hints]\nnull_pointer = " + hint("shared") + "\n[shared]\nnudge = \"a shared nudge\"\n");
    home.write("labs/07_a/lab.toml", "[hints]\nrace = [\"@nudge\", \"b\", \"c\", \"d\"]\nslow_pattern = " + hint("slow") + "\nout_of_bounds = " + hint("bounds") + "\ndoes_not_compile = " +
                                         hint("compile") + "\n[hints.f]\nrace = " + hint("own") + "\n");
    home.write("labs/08_b/nothing", "");
    course::LabBuild with, without;
    with.lab = "07_a", with.folder = home / "labs/07_a";
    without.lab = "08_b", without.folder = home / "labs/08_b";
    course::LabHints hints({with, without});
    const auto first = [&](const char* lab, const char* function, Verdict verdict, std::optional<halo::Key> key) {
        Judgement j = bare_judgement(function, verdict, {});
        j.key = key;
        const auto levels = hints.on(lab, j);
        return levels.empty() ? std::string("none") : levels.front();
    };
    CHECK(first("07_a", "g", Verdict::race, halo::Key::race) == "a shared nudge");
    CHECK(first("07_a", "f", Verdict::race, halo::Key::race) == "own-1");
    CHECK(first("07_a", "f", Verdict::out_of_bounds, halo::Key::null_pointer) == "shared-1");
    CHECK(first("07_a", "f", Verdict::out_of_bounds, halo::Key::row_length) == "bounds-1");
    CHECK(first("07_a", "f", Verdict::implausible, halo::Key::implausible) == "slow-1");
    CHECK(first("07_a", "f", Verdict::does_not_compile, {}) == "compile-1");
    CHECK(first("07_a", "f", Verdict::passed, {}) == "none");
    CHECK(first("07_a", "f", Verdict::missing, {}) == "none");
    CHECK(first("08_b", "f", Verdict::race, halo::Key::race) == "none");
    CHECK(first("09_c", "f", Verdict::race, halo::Key::race) == "none");

    home.write("labs/07_a/lab.toml", "[hints]\nrace = [\"too few\"]\n");
    course::LabHints broken({with});
    Judgement j = bare_judgement("f", Verdict::race, {});
    CHECK_THROWS_AS(broken.on("07_a", j), GraderFault);
}

TEST_CASE("pages are for their owner's eyes alone")
{
    TempFolder home;
    report::write_all(test::sample_class(), home.path(), test::sample_sources());
    for (const char* folder : {"feedback", "students"}) {
        CHECK(mode_of(home / folder) == 0700);
        std::size_t files = 0;
        for (const auto& entry : fs::directory_iterator(home / folder)) {
            CHECK_MESSAGE(mode_of(entry.path()) == 0600, entry.path().string());
            files += entry.path().extension() == ".html";
        }
        CHECK(files == 3);
    }
    CHECK(mode_of(home / "index.html") == 0600);
    const gradebook::Table table = test::sample_class();
    CHECK(test::slurp(home / "feedback/ben.html") == report::student_page(table, table.rows[kBen], test::sample_sources(), Audience::student));
    CHECK(test::slurp(home / "students/ben.html") == report::student_page(table, table.rows[kBen], test::sample_sources(), Audience::instructor));
}

TEST_CASE("pages of students who have left are removed, and no other file")
{
    TempFolder home;
    gradebook::Table table = test::sample_class();
    report::write_all(table, home.path());
    home.write("feedback/notes.html", "mine");
    home.write("feedback/ben.txt", "mine");
    home.write("kept.html", "mine");
    home.write("feedback/.pages", test::slurp(home / "feedback/.pages") + "../kept\n");
    table.rows.erase(table.rows.begin() + kBen);
    report::write_all(table, home.path());
    for (const char* kept : {"feedback/notes.html", "feedback/ben.txt", "kept.html", "feedback/ada.html", "students/mia.html"}) CHECK_MESSAGE(fs::exists(home / kept), kept);
    for (const char* gone : {"feedback/ben.html", "students/ben.html"}) CHECK_MESSAGE(!fs::exists(home / gone), gone);
}

TEST_CASE("if one page can't be made, all files stay as they were")
{
    TempFolder home;
    gradebook::Table table = test::sample_class();
    report::write_all(table, home.path(), test::sample_sources());
    const std::string before = test::slurp(home / "feedback/ada.html"), csv = test::slurp(home / "results.csv");
    table.rows[kAda].comment = "new", table.rows[kAda].labs[0].cells[0].points = 3;
    report::Sources failing = test::sample_sources();
    failing.hints = [](const std::string&, const Judgement& j) -> std::vector<std::string> {
        if (j.verdict == Verdict::race) throw GraderFault({"no hints", "", ""});
        return {};
    };
    CHECK_THROWS_AS(report::write_all(table, home.path(), failing), GraderFault);
    CHECK(test::slurp(home / "feedback/ada.html") == before);
    CHECK(test::slurp(home / "results.csv") == csv);
    for (const auto& entry : fs::recursive_directory_iterator(home.path())) CHECK_MESSAGE(entry.path().extension() != ".new", entry.path().string());
    report::write_all(table, home.path(), test::sample_sources());
    CHECK(contains(test::slurp(home / "feedback/ada.html"), "new"));
}

TEST_CASE("a link in the place of a page's new file is not followed")
{
    TempFolder home;
    home.write("secret", "untouched");
    fs::create_directory(home / "feedback");
    fs::create_symlink(home / "secret", home / "feedback/ada.html.new");
    report::write_all(test::sample_class(), home.path());
    CHECK(test::slurp(home / "secret") == "untouched");
    CHECK(fs::is_regular_file(fs::symlink_status(home / "feedback/ada.html")));
}

}  // namespace student_page_test
