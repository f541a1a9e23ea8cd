// What a cell shows: the verdict, its message, the lines that it is about, hints, and what supports it.

#include <array>

#include <fmt/format.h>

#include "machine/text.hpp"
#include "report/output_picture.hpp"
#include "report/page_data.hpp"
#include "report/source_excerpt.hpp"

namespace halo::grader::report::page {
namespace {

/// Drawn in a square of 10.
const char* shape_of(Verdict verdict)
{
    switch (verdict) {
    case Verdict::passed: return "M1 5.5 4 8.5 9 1.5";
    case Verdict::slow_pattern: return "M5 1.2 9.2 8.8H.8ZM5 4v2.2M5 7.4v.2";
    case Verdict::missing: return "M1 5h8";
    case Verdict::grader_fault: return "M5 1a4 4 0 1 0 .01 0ZM5 3v2.6M5 7v.2";
    case Verdict::does_not_compile: return "M4 1 1 5l3 4M6 1l3 4-3 4";
    case Verdict::timeout: case Verdict::memory_limit: case Verdict::crash: case Verdict::cuda_error: return "M1.5 1.5h7v7h-7Z";
    default: return "M1.5 1.5l7 7M8.5 1.5l-7 7";
    }
}

/// The name under which a lab's file is compiled, whatever it was called when it was handed in.
std::string file_of(const std::string& lab)
{
    const std::size_t at = lab.find_first_not_of("0123456789_");
    return (at == std::string::npos ? lab : lab.substr(at)) + ".cu";
}

/// Of the verdict's message; where that names no line, of the first finding that does.
std::vector<int> lines_of(const Judgement& j, const std::string& file)
{
    std::vector<int> lines = lines_named(j.message, file);
    for (auto f = j.findings.begin(); lines.empty() && f != j.findings.end(); ++f) lines = lines_named(f->message, file);
    return lines;
}

void add_cases(Data& out, const Judgement& j)
{
    Data cases = list();
    std::size_t passed = 0;
    for (const JudgedCase& c : j.cases) {
        passed += c.verdict == Verdict::passed;
        Data entry;
        add_verdict(entry, c.verdict);
        entry["case"] = shown(c.name + (c.hidden && c.name != "hidden test" ? " · hidden" : "") + (c.ran ? "" : " · not run"));
        entry["details"] = shown(text(c.message));
        cases << entry;
    }
    out["has_cases"] = Data(!j.cases.empty());
    out["cases"] = std::move(cases);
    out["case_count"] = Data(fmt::format("{} of {} passed", passed, j.cases.size()));
}

void add_findings(Data& out, const Judgement& j)
{
    Data findings = list();
    for (const JudgedCause& f : j.findings) {
        Data entry = message(f.message);
        entry["often"] = f.count > 1 ? Data(fmt::format("{} times", grouped(f.count))) : Data(false);
        findings << entry;
    }
    for (const Message& remark : j.remarks) {
        Data entry = message(remark);
        entry["often"] = Data(false);
        findings << entry;
    }
    out["has_findings"] = Data(!j.findings.empty() || !j.remarks.empty());
    out["finding_count"] = Data(std::to_string(j.findings.size() + j.remarks.size()));
    out["findings"] = std::move(findings);
}

std::string origin(const gradebook::Cell& cell)
{
    if (cell.file.empty()) return cell.lab;
    return cell.file.starts_with(cell.lab + "/") ? cell.file : cell.lab + " · " + cell.file;
}

}  // namespace

void add_verdict(Data& out, Verdict verdict)
{
    out["name"] = Data(std::string(name(verdict)));
    out["words"] = Data(words(verdict));
    out["shape"] = Data(std::string(shape_of(verdict)));
}

void add_source(Data& out, const ShownCell& shown_cell)
{
    const Judgement& j = shown_cell.judgement;
    const std::string file = file_of(shown_cell.cell.lab);
    const std::vector<int> named = lines_of(j, file);
    std::optional<std::string> bytes;
    if (!named.empty() && shown_cell.sources.bytes_of) bytes = shown_cell.sources.bytes_of(shown_cell.cell.content);
    const auto caret = j.verdict == Verdict::does_not_compile ? caret_in(j.printed, file) : std::nullopt;
    Data lines = list();
    const std::vector<ShownLine> excerpted = bytes ? excerpt(*bytes, named, caret) : std::vector<ShownLine>{};
    for (const ShownLine& line : excerpted) {
        Data entry;
        entry["number"] = Data(std::to_string(line.number));
        entry["named"] = Data(line.named);
        entry["gap"] = Data(line.gap);
        entry["before"] = shown(line.before);
        entry["pointed_at"] = shown(line.pointed_at);
        entry["after"] = shown(line.after);
        lines << entry;
    }
    out["has_source"] = Data(!excerpted.empty());
    out["source_file"] = shown(file);
    out["source"] = std::move(lines);
}

void add_picture(Data& out, const ShownCell& shown_cell) { out["picture"] = shown_cell.judgement.wrong_output ? Data(output_picture(*shown_cell.judgement.wrong_output)) : Data(false); }

void add_hints(Data& out, const ShownCell& shown_cell)
{
    std::vector<std::string> levels;
    if (shown_cell.sources.hints) levels = shown_cell.sources.hints(shown_cell.cell.lab, shown_cell.judgement);
    if (levels.size() > kHintLevels) levels.resize(kHintLevels);
    out["hint"] = levels.empty() ? Data(false) : with_code(levels.front());
    Data further = list();
    for (std::size_t level = 1; level < levels.size(); ++level) {
        Data entry;
        entry["level"] = Data(std::to_string(level + 1));
        entry["text"] = with_code(levels[level]);
        further << entry;
    }
    out["further_hints"] = std::move(further);
}

void add_judging(Data& out, const ShownCell& shown_cell)
{
    const bool for_instructor = shown_cell.audience == gradebook::Audience::instructor;
    out["instructor"] = Data(for_instructor);
    Data facts = list();
    const auto add = [&](const char* fact, const std::string& value) {
        if (value.empty()) return;
        Data entry;
        entry["fact"] = Data(fact);
        entry["value"] = shown(value);
        facts << entry;
    };
    if (for_instructor) {
        const gradebook::Table& table = shown_cell.table;
        add("file", shown_cell.cell.file);
        add("sha256", shown_cell.cell.content);
        add("mistake", std::string(key_of(shown_cell.judgement)));
        for (const record::RunLab& lab : table.run.labs)
            if (lab.lab == shown_cell.cell.lab) add("harness", lab.harness);
        add("settings", table.run.settings);
    }
    out["facts"] = std::move(facts);
}

void add_cell(Data& out, const ShownCell& shown_cell)
{
    const gradebook::Cell& cell = shown_cell.cell;
    const Judgement& j = shown_cell.judgement;
    add_verdict(out, j.verdict);
    if (cell.undue) out["words"] = Data(cell.words());
    out["id"] = shown(anchor(cell.lab, cell.function));
    out["function"] = shown(cell.function);
    out["origin"] = shown(origin(cell));
    out["points"] = Data(points_text(cell.points));
    out["max_points"] = Data(number(cell.max_points, 2));
    out["comment"] = shown(cell.comment);
    out["message"] = j.message.headline.empty() ? Data(false) : message(j.message);
    out["leak"] = j.leaked_bytes > 0 ? Data(fmt::format("{} bytes of device memory are still allocated when the function returns", grouped(j.leaked_bytes))) : Data(false);
    out["has_bounds"] = Data(!j.bounds.empty());
    out["bounds"] = sentences_of(sentences(j.bounds));
    out["printed"] = shown(j.printed);
    out["printed_by"] = Data(j.verdict == Verdict::does_not_compile ? "What the compiler wrote" : "What the program printed");
    add_source(out, shown_cell);
    add_picture(out, shown_cell);
    add_hints(out, shown_cell);
    add_counters(out, j);
    add_predictions(out, shown_cell.lab, cell);
    add_speed(out, shown_cell);
    add_cases(out, j);
    add_findings(out, j);
    add_judging(out, shown_cell);
}

}  // namespace halo::grader::report::page
