#include "student/hint.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>

#include <fmt/core.h>

#include "student/fault.hpp"
#include "student/screen.hpp"
#include "student/state.hpp"
#include "student/test.hpp"
#include "student/text.hpp"

namespace halo::student {
namespace {

constexpr std::array<std::string_view, kLevels> kLevelNames = {"nudge", "concept", "place", "almost the answer"};
constexpr int kWidth = 96;              // of a hint, unless the screen is narrower

const Result& last_run(const LabState& lab, const char* nothing)
{
    if (!lab.last) throw Refusal({nothing, "no test run has left a result", "run `make` first; its finding decides"});
    return *lab.last;
}

std::string since(const Place& place, const Result& result)
{
    return edited_since(result, place.file(), read_text((place.folder() / place.file()).string()));
}

std::string nothing_to_hint(const Result& result)
{
    return fmt::format("{} passes: there is nothing to give a hint on.\n"
                       "Compare your prediction with `make profile`, then answer the questions of README.md.\n",
                       result.function.empty() ? result.lab : result.function);
}

std::string hints_on(const Book& book, const Result& result, const Levels& levels)
{
    if (book.find(result) == nullptr) return fmt::format("There are no hints on {}.\n", result.key);
    std::string names;
    for (const std::string_view name : kLevelNames) names += (names.empty() ? "" : ", ") + std::string(name);
    const int read = levels.of(result);
    const std::string so_far = read == kLevels ? "all. `make hint` repeats the last" : fmt::format("{}. Next: make hint", read == 0 ? "none" : std::to_string(read));
    return fmt::format("Hints on {}: {} levels ({}); read so far: {}\n", result.key, kLevels, names, so_far);
}

}  // namespace

std::string_view level_name(int level) { return kLevelNames.at(std::size_t(level - 1)); }

std::string tally(const Result& result)
{
    if (result.is(Verdict::does_not_compile)) return "it does not compile";
    return fmt::format("{} of {} tests pass", result.passing, result.tests);
}

std::string next_hint(const Book& book, const Result& result, Levels& levels, bool solution)
{
    if (result.passed() && !result.leaks()) return nothing_to_hint(result);
    const std::vector<std::string>* texts = book.find(result);
    if (texts == nullptr)
        return fmt::format("No hint for {}: {}\nThe message of `make` says where it happened and what to try.\n",
                           result.function, result.key);

    const int level = levels.advance(result);
    std::string text = (*texts)[std::size_t(level - 1)];
    if (!text.ends_with('\n')) text += '\n';
    const bool in_watch = std::getenv(kInWatch) != nullptr;
    const std::string_view after = level < kLevels && in_watch ? "Change something and save, or press h for the next one."
                                   : level < kLevels ? "Change something and run `make`, or ask again: `make hint`."
                                   : solution      ? "That is the last level. The solution: make solution FORCE=1"
                                                   : "That is the last level. Change something and run `make`.";
    return fmt::format("Hint {} of {} ({}) for {}: {}\n\n{}\n{}\n", level, kLevels, level_name(level), result.function, result.key,
                       text, after);
}

std::string explanation(const Book& book, const Result& result, const Levels& levels)
{
    if (result.passed() && !result.leaks()) return fmt::format("passed: all {} tests pass.\n", result.tests);
    constexpr std::array kInABlock = {Verdict::race, Verdict::uninitialised, Verdict::barrier, Verdict::out_of_bounds};
    const bool compiles = !result.is(Verdict::does_not_compile);
    const bool in_a_block = result.message.find("block (") != std::string::npos && std::ranges::any_of(kInABlock, [&](Verdict verdict) { return result.is(verdict); });
    const std::string verdict = compiles ? fmt::format("{}: {}", result.verdict, tally(result)) : result.verdict;
    return fmt::format("{}\n\n{}, when you last ran make.\n{}{}", result.message, verdict,
                       in_a_block ? "`make show` steps through the block that it happened in.\n" : "", hints_on(book, result, levels));
}

std::string edited_since(const Result& result, const std::string& file, std::string_view text)
{
    if (result.source.empty() || result.source == fingerprint(text)) return {};
    return fmt::format("{} has changed since the last `make`: this is about what it was then.\n\n", file);
}

int hint(const Place& place)
{
    const LabState now = read_state(place.kept()).of(place.lab);
    last_run(now, "there is nothing to give a hint on yet");            // checked before anything is written
    const Book book = Book::read(place.folder() / "lab.toml");
    StateEdit edit(place.kept());
    LabState& lab = edit.state.labs[place.lab];
    const Result& result = last_run(lab, "there is nothing to give a hint on yet");
    const std::string text = since(place, result) + next_hint(book, result, lab.hints, std::filesystem::exists(place.solution()));
    Screen narrow = screen();
    if (narrow.columns == 0 || narrow.columns > kWidth) narrow.columns = kWidth;
    std::fputs(laid_out(text, {}, narrow).c_str(), stdout);
    edit.save();
    return 0;
}

int hint_reset(const Place& place)
{
    if (!read_state(place.kept()).of(place.lab).hints.keys.empty()) {
        StateEdit edit(place.kept());
        edit.state.labs[place.lab].hints.start_over();
        edit.save();
    }
    std::puts("Hints start again at level 1. `make progress` still shows how far you went.");
    return 0;
}

int why(const Place& place, const std::string& at)
{
    const LabState lab = read_state(place.kept()).of(place.lab);
    const Result& result = last_run(lab, "there is nothing to explain yet");
    show(since(place, result) + explanation(Book::read(place.folder() / "lab.toml"), result, lab.hints));
    if (!result.is(Verdict::wrong_result)) {
        if (!at.empty()) fmt::print("AT={} follows an element of a wrong result: here there is none.\n", at);
        return 0;
    }
    std::puts("");
    std::fflush(stdout);
    return explained(place, at);
}

}  // namespace halo::student
