// Are the entries of every variants.toml complete, and does each edit apply to today's solution? Builds nothing.
//
// usage: edits_test ROOT [doctest's options]

#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <stdlib.h>
#include <toml++/toml.h>

#include "findings/mistake.hpp"
#include "findings/verdict.hpp"
#include "report.hpp"
#include "variants.hpp"

namespace {

namespace fs = std::filesystem;
using namespace halo::variants;

constexpr std::size_t kWrong = 6, kRight = 3;   // at least, for each function

fs::path root;

constexpr std::string_view kSource =
    "__shared__ float s_tile[8];   // the tile\n"
    "s_tile[tx] = in[i];\n"
    "    __syncthreads();\n"
    "out[i] = s_tile[tx];  // \"__syncthreads();\"\n"
    "__syncthreads ( ) ;\n"
    "const char* c = \"// no comment\";\n";

std::string fault_of(const std::vector<Edit>& edits)
{
    try {
        edited(kSource, edits, "lab.toml: name");
    } catch (const Fault& fault) {
        return fault.what();
    }
    return "none";
}

/// A folder with one lab's solution and an entry.
struct Lab {
    fs::path folder;
    explicit Lab(const std::string& entry)
    {
        std::string name = fs::temp_directory_path() / "edits-XXXXXX";
        REQUIRE(mkdtemp(name.data()) != nullptr);
        folder = name;
        std::ofstream(solution_in(folder)) << kSource;
        std::ofstream(folder / "variants.toml") << entry;
    }
    ~Lab() { fs::remove_all(folder); }

    std::string fault() const
    {
        try {
            for (const Variant& variant : read_variants(folder)) text_of(variant);
        } catch (const Fault& fault) {
            const std::string text = fault.what();
            return text.substr(0, text.find('\n')).substr(folder.string().size() + 1);
        }
        return "none";
    }
};

/// Code without its layout.
std::string words(const std::string& code)
{
    std::string out;
    for (const Token& token : tokens_of(code)) out += std::string(token.text) + " ";
    return out;
}

constexpr const char* kEdit = "\n[[a.edit]]\nreplace = \"in[i]\"\nwith = \"in[0]\"\n";

std::vector<fs::path> folders()
{
    std::vector<fs::path> out;
    for (const fs::directory_entry& entry : fs::directory_iterator(root / "solutions"))
        if (fs::exists(entry.path() / "variants.toml")) out.push_back(entry.path());
    std::sort(out.begin(), out.end());
    return out;
}

Report race_in_f()
{
    Report report;
    report.built = true;
    report.verdict = report.mistake = "race";
    report.function = "f";
    return report;
}

}  // namespace

TEST_CASE("an edit replaces code whatever its layout and comments, and nothing else")
{
    CHECK(edited("a = b  +\n  c; // b + c\n", {{"b + c", "d"}}, "") == "a = d; // b + c\n");
    CHECK(edited("  f();\n", {{"f();", "if (x)\n    f();\n"}}, "") == "  if (x)\n      f();\n");
    CHECK(edited("a; b; c;", {{"c", "C"}, {"a", "A"}}, "") == "A; b; C;");
    CHECK(edited("a; /* a; */ b;", {{"a; b;", ""}}, "") == "");
    CHECK(edited("tx = 1; x = 1;", {{"x = 1", "x = 2"}}, "") == "tx = 1; x = 2;");      // whole words only
}

TEST_CASE("an edit whose anchor does not match exactly once is reported with its anchor")
{
    CHECK(fault_of({{"s_tile[tx] = in[i];", ""}}) == "none");
    CHECK(fault_of({{"s_tile[tx] = in[i];", ""}, {"s_tile[ty]", ""}}) ==
          "lab.toml: name: edit 2 of 2 no longer applies: its anchor matches 0 times\n"
          "  where: replace = s_tile[ty]\n"
          "  try:   copy the code as it is today");
    CHECK(fault_of({{"\n__syncthreads();\n", ""}}) ==
          "lab.toml: name: edit 1 of 1 no longer applies: its anchor matches 2 times\n"
          "  where: replace = __syncthreads();\n"
          "  try:   add the line before or after it");
    CHECK(fault_of({{"in[i]; __syncthreads();", ""}}) == "none");
    CHECK(fault_of({{"// the tile", ""}}).find("matches 0 times") != std::string::npos);
    CHECK(fault_of({{"no comment", ""}}).find("matches 0 times") != std::string::npos);   // a string is one word
}

