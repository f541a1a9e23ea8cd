#include <doctest/doctest.h>

#include <algorithm>
#include <regex>

#include "made_up_class.hpp"
#include "report/class_page.hpp"
#include "report/figure.hpp"
#include "report/markup.hpp"
#include "report/mistake_words.hpp"
#include "report/page_name.hpp"
#include "report/treated.hpp"

namespace class_page_test {

using namespace halo;
using namespace halo::grader;

namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::size_t count(const std::string& text, const std::string& part)
{
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
}

std::string between(const std::string& text, const std::string& begin, const std::string& end)
{
    const std::size_t at = text.find(begin);
    REQUIRE_MESSAGE(at != std::string::npos, begin);        // of a part that is not there, nothing could be found
    const std::size_t from = at + begin.size(), to = text.find(end, from);
    REQUIRE_MESSAGE(to != std::string::npos, end);
    return text.substr(from, to - from);
}

gradebook::Cell cell(const std::string& student, const std::string& function, Verdict verdict, std::optional<double> points)
{
    gradebook::Cell out{student, "07_conv2d_tiled", function, "conv2d_tiled.cu", "content", bare_judgement(function, verdict, {}), points, 10};
    if (points) out.steps.push_back({record::Step::Why::verdict, words(verdict), *points});
    return out;
}

/// Ada passed both functions; Bob's second has a race.
gradebook::Table two()
{
    gradebook::Table table;
    table.course = "Course";
    table.run.started = "2026-03-02T09:30:00Z";
    table.run.labs = {{"07_conv2d_tiled", "2-D convolution with a shared-memory tile", "harness", {"conv2d_basic", "conv2d_tiled"}}};
    for (const char* student : {"ada", "bob"}) {
        const bool wrong = student[0] == 'b';
        gradebook::Row row{student};
        row.labs.push_back({"07_conv2d_tiled", {cell(student, "conv2d_basic", Verdict::passed, 10), cell(student, "conv2d_tiled", wrong ? Verdict::race : Verdict::passed, wrong ? 0 : 10)}});
        table.rows.push_back(std::move(row));
    }
    Judgement& race = table.rows[1].labs[0].cells[1].judgement;
    race.key = halo::Key::race;
    race.cases = {{"the first", Verdict::passed, {}}, {"the second", Verdict::race, {}}};
    table.rows[0].labs[0].cells[1].judgement.cases = {{"the first", Verdict::passed, {}}, {"the second", Verdict::passed, {}}, {"the third", Verdict::passed, {}}};
    return table;
}

std::string section(const std::string& page, const std::string& id) { return between(page, "<section id=\"" + id + "\">", "</section>"); }

}  // namespace

TEST_CASE("the class page escapes every byte that a student, a file or a card can choose, wherever it is")
{
    const std::string page = report::class_page(test::made_up_class(8, true));
    CHECK(count(page, "<script") == 1);
    CHECK(count(page, "</style>") == 1);
    CHECK_FALSE(contains(page, "<img"));
    CHECK_FALSE(contains(page, "alert(1)<"));
    CHECK(contains(page, "&lt;script&gt;alert(1)&lt;/script&gt;"));
    CHECK(contains(page, "{{course}}"));        // not filled in
    CHECK_FALSE(contains(report::escaped("\x01\xff<"), "<"));
    CHECK(report::escaped("Zoë & \"O'Neill\"") == "Zoë &amp; &quot;O'Neill&quot;");
}

TEST_CASE("the page fetches nothing, and its policy names its script and style, and no other")
{
    const std::string page = report::class_page(test::made_up_class(3)), policy = between(page, "Content-Security-Policy\" content=\"", "\"");
    CHECK(contains(policy, "default-src 'none'"));
    CHECK(contains(policy, "script-src " + report::policy_hash(between(page, "<script>", "</script>")) + ";"));
    CHECK(contains(policy, "style-src " + report::policy_hash(between(page, "<style>", "</style>")) + ";"));
    CHECK_FALSE(contains(policy, "unsafe"));
    CHECK(report::policy_hash("") == "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='");
    CHECK(report::policy_hash("alert(1)") != report::policy_hash("alert(2)"));
    for (const char* forbidden : {"http://", "https://", "<link", "<img", "url(", "@import", " style=", "fetch("}) CHECK_MESSAGE(!contains(page, forbidden), forbidden);
}

