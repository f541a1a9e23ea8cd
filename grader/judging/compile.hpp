#pragma once
// From a student's file to a program, in the sandbox.

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "course/manifest.hpp"
#include "findings/judgement.hpp"
#include "judging/kit.hpp"
#include "judging/settings.hpp"
#include "sandbox/job.hpp"
#include "sandbox/sandbox.hpp"

namespace halo::grader::judging {

/// Safe to use from several threads.
class Compiler {
public:
    /// Compiles the header that every .cu file includes first, once for all submissions.
    Compiler(const Kit& kit, sandbox::StagingDir& staging, const sandbox::Confinement& confinement, const Settings& settings);

    /// Makes `output`/run from the lab's file in `source`, both folders of the staging folder. If that fails, returns the reason
    /// as a judgement without a function. Throws GraderFault when the lab's own skeleton cannot be built either, and as run_job does.
    std::optional<Judgement> build(const course::LabBuild& lab, const std::filesystem::path& source,
                                   const std::filesystem::path& output, sandbox::Sharing sharing);

private:
    void precompile();
    sandbox::Job job_with_kit() const;
    std::optional<Judgement> attempt(const course::LabBuild& lab, const std::filesystem::path& source,
                                     const std::filesystem::path& output, sandbox::Sharing sharing) const;
    std::optional<Judgement> refusal(const course::LabBuild& lab, const sandbox::Outcome& outcome, bool linking) const;
    void check_skeleton(const course::LabBuild& lab, sandbox::Sharing sharing);

    const Kit& kit_;
    sandbox::StagingDir& staging_;
    const sandbox::Confinement& confinement_;
    const Settings& settings_;
    std::mutex mutex_;
    std::map<std::string, std::optional<Message>> skeletons_;   ///< per lab: why its skeleton does not build
};

}  // namespace halo::grader::judging
