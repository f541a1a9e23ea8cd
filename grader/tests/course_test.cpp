// The rules of a course, one by one: names, times, lateness, points by hand, labs that do not count.

#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <stdexcept>

#include "course/course.hpp"
#include "gradebook/score.hpp"
#include "machine/errors.hpp"
#include "machine/nearest.hpp"

namespace course_test {

using namespace halo;
using namespace halo::grader;

namespace {

/// The message that it is refused with; `accepted` if it is not.
std::string refusal(const std::function<void()>& what)
{
    try {
        what();
    } catch (const UsageError& error) {
        return text(error.message);
    }
    return "accepted";
}

std::string refused(const std::string& course)
{
    return refusal([&] { course::parse_course(course, "course.toml"); });
}
std::string refused_row(const std::string& rows)
{
    return refusal([&] { course::parse_overrides(rows, "overrides.toml", course::Zone()); });
}

course::Instant at(const char* text, const course::Zone& zone = {}) { return course::instant_in(text, zone).value(); }

/// One lab with one function: what it earned of its maximum, and when it was handed in.
struct Lab {
    std::string lab;
    std::optional<double> points = 10;
    double max = 10;
    std::string handed_in = "";
};

gradebook::Table table(const std::vector<Lab>& labs, const record::Person& person = {})
{
    gradebook::Table table;
    gradebook::Row row{"ada", person};
    for (const Lab& lab : labs) {
        gradebook::LabCells cells{lab.lab, {}};
        gradebook::Cell cell{"ada", lab.lab, "f", "f.cu", "content", bare_judgement("f", lab.points ? Verdict::passed : Verdict::grader_fault, {}), lab.points, lab.max};
        if (lab.points) cell.steps.push_back({record::Step::Why::verdict, "passed", *lab.points});
        cells.cells.push_back(std::move(cell));
        if (lab.handed_in == record::kMarkedLate) cells.late.mark = course::LmsMark::late;
        else cells.late.handed_in = lab.handed_in;
        row.labs.push_back(std::move(cells));
    }
    table.rows.push_back(std::move(row));
    return table;
}

course::Course course_of(const std::string& text, const std::string& by_hand = "")
{
    course::Course course = course::parse_course(text, "course.toml");
    course.overrides = course::parse_overrides(by_hand, "overrides.toml", course.deadlines.zone).all;
    return course;
}

gradebook::Row scored(const std::vector<Lab>& labs, const std::string& course, const std::string& by_hand = "", const record::Person& person = {})
{
    gradebook::Table all = table(labs, person);
    gradebook::score(all, course_of(course, by_hand));
    const gradebook::Row& row = all.rows[0];
    for (const gradebook::LabCells& lab : row.labs)                    // every report may rely on it
        for (const gradebook::Cell& cell : lab.cells) CHECK(cell.points.value_or(0) == doctest::Approx(record::sum(cell.steps)));
    return row;
}

/// What a lab with 10 of 20 points, due at noon UTC on 1 March, earns; to a millionth.
double points_at(const char* handed_in, const std::string& late)
{
    return std::round(1e6 * *scored({{"01_a", 10, 20, handed_in}}, "[late]\n" + late + "\n[labs.01_a]\ndue = 2026-03-01T12:00:00\n").points()) / 1e6;
}

std::string row_by_hand(const std::string& keys) { return "[[override]]\nstudent = \"ada\"\nby = \"M. Rossi\"\nwhy = \"argued\"\n" + keys + "\n"; }

}  // namespace

TEST_CASE("the nearest name is the one that was probably meant")
{
    const std::vector<std::string> known = {"conv1d_design1", "conv1d_design2", "conv2d_tiled", "07_conv2d_tiled"};
    CHECK(nearest("conv1d_desgin2", known) == "conv1d_design2");
    CHECK(nearest("Conv2D_Tiled", known) == "conv2d_tiled");
    CHECK(nearest("07", known) == "07_conv2d_tiled");
    CHECK(nearest("transpose", known) == "");                     // nothing is near
    CHECK(nearest("", known) == "");
    CHECK(nearest(std::string(1000, 'a'), known) == "");
    CHECK(nearest("conv1d_design3", known) == "conv1d_design1");   // equally near: the first
    CHECK(did_you_mean("transpose", std::vector<std::string>{"a", "b"}, "the labs are") == "the labs are a, b");
}

TEST_CASE("a clock on the wall is read in its zone, in summer and in winter")
{
    const course::Zone berlin = course::Zone::named("Europe/Berlin");
    CHECK(course::utc_text(at("2026-03-01T23:59", berlin)) == "2026-03-01T22:59:00Z");
    CHECK(course::utc_text(at("2026-07-01 23:59:30", berlin)) == "2026-07-01T21:59:30Z");
    CHECK(course::utc_text(at("2026-07-01T23:59:00+05:30", berlin)) == "2026-07-01T18:29:00Z");
    CHECK(course::utc_text(at("2026-07-01 23:59:00.000000000 Z", berlin)) == "2026-07-01T23:59:00Z");
    CHECK(course::utc_text(at("2026-10-25T02:30", berlin)) == "2026-10-25T01:30:00Z");      // twice that night: the later
    CHECK_FALSE(course::instant_in("2026-03-29T02:30", berlin));                            // never shown
    CHECK(course::instant_in("2026-03-29T03:00", berlin));
    for (const char* wrong : {"", "tomorrow", "2026-02-30T12:00", "2026-03-01", "2026-03-01T25:00Z", "2026-03-01T12:00:00+1", "2026-03-01T12:00:00Z and more", "01.03.2026 12:00"})
        CHECK_MESSAGE(!course::instant_in(wrong, berlin), wrong);
    CHECK(berlin.text(at("2026-07-01T00:00Z")) == "2026-07-01 02:00 CEST");
    CHECK_THROWS_AS(course::Zone::named("Europe/Berln"), std::invalid_argument);
    for (const char* wrong : {"", "/etc/passwd", "../zoneinfo/UTC", "zone.tab"}) CHECK_THROWS_AS(course::Zone::named(wrong), std::invalid_argument);
}

TEST_CASE("exactly at the deadline is in time, a second later a day has begun")
{
    CHECK(points_at("2026-03-01T12:00:00Z", "penalty = 0.1") == 10);
    CHECK(points_at("2026-03-01T12:00:01Z", "penalty = 0.1") == 9);
    CHECK(points_at("2026-03-02T12:00:00Z", "penalty = 0.1") == 9);
    CHECK(points_at("2026-03-02T12:00:01Z", "penalty = 0.1") == 8);
    CHECK(points_at("2026-03-01T12:10:00Z", "penalty = 0.1\ngrace_minutes = 10") == 10);
    CHECK(points_at("2026-03-01T12:10:01Z", "penalty = 0.1\ngrace_minutes = 10") == 9);
    CHECK(points_at("2026-03-01T13:00:00Z", "penalty = 0.1\nper = \"hour\"") == 9);
    CHECK(points_at("2026-03-01T13:00:01Z", "penalty = 0.1\nper = \"hour\"") == 8);
    CHECK(points_at("2026-03-03T12:00:00Z", "penalty = 0.1\nof = \"maximum\"") == 6);      // twice a tenth of 20
    CHECK(points_at("2026-03-20T12:00:00Z", "penalty = 0.1\nmost = 0.5") == 5);
    CHECK(points_at("2026-03-20T12:00:00Z", "penalty = 0.1") == 0);                        // never less
    CHECK(points_at("2026-03-08T12:00:00Z", "penalty = 0.1\nmost = 0.5\nuntil = 7") == 5);
    CHECK(points_at("2026-03-08T12:00:01Z", "penalty = 0.1\nmost = 0.5\nuntil = 7") == 0);
    CHECK(points_at("9999-12-31T00:00:00Z", "penalty = 0.1\nmost = 0.5") == 5);
    CHECK(points_at("", "penalty = 0.1") == 10);                                            // no time is known
    CHECK(points_at(record::kMarkedLate, "penalty = 0.1") == 9);
    CHECK(points_at(record::kMarkedLate, "penalty = 0.1\nunknown = 3") == 7);
    CHECK(points_at(record::kMarkedLate, "penalty = 0.1\nunknown = 0") == 10);
}

TEST_CASE("a day late has 23 hours in spring and 25 in autumn")
{
    const auto points = [](const char* due, const char* handed_in) {
        return *scored({{"01_a", 10, 10, handed_in}}, std::string("timezone = \"Europe/Berlin\"\n[late]\npenalty = 0.1\n[labs.01_a]\ndue = ") + due + "\n").points();
    };
    CHECK(points("2026-03-28T12:00:00", "2026-03-29T10:00:00Z") == 9);       // noon of the next day
    CHECK(points("2026-03-28T12:00:00", "2026-03-29T10:00:01Z") == 8);
    CHECK(points("2026-10-24T12:00:00", "2026-10-25T11:00:00Z") == 9);       // 25 hours
    CHECK(points("2026-10-24T12:00:00", "2026-10-25T11:00:01Z") == 8);
    CHECK(points("2026-03-28T12:00:00Z", "2026-03-28T12:00:00Z") == 10);     // with an offset the zone does not matter
    CHECK(points("2026-03-01", "2026-03-01T22:59:59Z") == 10);               // a date alone is the end of that day
    CHECK(points("2026-03-01", "2026-03-01T23:00:00Z") == 9);
    CHECK(points("2026-03-28T02:30:00", "2026-03-29T01:30:00Z") == 9);       // 2:30 is not shown on the 29th: an hour later
    CHECK(points("2026-03-28T02:30:00", "2026-03-29T01:30:01Z") == 8);
}

TEST_CASE("what lateness costs is a line with its numbers")
{
    const auto said = [](const char* handed_in, const std::string& late) {
        const gradebook::Row row = scored({{"01_a", 10, 20, handed_in}}, "[late]\npenalty = 0.1\n" + late + "\n[labs.01_a]\ndue = 2026-03-01T12:00:00\n");
        return row.labs[0].steps.empty() ? "" : row.labs[0].steps[0].what;
    };
    CHECK(said("2026-03-01T12:00:00Z", "") == "");
    CHECK(said("2026-03-01T12:00:01Z", "") == "1 day late: 10 % a day");
    CHECK(said("2026-03-03T12:00:00Z", "per = \"hour\"\nmost = 0.5") == "48 hours late: 10 % an hour, at most 50 %");
    CHECK(said("2026-03-03T12:00:00Z", "of = \"maximum\"") == "2 days late: 10 % a day of its maximum");
    CHECK(said("2026-03-09T12:00:00Z", "until = 7") == "8 days late: after 7 days it earns nothing");
    CHECK(said("2026-03-04T12:00:00Z", "grace_days = 2") == "3 days late, less 2 grace days: 10 % a day");
    CHECK(said("2026-03-02T12:00:00Z", "grace_days = 2") == "1 day late, less 1 grace day: costs nothing");
    CHECK(said(record::kMarkedLate, "") == "marked as late, by an unknown amount: counts as 1 day: 10 % a day");
}

TEST_CASE("grace days are taken in the order of the deadlines, until there are none")
{
    const std::string course = "[late]\npenalty = 0.1\nmost = 0.5\ngrace_days = 3\n[labs.01_a]\ndue = 2026-03-10T12:00:00\n[labs.02_b]\ndue = 2026-03-05T12:00:00\n[labs.03_c]\ndue = 2026-03-20T12:00:00\n";
    const gradebook::Row row = scored({{"01_a", 10, 10, "2026-03-12T12:00:00Z"}, {"02_b", 10, 10, "2026-03-07T12:00:00Z"}, {"03_c", 10, 10, "2026-03-21T12:00:00Z"}}, course);
    CHECK(row.labs[1].late.grace_days == 2);            // due first
    CHECK(row.labs[0].late.grace_days == 1);            // two days late, one is left
    CHECK(row.labs[2].late.grace_days == 0);            // exhausted
    CHECK(row.labs[0].points() == 9.0);
    CHECK(row.labs[1].points() == 10.0);
    CHECK(row.labs[2].points() == 9.0);

    const gradebook::Row wasted = scored({{"02_b", 0, 10, "2026-03-07T12:00:00Z"}, {"01_a", 10, 10, "2026-03-12T12:00:00Z"}}, course);
    CHECK(wasted.labs[0].late.grace_days == 0);         // it has no points to save
    CHECK(wasted.labs[1].late.grace_days == 2);
    const gradebook::Row capped = scored({{"02_b", 10, 10, "2026-03-14T12:00:00Z"}, {"01_a", 10, 10, "2026-03-12T12:00:00Z"}}, course);
    CHECK(capped.labs[0].late.grace_days == 0);         // nine days or six: half is lost
    CHECK(capped.labs[1].late.grace_days == 2);
}

TEST_CASE("a section and an extension move a deadline, and an extension never shortens it")
{
    const std::string course = "[late]\npenalty = 0.1\n[labs.01_a]\ndue = 2026-03-01T12:00:00\ndue_in = { B = 2026-03-03T12:00:00 }\n";
    const auto late = [&](const char* handed_in, const std::string& more, const char* section = "") {
        return scored({{"01_a", 10, 10, handed_in}}, course + more, "", {.id = "4711", .mail = "Ada@example.edu", .section = section}).labs[0].late;
    };
    CHECK(late("2026-03-03T12:00:00Z", "").days_late == 2);
    CHECK(late("2026-03-03T12:00:00Z", "", "B").days_late == 0);
    CHECK(late("2026-03-03T12:00:01Z", "", "B").days_late == 1);
    CHECK(late("2026-03-03T12:00:00Z", "", "C").days_late == 2);          // not named: the deadline of all
    const auto extension = [](const std::string& keys) { return "[[extensions]]\nwhy = \"ill\"\n" + keys + "\n"; };
    for (const char* who : {"ada", "4711", "ada@EXAMPLE.edu"}) {
        const course::Lateness given = late("2026-03-03T12:00:00Z", extension(std::string("student = \"") + who + "\"\ndays = 2"));
        CHECK(given.days_late == 0);
        CHECK(given.extension == "ill");
        CHECK(given.due == "2026-03-03T12:00:00Z");
    }
    CHECK(late("2026-03-05T12:00:00Z", extension("student = \"ada\"\ndays = 2\nlab = \"01_a\""), "B").days_late == 0);
    CHECK(late("2026-03-03T12:00:00Z", extension("student = \"ada\"\ndays = 2\nlab = \"02_b\"")).days_late == 2);
    CHECK(late("2026-03-03T12:00:00Z", extension("student = \"ada\"\ndue = 2026-03-03T12:00:00Z")).days_late == 0);
    CHECK(late("2026-03-03T12:00:00Z", extension("student = \"ada\"\ndue = 2026-02-01T12:00:00Z")).days_late == 2);
    CHECK(late(record::kMarkedLate, extension("student = \"ada\"\ndays = 2")).days_late == 0);     // the LMS's mark is about the deadline of all
    CHECK(late(record::kMarkedLate, "").days_late == 1);
}

TEST_CASE("the lowest labs do not count, and which they are can be worked out by hand")
{
    const auto dropped = [](const std::vector<Lab>& labs, const std::string& course, const std::string& by_hand = "") {
        std::string out;
        for (const gradebook::LabCells& lab : scored(labs, course, by_hand).labs)
            if (lab.dropped) out += (out.empty() ? "" : " ") + lab.lab;
        return out;
    };
    CHECK(dropped({{"01_a", 5, 20}, {"02_b", 4, 10}, {"03_c", 10, 10}}, "drop_lowest = 1\n") == "01_a");     // by share: 25 % and 40 %
    CHECK(dropped({{"01_a", 5, 20}, {"02_b", 4, 10}, {"03_c", 10, 10}}, "") == "");
    CHECK(dropped({{"01_a", 5, 10}, {"02_b", 10, 20}, {"03_c", 10, 10}}, "drop_lowest = 1\n") == "02_b");    // equal shares: the larger maximum
    CHECK(dropped({{"01_a", 5, 10}, {"02_b", 5, 10}, {"03_c", 10, 10}}, "drop_lowest = 1\n") == "01_a");     // equal altogether: the first
    CHECK(dropped({{"01_a", 5, 10}, {"02_b", 6, 10}}, "drop_lowest = 9\n") == "01_a");                       // one always counts
    CHECK(dropped({{"01_a", 0, 10}, {"02_b", 6, 10}}, "drop_lowest = 1\n[labs.01_a]\nextra = true\n") == ""); // extra credit is never dropped, and one other is not a choice
    CHECK(dropped({{"01_a", 0, 10}, {"02_b", 6, 10}, {"03_c", 7, 10}}, "drop_lowest = 1\n[labs.01_a]\nextra = true\n") == "02_b");
    CHECK(dropped({{"01_a", std::nullopt, 10}, {"02_b", 6, 10}, {"03_c", 7, 10}}, "drop_lowest = 1\n") == "02_b");   // an unknown score can't be the lowest
    const std::vector<Lab> copied = {{"01_a", 9, 10}, {"02_b", 6, 10}, {"03_c", 7, 10}};
    CHECK(dropped(copied, "drop_lowest = 1\n", row_by_hand("lab = \"01_a\"\npoints = 0")) == "");            // set by hand: it counts, and no other goes in its place
    CHECK(dropped(copied, "drop_lowest = 2\n", row_by_hand("lab = \"01_a\"\npoints = 0")) == "02_b");
    CHECK(dropped(copied, "drop_lowest = 1\n", row_by_hand("lab = \"02_b\"\nchange = 2")) == "03_c");        // changed by hand: it is 8 now
    CHECK(dropped(copied, "drop_lowest = 1\n", row_by_hand("lab = \"02_b\"\nfunction = \"f\"\npoints = 1")) == "02_b");

    const gradebook::Row row = scored({{"01_a", 5, 20}, {"02_b", 4, 10}}, "drop_lowest = 1\n");
    CHECK(row.points() == 4.0);
    CHECK(row.max_points() == 10);
    CHECK(row.labs[0].points() == 5.0);
    CHECK(row.labs[0].steps.at(0).what == "does not count, as the lowest: 5 of 20 points");
}

TEST_CASE("extra credit has points and no maximum")
{
    const gradebook::Row row = scored({{"01_a", 8, 10}, {"02_b", 5, 10}}, "[labs.01_a]\n[labs.02_b]\nextra = true\n");
    CHECK(row.points() == 13.0);
    CHECK(row.max_points() == 10);
    CHECK_FALSE(scored({{"01_a", 8, 10}}, "[labs.01_a]\nextra = false\n").labs[0].extra);
}

TEST_CASE("points by hand come last: no lateness takes a part of them")
{
    const std::string late = "[late]\npenalty = 0.1\n[labs.01_a]\ndue = 2026-03-01T12:00:00\n";
    const std::vector<Lab> a_day_late = {{"01_a", 10, 20, "2026-03-02T12:00:00Z"}};
    CHECK(scored(a_day_late, late).points() == 9.0);
    const gradebook::Row function = scored(a_day_late, late, row_by_hand("lab = \"01_a\"\nfunction = \"f\"\npoints = 18\ncomment = \"well argued\"\ndate = 2026-03-04"));
    CHECK(function.points() == 17.0);                                        // 18 by hand; late costs a tenth of the 10 that were earned
    CHECK(function.labs[0].cells[0].comment == "well argued");
    CHECK(function.labs[0].cells[0].steps.back().what == "M. Rossi, 2026-03-04: argued");
    CHECK(function.labs[0].cells[0].steps.back().change == 8);
    CHECK(function.labs[0].cells[0].steps.back().why == record::Step::Why::by_hand);
    CHECK(scored(a_day_late, late, row_by_hand("lab = \"01_a\"\npoints = 18")).points() == 18.0);
    CHECK(scored(a_day_late, late, row_by_hand("lab = \"01_a\"\nchange = 2")).points() == 11.0);
    CHECK(scored(a_day_late, late, row_by_hand("lab = \"01_a\"\nchange = -50")).points() == 0.0);      // never less than none
    CHECK(scored(a_day_late, late, row_by_hand("points = 3")).points() == 3.0);
    CHECK(scored(a_day_late, late, row_by_hand("change = 3")).points() == 12.0);
    CHECK(scored(a_day_late, late, row_by_hand("lab = \"02_b\"\npoints = 3")).points() == 9.0);        // a lab that is not in this run
    const gradebook::Row over = scored(a_day_late, late, row_by_hand("lab = \"01_a\"\npoints = 25"));
    CHECK(over.points() == 25.0);
    CHECK(over.labs[0].steps.back().what == "M. Rossi: argued (more than the maximum of 20)");
    const gradebook::Row comment = scored(a_day_late, late, row_by_hand("comment = \"see me\"") + row_by_hand("comment = \"soon\""));
    CHECK(comment.comment == "see me\nsoon");
    CHECK(comment.points() == 9.0);
    CHECK(comment.steps.empty());
    const gradebook::Row several = scored(a_day_late, late, row_by_hand("lab = \"01_a\"\npoints = 5") + row_by_hand("lab = \"01_a\"\nchange = 1") + row_by_hand("change = -2"));
    CHECK(several.points() == 4.0);
}

TEST_CASE("a fault of the grader has no points, unless some are given by hand")
{
    const std::vector<Lab> fault = {{"01_a", std::nullopt, 10}};
    CHECK_FALSE(scored(fault, "").points());
    CHECK(scored(fault, "", row_by_hand("lab = \"01_a\"\nfunction = \"f\"\npoints = 7")).points() == 7.0);
    CHECK(scored(fault, "", row_by_hand("lab = \"01_a\"\npoints = 7")).points() == 7.0);
    CHECK(scored(fault, "", row_by_hand("points = 7")).points() == 7.0);
    CHECK_FALSE(scored(fault, "", row_by_hand("lab = \"01_a\"\nfunction = \"f\"\nchange = 7")).points());    // 7 more than an unknown number
    CHECK(scored(fault, "", row_by_hand("lab = \"01_a\"\npoints = 7")).labs[0].cells[0].judgement.verdict == Verdict::grader_fault);
}

TEST_CASE("the steps of a verdict show how a share comes about")
{
    const course::Course course = course::parse_course("points = 10\nfull_reuse = 0.9\nleak_deduction = 0.1\n[credit]\nslow_pattern = 0.5\n", "course.toml");
    Judgement j = bare_judgement("f", Verdict::passed, {});
    j.reuse_ratio = 8.1, j.expected_reuse_ratio = 10.03, j.leaked_bytes = 4;
    const record::Steps steps = course.steps("1", j);
    REQUIRE(steps.size() == 3);
    CHECK(steps[0].what == "passed: 10 points");
    CHECK(steps[1].what == "reuse ratio 8.10 of 10.03 expected (full from 9.03): 0.94 of the points");
    CHECK(steps[1].change == doctest::Approx(10 * (0.5 + 0.5 * 7.1 / (0.9 * 10.03 - 1) - 1)));
    CHECK(steps[2].what == "leak of 4 bytes: −0.1 of the points");
    CHECK(steps[2].change == doctest::Approx(-1));
    CHECK(*course.points("1", j) == doctest::Approx(record::sum(steps)));

    const course::Course none = course::parse_course("points = 10\nno_reuse = 0\n[credit]\nslow_pattern = 0.5\n", "course.toml");
    j.leaked_bytes = 0, j.reuse_ratio = 1;
    CHECK(none.points("1", j) == 0.0);
    CHECK(course.points("1", j) == 5.0);
    j.verdict = Verdict::slow_pattern;
    CHECK(course.steps("1", j).at(0).what == "slow pattern: 0.5 of 10 points");
    CHECK(course.steps("1", bare_judgement("f", Verdict::grader_fault, {})).empty());
    j.verdict = Verdict::race, j.leaked_bytes = 4;
    CHECK(course.steps("1", j).size() == 1);                       // a leak costs nothing of nothing
}

TEST_CASE("what a course can't mean is refused with its line")
{
    CHECK(refused("points = 5\npionts = 6\n") == "course.toml:2: unknown key pionts\n  try:   did you mean points?");
    CHECK(refused("[credit]\nslowpattern = 1\n") == "course.toml:2: credit for slowpattern: there is no such verdict\n  try:   did you mean slow_pattern?");
    CHECK(refused("[credit]\ngrader_fault = 0\n") == "course.toml:2: credit for grader_fault: a fault of the grader costs nothing\n  try:   delete the line");
    CHECK(refused("[labs.01_a]\nexta = true\n") == "course.toml:2: unknown key exta in labs.01_a\n  try:   did you mean extra?");
    CHECK(refused("[late]\npenalty = 0.1\nperday = true\n") == "course.toml:3: unknown key perday in late\n  try:   the keys are penalty, per, of, most, until, grace_minutes, grace_days, file_times, unknown");
    CHECK(refused("book = \"https://cuda.example.edu/halo\"\n") == "accepted");
    CHECK(refused("book = \"javascript:alert(1)\"\n") == "course.toml:1: book = javascript:alert(1) is not the address of a site\n  try:   write where the folder of make book is: https://cuda.example.edu/halo/");
    CHECK(refused("[late]\npenatly = 0.1\n") == "course.toml:2: unknown key penatly in late\n  try:   did you mean penalty?");
    CHECK(refused("[late]\nper = \"week\"\n") == "course.toml:2: per must be \"day\" or \"hour\"");
    CHECK(refused("[limits]\nrun_cpu = 3\n") == "course.toml:2: unknown key run_cpu in limits\n  try:   did you mean run_cpu_s?");
    CHECK(refused("timezone = \"Europe/Berln\"\n") == "course.toml:1: timezone Europe/Berln: there is no such time zone\n  try:   did you mean Europe/Berlin?");
    CHECK(refused("timezone = \"Europe/Berlin\"\n[labs.01_a]\ndue = 2026-03-29T02:30:00\n") ==
          "course.toml:3: due: no clock in Europe/Berlin shows this time\n  try:   clocks are put forward there; name a time before or after, or one with its offset");
    CHECK(refused("[labs.01_a]\ndue = \"2026-03-29\"\n") == "course.toml:2: due must be a date, or a date and a time, without quotes\n  try:   due = 2026-03-01T23:59:00");
    CHECK(refused("title = 5\n") == "course.toml:1: title must be a text, in quotes");
    CHECK(refused("extensions = 5\n") == "course.toml:1: extensions must be tables, each under [[extensions]]");
    CHECK(refused("[[extensions]]\nstudent = \"ada\"\nwhy = \"ill\"\n") == "course.toml:1: extension: until when?\n  try:   either days = 2, or due = 2026-03-04T23:59:00");
    CHECK(refused("[[extensions]]\nstudent = \"ada\"\ndays = 2\n") == "course.toml:1: extension: why?\n  try:   why = \"ill, certificate seen\"");
    for (const char* number : {"nan", "inf", "-inf", "-0.1", "1.5", "true", "\"0.1\""})
        for (const char* key : {"penalty", "most"}) CHECK(refused(std::string("[late]\n") + key + " = " + number + "\n") == std::string("course.toml:2: ") + key + " must be a number from 0 to 1");
    for (const char* number : {"nan", "inf", "-1", "1.5", "1e300"}) CHECK(refused(std::string("drop_lowest = ") + number + "\n") == "course.toml:1: drop_lowest must be a whole number from 0 to 100");
    CHECK(refused("[late]\npenalty = 0.1\nmost = 0.5\nuntil = 7\ngrace_minutes = 10\ngrace_days = 3\nunknown = 1\nper = \"hour\"\nof = \"maximum\"\nfile_times = true\n") == "accepted");
}

TEST_CASE("a row by hand says who and why, and what it changes")
{
    const auto row = [](const std::string& keys) { return "[[override]]\n" + keys + "\n"; };
    const std::string who = "student = \"ada\"\nby = \"M. Rossi\"\nwhy = \"argued\"\n";
    CHECK(refused_row(row(who + "points = 18")) == "accepted");
    CHECK(refused_row(row("student = \"ada\"\nwhy = \"argued\"\npoints = 1")) == "overrides.toml:1: override: who decided it?\n  try:   by = \"M. Rossi\"");
    CHECK(refused_row(row("student = \"ada\"\nby = \"M. Rossi\"\npoints = 1")) == "overrides.toml:1: override: why?\n  try:   why = \"argued in office hour, see mail of 3 March\"");
    CHECK(refused_row(row("by = \"M. Rossi\"\nwhy = \"argued\"\npoints = 1")) == "overrides.toml:1: override: whose points?\n  try:   student = \"ada\", a folder, an id or a mail address");
    CHECK(refused_row(row(who + "why = \"  \"")).starts_with("overrides.toml:5: "));
    CHECK(refused_row(row(who)) == "overrides.toml:1: override: it changes nothing\n  try:   points = 18, change = 2, or comment = \"…\"");
    CHECK(refused_row(row(who + "points = 1\nchange = 1")) == "overrides.toml:1: override: points and change are both there\n  try:   points = 18 sets them, change = 2 adds to them");
    CHECK(refused_row(row(who + "points = 1\nfunction = \"f\"")) == "overrides.toml:1: override: of which lab is f?\n  try:   lab = \"07_conv2d_tiled\"");
    CHECK(refused_row(row(who + "points = -1")) == "overrides.toml:5: points must be a number from 0 to 1000000");
    CHECK(refused_row(row(who + "change = nan")) == "overrides.toml:5: change must be a number from -1000000 to 1000000");
    CHECK(refused_row(row(who + "pionts = 1")) == "overrides.toml:5: unknown key pionts in override\n  try:   did you mean points?");
    CHECK(refused_row("[[overrides]]\n") == "overrides.toml:1: unknown key overrides\n  try:   did you mean override?");
    CHECK(refused_row(row(who + "points = 1\ndate = \"today\"")) == "overrides.toml:6: date must be a date, without quotes\n  try:   date = 2026-03-04");
    CHECK(refused_row("[[extensions]]\nstudent = \"ada\"\ndays = 2\nwhy = \"ill\"\n") == "accepted");
}

TEST_CASE("a mistyped student is an error with the nearest name, and somebody who is not there a note")
{
    const auto scoring = [](const std::string& course, const std::string& by_hand, const record::Person& person = {}) { return refusal([&] { scored({{"01_a"}}, course, by_hand, person); }); };
    CHECK(scoring("", "[[override]]\nstudent = \"adda\"\nby = \"R\"\nwhy = \"w\"\npoints = 1\n") ==
          "overrides.toml:1: no student is called adda\n  where: looked for a folder, an id, a mail address\n  try:   did you mean ada?");
    CHECK(scoring("[[extensions]]\nstudent = \"m471\"\nwhy = \"w\"\ndays = 1\n", "", {.id = "m4711"}) ==
          "course.toml:1: no student is called m471\n  where: looked for a folder, an id, a mail address\n  try:   did you mean m4711?");
    const auto notes = [](const std::string& course, const std::string& by_hand) { return course_of(course, by_hand).check_people(course::Roll({"ada"}, {{"ada", {.id = "4711"}}})); };
    const std::string extended = "[[extensions]]\nwhy = \"w\"\ndays = 1\nstudent = ", by_hand = "[[override]]\nby = \"R\"\nwhy = \"w\"\npoints = 1\nstudent = ";
    CHECK(notes(extended + "\"4711\"\n", by_hand + "\"ada\"\n").empty());
    CHECK(notes(extended + "\"4712\"\n", by_hand + "\"oscar\"\n") == std::vector<std::string>{"course.toml:1: 4712 is not among these students; the row changes nothing", "overrides.toml:1: oscar is not among these students; the row changes nothing"});
    CHECK(scoring("", by_hand + "\"oscar\"\n") == "accepted");
    CHECK(scoring("", row_by_hand("lab = \"01_a\"\nfunction = \"ff\"\npoints = 1")) == "overrides.toml:1: 01_a has no function ff\n  try:   did you mean f?");
    CHECK(scoring("", row_by_hand("points = 1") + row_by_hand("points = 2")) ==
          "overrides.toml:6: these points of ada are set in overrides.toml:1 too\n  try:   delete one of the two, or add to the first with change");
    const course::Roll two({"ada", "bob"}, {{"ada", {.mail = "a@b"}}, {"bob", {.mail = "A@B"}}});
    CHECK(refusal([&] { two.folder_of("a@b", "x:1"); }) == "x:1: 2 students are called a@b\n  where: their folders are ada, bob\n  try:   name one by the folder");
    CHECK(two.folder_of("ada", "x:1") == "ada");
}

TEST_CASE("every lab and function that a course names must be there")
{
    std::vector<course::LabBuild> labs(2);
    labs[0].lab = "05_tiled_design2", labs[1].lab = "07_conv2d_tiled";
    const auto checked = [&](const std::string& course, const std::string& by_hand = "") {
        return refusal([&] {
            course_of(course, by_hand).check(labs, [](const course::LabBuild& lab) { return lab.lab[1] == '5' ? std::vector<std::string>{"conv1d_design2"} : std::vector<std::string>{"conv2d_basic", "conv2d_tiled"}; });
        });
    };
    CHECK(checked("[labs.05_tiled_design2]\nconv1d_design2 = 20\n") == "accepted");
    CHECK(checked("[labs.05_tiled_design2]\nconv1d_desgin2 = 20\n") == "course.toml:2: 05_tiled_design2 has no function conv1d_desgin2\n  try:   did you mean conv1d_design2?");
    CHECK(checked("[labs.07_conv2d_tiled]\nfoo = 20\n") == "course.toml:2: 07_conv2d_tiled has no function foo\n  try:   its functions are conv2d_basic, conv2d_tiled");
    CHECK(checked("[labs.07_conv2d_tiled]\ndeu = 20\n") == "course.toml:2: 07_conv2d_tiled has no function deu\n  try:   did you mean due?");
    CHECK(checked("[labs.07]\n") == "course.toml:1: there is no lab 07\n  try:   did you mean 07_conv2d_tiled?");
    CHECK(checked("[labs.05_tiled_desing2]\n") == "course.toml:1: there is no lab 05_tiled_desing2\n  try:   did you mean 05_tiled_design2?");
    CHECK(checked("[labs.07_conv2d_tiled]\nspeed = { conv2d_tield = { points = 5, from = 0.5, full = 0.95 } }\n") == "course.toml:2: 07_conv2d_tiled has no function conv2d_tield\n  try:   did you mean conv2d_tiled?");
    CHECK(checked("", row_by_hand("lab = \"7\"\npoints = 1")).starts_with("overrides.toml:1: there is no lab 7"));
    CHECK(checked("", row_by_hand("lab = \"07_conv2d_tiled\"\nfunction = \"conv2d\"\npoints = 1")) == "overrides.toml:1: 07_conv2d_tiled has no function conv2d\n  try:   did you mean conv2d_basic?");
    // Not built here, so that its functions are not known; that there is such a lab is.
    const auto unbuilt = [&](const std::string& course) { return refusal([&] { course_of(course, "").check(labs, [](const course::LabBuild&) { return std::vector<std::string>(); }); }); };
    CHECK(unbuilt("[labs.07_conv2d_tiled]\nfoo = 20\n") == "accepted");
    CHECK(unbuilt("[labs.07]\n") == "course.toml:1: there is no lab 07\n  try:   did you mean 07_conv2d_tiled?");
    const std::string extension = "[[extensions]]\nstudent = \"ada\"\ndays = 2\nwhy = \"ill\"\nlab = \"05_tiled_design2\"\n";
    CHECK(checked(extension) == "course.toml:1: 05_tiled_design2 has no deadline to extend\n  try:   give it one: due, under [labs.05_tiled_design2]");
    CHECK(checked(extension + "[labs.05_tiled_design2]\ndue = 2026-03-01\n") == "accepted");
}

TEST_CASE("sections are a set, however the platform joins them")
{
    for (const char* listed : {"Lab B", "CS 101-01 and Lab B", "Lab B and CS 101-01", "CS 101, Lab B, and Honours", "CS 101 und Lab B", "A;Lab B"}) CHECK_MESSAGE(course::is_in_section(listed, "Lab B"), listed);
    for (const char* listed : {"", "Lab B2", "CS 101-01 and Lab BB", "My Lab B", "Lab A and Lab C"}) CHECK_FALSE_MESSAGE(course::is_in_section(listed, "Lab B"), listed);
}

}  // namespace course_test