TEST_CASE("two edits of the same code are rejected, adjacent ones are not")
{
    CHECK(fault_of({{"in[i];", ""}, {"= in[i]", ""}}).find("overlap") != std::string::npos);
    CHECK(fault_of({{"in[i];", ""}, {"in[i]", ""}}).find("the same anchor") != std::string::npos);
    CHECK(fault_of({{"s_tile[tx] =", ""}, {"in[i]", ""}}) == "none");
}

TEST_CASE("an incomplete entry, or one with an unknown key, is rejected")
{
    const std::string begin = "[a]\n", why = "why = \"b\"\n";
    const std::string passed = "expect = { verdict = \"passed\" }\n";
    CHECK(Lab(begin + why + passed + kEdit).fault() == "none");
    CHECK(Lab(begin + why + passed + "replace = \"in[i]\"\nwith = \"in[0]\"\n").fault() == "none");
    CHECK(Lab(begin + why + passed + "replace = \"in[i]\"\n").fault() == "none");
    CHECK(Lab(begin + why + passed + "with = \"in[0]\"\n").fault() == "variants.toml: a: `replace` is missing");
    CHECK(Lab(begin + why + passed + "replace = \"in[i]\"\n" + kEdit).fault() == "variants.toml: a: it has an edit of its own and a list of edits: put all into the list");
    CHECK(Lab(begin + passed + kEdit).fault() == "variants.toml: a: `why` is missing");
    CHECK(Lab(begin + why + kEdit).fault() == "variants.toml: a: `expect` is missing");
    CHECK(Lab(begin + why + passed).fault() == "variants.toml: a: it has no edit: it is the solution");
    CHECK(Lab(begin + why + passed + "lines = \"c\"\n" + kEdit).fault() == "variants.toml: a: unknown key `lines`");
    CHECK(Lab(begin + why + "expect = { verdict = \"race\" }\n" + kEdit).fault() ==
          "variants.toml: a: a wrong variant needs its `mistake`");
    CHECK(Lab(begin + why + "expect = { verdict = \"race\", mistake = \"race\" }\n" + kEdit).fault() ==
          "variants.toml: a: a mistake needs its function, and a function its mistake");
    CHECK(Lab(begin + "x").fault().starts_with("variants.toml: "));
    CHECK(Lab("x = 1\n" + begin + why + passed + kEdit).fault() == "variants.toml: `x` is in no variant");
    CHECK(Lab(begin + why + passed + kEdit + begin + why + passed).fault().starts_with("variants.toml: "));        // a name has one entry
    const Lab two("[b]\n" + why + passed + "replace = \"in[i]\"\n" + begin + why + passed + kEdit);
    CHECK(read_variants(two.folder).at(0).name == "b");         // in the order of the file
}

TEST_CASE("a report that lacks something expected is wrong")
{
    Report report = race_in_f();
    report.headline = "a.cu:2: s_tile[0] is written here and read in line 4, with no barrier between";
    report.line = 2;
    report.source = "s_tile[tx] = in[i];   // load";
    report.other_lines = lines_named(report.headline, std::string(kSource));
    const Expected expected{"race", "race", "f", "s_tile[tx] = in[i];", "out[i] = s_tile[tx]", {"s_tile[0]"}, {}};
    CHECK(complaint(expected, report) == "");

    const auto other_than = [&](auto change) {
        Expected other = expected;
        change(other);
        return complaint(other, report);
    };
    CHECK(other_than([](Expected& e) { e.verdict = "barrier"; }) == "expected race (barrier) in f, got race (race) in f");
    CHECK(other_than([](Expected& e) { e.mistake = "barrier"; }) == "expected barrier (race) in f, got race (race) in f");
    CHECK(other_than([](Expected& e) { e.function = "g"; }) == "expected race (race) in g, got race (race) in f");
    CHECK(other_than([](Expected& e) { e.line = "out[i] = s_tile[tx]"; }) ==
          "the message should begin with `out[i] = s_tile[tx]`, but begins with line 2: s_tile[tx] = in[i];   // load");
    CHECK(other_than([](Expected& e) { e.line = "in[i]"; }) == "");
    CHECK(other_than([](Expected& e) { e.other_line = "s_tile[tx] = in[i]"; }) == "the line `s_tile[tx] = in[i]` is not named");
    CHECK(other_than([](Expected& e) { e.names = {"s_tile[0]", "d_in"}; }) == "`d_in` is not named");
    report.what = "a barrier is missing", report.attempt = "put one between";
    CHECK(other_than([](Expected& e) { e.advice = "missing"; }) == "");
    CHECK(other_than([](Expected& e) { e.advice = "put one between"; }) == "");
    CHECK(other_than([](Expected& e) { e.advice = "s_tile[0]"; }) == "it does not say `s_tile[0]`");

    report.built = false;
    CHECK(complaint(expected, report) == "expected race (race) in f, got not built");
}

