#pragma once
// One submission: compile, run and judge. What the student wrote is touched only inside the sandbox.

#include <filesystem>
#include <optional>
#include <string>

#include "compile.hpp"
#include "judge.hpp"
#include "manifest.hpp"
#include "sandbox/sandbox.hpp"
#include "settings.hpp"
#include "findings/judgement.hpp"

namespace halo::grader {

/// A student's file for one lab while it is being judged. Compiles at the first question, once.
class Assessment {
public:
    /// `name` is that of its temporary folder, different for each assessment.
    Assessment(const LabBuild& lab, const std::string& bytes, Compiler& compiler, sandbox::StagingDir& staging,
               const sandbox::Policy& policy, const Settings& settings, const std::string& name, Company company);
    ~Assessment();
    Assessment(const Assessment&) = delete;

    /// The worse of the rounds' verdicts. Throws GraderFault, and StoppedByWallClock if it had company.
    Judgement judge(const Judge& judge, const std::string& function, std::uint64_t seed);

private:
    Judgement ask(const Judge& judge, const Round& round) const;

    const LabBuild& lab_;
    Compiler& compiler_;
    const sandbox::Policy& policy_;
    const Settings& settings_;
    Company company_;
    std::filesystem::path home_, source_, output_;
    bool built_ = false;
    std::optional<Judgement> failure_;  ///< why there is nothing to run
};

}  // namespace halo::grader
