// A course's rules, through the real grader: what it prints, writes and refuses.

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include <map>

#include "fake_course.hpp"

namespace course_run_test {

using namespace halo::grader;
using namespace halo::grader::test;
using halo::grader::test::Course;
using nlohmann::json;

namespace {

constexpr const char* kCourse = "timezone = \"Europe/Berlin\"\n[credit]\npassed = 1\n[late]\npenalty = 0.1\n"
                                "[labs.01_first]\nfirst = 10\ndue = 2026-03-01T23:59:00\n[labs.02_second]\nsecond_a = 10\nsecond_b = 10\n";

struct Ruled : Course {
    Ruled()
    {
        home.write("course.toml", kCourse);
        hand_in("ada", "passed");
        hand_in("bob", "passed");
    }

    std::map<std::string, std::string> totals() const
    {
        std::map<std::string, std::string> out;
        for (const auto& row : read_csv(home / "out/gradebook.csv")) out[row[0]] = row.back();
        return out;
    }
    json results() const { return json::parse(slurp(home / "out/results.json")); }
    std::string times() const { return (home / "times.csv").string(); }
};

using Totals = std::map<std::string, std::string>;

constexpr const char* kByHand = "[[override]]\nstudent = \"bob\"\nlab = \"01_first\"\nfunction = \"first\"\npoints = 4\nby = \"M. Rossi\"\nwhy = \"copied the loop\"\ncomment = \"please see me\"\n";

}  // namespace

TEST_CASE("a table of times makes labs late, and whom it does not name is not")
{
    const Ruled course;
    course.home.write("times.csv", "student,lab,at\nada,01_first,2026-03-02 12:00\n");
    const Finished run = course.grade({"--times", course.times()});
    REQUIRE_MESSAGE(run.exit == 0, run.err);
    CHECK(course.totals() == Totals{{"student", "total"}, {"ada", "29"}, {"bob", "30"}});
    CHECK(run.out.find("\nlate: 1 of the labs handed in\ndue, with an unknown time of hand-in: 1 of the labs, which costs nothing\n") != std::string::npos);
    const json lab = course.results()["students"][0]["labs"][0];
    CHECK(lab["deadline"] == json{{"due", "2026-03-01T22:59:00Z"}, {"handed_in", "2026-03-02T11:00:00Z"}, {"source", "times.csv"}, {"extension", nullptr}, {"late", true}, {"days_late", 1.0}, {"marked_by_lms", nullptr}, {"grace_days", 0}});
    CHECK(lab["steps"] == json::array({{{"why", "late"}, {"what", "1 day late: 10 % a day"}, {"change", -1.0}}}));
    CHECK(course.results()["students"][0]["labs"][1]["deadline"].is_null());
    CHECK(course.results()["students"][1]["labs"][0]["deadline"]["handed_in"].is_null());
    const std::string page = slurp(course.home / "out/feedback/ada.html");      // for people, on the course's clock
    CHECK(page.find("2026-03-01 23:59 CET") != std::string::npos);
    CHECK(page.find("2026-03-02 12:00 CET") != std::string::npos);
    CHECK(page.find("22:59") == std::string::npos);

    course.home.write("times.csv", "id,lab,at\nada,first,2026-03-01T22:59:00Z\n");          // exactly then, and the lab by its short name
    CHECK(course.grade({"--times", course.times()}).exit == 0);
    CHECK(course.totals() == Totals{{"student", "total"}, {"ada", "30"}, {"bob", "30"}});
}

TEST_CASE("points by hand are kept over every run, are shown, and change no verdict")
{
    const Ruled course;
    course.home.write("overrides.toml", kByHand);
    const Totals due{{"student", "total"}, {"ada", "30"}, {"bob", "24"}};
    const Finished run = course.grade();
    REQUIRE_MESSAGE(run.exit == 0, run.err);
    CHECK(course.totals() == due);
    CHECK(run.out.find("\nby hand:\n  bob 01_first first: -6 points; M. Rossi: copied the loop\n") != std::string::npos);
    CHECK(course.verdicts() == std::map<std::string, std::string>{{"ada", "passed"}, {"bob", "passed"}});
    const json first = course.results()["students"][1]["labs"][0]["functions"][0];
    CHECK(first["points"] == 4.0);
    CHECK(first["comment"] == "please see me");
    CHECK(first["steps"] == json::array({{{"why", "verdict"}, {"what", "passed: 10 points"}, {"change", 10.0}}, {{"why", "by_hand"}, {"what", "M. Rossi: copied the loop"}, {"change", -6.0}}}));
    CHECK(course.grade({"--rejudge", "bob"}).exit == 0);
    CHECK(course.totals() == due);

    std::filesystem::rename(course.home / "overrides.toml", course.home / "elsewhere.toml");
    CHECK(course.grade().exit == 0);
    CHECK(course.totals()["bob"] == "30");
    CHECK(course.grade({"--overrides", (course.home / "elsewhere.toml").string()}).exit == 0);
    CHECK(course.totals() == due);
    const Finished exported = grader({"export", "csv", "--out", (course.home / "out").string(), "--to", (course.home / "grades.csv").string(), "--manifest", (course.home / "manifest.json").string(),
                                      "--course", (course.home / "course.toml").string(), "--overrides", (course.home / "elsewhere.toml").string()});
    CHECK_MESSAGE(exported.exit == 0, exported.err);
    CHECK(slurp(course.home / "grades.csv") == slurp(course.home / "out/gradebook.csv"));
}

TEST_CASE("what a course or a table names wrongly stops the run before anything is judged")
{
    const Ruled course;
    const auto refused = [&](const std::string& more, const std::string& by_hand = "", std::vector<std::string> options = {}) {
        course.home.write("course.toml", kCourse + more);
        course.home.write("overrides.toml", by_hand);
        const Finished run = course.grade(std::move(options));
        CHECK(run.exit == 1);
        std::error_code ignored;
        CHECK_FALSE(std::filesystem::exists(course.home / "out/results.csv", ignored));
        const std::size_t at = run.err.find("course.toml:") == std::string::npos ? 0 : run.err.find("course.toml:");
        return run.err.substr(at);
    };
    // By its line in kCourse and what follows; labs that are built and not selected are checked too.
    CHECK(refused("second_c = 5\n") == "course.toml:12: 02_second has no function second_c\n  try:   did you mean second_a?\n");
    CHECK(refused("second_c = 5\n", "", {"--lab", "01_first"}) == "course.toml:12: 02_second has no function second_c\n  try:   did you mean second_a?\n");
    CHECK(refused("[labs.03_second]\n") == "course.toml:12: there is no lab 03_second\n  try:   did you mean 02_second?\n");
    CHECK(refused("[lat]\n") == "course.toml:12: unknown key lat\n  try:   did you mean late?\n");
    CHECK(refused("[[extensions]]\nstudent = \"bop\"\ndays = 1\nwhy = \"ill\"\n").find("course.toml:12: no student is called bop\n  where: looked for a folder, an id, a mail address\n  try:   did you mean bob?\n") != std::string::npos);
    CHECK(refused("", "[[override]]\nstudent = \"bbo\"\npoints = 1\nby = \"R\"\nwhy = \"w\"\n").find("overrides.toml:1: no student is called bbo\n  where: looked for a folder, an id, a mail address\n  try:   did you mean bob?\n") != std::string::npos);
    CHECK(refused("", "[[override]]\nstudent = \"bob\"\nlab = \"01_frist\"\npoints = 1\nby = \"R\"\nwhy = \"w\"\n") == "overrides.toml:1: there is no lab 01_frist\n  try:   did you mean 01_first?\n");
    course.home.write("times.csv", "student,lab,at\nada,03_third,2026-03-02 12:00\n");
    CHECK(refused("", "", {"--times", course.times()}).find("times.csv:2: there is no lab 03_third\n  try:   the labs are 01_first, 02_second\n") != std::string::npos);
    course.home.write("times.csv", "student,at\n\nada,yesterday\n");
    CHECK(refused("", "", {"--times", course.times()}).find("times.csv:3: yesterday is not a time\n  try:   write it as 2026-03-01T23:59:00+01:00, or without the offset as the clock showed it in Europe/Berlin\n") != std::string::npos);
    course.home.write("times.csv", "who,at\nada,2026-03-02 12:00\n");
    CHECK(refused("", "", {"--times", course.times()}).find("times.csv:1: no column is called student, id or mail\n  try:   its first line should be: student,lab,at\n") != std::string::npos);
    CHECK(refused("", "", {"--overrides", "/nowhere.toml"}) == "grader: the overrides /nowhere.toml cannot be read\n  try:   name another file with --overrides\n");
}

TEST_CASE("a course's lab that is not built stops the run and says what builds it; one that the course does not name is not missed")
{
    Ruled course;
    std::filesystem::remove(course.home / "02_second/librun.a");
    const Finished both = course.grade();
    CHECK(both.exit == 1);
    CHECK(both.err.find("grader: 02_second is not built\n  where: make grade builds only the labs that its course file names\n"
                        "  try:   make grade COURSE=file, or in the clone: ninja -C build grading-02_second\n") != std::string::npos);
    CHECK_FALSE(std::filesystem::exists(course.home / "out/results.csv"));
    course.home.write("course.toml", "[labs.01_first]\nfirst = 10\n");
    CHECK(course.grade().exit == 0);
    CHECK(course.verdicts() == std::map<std::string, std::string>{{"ada", "passed"}, {"bob", "passed"}});
    std::filesystem::remove(course.home / "01_first/judge");
    CHECK(course.grade({"--lab", "01_first", "--lab", "02_second"}).err.find("grader: 01_first, 02_second are not built\n") != std::string::npos);
}

TEST_CASE("a section that nobody is in and a time of nobody are notes")
{
    const Ruled course;
    course.home.write("course.toml", std::string(kCourse) + "due_in = { Q = 2026-03-02 }\n");
    course.home.write("times.csv", "student,at\nadda,2026-03-02 12:00\n");
    course.home.write("roster.csv", "id,name,mail,section\nada,Ada Lovelace,ada@example.edu,A\n");
    const Finished run = course.grade({"--times", course.times(), "--roster", (course.home / "roster.csv").string()});
    CHECK(run.exit == 0);
    CHECK(run.err.find("grader: bob is not in roster.csv\ntimes.csv:2: no student is called adda; did you mean ada?\ncourse.toml:12: nobody is known to be in section Q\n") != std::string::npos);
    CHECK(course.results()["students"][0]["person"] == json{{"id", "ada"}, {"name", "Ada Lovelace"}, {"mail", "ada@example.edu"}, {"section", "A"}});
}

TEST_CASE("an import says who is who, what is late, and when, as far as its LMS does")
{
    const Course course;
    const TempFolder& home = course.home;
    home.write("course.toml", kCourse);
    home.write("download/lovelaceada_LATE_11_21_first.cu", submission("passed"));
    home.write("download/hoppergrace_12_22_first.cu", submission("passed"));
    home.write("roster.csv", "id,name,mail,section\nada,Ada Lovelace,ada@example.edu,A\ngrace,Grace Hopper,,B\n");
    const Finished imported = grader({"import", (home / "download").string(), "--to", (home / "submissions").string(), "--roster", (home / "roster.csv").string(), "--manifest", (home / "manifest.json").string()});
    REQUIRE_MESSAGE(imported.exit == 0, imported.err);
    Finished run = course.grade();
    REQUIRE_MESSAGE(run.exit == 0, run.err);
    json results = json::parse(slurp(home / "out/results.json"));
    json ada = results["students"][0], grace = results["students"][1];
    CHECK(ada["person"]["name"] == "Ada Lovelace");
    CHECK(grace["person"]["section"] == "B");
    CHECK(ada["labs"][0]["steps"][0]["what"] == "marked as late, by an unknown amount: counts as 1 day: 10 % a day");
    CHECK(ada["labs"][0]["deadline"]["marked_by_lms"] == "late");
    CHECK(grace["labs"][0]["deadline"]["marked_by_lms"] == "in time");
    CHECK(run.out.find("unknown time") == std::string::npos);       // an upload that Canvas does not mark was in time
    CHECK(ada["labs"][0]["points"] == 9.0);
    CHECK(grace["labs"][0]["points"] == 10.0);

    home.write("times.csv", "mail,at\nADA@example.edu,2026-03-01T20:00:00Z\n");       // a time counts more than a mark
    CHECK(course.grade({"--times", (home / "times.csv").string()}).exit == 0);
    CHECK(json::parse(slurp(home / "out/results.json"))["students"][0]["labs"][0]["points"] == 10.0);

    // Students chose many of its words: nothing in it may stop a run.
    for (const char* hostile : {"", "[]", "{", "{\"schema\":\"halo/import/1\",\"people\":{},\"files\":7}", "{\"schema\":\"halo/import/1\",\"people\":[7,null,{\"folder\":[]}],\"files\":[[],{\"state\":\"chosen\",\"lab\":7,\"laid_out\":null,\"late\":\"yes\"}]}"}) {
        home.write("submissions/.received/import.json", hostile);
        run = course.grade();
        CHECK_MESSAGE(run.exit == 0, hostile);
        CHECK((run.err.find("import.json is not what grader import wrote") != std::string::npos) == (std::string(hostile).size() < 3));
        CHECK(json::parse(slurp(home / "out/results.json"))["students"][0]["labs"][0]["points"] == 10.0);
    }
}

TEST_CASE("of the times in an import those of the LMS's own clock count, and a file's time only if the course believes it")
{
    const Course course;
    const TempFolder& home = course.home;
    home.write("course.toml", kCourse);
    home.write("download/Lab_1_ada_attempt_2026-03-01-23-59-01_first.cu", submission("passed"));
    home.write("download/Lab_1_bob_attempt_2026-03-01-23-59-00_first.cu", submission("passed"));
    const Finished imported = grader({"import", (home / "download").string(), "--to", (home / "submissions").string(), "--manifest", (home / "manifest.json").string()});
    REQUIRE_MESSAGE(imported.exit == 0, imported.err);
    const auto points = [&] {
        const Finished run = course.grade();
        CHECK_MESSAGE(run.exit == 0, run.err);
        std::string out;
        const json results = json::parse(slurp(home / "out/results.json"));
        for (const json& student : results["students"]) out += student["student"].get<std::string>() + " " + student["labs"][0]["points"].dump() + "\n";
        return out;
    };
    CHECK(points() == "ada 9.0\nbob 10.0\n");          // Blackboard's clock is the course's

    const auto import = [&](const std::string& fields) {
        home.write("submissions/.received/import.json", R"({"schema":"halo/import/1","people":[],"files":[{"state":"chosen","person":"ada","lab":"01_first","laid_out":"ada/01_first/first.cu","download":"d.zip",)" + fields + "}]}");
    };
    import(R"("handed_in":"2026-03-01 22:59:01.000000000 Z")");
    CHECK(points() == "ada 9.0\nbob 10.0\n");
    import(R"("handed_in":"2026-03-01 22:59:00.000000000 Z")");
    CHECK(points() == "ada 10.0\nbob 10.0\n");
    import(R"("handed_in":null,"stored":"2026-03-05T00:00:00Z")");
    CHECK(points() == "ada 10.0\nbob 10.0\n");
    std::string believing = kCourse;
    believing.insert(believing.find("penalty"), "file_times = true\n");
    home.write("course.toml", believing);
    CHECK(points() == "ada 6.0\nbob 10.0\n");
}

}  // namespace course_run_test
