#pragma once
// Judging a list of files on the cores of this machine, or on a cluster; each verdict goes to the ledger as it is reached.

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "course/manifest.hpp"
#include "judging/executor/cluster.hpp"
#include "judging/settings.hpp"
#include "record/ledger.hpp"
#include "sandbox/sandbox.hpp"

namespace halo::grader::judging {

struct JudgeOptions {
    std::filesystem::path out;
    course::Manifest manifest;
    std::map<std::string, std::string> tests;   ///< by lab, where the course adds some: see LabBuild::tests
    unsigned jobs = 0;                   ///< 0: twice as many as the machine has cores
    sandbox::Confinement confinement;
    Settings settings;
    bool progress = false;
    std::optional<ClusterOptions> cluster;   ///< judge there; nothing: on this machine
};

/// One file for one lab, whoever handed it in, and the functions to judge.
struct Work {
    std::size_t number = 0;
    const course::LabBuild* lab = nullptr;
    std::string student;                 ///< the first who handed it in, to be named while it is judged
    std::string bytes;
    std::vector<record::JudgingKey> keys;
    std::string again = {};              ///< if it has been judged before: tells this judging from all earlier ones
    bool slept = false;                  ///< if other jobs disturbed it: see Assessment::slept()
};

struct Tally {
    std::size_t judged = 0;              ///< functions
    std::size_t faults = 0;              ///< of these: not judged, by the grader's own fault
};

/// The labs, with the tests that the course adds.
void add_tests(std::vector<course::LabBuild>& labs, const JudgeOptions& options);

/// `labs` are those of the work, `run` is what the judgings belong to. Throws GraderFault if it cannot begin, or if the ledger cannot be written;
/// a fault of a single judging is a verdict.
Tally judge_all(const JudgeOptions& options, const std::vector<course::LabBuild>& labs, const std::vector<Work>& todo, record::Ledger& ledger, const record::Run& run,
                record::Judging what_for = record::Judging::for_good);

}  // namespace halo::grader::judging
