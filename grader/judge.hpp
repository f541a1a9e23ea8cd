#pragma once
// The judge of a lab: a program of the course alone. It makes the inputs and looks at what came back.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "manifest.hpp"
#include "verdict.hpp"

namespace halo::grader {

/// One question to a submission. Everything about it follows from these three.
struct Round {
    std::string function;
    std::uint64_t seed = 0;
    int number = 0;
};

class Judge {
public:
    explicit Judge(const LabBuild& lab) : program_(lab.judge.string()) {}

    /// What the lab asks students to write, in the order of the lab.
    std::vector<std::string> functions() const;
    /// The inputs, as the student's process reads them.
    std::string make(const Round& round) const;
    /// The verdict on what the student's process wrote; `ended` is `exit:0`, `signal:11`, `timeout`, `memory` or `output`.
    Judgement check(const Round& round, const std::string& ended, std::span<const std::byte> response) const;

    // Each throws GraderFault when the judge does.

private:
    std::string ask(std::vector<std::string> words, std::span<const std::byte> input) const;
    std::string program_;
};

/// The seed of a submission's inputs for one function: secret, and the same whenever the ledger's is.
std::uint64_t seed_for(const std::string& secret, const std::string& content, const std::string& lab,
                       const std::string& function);

}  // namespace halo::grader
