// JUnit XML, as CI servers read it: a suite per student and lab, a test per case of a function. A failure is a test that failed; an error is anything else that kept a function from passing.

#include <sstream>

#include <pugixml.hpp>

#include "export/format.hpp"
#include "export/grades.hpp"
#include "machine/text.hpp"

namespace halo::grader::exports {
namespace {

/// XML 1.0 has no way to write most control characters, nor U+FFFE and U+FFFF; pugixml writes them all the same.
std::string xml_text(std::string_view bytes, bool keep_lines = false)
{
    std::string text = printable(bytes, keep_lines);
    for (const char* none : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"})
        for (std::size_t at = text.find(none); at != std::string::npos; at = text.find(none, at)) text.replace(at, 3, none[2] == '\xBE' ? "\\xFFFE" : "\\xFFFF");
    return text;
}

void set(pugi::xml_node node, const char* name, std::string_view value) { node.append_attribute(name).set_value(xml_text(value).c_str()); }

void add_text(pugi::xml_node node, const char* name, std::string_view text)
{
    if (!text.empty()) node.append_child(name).text().set(xml_text(text, true).c_str());
}

struct Counts {
    unsigned tests = 0, failures = 0, errors = 0, skipped = 0;

    Counts& operator+=(const Counts& more)
    {
        tests += more.tests, failures += more.failures, errors += more.errors, skipped += more.skipped;
        return *this;
    }
};

void set_counts(pugi::xml_node node, const Counts& counts, bool skipped)
{
    node.append_attribute("tests") = counts.tests;
    node.append_attribute("failures") = counts.failures;
    node.append_attribute("errors") = counts.errors;
    if (skipped) node.append_attribute("skipped") = counts.skipped;
}

enum class Outcome { passed, failure, error, skipped };

Outcome outcome_of(Verdict verdict)
{
    switch (verdict) {
    case Verdict::passed: return Outcome::passed;
    case Verdict::missing: return Outcome::skipped;
    case Verdict::grader_fault:
    case Verdict::does_not_compile:
    case Verdict::timeout:
    case Verdict::memory_limit:
    case Verdict::crash:
    case Verdict::cuda_error: return Outcome::error;
    case Verdict::out_of_bounds:
    case Verdict::barrier:
    case Verdict::race:
    case Verdict::uninitialised:
    case Verdict::wrong_result:
    case Verdict::implausible:
    case Verdict::slow_pattern: return Outcome::failure;
    }
    return Outcome::error;
}

void add_test(pugi::xml_node suite, Counts& counts, const gradebook::Cell& cell, std::string_view name, Verdict verdict, const Message& message)
{
    pugi::xml_node test = suite.append_child("testcase");
    set(test, "name", name);
    set(test, "classname", cell.lab + '.' + cell.function);
    ++counts.tests;
    const Outcome outcome = outcome_of(verdict);
    if (outcome == Outcome::passed) return;
    counts.failures += outcome == Outcome::failure, counts.errors += outcome == Outcome::error, counts.skipped += outcome == Outcome::skipped;
    pugi::xml_node result = test.append_child(outcome == Outcome::failure ? "failure" : outcome == Outcome::error ? "error" : "skipped");
    set(result, "message", message.headline.empty() ? words(verdict) : message.headline);
    if (outcome == Outcome::skipped) return;
    set(result, "type", halo::name(verdict));
    result.text().set(xml_text(text(message), true).c_str());
}

/// Its cases; and itself, if it has none, or if its verdict is not what the cases say: patterns are judged of the whole function.
void add_function(pugi::xml_node suite, Counts& counts, const gradebook::Cell& cell)
{
    const Judgement& j = cell.judgement;
    Verdict of_cases = Verdict::passed;
    for (const JudgedCase& each : j.cases) {
        add_test(suite, counts, cell, each.name, each.verdict, each.message);
        of_cases = worse(of_cases, each.verdict);
    }
    if (j.cases.empty() || of_cases != j.verdict) add_test(suite, counts, cell, cell.function, j.verdict, j.message);
    add_text(suite.last_child(), "system-out", j.printed);
}

void add_property(pugi::xml_node properties, const char* name, std::string_view value)
{
    pugi::xml_node property = properties.append_child("property");
    set(property, "name", name);
    set(property, "value", value);
}

Counts add_suite(pugi::xml_node root, const gradebook::Table& table, const gradebook::Row& row, const gradebook::LabCells& lab)
{
    pugi::xml_node suite = root.append_child("testsuite");
    set(suite, "name", row.student + '/' + lab.lab);
    pugi::xml_node properties = suite.append_child("properties");
    add_property(properties, "student", row.student);
    add_property(properties, "points", lab.points() ? number(*lab.points()) : "");
    add_property(properties, "max_points", number(lab.max_points()));
    if (!lab.cells.empty() && !lab.cells[0].file.empty()) add_property(properties, "file", lab.cells[0].file);

    Counts counts;
    for (const gradebook::Cell& cell : lab.cells) add_function(suite, counts, cell);
    set_counts(suite, counts, true);
    std::string started = table.run.started;
    if (started.ends_with('Z')) started.pop_back();     // the form has no time zone
    if (!started.empty()) set(suite, "timestamp", started);
    return counts;
}

}  // namespace

Files junit(const Request& request, std::string&)
{
    const std::vector<record::RunLab> labs = labs_to_export(request.table, request.lab);
    pugi::xml_document document;
    pugi::xml_node declaration = document.append_child(pugi::node_declaration);
    declaration.append_attribute("version") = "1.0";
    declaration.append_attribute("encoding") = "UTF-8";
    pugi::xml_node root = document.append_child("testsuites");
    set(root, "name", request.table.course);
    Counts counts;
    for (const gradebook::Row& row : request.table.rows)
        for (const record::RunLab& lab : labs)
            if (const gradebook::LabCells* cells = lab_of(row, lab.lab)) counts += add_suite(root, request.table, row, *cells);
    set_counts(root, counts, false);
    std::ostringstream out;
    document.save(out, "  ", pugi::format_indent, pugi::encoding_utf8);
    return {{"", out.str()}};
}

}  // namespace halo::grader::exports
