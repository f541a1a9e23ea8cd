#include "judging/lab.hpp"

#include <charconv>
#include <span>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "judging/settings.hpp"
#include "machine/errors.hpp"
#include "machine/process.hpp"
#include "machine/sha256.hpp"
#include "machine/text.hpp"

namespace halo::grader::judging {
namespace {

constexpr double kListSeconds = 60;
constexpr double kCpuSeconds = 60;
constexpr std::uint64_t kMemoryBytes = 1536ull << 20;
constexpr std::uint64_t kAnswerBytes = 512ull << 20;     // inputs are tens of MiB

/// What `judge check` is told of a response, and what it reads.
struct Question {
    std::vector<std::string> words;
    std::vector<std::byte> bytes;

    Question(const Round& round, const Response& response)
        : words{"check",    "--function",  round.function,       "--seed", std::to_string(round.seed), "--rounds", std::to_string(round.of), "--round", std::to_string(round.number),
                "--ended", response.seen.ended},
          bytes(response.seen.bytes)
    {
        if (response.hidden) add("hidden", *response.hidden);
    }

    void add(const std::string& what, const Answered& more)
    {
        words.insert(words.end(), {"--" + what, std::to_string(more.bytes.size()), "--" + what + "-ended", more.ended});
        bytes.insert(bytes.end(), more.bytes.begin(), more.bytes.end());
    }
};

[[noreturn]] void throw_fault(const std::string& how, std::string_view verb, const std::string& errors)
{
    const std::string wrote = shortened(printable(errors), 400);
    throw GraderFault({fmt::format("the judge {}", how), fmt::format("{}{}{}", verb, wrote.empty() ? "" : ": ", wrote),
                       "this is the course's own fault; the submission is judged again in the next run"});
}

/// What the lab's judge answers outside of a sandbox, where no student's data is involved.
std::string asked(const course::LabBuild& lab, const char* verb, const std::string& input)
{
    const Ended ended = run_ours({lab.judge.string(), verb}, std::as_bytes(std::span(input)), kListSeconds);
    if (ended.exit != 0 || ended.timed_out)
        throw_fault(ended.timed_out ? fmt::format("did not answer within {} s", kListSeconds)
                    : ended.signal  ? fmt::format("died by signal {}", ended.signal)
                                    : fmt::format("ended with exit code {}", ended.exit),
                    verb, ended.errors);
    return ended.output;
}

/// Completes a sentence that begins with `the judge`.
std::string how_it_ended(const sandbox::Outcome& outcome)
{
    switch (outcome.how) {
    case sandbox::How::exited: return fmt::format("ended with exit code {}", outcome.code);
    case sandbox::How::signalled: return fmt::format("died by signal {}", outcome.code);
    case sandbox::How::timeout: return fmt::format("did not answer within {} s", kCpuSeconds);
    case sandbox::How::memory_limit: return fmt::format("needed more than {} MiB", kMemoryBytes >> 20);
    case sandbox::How::output_limit: return "wrote too much output";
    case sandbox::How::fault: break;
    }
    return "failed";
}

/// The judge's message may contain bytes from the submission.
void clean(Message& message)
{
    for (std::string* text : {&message.headline, &message.where, &message.what, &message.attempt}) *text = printable(*text, true);
}

Judgement cleaned(Judgement judgement)
{
    clean(judgement.message);
    for (JudgedCase& each : judgement.cases) {
        each.name = printable(each.name, true);
        each.about = printable(each.about, true);
        clean(each.message);
    }
    judgement.about = printable(judgement.about, true);
    for (JudgedCause& cause : judgement.findings) clean(cause.message);
    return judgement;
}

/// Takes a request from the beginning of `text`, where it comes after a line with its size.
std::string next_request(std::string_view& text, std::string_view what)
{
    std::size_t bytes = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bytes);
    text.remove_prefix(std::size_t(end - text.data()));
    if (error != std::errc() || !text.starts_with('\n') || text.size() - 1 < bytes)
        throw GraderFault({fmt::format("the judge's {} cannot be read", what), "its size or its end is missing", "build again: ninja -C build"});
    std::string request(text.substr(1, bytes));
    text.remove_prefix(1 + bytes);
    return request;
}

/// Did the judge end by itself, and not by a signal or a limit?
bool ended_by_itself(const sandbox::Outcome& outcome) { return outcome.how == sandbox::How::exited; }

}  // namespace

std::vector<std::string> functions_of(const course::LabBuild& lab)
{
    const std::string answer = asked(lab, "list", "");
    try {
        return nlohmann::json::parse(answer).at("functions").get<std::vector<std::string>>();
    } catch (const nlohmann::json::exception& error) {
        throw GraderFault({fmt::format("{} does not list its lab's functions", lab.judge.string()), error.what(), ""});
    }
}

