#include "student/predict.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <optional>

#include <poll.h>
#include <unistd.h>

#include <fmt/core.h>

#include "student/fault.hpp"
#include "student/process.hpp"
#include "student/screen.hpp"
#include "student/test.hpp"
#include "student/text.hpp"

namespace halo::student {
namespace {

bool at_a_terminal() { return isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0; }

/// The next line that is typed, without its end; nothing at the end of the input. The terminal hands over whole lines.
std::optional<std::string> typed_line()
{
    std::string line;
    for (char c = 0;;) {
        // A Ctrl-C between the question and read() would not end read().
        for (pollfd input{STDIN_FILENO, POLLIN, 0}; poll(&input, 1, 200) <= 0;) check_interrupt();
        const ssize_t n = read(STDIN_FILENO, &c, 1);
        if (n < 0 && errno == EINTR) check_interrupt();
        else if (n <= 0) return line.empty() ? std::nullopt : std::optional(line);
        else if (c == '\n') return line;
        else line += c;
    }
}

std::string case_of(const Question& question)
{
    return question.measured.empty() ? question.function : fmt::format("{}, measured with {}", question.function, question.measured);
}

std::string text_of(const Question& question)
{
    return question.text.empty() ? fmt::format("How much will {} be?", question.counter) : question.text;
}

std::string answer_in_words(const Prediction& answer) { return answer ? written_out(*answer) : "no prediction"; }

/// Asks one question until the answer is understood. False: the student wants to stop.
bool ask(const Question& question, Asked& asked)
{
    for (;;) {
        fmt::print("{}: ", question.counter);
        std::fflush(stdout);
        const std::optional<std::string> line = typed_line();
        if (!line) std::puts("");
        if (!line || trimmed(*line) == "q") return false;
        if (const Typed understood = typed(*line, question.counter); understood.understood) {
            asked.answers[question.name()] = understood.answer;
            fmt::print("  {}\n\n", answer_in_words(understood.answer));
            return true;
        }
        show(fmt::format("  `{}` is not {}.\n  `?` or Enter alone: no prediction for this one; q: stop here\n", trimmed(*line), accepted(question.counter)));
    }
}

/// Asks all that is open; each answer is kept at once. False: the student stopped.
bool ask_all(const Place& place, Asked& asked)
{
    const std::vector<const Question*> open = asked.open_ones();
    show("Predict first: what will `make profile` count? A number, or a product such as 20 * 300; `?` or Enter alone: no prediction for "
         "this one; q: stop.\n\n");
    std::string before;
    for (std::size_t i = 0; i < open.size(); ++i) {
        const Question& question = *open[i];
        if (case_of(question) != before) show(case_of(question) + "\n");
        before = case_of(question);
        show(fmt::format("{} of {}: {}\n", i + 1, open.size(), text_of(question)));
        if (!ask(question, asked)) return false;
        keep_answers(place, asked);
    }
    return true;
}

std::string listed(const Asked& asked, bool open)
{
    std::string text, before;
    for (const Question& question : asked.questions) {
        if (asked.open(question) != open) continue;
        if (case_of(question) != before) text += case_of(question) + "\n";
        before = case_of(question);
        text += fmt::format("  {:<22} {}\n", question.counter, open ? text_of(question) : answer_in_words(asked.answers.at(question.name())));
    }
    return text;
}

/// The question that `global_loads` or `conv2d_tiled.global_loads` names.
const Question& named(const Asked& asked, std::string_view name)
{
    std::vector<const Question*> fitting;
    std::string names;
    for (const Question& question : asked.questions) {
        names += (names.empty() ? "" : ", ") + question.name();
        if (name == question.name() || name == question.counter) fitting.push_back(&question);
    }
    if (fitting.size() == 1) return *fitting.front();
    if (fitting.empty()) throw Refusal({fmt::format("no question is about `{}`", name), "PREDICT", "one of " + names});
    throw Refusal({fmt::format("several questions are about `{}`", name), "PREDICT", "name the function too: " + fitting.front()->name()});
}

void take_one(Asked& asked, const Question& question, std::string_view answer)
{
    const Typed understood = typed(answer, question.counter);
    if (!understood.understood)
        throw Refusal({fmt::format("`{}` is not {}", trimmed(answer), accepted(question.counter)), "PREDICT, for " + question.name(),
                       "? declines to predict it"});
    asked.answers[question.name()] = understood.answer;
}

/// Answers that are written in the file stay: they are changed there.
void forget_answers(Asked& asked)
{
    for (const Question& question : asked.questions)
        if (!question.written) asked.answers.erase(question.name());
}

}  // namespace

void take(Asked& asked, std::string_view given)
{
    const std::vector<const Question*> open = asked.open_ones();
    if (trimmed(given) == "?") {
        for (const Question* question : open) asked.answers[question->name()] = {};
        return;
    }
    while (!given.empty()) {
        const std::size_t end = std::min(given.find(';'), given.size());
        const std::string_view one = trimmed(given.substr(0, end));
        given.remove_prefix(std::min(end + 1, given.size()));
        if (one.empty()) continue;
        const std::size_t equals = one.find('=');
        if (equals != std::string_view::npos) take_one(asked, named(asked, trimmed(one.substr(0, equals))), one.substr(equals + 1));
        else if (open.size() == 1) take_one(asked, *open.front(), one);
        else throw Refusal({fmt::format("which question does `{}` answer?", one), "PREDICT", "PREDICT='" + asked.questions.front().counter + " = 1200'; several are separated by ;"});
    }
}

/// How PREDICT names a question: by its counter, if no other function of the lab is asked about it.
std::string short_name(const Asked& asked, const Question& question)
{
    const auto alike = std::count_if(asked.questions.begin(), asked.questions.end(), [&](const Question& one) { return one.counter == question.counter; });
    return alike == 1 ? question.counter : question.name();
}

std::string overview(const Asked& asked)
{
    const std::size_t open = asked.open_ones().size(), all = asked.questions.size();
    if (all == 0) return "This lab asks for no prediction.\n";
    if (open == 0)
        return listed(asked, false) + "\nAll questions are answered: `make profile` compares. `make predict RESET=1` asks again; what is "
                                      "written in prediction.toml is changed there.\n";
    return listed(asked, true) +
           fmt::format("\n{} of {} questions {} open, and there is no terminal to ask in. Either answer on the command line:\n"
                       "  make predict PREDICT='{} = 20 * 300'      several are separated by ; and ? declines\n"
                       "or in prediction.toml, in the line `answer` below the question.\n",
                       open, all, open == 1 ? "is" : "are", short_name(asked, *asked.open_ones().front()));
}

int predict(const Place& place, const std::string& given, bool again)
{
    Asked asked = asked_about(place);
    if (again) forget_answers(asked);
    take(asked, given);
    keep_answers(place, asked);
    if (asked.open_ones().empty() || !at_a_terminal()) {
        show(overview(asked));
        return 0;
    }
    const bool all = ask_all(place, asked);
    std::puts(all ? "All questions are answered. Next: the TODOs, `make`, and then `make profile`, which compares."
                  : "Stopped: `make predict` goes on here.");
    return 0;
}

int profile(const Place& place, const std::vector<std::string>& arguments, bool as_json)
{
    Asked asked = asked_about(place);
    keep_answers(place, asked);
    if (!as_json && !asked.open_ones().empty() && at_a_terminal()) ask_all(place, asked);
    std::vector<std::string> words = {compiled(place, "asked").path, "--profile"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    if (as_json) words.push_back("--json");
    return run({words, {"HALO_PREDICTIONS=" + as_words(asked)}});
}

}  // namespace halo::student
