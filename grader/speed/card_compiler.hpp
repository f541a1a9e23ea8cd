#pragma once
// From a student's file to a shared library for a card, in the sandbox and without its devices.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "course/manifest.hpp"
#include "judging/kit.hpp"
#include "record/timing.hpp"
#include "sandbox/sandbox.hpp"

namespace halo::grader::speed {

/// Inside the sandbox the toolkit is where it is outside, read-only; /card has the labs' libraries and the program `contestant`. Safe to use from several threads.
class CardCompiler {
public:
    /// `architecture`: `sm_90`. Throws GraderFault if a part is missing.
    CardCompiler(const course::Manifest& manifest, const std::vector<course::LabBuild>& labs, const judging::Kit& kit, sandbox::StagingDir& staging, const sandbox::Confinement& confinement, std::string architecture);

    /// Makes `output`/functions.so from the lab's file in `source`, both folders of the staging folder. If that fails, returns why; throws as run_job does.
    std::optional<record::Timing> build(const course::LabBuild& lab, const std::filesystem::path& source, const std::filesystem::path& output) const;

    sandbox::Bind parts() const { return {parts_, "/card"}; }

private:
    sandbox::Job job(const course::LabBuild& lab, const std::filesystem::path& source, const std::filesystem::path& output) const;

    std::filesystem::path nvcc_, parts_;
    const judging::Kit& kit_;
    const sandbox::Confinement& confinement_;
    std::string architecture_;
};

/// Identifies everything that can change a time, apart from submission and card.
std::string timer_hash(const course::Manifest& manifest, const course::LabBuild& lab, const std::string& architecture, const std::string& toolkit);

}  // namespace halo::grader::speed
