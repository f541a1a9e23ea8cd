#pragma once
// What a verdict and a time are valid for.

#include <string>

#include "record/run.hpp"

namespace halo::grader::record {

/// What a verdict is valid for. Two submissions with the same key have the same verdict.
struct JudgingKey {
    std::string content;   ///< sha256 of the submitted file
    std::string lab;
    std::string function;
    std::string harness;   ///< sha256 of the judge, the run library, the engine, the compiler driver, the headers
    std::string settings;  ///< limits, rounds, sandbox
    friend bool operator==(const JudgingKey&, const JudgingKey&) = default;
};

/// What a time is valid for.
struct TimingKey {
    std::string content, lab, function;
    std::string timer;     ///< sha256 of the timer, what a submission is linked with, nvcc's version and target
    std::string card;      ///< its name
    friend bool operator==(const TimingKey&, const TimingKey&) = default;
};

/// The key under which a run's submission is in the ledger.
inline JudgingKey key_of(const Run& run, const RunLab& lab, const Submission& submission, const std::string& function)
{
    return {submission.content, lab.lab, function, lab.harness, run.settings};
}

}  // namespace halo::grader::record
