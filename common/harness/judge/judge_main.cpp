// judge: course code only. `list` functions and their `tests`, `make` inputs from a seed, `check` a response; a verdict may come with a question.
// Exit 2 means a fault of its own.

#include <charconv>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "harness/judge/apart.hpp"
#include "harness/judge/card_bounds.hpp"
#include "harness/judge/course_tests.hpp"
#include "harness/judge/judge.hpp"
#include "harness/judge/proving.hpp"
#include "harness/lab/cases.hpp"

namespace {

using namespace halo::lab;

constexpr const char* kUsage =
    "usage: judge list\n"
    "       judge tests                                                           of each function; of the course's tests, on stdin as --tests has them,\n"
    "                                                                             those that are refused, and why\n"
    "       judge make  --function F --seed N --rounds M                          requests 0 to M - 1 to stdout, each after a line with its bytes; then as\n"
    "                                                                             many for a process of their own, if the function has hidden tests\n"
    "       judge check --function F --seed N --rounds M --round K --ended WHAT   response on stdin; to stdout a second request about a wrong\n"
    "                                                                         result, as `make` writes one, empty if there is none; then the verdict\n"
    "       judge check … --hidden BYTES --hidden-ended WHAT                      the response to the hidden tests follows on stdin, with this many bytes\n"
    "       judge check … --answer BYTES --answer-ended WHAT                      that to the second request follows on stdin, with this many bytes\n"
    "       judge make | check … --tests FILE                                     with tests that the course adds: [{\"function\": …, \"name\": …, \"sizes\": [[…], …],\n"
    "                                                                             \"hidden\": true}, …], the last if it is so\n"
    "Round 0 draws the size of a measured case; later ones take the one that the lab's page names. The last round ends with a larger call, whose\n"
    "counts say something about cards, and with a call of round 0 again, which shows whether the counts hold.\n"
    "WHAT: exit:N, signal:N, timeout, memory or output\n";

struct Options {
    std::map<std::string, std::string> values;

    bool has(const std::string& name) const { return values.contains(name); }
    const std::string& text(const std::string& name) const
    {
        const auto found = values.find(name);
        if (found == values.end()) throw std::runtime_error("--" + name + " is missing");
        return found->second;
    }
    std::uint64_t number(const std::string& name) const
    {
        const std::string& digits = text(name);
        std::uint64_t value = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (error != std::errc() || end != digits.data() + digits.size())
            throw std::runtime_error("--" + name + " is not a number: " + digits);
        return value;
    }
};

std::string everything_on_stdin()
{
    std::string bytes;
    char piece[65536];
    for (ssize_t got; (got = read(STDIN_FILENO, piece, sizeof piece)) > 0;) bytes.append(piece, std::size_t(got));
    return bytes;
}

void print(const std::string& bytes)
{
    if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) != bytes.size() || std::fflush(stdout) != 0)
        throw std::runtime_error("standard output is closed");
}

void list()
{
    const Lab& lab = the_lab();
    nlohmann::ordered_json out = {{"lab", lab.name}, {"file", lab.file}, {"functions", nlohmann::ordered_json::array()}};
    for (const FunctionEntry& entry : lab.functions) out["functions"].push_back(entry.name);
    print(out.dump() + "\n");
}

std::vector<CourseTest> course_tests(const std::string& text)
{
    std::vector<CourseTest> tests;
    for (const nlohmann::json& one : nlohmann::json::parse(text))
        tests.push_back({one.at("function").get<std::string>(), one.at("name").get<std::string>(), one.at("sizes").get<std::vector<std::vector<std::int64_t>>>(), one.value("hidden", false)});
    return tests;
}

void list_tests()
{
    const std::string added = everything_on_stdin();
    nlohmann::ordered_json out = {{"functions", nlohmann::ordered_json::array()}, {"refused", nlohmann::ordered_json::array()}};
    for (const FunctionEntry& entry : the_lab().functions) {
        nlohmann::ordered_json names = nlohmann::ordered_json::array();
        for (const Case& one : the_lab().cases)
            if (one.function == entry.name) names.push_back(one.sentence);
        out["functions"].push_back({{"function", entry.name}, {"tests", names}});
    }
    if (!added.empty())
        for (const auto& [test, why] : add_course_tests(the_lab(), course_tests(added)))
            out["refused"].push_back({{"test", test}, {"headline", why.headline}, {"where", why.where}, {"try", why.attempt}});
    print(out.dump() + "\n");
}

