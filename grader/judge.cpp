#include "judge.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "process.hpp"
#include "sha256.hpp"
#include "text.hpp"

namespace halo::grader {
namespace {

constexpr double kWallSeconds = 60;

std::vector<std::string> words_for(const char* verb, const Round& round)
{
    return {verb, "--function", round.function, "--seed", std::to_string(round.seed), "--round", std::to_string(round.number)};
}

}  // namespace

std::string Judge::ask(std::vector<std::string> words, std::span<const std::byte> input) const
{
    words.insert(words.begin(), program_);
    const Ended ended = run_ours(words, input, kWallSeconds);
    if (ended.exit == 0 && !ended.timed_out) return ended.output;
    const std::string how = ended.timed_out ? fmt::format("did not answer within {} s", kWallSeconds)
                            : ended.signal  ? fmt::format("died by signal {}", ended.signal)
                                            : fmt::format("ended with exit code {}", ended.exit);
    const std::string said = shortened(printable(ended.errors), 400);
    throw GraderFault({fmt::format("the judge {}", how), fmt::format("{}{}{}", words[1], said.empty() ? "" : ": ", said),
                       "this is the course's own fault; the submission is judged again in the next run"});
}

std::vector<std::string> Judge::functions() const
{
    const std::string answer = ask({"list"}, {});
    try {
        return nlohmann::json::parse(answer).at("functions").get<std::vector<std::string>>();
    } catch (const nlohmann::json::exception& error) {
        throw GraderFault({fmt::format("{} does not say what its lab asks for", program_), error.what(), ""});
    }
}

std::string Judge::make(const Round& round) const { return ask(words_for("make", round), {}); }

Judgement Judge::check(const Round& round, const std::string& ended, std::span<const std::byte> response) const
{
    std::vector<std::string> words = words_for("check", round);
    words.insert(words.end(), {"--ended", ended});
    Judgement judgement = judgement_from_json(ask(std::move(words), response));
    if (judgement.function != round.function)
        throw GraderFault({fmt::format("the judge was asked about {} and answered about {}", round.function,
                                       printable(judgement.function)), "", ""});
    return judgement;
}

std::uint64_t seed_for(const std::string& secret, const std::string& content, const std::string& lab,
                       const std::string& function)
{
    Sha256 hash;
    for (const std::string* part : {&secret, &content, &lab, &function}) hash.add_field(*part);
    return std::stoull(hash.hex().substr(0, 15), nullptr, 16);
}

}  // namespace halo::grader
