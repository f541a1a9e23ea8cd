#pragma once
// One submission: compile, run and judge. The student's code is compiled and run only inside the sandbox.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "course/manifest.hpp"
#include "findings/judgement.hpp"
#include "judging/compile.hpp"
#include "judging/lab.hpp"
#include "judging/settings.hpp"
#include "sandbox/sandbox.hpp"

namespace halo::grader::judging {

/// A student's file for one lab while it is being judged. Compiled once, for the first function.
class Assessment {
public:
    /// `name` names its temporary folder and is different for each assessment. `slept`: an earlier assessment of this file says so.
    Assessment(const course::LabBuild& lab, const std::string& bytes, Compiler& compiler, sandbox::StagingDir& staging,
               const sandbox::Confinement& confinement, const Settings& settings, const std::string& name, sandbox::Sharing sharing,
               bool slept = false);
    ~Assessment();
    Assessment(const Assessment&) = delete;

    /// The worst of the rounds' verdicts; there is no further round after one that failed. The last round ends with a larger call, whose
    /// counts say something about cards. Throws GraderFault, and Disturbed if other jobs ran at the same time.
    Judgement judge(const Judge& judge, const std::string& function, std::uint64_t seed);

    /// A function of the file slept until it was stopped, and so may others: these are stopped sooner.
    bool slept() const { return slept_; }

private:
    sandbox::Outcome run(std::string request, sandbox::Stage stage);
    Judgement ask(const Judge& judge, const Round& round, Requests requests);

    const course::LabBuild& lab_;
    Compiler& compiler_;
    const sandbox::Confinement& confinement_;
    const Settings& settings_;
    sandbox::Sharing sharing_;
    std::filesystem::path home_, source_, output_;
    bool built_ = false;
    bool slept_;
    std::optional<Judgement> failure_;  ///< why there is nothing to run
};

/// A grader_fault that says what happened.
Judgement fault(const std::string& function, const std::exception& error);

}  // namespace halo::grader::judging
