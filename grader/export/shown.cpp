#include "export/shown.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "gradebook/for_student.hpp"
#include "machine/text.hpp"
#include "report/page_name.hpp"

namespace halo::grader::exports {
namespace {

/// Names are cut, too: a case's name comes from a process that a student's file runs in.
constexpr std::size_t kNameBytes = 200;

std::string name_of(std::string_view bytes) { return shortened(printable(bytes), kNameBytes); }

std::optional<double> finite(std::optional<double> value) { return value && std::isfinite(*value) ? std::optional(rounded(*value)) : std::nullopt; }

void add_line(std::string& to, const std::string& line)
{
    if (line.empty()) return;
    if (!to.empty()) to += '\n';
    to += line;
}

/// `−2 points: 2 days late`
std::string step_line(const record::Step& step)
{
    return fmt::format("{}{} points: {}", step.change < 0 ? "−" : "+", number(std::abs(step.change), 2), step.what);
}

std::string function_text(const gradebook::Cell& cell, const Judgement& judgement)
{
    std::string out = cell.undue ? cell.words() : words(judgement.verdict);
    add_line(out, text(judgement.message));
    for (const JudgedCause& cause : judgement.findings)
        if (cause.message != judgement.message) add_line(out, text(cause.message));
    for (const Message& remark : judgement.remarks) add_line(out, text(remark));
    if (judgement.reuse_ratio && judgement.expected_reuse_ratio)
        add_line(out, fmt::format("reuse ratio {:.2f}, expected {:.2f}", *judgement.reuse_ratio, *judgement.expected_reuse_ratio));
    if (cell.steps.size() > 1)
        for (const record::Step& step : cell.steps) add_line(out, step_line(step));
    add_line(out, cell.comment);
    if (!judgement.printed.empty()) add_line(out, "\nprinted by the program, or by its compiler:\n" + judgement.printed);
    return out;
}

ShownFunction function_of(const gradebook::Cell& cell, std::size_t text_bytes)
{
    const Judgement judgement = gradebook::shown_to(gradebook::Audience::student, cell);
    ShownFunction out{cell.lab, name_of(cell.function), name_of(cell.file), judgement.verdict, finite(cell.points), rounded(cell.max_points), {}, {}, {}, {}};
    out.text = shortened(printable(function_text(cell, judgement), true), text_bytes);
    out.headline = name_of(judgement.message.headline);
    if (judgement.verdict == Verdict::passed) out.reuse_ratio = finite(judgement.reuse_ratio);
    for (const JudgedCase& one : judgement.cases) {
        std::string text_of_case = words(one.verdict);
        add_line(text_of_case, text(one.message));
        out.cases.push_back({name_of(one.name), one.verdict == Verdict::passed, shortened(printable(text_of_case, true), text_bytes), one.hidden});
    }
    return out;
}

}  // namespace

double rounded(double points) { return std::round(points * 1e4) / 1e4; }

bool Shown::passed() const
{
    return std::ranges::all_of(functions, [](const ShownFunction& one) { return one.passed(); });
}

std::string Shown::fault() const
{
    if (points || !held.empty()) return points ? "" : held;
    std::string which;
    for (const ShownFunction& one : functions)
        if (!one.points) which += (which.empty() ? "" : ", ") + one.function;
    return fmt::format("The grader itself failed{}. This costs no point: there is no grade until your instructor has graded again.", which.empty() ? "" : ", with " + which);
}

std::vector<Shown> shown(const Request& request, std::size_t text_bytes)
{
    std::vector<Shown> all;
    for (const gradebook::Row& row : request.table.rows) {
        Shown out;
        out.folder = row.student;
        out.student = name_of(row.student);
        out.run_started = request.table.run.started;
        double sum = 0;
        for (const gradebook::LabCells& lab : row.labs) {
            if (!request.lab.empty() && lab.lab != request.lab) continue;
            for (const gradebook::Cell& cell : lab.cells) {
                out.functions.push_back(function_of(cell, text_bytes));
                sum += cell.points.value_or(0);
            }
            for (const record::Step& step : lab.steps) add_line(out.note, step_line(step));
            if (!lab.held.empty()) out.held = lab.held;
            else if (!request.lab.empty() && lab.undue) out.held = "not yet due, " + lab.late.due_on_clock;
            if (lab.dropped) add_line(out.note, fmt::format("{} does not count", lab.lab));
            add_line(out.note, lab.comment);
            if (!request.lab.empty()) out.points = finite(lab.points()), out.max_points = rounded(lab.max_points());
        }
        if (request.lab.empty()) {
            for (const record::Step& step : row.steps) add_line(out.note, step_line(step));
            add_line(out.note, row.comment);
            out.points = finite(row.points());
            out.max_points = rounded(row.max_points());
        }
        if (out.points) out.adjustment = rounded(*out.points - sum);
        out.note = shortened(printable(out.note, true), text_bytes);
        all.push_back(std::move(out));
    }
    return all;
}

Files file_per_student(const std::vector<Shown>& all, const std::string& ending, const std::function<std::string(const Shown&)>& write)
{
    if (all.size() == 1) return {{"", write(all.front())}};
    std::vector<std::string> folders;
    for (const Shown& one : all) folders.push_back(one.folder);
    const std::vector<std::string> names = report::page_names(folders);
    Files files;
    for (std::size_t i = 0; i < all.size(); ++i) files[names[i] + ending] = write(all[i]);
    return files;
}

}  // namespace halo::grader::exports
