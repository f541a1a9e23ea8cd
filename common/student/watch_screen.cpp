#include "student/watch_screen.hpp"

#include <algorithm>
#include <array>

#include <fmt/core.h>

#include "student/compiler.hpp"
#include "student/hint.hpp"

namespace halo::student {
namespace {

struct Label {
    char key;
    std::string_view text;
};
constexpr std::array<Label, 6> kLabels = {{{'h', "[h]int"}, {'w', "[w]hy"}, {'p', "[p]rofile"}, {'s', "[s]how"}, {'n', "[n]ext"}, {'q', "[q]uit"}}};

constexpr std::array<std::string_view, 5> kPraise = {"Well done.", "Right at every size, edges included: well done.", "Clean work.",
                                                     "No race, no stray access: well done.", "Every test, every edge. Well done."};

std::string prompt(std::string_view keys, bool predicts)
{
    std::string text;
    for (const auto& [key, label] : kLabels)
        if (keys.find(key) != std::string_view::npos) text += (text.empty() ? "" : " ") + std::string(key == 'p' && predicts ? "[p]redict" : label);
    return text;
}

int passed_in(const State& state, const std::vector<std::string>& labs)
{
    return int(std::count_if(labs.begin(), labs.end(), [&](const std::string& lab) { return !state.of(lab).passed_on.empty(); }));
}

}  // namespace

Report report_of_tests(std::string_view output, const std::string& warning)
{
    if (const std::size_t blank = output.find("\n\n"); blank != std::string_view::npos) output.remove_prefix(blank + 2);
    while (output.ends_with('\n')) output.remove_suffix(1);
    const std::size_t last = output.rfind('\n') + 1;          // 0 if there is no other line
    Report report{std::string(output.substr(0, last)), std::string(output.substr(last)) + "\n"};
    if (!warning.empty()) report.foot += warning + "\n";
    return report;
}

Report report_of_errors(std::string_view output)
{
    const int errors = count_errors(output);
    if (errors <= 1) return {first_error(output), "does_not_compile. Next: fix this, or make hint\n"};
    return {first_error(output), fmt::format("does_not_compile: the first of {} errors; the others often follow from it. "
                                           "Next: fix this one, or make hint\n", errors)};
}

std::string bar(const State& state, const std::vector<std::string>& labs, const std::string& lab)
{
    std::string cells;
    for (const std::string& one : labs) cells += !state.of(one).passed_on.empty() ? '#' : one == lab ? '>' : '-';
    return fmt::format("[{}] {} of {} labs passed", cells, passed_in(state, labs), labs.size());
}

bool runs(const LabState& lab) { return lab.last && !lab.last->is(Verdict::does_not_compile) && !lab.last->is(Key::not_started); }

std::string keys_for(const LabState& lab, bool questions)
{
    if (!lab.last) return "q";
    const Result& last = *lab.last;
    std::string keys;
    if (!last.passed() || last.leaks()) keys += "hw";
    if (runs(lab)) keys += "ps";
    else if (questions && last.is(Key::not_started)) keys += 'p';       // predict first, then begin
    if (last.passed()) keys += 'n';
    return keys + 'q';
}

std::string praise(int number, bool is_last)
{
    return fmt::format("{} Next: compare with your prediction (p), answer the questions in README.md{}.",
                       kPraise[std::size_t(number) % kPraise.size()], is_last ? "" : ", go on (n)");
}

std::string watch_screen(const Watched& watched, const State& state, const std::vector<std::string>& labs, const Screen& screen)
{
    const LabState& lab = state.of(watched.lab);
    std::string foot = watched.report.foot;
    if (const std::size_t next = foot.find(" Next: "); next != std::string::npos) foot.replace(next, foot.find('\n', next) - next, "");
    const int passed = passed_in(state, labs);
    if (lab.last && lab.last->passed() && !lab.last->leaks()) foot += praise(passed, passed == int(labs.size())) + "\n";
    if (!watched.note.empty()) foot += watched.note + "\n";
    foot += fmt::format("Save {}, or press {}", watched.file, prompt(keys_for(lab, watched.questions), !runs(lab)));
    const std::string head = fmt::format("{}\n{}, {}\n\n", bar(state, labs, watched.lab), watched.file, watched.time);
    std::string text = laid_out(head + watched.report.body, foot, screen, "... more: press w");
    text.pop_back();            // the cursor stays after the keys
    return text;
}

}  // namespace halo::student