TEST_CASE("a place that the message names and the entry lacks must be added, and nothing else")
{
    Report report = race_in_f();
    report.headline = "a race in a call of f, with 2 tiles [y][x] of a row";
    Expected expected{"race", "race", "f", "", "", {}, {}};
    CHECK(complaint(expected, report) == "");

    report.headline = "a.cu:2: s_tile[0][-1] is written here";
    report.line = 2;
    report.source = "    s_tile[tx] = in[i];   // load";
    CHECK(complaint(expected, report) == "add line = \"s_tile[tx] = in[i];   // load\"");
    expected.line = "s_tile[tx] = in[i];";
    CHECK(complaint(expected, report) == "add names = [\"s_tile[0][-1]\"]");
    expected.names = {"s_tile"};
    CHECK(complaint(expected, report) == "");

    report.where = "and read in line 4";
    report.other_lines = lines_named(report.where, std::string(kSource));
    CHECK(complaint(expected, report) == "add other_line = \"out[i] = s_tile[tx];  // \"__syncthreads();\"\"");
    expected.other_line = "out[i] = s_tile[tx]";
    CHECK(complaint(expected, report) == "");

    expected = {"timeout", "endless", "f", "", "", {}, {}};
    report.verdict = "timeout", report.mistake = "endless";
    CHECK(complaint(expected, report) == "");

    report.verdict = report.mistake = "race";
    expected = {"race", "race", "f", "", "", {}, "it names the barrier, and not the load"};
    CHECK(complaint(expected, report) == "");
    expected.names = {"s_tile[1]"};
    CHECK(complaint(expected, report) == "`s_tile[1]` is not named");

    const auto lines = [](const char* text) { return lines_named(text, std::string(kSource)).size(); };
    CHECK(lines("a.cu:2: read; allocated at a.cu:1 and a.cu:3, written in line 4") == 3);
    CHECK(lines("a.cu:2: at line 0, in line 77, outline 3") == 0);

    const auto arrays = [](const char* text) { return arrays_named(text); };
    CHECK(arrays("out[1][0] = 2, expected d_in[-3]; d_out") == std::vector<std::string>{"out[1][0]", "d_in[-3]", "d_out"});
    CHECK(arrays("s_tile[..][18], filter[dx + R] and block (1,0) of [2][3]") == std::vector<std::string>{"s_tile"});
    CHECK(arrays("global_loads, d, id_in").empty());
}

TEST_CASE("every edit of every variant applies to today's solution")
{
    std::size_t variants = 0;
    for (const fs::path& folder : folders())
        for (const Variant& variant : read_variants(folder)) {
            ++variants;
            CAPTURE(folder.filename().string());
            CAPTURE(variant.name);
            try {
                CHECK(!text_of(variant).empty());
            } catch (const Fault& fault) {
                FAIL_CHECK(fault.what());
            }
            for (const Edit& edit : variant.edits) CHECK(words(edit.replace) != words(edit.with));
        }
    CHECK(variants >= 783);
}

TEST_CASE("every variant has a unique name and expects a known verdict, mistake and function")
{
    for (const fs::path& folder : folders()) {
        const toml::table lab = toml::parse_file((root / "labs" / folder.filename() / "lab.toml").string());
        std::set<std::string> functions, names, used;
        for (const toml::node& name : *lab["functions"].as_array()) functions.insert(name.value_or(std::string{}));

        std::map<std::string, std::size_t> wrong;
        std::size_t right = 0;
        for (const Variant& variant : read_variants(folder)) {
            CAPTURE(folder.filename().string());
            CAPTURE(variant.name);
            CHECK(names.insert(variant.name).second);
            CHECK(halo::verdict_named(variant.expected.verdict));
            used.insert(variant.file.filename());
            if (variant.is_right()) {
                ++right;
                continue;
            }
            CHECK(halo::key_named(variant.expected.mistake));
            CHECK(functions.contains(variant.expected.function));
            ++wrong[variant.expected.function];
        }
        CAPTURE(folder.filename().string());
        CHECK(right >= kRight * functions.size());
        for (const std::string& function : functions) {
            CAPTURE(function);
            CHECK(wrong[function] >= kWrong);
        }
        if (fs::exists(folder / "right"))
            for (const fs::directory_entry& file : fs::directory_iterator(folder / "right")) {
                CAPTURE(file.path().string());
                CHECK(used.contains(file.path().filename()));
            }
    }
}

int main(int argc, char** argv)
{
    if (argc < 2) return 2;
    root = argv[1];
    doctest::Context context(argc - 1, argv + 1);
    return context.run();
}