course::LabTests tests_of(const course::LabBuild& lab, const std::string& added)
{
    const std::string answer = asked(lab, "tests", added);
    try {
        const auto json = nlohmann::json::parse(answer);
        course::LabTests tests;
        for (const auto& one : json.at("functions")) tests.of[one.at("function").get<std::string>()] = one.at("tests").get<std::vector<std::string>>();
        for (const auto& one : json.at("refused"))
            tests.refused.push_back({one.at("test").get<std::size_t>(), {one.at("headline").get<std::string>(), one.at("where").get<std::string>(), one.at("try").get<std::string>()}});
        return tests;
    } catch (const nlohmann::json::exception& error) {
        throw GraderFault({fmt::format("{} does not list its lab's tests", lab.judge.string()), error.what(), ""});
    }
}

sandbox::Outcome Judge::run(std::vector<std::string> words, std::vector<std::byte> input, sandbox::Stage stage) const
{
    sandbox::Job job;
    job.argv = {program_.inside};
    job.argv.insert(job.argv.end(), words.begin(), words.end());
    job.read_only = {program_};
    if (tests_) {
        job.argv.insert(job.argv.end(), {"--tests", tests_->inside});
        job.read_only.push_back(*tests_);
    }
    job.input = sandbox::Input::bytes(std::move(input));
    job.limits.cpu_s = kCpuSeconds;
    job.limits.wall_s = Settings::wall_s(kCpuSeconds);
    job.limits.memory_bytes = kMemoryBytes;
    job.limits.stdout_bytes = kAnswerBytes;
    job.out_of_memory_texts = {"std::bad_alloc", "std::length_error", "bad_array_new_length"};    // the exit code is 2 in this case too
    return sandbox::run_job(job, confinement_, sharing_, stage);
}

std::vector<Requests> Judge::make(const std::string& function, std::uint64_t seed, int rounds) const
{
    const sandbox::Outcome outcome
        = run({"make", "--function", function, "--seed", std::to_string(seed), "--rounds", std::to_string(rounds)}, {}, sandbox::Stage::inputs);
    if (!outcome.ok()) throw_fault(how_it_ended(outcome), "make", outcome.stderr_text);
    std::string_view rest = outcome.stdout_text;
    std::vector<Requests> requests;
    for (int round = 0; round < rounds; ++round) requests.push_back({next_request(rest, "inputs"), ""});
    if (!rest.empty())
        for (Requests& round : requests) round.hidden = next_request(rest, "inputs for hidden tests");
    return requests;
}

Judge::Checked Judge::answer(const Round& round, const sandbox::Outcome& outcome) const
{
    if (!outcome.ok()) throw_fault(how_it_ended(outcome), "check", outcome.stderr_text);
    std::string_view rest = outcome.stdout_text;
    std::string question = next_request(rest, "answer");
    Judgement judgement;
    try {
        judgement = cleaned(judgement_from_json(rest));
    } catch (const UnreadableJudgement& error) {
        throw GraderFault({"the judge's answer cannot be read", error.what(), ""});
    }
    if (judgement.function != round.function)
        throw GraderFault({fmt::format("the judge was asked about {} and answered about {}", round.function,
                                       printable(judgement.function)), "", ""});
    return {std::move(judgement), std::move(question)};
}

Judgement Judge::explained(const Round& round, Judgement first, const Response& response, const Answered& answer) const
{
    Question question(round, response);
    question.add("answer", answer);
    const sandbox::Outcome outcome = run(std::move(question.words), std::move(question.bytes), sandbox::Stage::question);
    if (!outcome.ok()) return first;                                // the answer is the submission's own, and explains nothing
    Judgement second = this->answer(round, outcome).judgement;
    return second.verdict == first.verdict ? second : first;
}

Judge::Checked Judge::check(const Round& round, const Response& response) const
{
    const Question question(round, response);
    const sandbox::Outcome outcome = run(question.words, question.bytes, sandbox::Stage::judge);
    if (ended_by_itself(outcome) || question.bytes.empty()) return answer(round, outcome);

    // Is it the judge or the response? A judge that can't judge an empty response either is itself broken.
    answer(round, run(Question(round, {{response.seen.ended, {}}}).words, {}, sandbox::Stage::judge));
    return {bare_judgement(round.function, Verdict::crash,
                           {fmt::format("{}: the results arrived damaged", round.function),
                            fmt::format("the judge {} on what the program wrote; it can judge an empty answer", how_it_ended(outcome)),
                            "print with printf only; leave other file descriptors alone"}),
            ""};
}

std::uint64_t seed_for(const std::string& secret, const std::string& content, const std::string& lab,
                       const std::string& function)
{
    Sha256 hash;
    for (const std::string* part : {&secret, &content, &lab, &function}) hash.add_field(*part);
    return std::stoull(hash.hex().substr(0, 15), nullptr, 16);
}

}  // namespace halo::grader::judging
