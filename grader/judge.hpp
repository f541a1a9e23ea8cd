#pragma once
// The judge of a lab, which contains only course code. It makes the inputs and judges the response. The response comes from an
// untrusted process, so the judge too runs as an ordinary user in a sandbox, within limits.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "job.hpp"
#include "kit.hpp"
#include "manifest.hpp"
#include "findings/judgement.hpp"

namespace halo::grader {

/// What a submission's process wrote, and how it ended: `exit:0`, `signal:11`, `timeout`, `memory` or `output`.
struct Answered {
    std::string ended;
    std::vector<std::byte> bytes;
};

/// One request to a submission, completely determined by these three values.
struct Round {
    std::string function;
    std::uint64_t seed = 0;
    int number = 0;
};

/// The functions that a lab asks students to write, in the lab's order. Its judge lists them, without a sandbox, since no
/// student's data is involved. Throws GraderFault if that fails.
std::vector<std::string> functions_of(const LabBuild& lab);

class Judge {
public:
    Judge(const LabBuild& lab, const Kit& kit, const sandbox::Policy& policy, Sharing sharing)
        : program_(kit.judge(lab)), policy_(policy), sharing_(sharing)
    {
    }

    /// The inputs, in the form in which the student's process reads them.
    std::string make(const Round& round) const;
    /// The verdict on what the student's process wrote.
    /// Bytes that kill the judge or exceed its limits are the submission's fault, if the judge can still judge an empty response.
    Judgement check(const Round& round, Answered response) const;

    /// A second request, about a wrong result; empty if there is nothing to ask.
    std::string ask(const Round& round, const Answered& response) const;
    /// The first judgement with a better message, if the answer to that request allows one.
    Judgement explained(const Round& round, Judgement first, const Answered& response, const Answered& answer) const;

    /// A request for one larger call, whose counts say something about cards; empty if the function has none.
    std::string make_for_card(const std::string& function, std::uint64_t seed) const;
    /// What they say; empty if the call went wrong.
    std::vector<CardBound> bounds(const std::string& function, std::uint64_t seed, Answered response) const;

    // All throw GraderFault if the judge fails, and whatever run_job throws.

private:
    sandbox::Outcome run(std::vector<std::string> words, std::vector<std::byte> input, Stage stage) const;
    Judgement answer(const Round& round, const sandbox::Outcome& outcome) const;

    sandbox::Bind program_;
    const sandbox::Policy& policy_;
    Sharing sharing_;
};

/// The seed of a submission's inputs for one function: secret, and the same for the same ledger's secret.
std::uint64_t seed_for(const std::string& secret, const std::string& content, const std::string& lab,
                       const std::string& function);

}  // namespace halo::grader
