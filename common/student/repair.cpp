#include "student/repair.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>

#include <unistd.h>

#include <fmt/format.h>
#include <toml++/toml.h>

#include "student/fault.hpp"
#include "student/kept_file.hpp"
#include "student/mended.hpp"
#include "student/path.hpp"
#include "student/process.hpp"
#include "student/solution.hpp"
#include "student/test.hpp"
#include "student/text.hpp"

namespace halo::student {
namespace fs = std::filesystem;
namespace {

constexpr const char* kCases = "repair.toml";

/// Of a handout, with whole programs.
fs::path handed_out_cases(const Place& place) { return place.folder() / kCases; }

/// Of a copy with solutions, with names of variants.
fs::path catalogued_cases(const Place& place) { return place.solution().parent_path() / kCases; }

toml::table read_toml(const fs::path& file)
{
    try {
        return fs::exists(file) ? toml::parse_file(file.string()) : toml::table();
    } catch (const toml::parse_error& error) {
        throw Fault({fmt::format("{} cannot be read", file.filename().string()), fmt::format("line {}: {}", error.source().begin.line, error.description()), "restore the file"});
    }
}

toml::array rows_of(const Place& place)
{
    const fs::path file = fs::exists(handed_out_cases(place)) ? handed_out_cases(place) : catalogued_cases(place);
    const toml::table table = read_toml(file);
    const toml::array* const rows = table["case"].as_array();
    return rows == nullptr ? toml::array() : *rows;
}

/// Without comments beside code and in functions, which say what the code should do.
std::string without_remarks(std::string_view program)
{
    std::string text;
    for (std::string_view line : lines_of(program)) {
        const std::size_t remark = line.find("//");
        const bool is_remark = remark != std::string_view::npos && remark > 0 && line.substr(0, remark).find('"') == std::string_view::npos;
        if (is_remark) line = line.substr(0, line.find_last_not_of(' ', remark - 1) + 1);
        if (!is_remark || !line.empty()) text += std::string(line) + "\n";
    }
    return text;
}

std::string variant_text(const Place& place, const std::string& name)
{
    const std::string program = "solutions/print_variant";
    const Ended built = capture({{"ninja", "-C", place.build.string(), "--quiet", program}});
    if (built.code != 0) throw Fault({"the program that lays cases out did not build", built.out, "make -C ../.. doctor"});
    const Ended printed = capture({{(place.build / program).string(), place.solution().parent_path().string(), name}}, false);
    if (printed.code != 0) throw Fault({"a case could not be laid out", name, "make variants in the root names what is wrong with it"});
    return without_remarks(without_regions(printed.out));
}

/// The next one that has not been mended, or the first.
int next_case(const LabState& lab, int cases)
{
    for (int number = 1; number <= cases; ++number)
        if (!lab.mended.contains(number)) return number;
    return 1;
}

int number_from(const std::string& text, int cases)
{
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number < 1 || number > cases)
        throw Refusal({fmt::format("there is no case {}", text), fmt::format("the lab has cases 1 to {}", cases), "make repair CASE=1, or make repair for the next one"});
    return number;
}

void show_case(const Place& place, const Repair& repair)
{
    fmt::print("Case {} of {}, now in {}; your own file is kept in {}.\n\n  {}\n\n", repair.number, cases_of(place), place.file(), repair.own, repair.symptom);
    if (repair.why.empty())
        fmt::print("Find the line; `make profile` works, too. Then say in one line what is wrong: make repair WHY=\"…\"; ? if you can't tell.\n");
    else
        fmt::print("You said: {}\nMend it, and make. To give up: make repair BACK=1\n", repair.why);
}

void lay_out(const Place& place, int number)
{
    const fs::path file = place.folder() / place.file();
    const Case one = case_of(place, number);
    std::error_code error;
    fs::create_directories(place.kept(), error);
    write_whole(laid_out(place), one.text);
    const fs::path fresh = file.parent_path() / fmt::format(".{}.new.{}", place.file(), getpid());
    write_whole(fresh, one.text);
    Repair repair{number, keep_beside(file).filename().string(), one.symptom, one.was, "", one.smallest};
    {
        StateEdit edit(place.kept());
        edit.state.labs[place.lab].repair = repair;
        edit.save();
    }
    fs::rename(fresh, file, error);
    if (error) throw Refusal({"the case could not be laid out: your file is in its place", error.message(), "is the folder yours, and the disk not full?"});
    show_case(place, repair);
}

int answer(const Place& place, const std::string& why)
{
    {
        StateEdit edit(place.kept());
        edit.state.labs[place.lab].repair.why = why;
        edit.save();
    }
    fmt::print("You say: {}\nmake says:\n\n", why);
    std::fflush(stdout);
    if (test(place, "test", {}) != 0) fmt::print("\nMend it, and make. To give up: make repair BACK=1\n");
    return 0;
}

}  // namespace

