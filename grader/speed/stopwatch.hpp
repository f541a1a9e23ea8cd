#pragma once
// One function on the card: its process in the sandbox, the timer outside it, two pipes between them.

#include <filesystem>
#include <string>
#include <vector>

#include "course/manifest.hpp"
#include "doctor/card.hpp"
#include "record/timing.hpp"
#include "sandbox/sandbox.hpp"

namespace halo::grader::speed {

class Stopwatch {
public:
    /// `parts`: the folder with the program `contestant`.
    Stopwatch(doctor::CardHere card, sandbox::Bind parts, const sandbox::Confinement& confinement);

    /// Of the function in `library`/functions.so, a folder of the staging folder. Never throws: what fails is a Timing, too.
    record::Timing time(const course::LabBuild& lab, const std::string& function, const std::filesystem::path& library) const;

private:
    sandbox::Job job(const std::filesystem::path& library) const;

    doctor::CardHere card_;
    sandbox::Bind parts_;
    const sandbox::Confinement& confinement_;
    std::filesystem::path driver_;          ///< the folder of libcuda.so.1; empty: where every program finds it
};

/// The functions that a lab's timer can time. Needs no card. Throws GraderFault.
std::vector<std::string> timed_functions(const course::LabBuild& lab);

/// What it means that the timer ended so, and printed this.
record::Timing read_timer(const std::string& function, int exit, const std::string& output, const std::string& errors);

}  // namespace halo::grader::speed
