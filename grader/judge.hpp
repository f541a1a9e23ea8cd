#pragma once
// The judge of a lab: a program of the course alone. It makes the inputs and looks at what came back. What came back are the
// bytes of a process that nobody trusts, so the judge too is an ordinary user in a sandbox, within limits.

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

/// One question to a submission. Everything about it follows from these three.
struct Round {
    std::string function;
    std::uint64_t seed = 0;
    int number = 0;
};

/// What a lab asks students to write, in the order of the lab. Its judge says so, without a sandbox: these are our own words.
/// Throws GraderFault when it does not.
std::vector<std::string> functions_of(const LabBuild& lab);

class Judge {
public:
    Judge(const LabBuild& lab, const Kit& kit, const sandbox::Policy& policy, Company company)
        : program_(kit.judge(lab)), policy_(policy), company_(company)
    {
    }

    /// The inputs, as the student's process reads them.
    std::string make(const Round& round) const;
    /// The verdict on what the student's process wrote; `ended` is `exit:0`, `signal:11`, `timeout`, `memory` or `output`.
    /// Bytes at which the judge itself dies or meets its limits, although it can judge none at all, are the submission's fault.
    Judgement check(const Round& round, const std::string& ended, std::vector<std::byte> response) const;

    // Each throws GraderFault when the judge fails, and as run_job does.

private:
    sandbox::Outcome run(std::vector<std::string> words, std::vector<std::byte> input) const;
    Judgement answer(const Round& round, const sandbox::Outcome& outcome) const;

    sandbox::Bind program_;
    const sandbox::Policy& policy_;
    Company company_;
};

/// The seed of a submission's inputs for one function: secret, and the same whenever the ledger's is.
std::uint64_t seed_for(const std::string& secret, const std::string& content, const std::string& lab,
                       const std::string& function);

}  // namespace halo::grader