TEST_CASE("each link leads to the student's page, and to the function there")
{
    const gradebook::Table table = test::made_up_class(9);
    const std::string page = report::class_page(table);
    const std::vector<std::string> names = report::page_names(table);
    for (const std::string& name : names) CHECK(contains(page, "href=\"students/" + name + ".html\""));
    CHECK(contains(page, "href=\"students/" + names[0] + ".html#07_conv2d_tiled-conv2d_tiled\""));
    const std::regex link("href=\"(?!#)([^\"#]*)");
    for (auto at = std::sregex_iterator(page.begin(), page.end(), link); at != std::sregex_iterator(); ++at) {
        const std::string target = (*at)[1];
        CHECK_MESSAGE(std::ranges::any_of(names, [&](const std::string& name) { return target == "students/" + name + ".html"; }), target);
    }
    CHECK(contains(report::class_page(two()), "<a class=\"v race\" href=\"students/bob.html#07_conv2d_tiled-conv2d_tiled\">race</a><b>10</b>"));   // to the worst of two
}

TEST_CASE("a lab's cell shows its points, its lateness and what was done by hand, and the filter finds them")
{
    gradebook::Table table = two();
    CHECK(contains(report::class_page(table), "data-value=\"20\" data-found=\"passed\""));
    CHECK(contains(report::class_page(table), "data-value=\"10\" data-found=\"passed race\""));
    CHECK_FALSE(contains(report::class_page(table), "class=\"mark\""));
    gradebook::LabCells& lab = table.rows[0].labs[0];
    lab.late.days_late = 2;
    lab.steps = {{record::Step::Why::late, "2 days late", -4}, {record::Step::Why::by_hand, "well explained", 1}};
    lab.extra = true;
    const std::string page = report::class_page(table);
    CHECK(contains(page, "data-value=\"17\" data-found=\"by_hand extra late passed\""));
    CHECK(contains(page, "<small class=\"mark\">2 days late</small><small class=\"mark\">by hand</small><small class=\"mark\">extra</small>"));
    CHECK(contains(page, "<option value=\"by_hand\">by hand</option>"));
    CHECK_FALSE(contains(page, "<option value=\"dropped\">"));
}

TEST_CASE("what needs a person is listed, and nothing else is")
{
    gradebook::Table table = two();
    CHECK(contains(section(report::class_page(table), "attention"), "Nothing does"));

    auto& ada = table.rows[0].labs[0];
    ada.cells[0].judgement = bare_judgement("conv2d_basic", Verdict::grader_fault, {"the sandbox failed", "", ""});
    ada.cells[0].points.reset();
    ada.cells[1].timing = record::Timing{.pace = record::Pace::timed, .speedup = record::Range{1, 2, 3}};
    table.rows[1].labs[0].cells[0].judgement.verdict = Verdict::implausible;
    table.rows[1].labs[0].cells[1].timing = record::Timing{.pace = record::Pace::no_time, .message = {"the card was busy", "", ""}};
    table.rows[1].labs[0].late.due = "2026-03-01T22:59:59Z";
    table.rows[1].person.question = "2 have the name of ada";
    const std::string found = section(report::class_page(table), "attention");
    for (const char* wanted : {"Grader faults: <b>1</b>", "the sandbox failed", "Undecided times: <b>1</b>", "Implausible counts: <b>1</b>", "Not timed: <b>1</b>", "the card was busy",
                               "Handed in at an unknown time: <b>1</b>", "due 2026-03-01 22:59:59 UTC", "Whose is it?: <b>1</b>", "2 have the name of ada"})
        CHECK_MESSAGE(contains(found, wanted), wanted);
    CHECK_FALSE(contains(found, "Implausible times"));
    CHECK(contains(report::class_page(table), "<td data-value=\"\" data-found=\"grader_fault passed\">"));      // no points, which is not 0

    // Near misses: a narrow interval, a machine without a card, work of known time, and work that was never handed in.
    table = two();
    table.rows[0].labs[0].cells[0].timing = record::Timing{.pace = record::Pace::timed, .speedup = record::Range{1.99, 2, 2.01}};
    table.rows[0].labs[0].cells[1].timing = record::Timing{.pace = record::Pace::no_card};
    table.rows[0].labs[0].late = {.due = "2026-03-01T22:59:59Z", .handed_in = "2026-03-01T20:00:00Z"};
    table.rows[1].labs[0].late.due = "2026-03-01T22:59:59Z";
    for (gradebook::Cell& one : table.rows[1].labs[0].cells) one.content.clear();
    CHECK(contains(section(report::class_page(table), "attention"), "Nothing does"));
}

