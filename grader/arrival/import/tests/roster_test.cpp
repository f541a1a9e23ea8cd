#include <doctest/doctest.h>

#include <fmt/format.h>

#include "arrival/csv.hpp"
#include "arrival/roster.hpp"
#include "machine/errors.hpp"

namespace roster_test {

using namespace halo;
using namespace halo::grader;
using namespace halo::grader::arrival;

namespace {

/// The message of what is thrown; empty if nothing is.
template <class F>
std::string refusal(F f)
{
    try {
        f();
    } catch (const UsageError& error) {
        return text(error.message);
    }
    return "";
}

std::string found(const Roster& roster, const Who& who)
{
    const Roster::Match match = roster.find(who);
    return match.person ? roster.people()[*match.person].id : "none: " + match.why_none;
}

}  // namespace

TEST_CASE("a table is read whatever a spreadsheet separates its cells with")
{
    for (const char* text : {"id,name\r\nada,\"Lovelace, Ada\"\r\n", "ID;Name\nada;Lovelace, Ada\n\n", "\xEF\xBB\xBFid\tname\nada\tLovelace, Ada"}) {
        const CsvTable table = parse_csv(text, "roster.csv");
        CHECK(table.header == std::vector<std::string>{"id", "name"});
        REQUIRE(table.rows.size() == 1);
        CHECK(table.rows[0] == std::vector<std::string>{"ada", "Lovelace, Ada"});
    }
    CHECK(parse_csv("a\n\"x \"\"y\"\"\nz\"\n", "f").rows[0][0] == "x \"y\"\nz");
}

TEST_CASE("a table that makes no sense is refused with its line")
{
    CHECK(refusal([] { parse_csv("id,name\nada,\"Ada\n", "roster.csv"); }) == "roster.csv:2: a quote is opened and never closed\n  try:   close it, or write it twice");
    CHECK(refusal([] { parse_csv("id,name\nada,Lovelace,Ada\n", "roster.csv"); }) ==
          "roster.csv:2: the row has 3 cells, the header 2\n  try:   put a cell that contains a comma in quotes");
    CHECK(refusal([] { parse_csv("id,name\nada,Ada,,\n", "roster.csv"); }).empty());      // empty cells at the end are not cells
    CHECK(refusal([] { Roster::parse("x,y\n1,2\n", "roster.csv"); }) ==
          "roster.csv:1: no column is called id or name\n  where: its columns: x, y\n  try:   its first line should be: id,name,mail,section");
    CHECK(refusal([] { Roster::parse("id\nada\n\nADA\n", "roster.csv"); }) == "roster.csv:4: the id ADA is in line 2 too\n  try:   each person needs an id of their own");
    CHECK(refusal([] { Roster::parse("PK\x03\x04", "roster.xlsx"); }).starts_with("roster.xlsx: is a zip archive or a Word document"));
}

TEST_CASE("a person is found by id, mail, or name in any order and form")
{
    const Roster roster = Roster::parse("id,name,mail,section\nada,Ada King Lovelace,ada.l@example.edu,A\nchloe,Chlo\xC3\xA9 Dupont,cd@example.edu,B\n", "roster.csv");
    for (const char* name : {"ada", "ADA", "ada.l", "ada.l@example.edu", "Ada King Lovelace", "Lovelace, Ada King", "lovelaceadaking", "king_lovelace_ada"}) CHECK(found(roster, {.name = name}) == "ada");
    CHECK(found(roster, {.name = "dupontchloe\xCC\x81"}) == "chloe");
    CHECK(found(roster, {.name = "somebody", .id = "chloe"}) == "chloe");
    CHECK(found(roster, {.name = "somebody", .mail = "CD@example.edu"}) == "chloe");
    for (const char* name : {"adaa", "Ada Lovelace", "lovelacekingada", "dupontchloe", ""}) CHECK(found(roster, {.name = name}) == "none: not in the roster");
}

TEST_CASE("a name that two people have finds neither")
{
    const Roster roster = Roster::parse("id,name\na1,Wei Li\na2,Li Wei\n", "roster.csv");
    CHECK(found(roster, {.name = "liwei"}) == "none: 2 people in the roster are called so: a1, a2");
    CHECK(found(roster, {.name = "a2"}) == "a2");
}

TEST_CASE("of those who claim to be one person the identified are, or the one whose claim is surest")
{
    const Roster roster = Roster::parse("id,name,mail\nada,Ada Lovelace,ada@example.edu\n", "roster.csv");
    const auto holds = [&](const std::vector<Who>& all) {
        std::vector<Roster::Match> claims;
        for (const Who& who : all) claims.push_back(roster.find(who));
        std::string out;
        for (const bool one : settle(claims)) out += one ? 'y' : 'n';
        return out;
    };
    CHECK(holds({{.name = "lovelaceada"}}) == "y");
    CHECK(holds({{.name = "lovelaceada"}, {.name = "Ada-Lovelace"}}) == "nn");
    CHECK(holds({{.name = "Lovelace, Ada"}, {.name = "Ada-Lovelace"}}) == "yn");
    CHECK(holds({{.name = "Ada Lovelace"}, {.name = "ADA"}, {.name = "ada"}}) == "nny");
    CHECK(holds({{.name = "ada"}, {.name = "Mal", .mail = "ada@example.edu"}, {.name = "x", .id = "ADA"}}) == "nyy");
    CHECK(holds({{.name = "Grace"}, {.name = "ada lovelace"}}) == "ny");
    CHECK(found(roster, {.name = "Ada Lovelace", .mail = "mal@example.edu"}) == "none: called like ada in the roster, whose number or mail is another");
}

TEST_CASE("Canvas's number counts only where the roster is Canvas's gradebook")
{
    const Roster gradebook = Roster::parse("Student,ID,SIS User ID,SIS Login ID,Section,Lab 7 (99)\n    Points Possible,,,,,10\n\"Lovelace, Ada\",12345,s77,ada,A,\n\"Student, Test\",9,,x,A,\n", "g.csv");
    REQUIRE(gradebook.people().size() == 1);
    CHECK(found(gradebook, {.name = "nobody", .canvas_id = "12345"}) == "ada");
    CHECK(found(gradebook, {.name = "s77"}) == "ada");
    const Roster numbers = Roster::parse("id,name\n12345,Charles Babbage\n777,Ada Lovelace\n", "roster.csv");     // students' numbers, which look the same
    CHECK(found(numbers, {.name = "lovelaceada", .canvas_id = "12345"}) == "777");
}

TEST_CASE("first and last name may have columns of their own, as in Moodle's list of participants")
{
    const Roster roster = Roster::parse("First name,Last name,ID number,Email address\nAda,Lovelace,42,ada@example.edu\n", "participants.csv");
    CHECK(roster.people()[0].name == "Ada Lovelace");
    CHECK(found(roster, {.name = "Ada Lovelace"}) == "42");
}

TEST_CASE("of Moodle's worksheet the university's number is the id, and the participant's number joins before any name, in the worksheet's language")
{
    for (const auto& [header, number] : {std::pair("Identifier,Full name,ID number,Email address\n", "Participant "), {"ID,Vollst\u00e4ndiger Name,ID-Nummer,E-Mail-Adresse\n", "Teilnehmer/in"}}) {
        const Roster roster = Roster::parse(fmt::format("{}{}5,Ada Lovelace,4711,ada@example.edu\n{}6,Wei Li,,wei@example.edu\n", header, number, number), "worksheet.csv");
        CHECK(roster.people()[0].id == "4711");
        CHECK(roster.people()[0].name == "Ada Lovelace");
        CHECK(roster.people()[1].name == "Wei Li");
        CHECK(found(roster, {.name = "Wei Li", .participant = "5"}) == "4711");
        CHECK(found(roster, {.name = "Ada Lovelace"}) == "4711");
        CHECK(found(roster, {.name = "Ada Lovelace", .participant = "7"}).starts_with("none: called like 4711"));
    }
    // Near miss: a university's ids may end with digits, too.
    const Roster roster = Roster::parse("id,name\ns5,Ada Lovelace\n", "roster.csv");
    CHECK(found(roster, {.name = "x", .participant = "5"}) == "none: not in the roster");
    CHECK(found(roster, {.name = "Ada Lovelace", .participant = "7"}) == "s5");
}

TEST_CASE("GitHub's names and a gradebook with two columns for a name are read")
{
    const Roster github = Roster::parse("identifier,github_username,github_id,name\ns1,octo-ada,77,Ada Lovelace\n", "classroom_roster.csv");
    CHECK(found(github, {.name = "octo-ada"}) == "s1");
    CHECK(found(github, {.name = "77"}) == "none: not in the roster");
    const Roster canvas = Roster::parse("LastName,FirstName,ID,SIS User ID,SIS Login ID,Section\nLovelace,Ada,12345,S1,ada,A\n", "gradebook.csv");
    CHECK(canvas.people()[0].name == "Ada Lovelace");
    CHECK(found(canvas, {.name = "lovelaceada"}) == "ada");
    CHECK(found(canvas, {.canvas_id = "12345"}) == "ada");
}

}  // namespace roster_test
