#include <doctest/doctest.h>

#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "export/worksheet.hpp"
#include "machine/errors.hpp"

using namespace halo::grader;
using exports::Worksheet;

namespace {

/// A file, and what its cells say and are.
struct Made {
    std::string bytes;
    std::vector<std::vector<std::string>> texts;
    std::vector<std::vector<std::string>> written;
    std::vector<std::string> between;   ///< what is before each cell and after the last, in order
};

std::string in_quotes(const std::string& text)
{
    std::string out = "\"";
    for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
    return out + '"';
}

/// Quotes only where they are needed, or now and then.
Made random_file(std::mt19937& random)
{
    const auto below = [&](unsigned n) { return unsigned(random() % n); };
    const char separator = ",;\t"[below(3)];
    const std::string end = below(2) ? "\n" : "\r\n";
    const unsigned columns = 2 + below(6), rows = 2 + below(20);
    static const std::vector<std::string> kParts = {"a", "Zoë", ",", ";", "\t", "\"", "\n", "\r\n", " ", "=1+1", "7,5", "EX", "x", "9.25"};
    Made made;
    std::string gap = below(2) ? "\xEF\xBB\xBF" : "";
    for (unsigned r = 0; r < rows; ++r) {
        made.texts.emplace_back(), made.written.emplace_back();
        for (unsigned c = 0; c < columns; ++c) {
            std::string text = r == 0 ? "title" : "";       // the first row shows the separator
            for (unsigned i = below(4); r > 0 && i > 0; --i) text += kParts[below(unsigned(kParts.size()))];
            const bool needs = text.find_first_of("\",;\t\r\n") != std::string::npos;
            made.texts.back().push_back(text);
            made.written.back().push_back(needs || below(3) == 0 ? in_quotes(text) : text);
            made.between.push_back(gap);
            gap = c + 1 < columns ? std::string(1, separator) : end;
        }
    }
    made.between.push_back(below(2) ? end : "");
    return made;
}

std::string joined(const Made& made)
{
    std::string out;
    std::size_t at = 0;
    for (const auto& row : made.written)
        for (const std::string& cell : row) out += made.between[at++] + cell;
    return out + made.between[at];
}

std::string refusal(const std::string& bytes)
{
    try {
        Worksheet sheet(bytes, "grades.csv", "Canvas");
        return "";
    } catch (const UsageError& error) {
        return error.message.headline;
    }
}

}  // namespace

TEST_CASE("whatever is in a file, only the filled cells change, and they say what was filled in")
{
    for (unsigned seed = 1; seed <= 400; ++seed) {
        CAPTURE(seed);
        std::mt19937 random(seed);
        Made made = random_file(random);
        const std::string bytes = joined(made);
        Worksheet sheet(bytes, "grades.csv", "Canvas");
        REQUIRE(sheet.bytes() == bytes);
        REQUIRE(sheet.rows().size() == made.texts.size());
        for (std::size_t r = 0; r < made.texts.size(); ++r)
            for (std::size_t c = 0; c < made.texts[r].size(); ++c) REQUIRE(sheet.text(r, c) == made.texts[r][c]);

        static const std::vector<std::string> kFills = {"10", "7,5", "a;b", "say \"x\"", "two\nlines", ""};
        std::set<std::pair<std::size_t, std::size_t>> done;
        for (unsigned i = 0; i < 5; ++i) {
            const std::size_t r = random() % made.texts.size(), c = random() % made.texts[0].size();
            if (!done.insert({r, c}).second) continue;
            const std::string& text = kFills[random() % kFills.size()];
            sheet.fill(r, c, text);
            if (made.texts[r][c] == text) continue;
            const bool needs = text.find_first_of("\"\n") != std::string::npos || text.find(made.between[1]) != std::string::npos;
            made.written[r][c] = made.written[r][c].starts_with('"') || needs ? in_quotes(text) : text;
        }
        CHECK(sheet.bytes() == joined(made));
    }
}

TEST_CASE("a cell keeps its quotes, and gets some if it needs them")
{
    Worksheet sheet("a,b\r\n\"1\",2\r\n", "grades.csv", "Canvas");
    sheet.fill(1, 0, "3");
    sheet.fill(1, 1, "7,5");
    CHECK(sheet.bytes() == "a,b\r\n\"3\",\"7,5\"\r\n");
    Worksheet semicolons("a;b\n1;2", "grades.csv", "Canvas");
    semicolons.fill(1, 1, "7,5");
    CHECK(semicolons.bytes() == "a;b\n1;7,5");
}

TEST_CASE("what is not a CSV file is refused with a reason, its neighbours are not")
{
    CHECK(refusal("") == "grades.csv: is empty");
    CHECK(refusal("  \n<html>") == "grades.csv: is a web page, not a CSV file");
    CHECK(refusal("a,<b\n1,2\n") == "");
    CHECK(refusal(std::string("a,b\n1,\0\n", 8)) == "grades.csv: is not text");
    CHECK(refusal("a,b\n1,\xE9\n") == "grades.csv: is not UTF-8");
    CHECK(refusal("a,b\n1,\xC3\xA9\n") == "");
    CHECK(refusal("a,b\n\"1,2\n") == "grades.csv:2: a quote is opened and never closed");
    CHECK(refusal("a,b\n\"1\"x,2\n") == "grades.csv:2: a quote is out of place");
    CHECK(refusal("a,b\n1\"x,2\n") == "grades.csv:2: a quote is out of place");
    CHECK(refusal("a,b\n\"1\n\",2\n3\n") == "grades.csv:4: the row has 1 cells, the header 2");
    CHECK(refusal("a,b\n\n1,2\n\n") == "");
}

TEST_CASE("numbers are read with a decimal point or comma, and nothing else is a number")
{
    CHECK(exports::number_in(" 7,5 ") == 7.5);
    CHECK(exports::number_in("7.5") == 7.5);
    CHECK(exports::number_in("-3") == -3);
    for (const char* none : {"", "-", "1,234.5", "1,2,3", "7.5x", "nan", "inf", "EX", "1e3"}) {
        CAPTURE(none);
        CHECK(!(exports::number_in(none) == exports::number_in(none)));
    }
    CHECK(Worksheet("a;b\n1;7,5\n", "", "").decimal_comma(1));
    CHECK_FALSE(Worksheet("a;b\n1,5;7.5\n", "", "").decimal_comma(1));
    CHECK_FALSE(Worksheet("a;b\n1;x,5\n", "", "").decimal_comma(1));
}
