#include "student/path.hpp"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <iostream>
#include <utility>

#include <unistd.h>

#include <fmt/core.h>

#include "student/fault.hpp"
#include "student/hint.hpp"
#include "student/lab_toml.hpp"
#include "student/process.hpp"
#include "student/screen.hpp"

namespace halo::student {
namespace fs = std::filesystem;
namespace {

bool untouched(const Result& run) { return run.is(Key::not_started) && run.passing == 0; }

/// What the last run found. If a lab has not passed but its last run did, that run was `make gpu`.
std::string last_run(const LabState& lab)
{
    if (!lab.last) return "not begun";
    const Result& last = *lab.last;
    if (last.leaks()) return fmt::format("all {} tests pass, but memory leaks", last.tests);
    if (last.passed()) return fmt::format("all {} tests pass on a card: run make, too", last.tests);
    if (untouched(last)) return "not begun";
    return last.is(Verdict::does_not_compile) ? tally(last) : fmt::format("{} ({})", tally(last), last.verdict);
}

bool confirmed()
{
    std::fputs("Forget results and hint levels of all labs? Your .cu files stay as they are. [y/N] ", stdout);
    std::fflush(stdout);
    std::string answer;
    std::getline(std::cin, answer);
    check_interrupt();
    return answer == "y" || answer == "Y" || answer == "yes";
}

}  // namespace

std::vector<std::string> all_labs(const Place& place)
{
    std::vector<std::pair<int, std::string>> ordered;
    for (const auto& entry : fs::directory_iterator(place.labs())) {
        const std::string name = entry.path().filename();
        const bool numbered = name.size() > 3 && std::isdigit(static_cast<unsigned char>(name[0])) != 0
                           && std::isdigit(static_cast<unsigned char>(name[1])) != 0 && name[2] == '_';
        if (numbered && fs::exists(entry.path() / "lab.toml")) ordered.emplace_back(order_in(entry.path() / "lab.toml"), name);
    }
    std::sort(ordered.begin(), ordered.end());
    std::vector<std::string> labs;
    for (auto& [order, name] : ordered) labs.push_back(std::move(name));
    return labs;
}

std::string standing(const LabState& lab)
{
    if (lab.passed_on.empty()) return last_run(lab);
    if (!lab.last) return "passed";
    if (lab.last->leaks()) return "passed, but memory leaks";
    if (lab.last->passed() || untouched(*lab.last)) return "passed";
    return "passed; now " + last_run(lab);
}

std::string progress_text(const State& state, const std::vector<std::string>& labs)
{
    std::string text;
    std::size_t passed = 0;
    for (const std::string& name : labs) {
        const LabState& lab = state.of(name);
        if (!lab.passed_on.empty()) ++passed;
        const int level = lab.hints.highest();
        text += fmt::format("{:<20}  {}{}{}\n", name, standing(lab), level > 0 ? fmt::format(", hints to level {}", level) : "",
                            lab.mended.empty() ? "" : fmt::format(", {} mended", lab.mended.size()));
    }
    return text + fmt::format("\n{} of {} labs passed.{}\n", passed, labs.size(), passed == labs.size() ? "" : " Next: make next");
}

std::string lab_after(const State& state, const std::vector<std::string>& labs, const std::string& lab)
{
    const auto here = std::find(labs.begin(), labs.end(), lab);
    const auto open = [&](const std::string& one) { return one != lab && state.of(one).passed_on.empty(); };
    auto found = std::find_if(here, labs.end(), open);
    if (found == labs.end()) found = std::find_if(labs.begin(), here, open);
    return found == labs.end() || !open(*found) ? "" : *found;
}

int progress(const Place& place)
{
    show(progress_text(read_state(place.kept()), all_labs(place)));
    return 0;
}

int next(const Place& place)
{
    const State state = read_state(place.kept());
    for (const std::string& lab : all_labs(place)) {
        const LabState& here = state.of(lab);
        if (!here.passed_on.empty() && !(here.last && here.last->leaks())) continue;
        show(fmt::format("{0}: {1}\n  state   {2}\n  page    labs/{0}/README.md\n  file    labs/{0}/{3}.cu\n"
                         "  begin   cd labs/{0} && make watch\n",
                         lab, Book::read(place.labs() / lab / "lab.toml").title, standing(state.of(lab)), lab.substr(3)));
        return 0;
    }
    show("Every lab has passed. The questions at the end of their pages stay open, and so does make profile.\n");
    return 0;
}

int progress_reset(const Place& place, bool force)
{
    if (!fs::exists(state_file(place.kept()))) {
        std::puts("Nothing is saved yet: there is nothing to forget.");
        return 0;
    }
    if (!force) {
        if (isatty(STDIN_FILENO) == 0)
            throw Refusal({"nothing was forgotten", "there is no terminal to ask in", "make progress-reset FORCE=1"});
        if (!confirmed()) {
            std::puts("Nothing was forgotten.");
            return kStudentsFault;
        }
    }
    StateEdit(place.kept()).forget();
    std::puts("Forgotten. Your .cu files are as they were.");
    return 0;
}

}  // namespace halo::student