int cases_of(const Place& place) { return int(rows_of(place).size()); }

Case case_of(const Place& place, int number)
{
    const toml::array rows = rows_of(place);
    const toml::table& row = *rows.at(std::size_t(number - 1)).as_table();
    const auto word = [](const toml::table& table, const char* key) { return table[key].value_or(std::string()); };
    if (row.contains("text")) return {word(row, "symptom"), word(row, "was"), word(row, "text"), row["smallest"].value_or(0)};
    const std::string variant = word(row, "variant");
    const toml::table variants = read_toml(place.solution().parent_path() / "variants.toml");
    const std::string text = variant_text(place, variant);
    const TemporaryFile wrong(text), right(without_remarks(without_regions(read_text(place.solution().string()))));
    return {word(row, "symptom"), variants[variant]["why"].value_or(std::string()), text, lines_changed(wrong.path(), right.path())};
}

void hand_out_cases(const Place& from, const Place& to)
{
    for (const std::string& lab : all_labs(to)) {
        const Place place{from.root, from.build, lab};
        toml::array rows;
        for (int number = 1; number <= cases_of(place); ++number) {
            const Case one = case_of(place, number);
            rows.push_back(toml::table{{"symptom", one.symptom}, {"was", one.was}, {"smallest", one.smallest}, {"text", one.text}});
        }
        if (!rows.empty()) std::ofstream(handed_out_cases({to.root, {}, lab})) << toml::table{{"case", rows}} << "\n";
    }
}

void offer_repair(const Place& place)
{
    const State state = read_state(place.kept());
    const std::vector<std::string> labs = all_labs(place);
    for (auto lab = labs.rbegin(); lab != labs.rend(); ++lab) {
        const LabState& here = state.of(*lab);
        if (here.passed_on.empty()) continue;
        const int cases = cases_of({place.root, place.build, *lab});
        if (int(here.mended.size()) >= cases) continue;
        fmt::print("  repair  make -C labs/{} repair: {} wrong programs, {} mended\n", *lab, cases, here.mended.size());
        return;
    }
}

int repair(const Place& place, const std::string& number, const std::string& why, bool back, bool force)
{
    const Repair here = repair_in(place);
    if (back || !why.empty()) {
        if (here.number == 0) throw Refusal({"no case is laid out here", place.lab, "make repair lays one out"});
        if (!back) return answer(place, why);
        const std::string kept = put_own_back(place, here);
        fmt::print("Your own {} is back.{}\n", place.file(), kept.empty() ? "" : " The case as you left it is kept in " + kept + ".");
        return 0;
    }
    if (here.number > 0) {
        if (!number.empty() && number_from(number, cases_of(place)) != here.number)
            throw Refusal({fmt::format("case {} is laid out", here.number), fmt::format("your own file is {} meanwhile", here.own), "mend it first, or give it up: make repair BACK=1"});
        show_case(place, here);
        return 0;
    }
    const int cases = cases_of(place);
    if (cases == 0) throw Refusal({"this copy of the workbook came without cases for make repair", "looked for " + handed_out_cases(place).string(), "ask who gave it to you"});
    const LabState lab = read_state(place.kept()).of(place.lab);
    if (lab.passed_on.empty() && !force)
        throw Refusal({place.lab + " has not passed yet: its cases are near its solution", standing(lab), "make, then make repair; or at once: make repair FORCE=1"});
    lay_out(place, number.empty() ? next_case(lab, cases) : number_from(number, cases));
    return 0;
}

}  // namespace halo::student
