// What a file of a person may hold before anything parses it.

#include <doctest/doctest.h>

#include <string>

#include "arrival/csv.hpp"
#include "arrival/roster.hpp"
#include "course/course.hpp"
#include "course/written_predictions.hpp"
#include "fake_course.hpp"
#include "machine/bounds.hpp"
#include "machine/errors.hpp"

namespace bounds_test {

using namespace halo;
using namespace halo::grader;

namespace {

std::string times(std::size_t count, const std::string& text)
{
    std::string out;
    for (std::size_t i = 0; i < count; ++i) out += text;
    return out;
}

std::string excess(const std::string& text, Form form)
{
    const auto found = excess_in(text, form);
    return found ? std::to_string(found->line) + ": " + found->what : "";
}

}  // namespace

TEST_CASE("a key of very many parts is refused in its line, one of as many as anybody needs is not")
{
    CHECK(excess("a = 1\nb" + times(100'000, ".b") + " = 1\n", Form::toml) == "2: a key has more than 16 parts");
    CHECK(excess("[b" + times(100'000, ".b") + "]\n", Form::toml) == "1: a key has more than 16 parts");
    CHECK(excess("x = { a = 1, b" + times(16, ".b") + " = 1 }\n", Form::toml) == "1: a key has more than 16 parts");
    CHECK(excess("b" + times(15, ".b") + " = 1\n", Form::toml) == "");
    CHECK(excess("x = \"" + times(100, "a.b") + "\"  # " + times(100, "..") + "\n", Form::toml) == "");
    CHECK(excess("x = [" + times(100, "0.5, ") + "]\n", Form::toml) == "");
    CHECK(excess("x = '''\n" + times(100, "a.b\n") + "'''\ny" + times(16, ".y") + " = 1\n", Form::toml) == "103: a key has more than 16 parts");
}

TEST_CASE("brackets may be nested 32 deep, outside of strings")
{
    for (const Form form : {Form::toml, Form::json}) {
        CHECK(excess(times(33, "[\n"), form) == "33: brackets are nested more than 32 deep");
        CHECK(excess(times(100'000, "{\"a\":"), form) == "1: brackets are nested more than 32 deep");
        CHECK(excess(times(32, "[") + times(32, "]"), form) == "");
        CHECK(excess("\"" + times(100, "[\\\"") + "\"", form) == "");
    }
}

TEST_CASE("Gradescope's list of people has a size and a number of lines; what somebody printed in a line is not counted")
{
    CHECK(excess(times(2'000'001, "\n"), Form::yaml) == "0: has more than 2000000 lines");
    CHECK(excess(std::string((64 << 20) + 1, ' '), Form::yaml) == "0: has more than 64 MiB");
    CHECK(excess(times(2'000'000, "\n"), Form::yaml) == "");
    CHECK(excess(times(100'000, "a: ") + times(100'000, "[") + times(100'000, "b."), Form::yaml) == "");
}

TEST_CASE("files, lines, rows and cells have a size; honest ones are far below it")
{
    CHECK(excess(std::string(5 << 20, '\n'), Form::toml) == "0: has more than 4 MiB");
    CHECK(excess("a = \"" + std::string(100'000, 'x') + "\"\nb = 1\n", Form::toml) == "");                 // within a string
    CHECK(excess(std::string(100'000, 'x') + " = 1\n", Form::toml) == "1: a line has more than 64 KiB");
    CHECK(excess("id,name\n" + std::string(300'000, 'x') + "\n", Form::table) == "2: a cell has more than 256 KiB");
    CHECK(excess("id,name\na,\"" + std::string(300'000, '\n'), Form::table).ends_with("a cell has more than 256 KiB"));
    CHECK(excess("id\n" + std::string(5000, ','), Form::table) == "2: a row has more than 4096 cells");
    CHECK(excess(times(200'001, "a\n"), Form::table).ends_with("it has more than 200000 rows"));
    CHECK(excess("id,name\n" + times(100'000, "ada,\"Lovelace, Ada; \"\"Countess\"\"\"\n"), Form::table) == "");
}

TEST_CASE("every reader refuses what is beyond its bounds, and does not parse it")
{
    const std::string key = "b" + times(200'000, ".b") + " = 1\n";
    CHECK_THROWS_WITH_AS(course::parse_course(key, "course.toml"), doctest::Contains("course.toml:1: a key has more than 16 parts"), UsageError);
    CHECK_THROWS_WITH_AS(course::parse_overrides("b" + times(20, ".b") + " = 1\n", "overrides.toml", {}), doctest::Contains("overrides.toml:1: a key has more than 16 parts"), UsageError);
    CHECK(course::written_predictions("b" + times(7000, ".b") + " = 1\n", {}).broken == "a key has more than 16 parts");
    CHECK_THROWS_WITH_AS(arrival::parse_csv(std::string(5000, ','), "roster.csv"), doctest::Contains("roster.csv:1: a row has more than 4096 cells"), UsageError);

    test::TempFolder home;
    home.write("large.toml", std::string(100 << 20, 'x'));
    CHECK_THROWS_WITH_AS(course::read_course(home / "large.toml", {}), doctest::Contains("large.toml: has more than 4 MiB"), UsageError);
    CHECK_THROWS_WITH_AS(course::read_course(home / "none.toml", {}), doctest::Contains("none.toml cannot be read"), UsageError);
}

TEST_CASE("a name of 20,000 words is compared as it stands, at once; one of a few is found in any order")
{
    const std::string name = times(20'000, "ada ");
    const arrival::Roster roster = arrival::Roster::parse("id,name\nx," + name + "\nada,Ada King Lovelace\n", "roster.csv");
    CHECK(roster.people().size() == 2);
    CHECK(roster.find({.name = "King Lovelace Ada", .id = {}, .canvas_id = {}, .mail = {}}).person.has_value());
}

}  // namespace bounds_test