TEST_CASE("a test is as hard as many of those who reach it fail")
{
    const std::string tests = section(report::class_page(two()), "tests");
    CHECK(contains(tests, "<td class=\"num\"><b>1</b></td><td class=\"num\">2</td><td class=\"num\">50 %</td><th scope=\"row\">the second</th>"));
    CHECK_FALSE(contains(tests, "the first"));
    CHECK_FALSE(contains(tests, "the third"));      // Bob never came to it
    gradebook::Table table = two();
    table.rows[1].labs[0].cells[1].judgement.cases.clear();
    CHECK(contains(section(report::class_page(table), "tests"), "No test failed."));
}

TEST_CASE("a mistake names its functions, its students and the page and slide that treat it")
{
    const std::string mistakes = section(report::class_page(two()), "mistakes");
    for (const char* wanted : {"<b>1</b> <small>50 %</small>", "a race: no barrier between two threads <code>race</code>", "<code>conv2d_tiled</code> 1×", "students/bob.html#07_conv2d_tiled-conv2d_tiled",
                               "Read: lab 07, ", "Shown: "})
        CHECK_MESSAGE(contains(mistakes, wanted), wanted);
    CHECK_FALSE(contains(mistakes, "ada"));
    CHECK_FALSE(contains(mistakes, "labs/07_conv2d_tiled/index.html"));

    gradebook::Table table = two();
    table.book = "https://cuda.example.edu/halo/";
    CHECK(contains(section(report::class_page(table), "mistakes"), "Read: <a href=\"https://cuda.example.edu/halo/labs/07_conv2d_tiled/index.html#"));
    CHECK(contains(section(report::class_page(table), "mistakes"), "<span class=\"place\"><a href=\"https://cuda.example.edu/halo/slides/07_reuse_2d.html\">lecture “"));
    table.run.labs[0].title = "Another course's lab 07";
    CHECK_FALSE(contains(section(report::class_page(table), "mistakes"), "Read: "));
    CHECK(report::treated().size() > 100);
    for (const report::Treated& row : report::treated()) {
        CHECK_MESSAGE(key_named(row.key), row.key);
        CHECK((row.page.text.empty() || (row.page.path.starts_with("labs/") && contains(std::string(row.page.path), "/index.html#"))));
        for (const report::Place& slide : row.slides) CHECK((slide.path.starts_with("slides/") && slide.path.ends_with(".html")));
    }
    for (const KeyRow& row : all_keys()) CHECK(report::words(row.key) != row.name);
}

TEST_CASE("a drawing shows each count and value, and what it is held against")
{
    const std::string bars = report::bar_chart({"0", "full"}, {3, 0}, "says <this>");
    CHECK(count(bars, "<rect") == 1);
    CHECK(contains(bars, ">3</text>"));
    CHECK(contains(bars, "aria-label=\"says &lt;this&gt;\""));

    std::size_t per_dot = 0;
    const std::vector<report::Reference> lines{{"exact 10.03", "exact", 10.03}, {"closed form 16.00", "interior", 16}};
    CHECK(count(report::dot_plot({10, 10, 5}, lines, "", &per_dot), "<circle") == 3);
    CHECK(per_dot == 1);
    const std::string many = report::dot_plot(std::vector<double>(500, 10.03), lines, "", &per_dot);
    CHECK(per_dot == 42);
    CHECK(count(many, "<circle") == 12);
    CHECK(contains(many, "class=\"interior\""));
    CHECK(contains(many, ">closed form 16.00</text>"));
    CHECK(contains(report::dot_plot({0}, {}, "", &per_dot), "<circle"));        // an axis without a length
}

TEST_CASE("every class has a page: nobody, one student, nobody with points")
{
    CHECK(contains(report::class_page(test::made_up_class(0)), "Nobody handed in anything."));
    CHECK(contains(report::class_page(test::made_up_class(1)), "1 student ·"));
    CHECK(contains(report::class_page(gradebook::Table{}), "Nothing was handed in."));
    gradebook::Table faults = two();
    for (gradebook::Row& row : faults.rows)
        for (gradebook::Cell& one : row.labs[0].cells) one.points.reset(), one.judgement.verdict = Verdict::grader_fault;
    CHECK(contains(section(report::class_page(faults), "points"), "Nobody has points."));
    CHECK_FALSE(contains(report::class_page(faults), "nan"));
}

TEST_CASE("the class page is the same for the same table, and says so when nothing held submissions back")
{
    gradebook::Table table = test::made_up_class(20);
    CHECK(report::class_page(table) == report::class_page(test::made_up_class(20)));
    CHECK_FALSE(contains(report::class_page(table), "--no-sandbox"));
    table.run.sandboxed = false;
    CHECK(contains(report::class_page(table), "role=\"alert\"><b>Graded with --no-sandbox.</b>"));
}

}  // namespace class_page_test