/// The grader has asked `tests` before.
void add_course_tests_in(const std::string& file)
{
    std::ifstream in(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    if (!in.is_open() || in.bad()) throw std::runtime_error(file + " cannot be read");
    if (const auto refused = add_course_tests(the_lab(), course_tests(text)); !refused.empty()) throw std::runtime_error("a test of the course: " + refused[0].message.headline);
}

/// What stdin holds for `check`: the response, then that to the hidden tests and the answer, if the options announce them.
struct Responses {
    std::string bytes;
    std::size_t hidden = 0, answered = 0;   ///< bytes of these

    std::string_view response() const { return std::string_view(bytes).substr(0, bytes.size() - hidden - answered); }
    std::string_view to_hidden() const { return std::string_view(bytes).substr(bytes.size() - hidden - answered, hidden); }
    std::string_view answer() const { return std::string_view(bytes).substr(bytes.size() - answered); }
};

Responses responses(const Options& options)
{
    const auto announced = [&](const char* name) { return options.has(name) ? options.number(name) : 0; };
    Responses all{everything_on_stdin(), announced("hidden"), announced("answer")};
    if (all.hidden > all.bytes.size() || all.answered > all.bytes.size() - all.hidden)
        throw std::runtime_error("--hidden and --answer announce more bytes than there are on standard input");
    return all;
}

std::vector<PlannedCall> planned(const Options& options, std::uint64_t round)
{
    const std::string& function = options.text("function");
    if (the_lab().find(function) == nullptr) throw std::runtime_error("this lab has no function " + function);
    const std::uint64_t seed = options.number("seed");
    // Later rounds measure what the page names: a student's predictions are about that size. A kernel for it alone has failed in the first.
    std::vector<PlannedCall> calls = plan(the_lab(), function, seed, unsigned(round), {}, round == 0 ? Measured::as_drawn : Measured::as_stated);
    if (round + 1 != options.number("rounds")) return calls;
    const auto proved = call_to_prove(the_lab(), function, round == 0 ? calls : plan(the_lab(), function, seed, 0, {}, Measured::as_drawn));
    add_call_for_card(calls, the_lab(), function, seed, round > 0);
    if (proved) calls.push_back(*proved);
    return calls;
}

std::string framed(const std::string& request) { return std::to_string(request.size()) + "\n" + request; }

void make(const Options& options)
{
    const std::uint64_t rounds = options.number("rounds");
    for (const bool hidden : {false, true})
        for (std::uint64_t round = 0; round < rounds; ++round)
            if (const auto calls = calls_of(the_lab(), planned(options, round), hidden); !hidden || !calls.empty())
                print(framed(to_bytes(request_for(the_lab(), options.text("function"), calls))));
}

/// Both processes judged. The answer belongs to the one that asks.
DetailedJudgement check(const Options& options, const Responses& all)
{
    const std::vector<PlannedCall> calls = planned(options, options.number("round")), seen = calls_of(the_lab(), calls, false), hidden = calls_of(the_lab(), calls, true);
    std::optional<Answer> answer;
    if (options.has("answer")) answer = Answer{all.answer(), options.text("answer-ended")};
    const auto judged = [&](const std::vector<PlannedCall>& of, std::string_view response, const char* ended, const std::optional<Answer>& told) {
        return judge(the_lab(), options.text("function"), of, response, options.text(ended), told);
    };
    if (hidden.empty()) return judged(seen, all.response(), "ended", answer);
    DetailedJudgement first = judged(seen, all.response(), "ended", {});
    if (!options.has("hidden")) return joined_without(answer ? judged(seen, all.response(), "ended", answer) : std::move(first), the_lab(), hidden);
    DetailedJudgement second = judged(hidden, all.to_hidden(), "hidden-ended", {});
    if (answer && hidden_leads(first, second)) second = judged(hidden, all.to_hidden(), "hidden-ended", answer);
    else if (answer) first = judged(seen, all.response(), "ended", answer);
    return joined(std::move(first), std::move(second));
}

int command(const std::string& what, const Options& options)
{
    if (options.has("tests")) add_course_tests_in(options.text("tests"));
    if (what == "list") {
        list();
    } else if (what == "tests") {
        list_tests();
    } else if (what == "make") {
        make(options);
    } else if (what == "check") {
        const DetailedJudgement judged = check(options, responses(options));
        print(framed(judged.inquiry && !options.has("answer") ? to_bytes(judged.inquiry->request) : "") + json_text(judged) + "\n");
    } else {
        std::fputs(kUsage, stderr);
        return 2;
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv)
try {
    if (argc < 2 || argc % 2 != 0) {
        std::fputs(kUsage, stderr);
        return 2;
    }
    Options options;
    for (int i = 2; i < argc; i += 2) {
        const std::string name = argv[i];
        if (!name.starts_with("--")) throw std::runtime_error("unknown argument: " + name);
        options.values[name.substr(2)] = argv[i + 1];
    }
    return command(argv[1], options);
} catch (const std::exception& fault) {
    std::fprintf(stderr, "judge: %s\n", fault.what());
    return 2;
}
