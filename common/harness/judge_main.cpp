// judge: course code only. `list` functions, `make` inputs from a seed, `check` a response, `ask` about one that is wrong.
// Exit 2 means a fault of its own.

#include <charconv>
#include <cstdio>
#include <exception>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "harness/card_bounds.hpp"
#include "harness/judge.hpp"
#include "harness/lab.hpp"

namespace {

using namespace halo::lab;

constexpr const char* kUsage =
    "usage: judge list\n"
    "       judge make  --function F --seed N --round K                  request to stdout\n"
    "       judge check --function F --seed N --round K --ended WHAT     response on stdin, verdict to stdout\n"
    "       judge ask   --function F --seed N --round K --ended WHAT     the same; a second request to stdout, or nothing\n"
    "       judge check … --answer BYTES --answer-ended WHAT             the response to it follows on stdin, with this many bytes\n"
    "       judge make-for-card --function F --seed N                    a request whose counts say something about cards, or nothing\n"
    "       judge bounds --function F --seed N --ended WHAT              the response on stdin, a judgement with bounds alone to stdout\n"
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

/// What stdin holds for `check`: the response, and behind it an answer if the options announce one.
struct Responses {
    std::string bytes;
    std::size_t first = 0;                  ///< bytes of the response

    std::string_view response() const { return std::string_view(bytes).substr(0, first); }
    std::string_view answer() const { return std::string_view(bytes).substr(first); }
};

Responses responses(const Options& options)
{
    Responses both{everything_on_stdin()};
    const std::size_t answer = options.has("answer") ? options.number("answer") : 0;
    if (answer > both.bytes.size()) throw std::runtime_error("--answer announces more bytes than there are on standard input");
    both.first = both.bytes.size() - answer;
    return both;
}

std::vector<PlannedCall> planned(const Options& options)
{
    const std::string& function = options.text("function");
    if (the_lab().find(function) == nullptr) throw std::runtime_error("this lab has no function " + function);
    return plan(the_lab(), function, options.number("seed"), unsigned(options.number("round")), {}, Measured::as_drawn);
}

std::optional<PlannedCall> planned_for_card(const Options& options)
{
    if (the_lab().find(options.text("function")) == nullptr) throw std::runtime_error("this lab has no function " + options.text("function"));
    return call_for_card(the_lab(), options.text("function"), options.number("seed"));
}

halo::Judgement only_bounds(const Options& options)
{
    halo::Judgement judgement = halo::bare_judgement(options.text("function"), halo::Verdict::passed, {});
    if (const auto call = planned_for_card(options))
        judgement.bounds = card_bounds(the_lab(), judgement.function, *call, everything_on_stdin(), options.text("ended"));
    return judgement;
}

int command(const std::string& what, const Options& options)
{
    if (what == "list") {
        list();
    } else if (what == "make") {
        print(to_bytes(request_for(the_lab(), options.text("function"), planned(options))));
    } else if (what == "make-for-card") {
        if (const auto call = planned_for_card(options)) print(to_bytes(request_for(the_lab(), options.text("function"), {*call})));
    } else if (what == "bounds") {
        print(json_text(only_bounds(options)) + "\n");
    } else if (what == "check") {
        const Responses both = responses(options);
        std::optional<Answer> answer;
        if (options.has("answer")) answer = Answer{both.answer(), options.text("answer-ended")};
        print(json_text(judge(the_lab(), options.text("function"), planned(options), both.response(), options.text("ended"), answer)) + "\n");
    } else if (what == "ask") {
        const DetailedJudgement first
            = judge(the_lab(), options.text("function"), planned(options), everything_on_stdin(), options.text("ended"));
        if (first.inquiry) print(to_bytes(first.inquiry->request));
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
    std::fprintf(stderr, "judge: %s\n%s", fault.what(), kUsage);
    return 2;
}
