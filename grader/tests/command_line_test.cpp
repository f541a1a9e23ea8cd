// Bad command lines, all answered in the same voice, and what the commands say about themselves.

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "fake_course.hpp"

namespace command_line_test {

using namespace halo::grader::test;

namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

struct Bad {
    std::vector<std::string> words;
    std::string first_line, part;
};

}  // namespace

TEST_CASE("a bad command line is answered in three lines: what, where, and what to try")
{
    const TempFolder home;
    const std::string out = home.path().string();
    const std::vector<Bad> all = {
        {{}, "grader: which command?", "grader --help"},
        {{"rgrade"}, "grader: there is no command rgrade", "did you mean regrade?"},
        {{"frobnicate"}, "grader: there is no command frobnicate", "grader --help lists the commands"},
        {{"--jobs"}, "grader: a command comes before --jobs", "try:"},
        {{"help", "rnu"}, "grader: there is no command rnu", "did you mean run?"},
        {{"run"}, "grader: run: SUBMISSIONS is missing", "try:   grader run SUBMISSIONS --out DIR"},
        {{"run", out}, "grader: run: --out is missing", "try:   grader run SUBMISSIONS --out DIR"},
        {{"run", out, "--out"}, "grader: run: --out needs a value", "Folder for the ledger"},
        {{"run", out, "--out", out, "--labb", "1"}, "grader: run has no option --labb", "did you mean --lab?"},
        {{"run", out, "--out", out, "--zzzzzzz"}, "grader: run has no option --zzzzzzz", "grader run --help"},
        {{"run", out, out, "--out", out}, "grader: run: nothing is expected where " + out + " is", "try:"},
        {{"run", out, "--out", out, "--jobs", "0"}, "grader: --jobs 0 is not a whole number from 1 to 1024", "try:"},
        {{"run", out, "--out", out, "--jobs", "many"}, "grader: --jobs many is not a whole number from 1 to 1024", "try:"},
        {{"run", out, "--out", out, "--jobs", "4x"}, "grader: --jobs 4x is not a whole number from 1 to 1024", "try:"},
        {{"run", out, "--out", out, "--seed", "x"}, "grader: --seed x is not a whole number", "try:"},
        {{"run", out, "--out", out, "--executor", "slrum"}, "grader: --executor slrum is not one of local, slurm", "did you mean slurm?"},
        {{"run", out, "--out", out, "--out", out}, "grader: run: --out is given 2 times", "give it once"},
        {{"regrade"}, "grader: regrade: --out is missing", "try:   grader regrade --out DIR"},
        {{"regrade", "--out", out}, "grader: " + out + " holds no grades", "grader run SUBMISSIONS"},
        {{"report"}, "grader: report: --out is missing", "try:   grader report --out DIR"},
        {{"show"}, "grader: show: STUDENT is missing", "try:   grader show STUDENT --out DIR"},
        {{"show", "ada", "--out", out}, "grader: " + out + " holds no grades", "grader run SUBMISSIONS"},
        {{"history"}, "grader: history: --out is missing", "try:   grader history --out DIR"},
        {{"diff", "1"}, "grader: diff: B is missing", "try:   grader diff A B"},
        {{"diff", "1", "2"}, "grader: of which grades is 1 a revision?", "--out"},
        {{"diff", "1", "2", "--out", out}, "grader: " + out + " holds no grades", "grader run SUBMISSIONS"},
        {{"diff", "one", "2", "--out", out}, "grader: there is no revision one", "grader history"},
        {{"export"}, "grader: export: FORMAT is missing", "try:   grader export FORMAT"},
        {{"import"}, "grader: import: DOWNLOAD is missing", "try:   grader import DOWNLOAD --to FOLDER"},
        {{"doctor", "now"}, "grader: doctor: nothing is expected where now is", "try:   grader doctor"},
    };
    for (const Bad& bad : all) {
        std::string line;
        for (const std::string& word : bad.words) line += word + ' ';
        CAPTURE(line);
        const Finished done = grader(bad.words, false);
        CHECK(done.exit == 1);
        CHECK(done.out.empty());
        CHECK(done.err.substr(0, done.err.find('\n')) == bad.first_line);
        CHECK_MESSAGE(contains(done.err, bad.part), done.err);
        CHECK(contains(done.err, "\n  try:   "));
    }
}

TEST_CASE("every command of the help has a page with its exit codes, and all are in the manual page")
{
    const std::string help = grader({"help"}).out, manual = grader({"help", "--man"}).out;
    CHECK(help == grader({"--help"}).out);
    CHECK(manual.starts_with(".TH GRADER 1 "));
    for (const char* command : {"import", "run", "regrade", "report", "show", "history", "diff", "export", "package", "similar", "doctor"}) {
        CAPTURE(command);
        CHECK(contains(help, std::string("\n  ") + command + " "));
        const Finished page = grader({"help", command});
        CHECK(page.exit == 0);
        CHECK(page.out.starts_with(std::string("grader ") + command));
        CHECK(contains(page.out, "    $ grader " + std::string(command)));
        CHECK(contains(page.out, "Exit codes: 0"));
        CHECK(contains(manual, std::string(".SS grader ") + command));
    }
    const std::string version = grader({"--version"}).out;
    CHECK(version.starts_with("grader 0."));
    CHECK(version.ends_with(" (ledger 8)\n"));
}

TEST_CASE("doctor says the same to a program as to people")
{
    const Finished people = grader({"doctor"}, false), program = grader({"doctor", "--json"}, false);
    CHECK(people.exit == program.exit);
    CHECK(program.out.starts_with("{\n  \"schema\": \"halo/doctor/1\","));
    CHECK(contains(program.out, people.exit == 0 ? "\"can_grade\": true" : "\"can_grade\": false"));
    CHECK(contains(program.out, "\"name\": \"bubblewrap\""));
    CHECK(contains(people.out, "bubblewrap"));
}

TEST_CASE("doctor --quiet leaves stdout empty; the exit code says the same, and stderr has only what is not in order")
{
    const Finished all = grader({"doctor"}, false), quiet = grader({"doctor", "--quiet"}, false);
    CHECK(quiet.exit == all.exit);
    CHECK(quiet.out.empty());
    CHECK_FALSE(contains(quiet.err, "ok    "));
    CHECK(contains(quiet.err, "FAIL") == contains(all.out, "FAIL"));
    CHECK(contains(quiet.err, "warn") == contains(all.out, "warn"));
}

TEST_CASE("--json is all of stdout, --quiet leaves it empty, and results are the same")
{
    Course course;
    course.hand_in("ada", "passed");
    const Finished json = course.grade({"--json"});
    CHECK(json.out.starts_with("{\n  \"schema\": \"halo/run/1\","));
    CHECK(json.out.ends_with("}\n"));
    CHECK(course.grade({"--quiet"}).out.empty());
    CHECK(course.verdicts()["ada"] == "passed");
}

}  // namespace command_line_test
